import { expect, test } from 'vitest';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import {
	exactly,
	factsOf,
	pointOf,
	questionOf,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { keepable } from '../attempts/attempts.svelte.ts';
import { entriesOf, rowsOf, sheetFacts, type SheetExercise } from './sheet.ts';

const idea = { from: 1, to: 2, idea: 'all cost the same', why: 'They do not. See.' };
const facts = factsOf(
	'Cycle',
	{ add: 'Additions', mul: 'Multiplications', other: 'Another' },
	{
		question: {
			...questionOf('mul', 'add'),
			answers: [{ ratio: 3, source: 'S' }],
			misconceptions: [idea]
		},
		questionIn: { go: { ...questionOf('other', 'add'), text: 'And in Go?' } }
	}
);
const exercise = (slug: string, more: Partial<SheetExercise> = {}): SheetExercise => ({
	slug,
	title: slug,
	free: false,
	challenge: true,
	facts: sheetFacts(facts),
	...more
});
const cycle = exercise('cycle');

/** A kept run with these cycles, the newer the later the day. */
function runOf(
	day: number,
	cycles: Record<string, number>,
	guess?: number,
	more: Partial<Report> = {}
) {
	const variants = Object.entries(cycles).map(([id, each]) =>
		variantReport(id, {
			points: [pointOf(each, {}, { cyclesPerIteration: exactly(each) })]
		})
	);
	const startedAt = `2026-11-0${day}T10:00:00Z`;
	return keepable(reportOf(variants, { run: `r${day}`, startedAt, ...more }), guess);
}
const loadOf = (kept: Record<string, string>) => (place: string) => kept[place];
const ran = { 'guess:cycle': '9', 'ran:cycle': 'yes' };

test('an entry has the first prediction kept with a run, and the newest result', () => {
	const runs = [
		runOf(3, { add: 2 }, 3),
		runOf(2, { add: 2, mul: 6 }, 3),
		runOf(1, { add: 2, mul: 8 }, 1.5)
	];
	expect(entriesOf([cycle, exercise('open')], runs, loadOf(ran))).toEqual([
		{
			slug: 'cycle',
			standing: 'ran',
			language: 'c',
			guess: 1.5,
			result: { ratio: exactly(3), processor: 'AMD Zen 5', day: '2026-11-02' }
		}
	]);
});

test('a run of changed code gives no result to a question about that code', () => {
	const edited = runOf(2, { add: 2, mul: 1 });
	edited.report.variants[1]!.edited = true;
	const entry = (runs: (typeof edited)[]) => entriesOf([cycle], runs, loadOf(ran))[0];
	expect(entry([edited])?.result).toBeUndefined();
	expect(entry([edited, runOf(1, { add: 2, mul: 6 })])?.result?.day).toBe('2026-11-01');
	// A challenge changes another variant.
	const other = runOf(3, { add: 2, mul: 6, other: 1 });
	other.report.variants[2]!.edited = true;
	expect(entry([other])?.result?.day).toBe('2026-11-03');
});

test('without a run the prediction in the browser counts, of the language that has its own question', () => {
	const began = (kept: Record<string, string>) => entriesOf([cycle], [], loadOf(kept))[0];
	expect(began({ 'guess:cycle': '9' })).toEqual({
		slug: 'cycle',
		standing: 'predicted',
		language: undefined,
		guess: 9,
		result: undefined
	});
	expect(began({ 'guess:cycle:go': '4' })).toMatchObject({ language: 'go', guess: 4 });
	expect(began({})).toBeUndefined();
	expect(entriesOf([exercise('cycle', { free: true })], [], loadOf(ran))).toEqual([]);
});

test('in a language with its own question, only predictions of that question count', () => {
	const runs = [
		runOf(2, { add: 2, other: 8 }, 5, { language: 'go' }),
		runOf(1, { add: 2, mul: 6 }, 1.5)
	];
	const [entry] = entriesOf([cycle], runs, loadOf(ran));
	expect(entry).toMatchObject({ language: 'go', guess: 5, result: { ratio: exactly(4) } });
	expect(rowsOf([cycle], { name: '', day: '', entries: [entry!] })[0]?.question).toBe('And in Go?');
});

test('a row names the misconception that the result refutes; entries of unknown exercises have no row', () => {
	const entries = entriesOf([cycle], [runOf(1, { add: 2, mul: 6 }, 1.5)], loadOf(ran));
	const [entry] = entries;
	const sheet = { name: '', day: '', entries: [{ ...entry!, slug: 'gone' }, entry!] };
	expect(rowsOf([exercise('open'), cycle], sheet)).toEqual([
		{
			...entry,
			title: 'cycle',
			question: facts.question.text,
			misconception: idea,
			challenge: true
		}
	]);
	const right = rowsOf([cycle], { ...sheet, entries: [{ ...entry!, guess: 3 }] });
	expect(right[0]?.misconception).toBeUndefined();
});

test('the facts of a sheet have the questions without their answers, and none of the exercise’s texts', () => {
	const slim: Facts = sheetFacts({
		...facts,
		challenge: {
			text: 'T',
			start: { variant: 'mul', parameters: {} },
			goals: [],
			hints: [],
			why: 'W'
		}
	});
	expect(slim.question).toEqual({ ...facts.question, answers: [] });
	expect(slim.questionIn).toEqual({ go: { ...facts.questionIn.go, answers: [] } });
	expect([slim.challenge, slim.claims, slim.variants[0]?.claim]).toEqual([undefined, [], '']);
});
