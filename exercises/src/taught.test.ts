/** Foundations explains the manuals' terms before it uses them. */
import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';
import type { Exercise } from './schema.ts';

/** What a lesson writes where it uses a term. Emphasis (`_L1_`, `**Latency`) marks the place that explains it. */
const terms = {
	L1: 'L1',
	L2: 'L2',
	port: 'ports?',
	µop: 'µops?',
	'reorder buffer': 'reorder buffer',
	'store buffer': 'store buffer',
	'branch misprediction': 'mispredict(?:ions?|ed)|branch misprediction',
	latency: 'latency',
	throughput: 'throughput',
	'dependency chain': 'dependency chains?',
	'cache line': 'cache lines?',
	TLB: 'TLB',
	'page table': 'page tables?',
	renaming: 'renam(?:es?|ed|ing)(?: registers)?'
};
type TermName = keyof typeof terms;

const used = (term: TermName) => new RegExp(`(?<![\\w-])(?:${terms[term]})(?![\\w-])`, 'i');
/** Emphasis opens before the term, and closes no earlier than behind it. */
const explained = (term: TermName) =>
	new RegExp(`(?:\\*\\*|_)(?:[^*_.]*?[^\\w*_])?(?:${terms[term]})[^*_]*(?:\\*\\*|_)`, 'i');

/** Without figures, links' addresses and code. */
const prose = ({ explain }: Pick<Exercise, 'explain'>) =>
	explain
		.replaceAll(/^::figure.*$/gm, '')
		.replaceAll(/\]\([^)]*\)/g, ']')
		.replaceAll(/`[^`]*`/g, '');

type Lesson = Pick<Exercise, 'slug' | 'explain'> & { facts: Pick<Exercise['facts'], 'requires'> };

/** @param lessons in the order of the path; @returns `slug: term` for each term that neither the lesson nor one it builds on explains */
function untaught(lessons: readonly Lesson[]): string[] {
	const knownAfter = new Map<string, Set<TermName>>();
	return lessons.flatMap((lesson) => {
		const text = prose(lesson);
		const before = lesson.facts.requires.flatMap((slug) => [...(knownAfter.get(slug) ?? [])]);
		const names = Object.keys(terms) as TermName[];
		const known = new Set([...before, ...names.filter((term) => explained(term).test(text))]);
		knownAfter.set(lesson.slug, known);
		return names
			.filter((term) => used(term).test(text) && !known.has(term))
			.map((term) => `${lesson.slug}: ${term}`);
	});
}

const lesson = (slug: string, explain: string, requires: string[] = []) => ({
	slug,
	explain,
	facts: { requires }
});

test('Foundations uses no term of the manuals before a lesson that it builds on explains it', async () => {
	const { exercises } = await loadExercises();
	const path = exercises.filter(({ facts }) => facts.track === 'foundations');
	expect(path.length).toBe(10);
	expect(untaught(path)).toEqual([]);
});

test('a term that no required lesson explains is named, with the lesson that uses it', () => {
	const first = lesson(
		'first',
		'A _port_ leads to a unit. **Latency, not throughput.** It counts.'
	);
	const second = (requires: string[]) => lesson('second', 'Two ports, one latency.', requires);
	expect(untaught([first, second(['first'])])).toEqual([]);
	expect(untaught([first, second([])])).toEqual(['second: port', 'second: latency']);
	expect(untaught([second([]), first])).toEqual(['second: port', 'second: latency']);
	expect(untaught([lesson('plain', 'A port is taken.')])).toEqual(['plain: port']);
});

test('what an earlier lesson explains is known by way of the lessons between', () => {
	const path = [
		lesson('one', 'The _TLB_ holds translations.'),
		lesson('two', 'Nothing.', ['one']),
		lesson('three', 'A TLB.', ['two'])
	];
	expect(untaught(path)).toEqual([]);
	expect(untaught(path.slice(1))).toEqual(['three: TLB']);
});
