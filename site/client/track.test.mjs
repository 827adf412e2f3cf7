import { expect, test } from 'vitest';
import { judged, trackJson, trackStatus, trackText } from './track.mjs';
import { trackSvg } from './track-svg.mjs';

/** @param {number} at @param {number} median @param {number} instructionsPerIteration @param {string} file */
const entryAt = (at, median, instructionsPerIteration = 5, file = 'src/hot.c') => ({
	file,
	kernel: 'hot',
	commit: String(at + 1).padStart(40, '0'),
	committedAt: `2026-11-${String(at + 1).padStart(2, '0')}T10:00:00Z`,
	processor: 'AMD Zen 5',
	identity: 'AuthenticAMD 26/2/1',
	target: 'x86-64',
	compiler: 'clang-22',
	version: '22.1',
	flags: ['-O2'],
	instructionsPerIteration,
	cyclesPerIteration: { median, low: median * 0.99, high: median * 1.01 },
	noiseFloor: 0.02,
	run: 'http://site/s/1',
	line: at + 1
});
/** Ten points at 4 cycles, ten at another number, with a regular noise. @param {number} second @param {string} [file] */
const stepTo = (second, file) =>
	Array.from({ length: 20 }, (_, at) =>
		entryAt(at, (at < 10 ? 4 : second) * (1 + 0.001 * ((at * 7) % 5)), at < 10 ? 5 : 6, file)
	);

test('a change is marked at its commit and stated with the medians around it, and an exact count with it', () => {
	const series = judged(stepTo(4.4), 0.02);
	const lines = trackText(series).split('\n');
	expect(lines.slice(0, 2)).toEqual([
		'src/hot.c, hot',
		'AMD Zen 5 (AuthenticAMD 26/2/1); clang-22 22.1 -O2'
	]);
	expect(lines.filter((line) => line.startsWith('>'))).toHaveLength(1);
	expect(lines[14]).toMatch(
		/^> 2026-11-11 0{10} \| +-+o-+ *\| 4\.40 cycles \(4\.36 to 4\.44\), 6 instructions$/
	);
	expect(lines.slice(-3, -1)).toEqual([
		'  ✗ slower since 0000000000 (2026-11-11): 4.01 cycles before, 4.41 after, +10.0 %',
		'  ? other code since 0000000000 (2026-11-11): 5 instructions an iteration before, 6 after, counted exactly'
	]);
	expect(trackJson(series)).toMatchObject({
		enough: true,
		changes: [{ commit: `${'0'.repeat(38)}11` }],
		instructions: [{ before: 5, after: 6 }]
	});
});

test('a change within the noise floor or below the least that counts is none; a decrease is faster', () => {
	expect(judged(stepTo(4.06), 0).changes).toEqual([]);
	expect(judged(stepTo(4.4), 0.2).changes).toEqual([]);
	expect(trackText(judged(stepTo(4.06), 0))).toContain('  no change of the cycles\n');
	expect(trackText(judged(stepTo(3.6), 0.02))).toContain('✓ faster since');
});

test('too few points are no verdict, and a malformed line is the user’s to correct', () => {
	const few = judged(stepTo(8).slice(5, 14), 0.02);
	expect(trackText(few)).toContain(
		'  not enough data: 9 of the 12 measurements that a change can be told from noise by\n'
	);
	expect(trackText(few)).toContain('? other code');
	expect(trackJson(few).enough).toBe(false);
	const enough = judged(stepTo(4), 0.02);
	expect(trackStatus([], [])).toBe(4);
	expect(trackStatus([few], [])).toBe(4);
	expect(trackStatus([few, enough], [])).toBe(0);
	expect(trackStatus([enough], [{ line: 3, reason: 'is no JSON' }])).toBe(2);
});

test('the picture has every value with its interval, marks the change, and is escaped', () => {
	const svg = trackSvg([
		judged(stepTo(4.4, '</text><script>&"\u0001'), 0.02),
		judged([entryAt(0, 4)], 0.02)
	]);
	expect(svg.match(/class="interval"/g)).toHaveLength(21);
	expect(svg.match(/class="change"/g)).toHaveLength(1);
	expect(svg.match(/class="count"/g)).toHaveLength(1);
	expect(svg).toContain('>+10.0 %</text>');
	expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&amp;&quot;, hot: cycles an iteration');
	expect(svg).toContain('not enough data: 1 of the 12');
	expect(svg).toContain('prefers-color-scheme: dark');
	expect(trackSvg([])).toContain('>not enough data: no measurement</text>');
	expect(svg).not.toMatch(/<script|\u0001|NaN|Infinity|undefined/);
});
