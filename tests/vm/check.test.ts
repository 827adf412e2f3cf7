import { expect, test } from 'vitest';
import { checksNamed, must, type Check } from './check.ts';
import { withoutPass } from './vitest.ts';

const run = () => Promise.resolve('');
const checks: Check[] = [
	{ part: 'start', name: 'the site starts', run },
	{ part: 'languages', name: 'an exercise in c', run },
	{ part: 'languages', name: 'an exercise in go', run },
	{ part: 'stop', name: 'Ctrl+C stops it', run }
];
const namesOf = (...words: string[]) => {
	const chosen = checksNamed(checks, words);
	return typeof chosen === 'string' ? chosen : chosen.map(({ name }) => name);
};

test('without a word all checks run, and with words those, in their order', () => {
	expect(checksNamed(checks, [])).toEqual(checks);
	expect(namesOf('languages', 'start')).toEqual([
		'the site starts',
		'an exercise in c',
		'an exercise in go'
	]);
	expect(namesOf('stop', 'languages/in go')).toEqual(['an exercise in go', 'Ctrl+C stops it']);
});

test('a word that chooses no check is answered with the parts', () => {
	expect(namesOf('start', 'speed', 'stop/in go')).toBe(
		'There is no check speed, stop/in go. The parts are: start, languages, stop, limits, hostile, compose, rootless. PART/TEXT chooses the checks of a part whose name holds the text.'
	);
});

test('what must be true and is not is an error with what was found', () => {
	expect(() => must(true, 'The site answers.', '')).not.toThrow();
	expect(() => must(false, 'The site answers.', { status: 500 })).toThrow(
		'The site answers.\n{"status":500}'
	);
});

test('skipped and failed tests are not taken for passed ones', () => {
	const output = [
		" ✓ |hostile| hostile.test.ts > '19-forks': 'forks' > 'c, 1' 21ms",
		" ↓ |hostile| hostile.test.ts > '20-disk': 'files' > 'c, 1'",
		" × |hostile| hostile.test.ts > '21-floods': 'output' > 'c, 1' 5ms"
	].join('\n');
	expect(withoutPass(output, ['19-forks', '20-disk', '21-floods'])).toEqual([
		'20-disk',
		'21-floods'
	]);
});
