import { expect, test } from 'vitest';
import { loadExercises, loadSelfTest, loadTransfer } from './load.ts';
import { parseSelfTest } from './self-test.ts';

const about = 'llvmMca: 22.1.8\ncompiler: clang\nmachine: a desk\nday: 2026-11-25\n';
const loop = `
title: One sum
question: How long?
teaches: [chains]
choices:
  - { text: Long., right: true }
  - { text: Short., why: It is a chain. }
  - { text: Not at all., why: It is a chain. }
predicted: [{ variant: a, mcpu: icelake-server, cycles: 4 }]
explanation: It is a chain.
`;
const files = { 'about.yaml': about, '01-one-sum.yaml': loop, '01-one-sum.a.c': 'one' };
const complaint = (change: Record<string, string>) => {
	try {
		parseSelfTest({ ...files, ...change });
	} catch (error) {
		return String(error);
	}
	return 'no complaint';
};

test('the self-test has twelve loops, and each names lessons of Foundations that teach it', async () => {
	const [{ loops }, { exercises }] = await Promise.all([loadSelfTest(), loadExercises()]);
	const foundations = exercises.filter(({ facts }) => facts.track === 'foundations');
	const known = foundations.map(({ slug }) => slug);
	expect(loops.length).toBe(12);
	expect(loops.flatMap(({ teaches }) => teaches.filter((slug) => !known.includes(slug)))).toEqual(
		[]
	);
	// The page says so.
	const early = loops.slice(0, 6).flatMap(({ teaches }) => teaches);
	expect(early.filter((slug) => !known.slice(0, 2).includes(slug))).toEqual([]);
	// Together they ask about every lesson of the track.
	expect(known.filter((slug) => !loops.some(({ teaches }) => teaches.includes(slug)))).toEqual([]);
});

test('the place of the right answer does not give it away', async () => {
	const { loops } = await loadSelfTest();
	const places = loops.map(({ choices }) => choices.findIndex(({ right }) => right));
	for (const place of [0, 1, 2]) expect(places.filter((one) => one === place).length).toBe(4);
});

test('a loop after a lesson names known exercises, follows a lesson alone, and has a name of its own', async () => {
	const [{ loops: tested }, { loops }, { exercises }] = await Promise.all([
		loadSelfTest(),
		loadTransfer(),
		loadExercises()
	]);
	const known = exercises.map(({ slug }) => slug);
	expect(loops.flatMap(({ teaches }) => teaches.filter((slug) => !known.includes(slug)))).toEqual(
		[]
	);
	const twice = (names: (string | undefined)[]) =>
		names.filter((name, i) => names.indexOf(name) !== i);
	expect(twice(loops.map(({ teaches }) => teaches[0]))).toEqual([]);
	expect(twice([...tested, ...loops].map(({ id }) => id))).toEqual([]);
	const places = loops.map(({ choices }) => choices.findIndex(({ right }) => right));
	for (const place of [0, 1, 2])
		expect(places.filter((one) => one === place).length).toBeGreaterThan(loops.length / 5);
});

test('no loop to judge occurs in an exercise', async () => {
	const [{ loops: tested }, { loops: after }, { exercises }] = await Promise.all([
		loadSelfTest(),
		loadTransfer(),
		loadExercises()
	]);
	const loops = [...tested, ...after];
	const bare = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\s/g, '');
	const known = new Set(
		exercises.flatMap(({ sources }) => Object.values(sources.c ?? {}).map(bare))
	);
	const copied = loops.flatMap(({ id, sources }) =>
		Object.values(sources)
			.filter((text) => text !== undefined && known.has(bare(text)))
			.map(() => id)
	);
	expect([known.size > 100, copied]).toEqual([true, []]);
});

test('a loop has its number, its sources, and exactly one right answer', () => {
	expect(parseSelfTest(files).loops.map(({ id, sources }) => ({ id, sources }))).toEqual([
		{ id: 'one-sum', sources: { a: 'one' } }
	]);
	expect(complaint({ '01-one-sum.yaml': loop.replace(', right: true', ', why: No.') })).toContain(
		'exactly one answer is right'
	);
	expect(complaint({ '01-one-sum.yaml': loop.replace(', why: It is a chain.', '') })).toContain(
		'a wrong answer has a reason (why), and the right one has none'
	);
});

test('a file that belongs to no loop, and a loop without its source, are refused by name', () => {
	expect(complaint({ '02-two-sums.a.c': 'two' })).toBe(
		'Error: loops/self-test/02-two-sums.a.c belongs to no loop. Name it NN-slug.yaml, or NN-slug.a.c or NN-slug.b.c beside such a file.'
	);
	expect(complaint({ '02-two-sums.yaml': loop })).toBe(
		'Error: loops/self-test/02-two-sums.yaml has no source. Add 02-two-sums.a.c.'
	);
	expect(complaint({ '01-one-sum.yaml': loop.replace('variant: a', 'variant: b') })).toBe(
		'Error: loops/self-test/01-one-sum.yaml names kernel b. Add 01-one-sum.b.c.'
	);
});
