/** The figures of the exercises as the server renders them: every choice, without scripts, with and without a run. */
import { defined } from '@cyclelab/contract/defined';
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Waits } from '@cyclelab/contract/schema/prediction';
import { loadExercises } from '@cyclelab/exercises/load';
import type { Exercise } from '@cyclelab/exercises/schema';
import {
	host,
	pointOf,
	predictedFor,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { timelinePart } from '../code/timeline-part.svelte.ts';
import { lessonText } from '#lib/server/markdown.ts';
import type { FigureContext } from './context.ts';
import LessonText from './LessonText.svelte';
import { loadFigures } from './load-figures.ts';

const { exercises } = await loadExercises();
const exerciseOf = (slug: string): Exercise => {
	const found = exercises.find((exercise) => exercise.slug === slug);
	if (!found) throw new Error(`there is no ${slug}`);
	return found;
};

/** Of the explanation: each figure's text, tags left out. */
async function figuresOf(slug: string, more: Partial<FigureContext> = {}): Promise<string[]> {
	const { facts, explain } = exerciseOf(slug);
	const text = lessonText(explain);
	const drawings = await loadFigures([text]);
	const context = { drawings, facts, report: undefined, machine: undefined, ...more };
	const { body } = render(LessonText, { props: { text, context } });
	return [...body.matchAll(/<figure.*?<\/figure>/gs)].map(([figure]) =>
		figure
			.replace(/<!--.*?-->/gs, '')
			.replace(/<[^>]+>/g, ' ')
			.replace(/\s+/g, ' ')
	);
}

const machine = {
	processor: 'AMD Zen 5',
	caches: [
		{ level: 1, type: 'data', bytes: 49152, ways: 12 } as const,
		{ level: 2, type: 'unified', bytes: 1 << 20, ways: 16 } as const
	]
};

test('the directive becomes a figure, and no directive is left in the text', async () => {
	for (const { facts, story, explain, elsewhere } of exercises) {
		for (const markdown of [story, explain, elsewhere]) {
			const text = lessonText(markdown);
			const drawings = await loadFigures([text]);
			const context = { drawings, facts, report: undefined, machine: undefined };
			const { body } = render(LessonText, { props: { text, context } });
			expect(body).not.toContain('::figure');
			const figures = body.match(/<figure.*?<\/figure>/gs) ?? [];
			const placed = text.flatMap((part) => ('figure' in part ? [part.figure.name] : []));
			const asked = placed.filter((name) => ['question', 'task', 'reading'].includes(name));
			expect(figures).toHaveLength(placed.length - asked.length);
			expect(body.split('<div class="step').length - 1).toBe(asked.length);
			// A lesson may explain NaN; a figure has no such number.
			for (const figure of figures) expect(figure).not.toMatch(/NaN|undefined|Infinity/);
		}
	}
}, 30_000);

test('chains: every number of accumulators is in the page, and the source of the latency', async () => {
	const [text] = await figuresOf('chains');
	expect(text).toContain('One chain: each of the 16 floating-point additions waits');
	expect(text).toContain('In a long loop each costs 4 cycles: the latency, 4 cycles.');
	expect(text).toContain('4 chains do not wait for one another.');
	expect(text).toContain('each costs 1 cycle: the latency, 4 cycles, divided among 4 chains.');
	expect(text).toContain('of which 2 can start in a cycle: ADDSD in llvm-mca’s model of Skylake');
	expect(text).not.toContain('in this page’s run');
});

test('chains: after a run each drawing has what was measured, and the caption its processor', async () => {
	const report = reportOf([
		variantReport('four', {
			predictions: [{ ...predictedFor(1), host: true, model: 'Znver5' }],
			points: [pointOf(1.25)]
		})
	]);
	const [text] = await figuresOf('chains', { report });
	expect(
		text?.match(/(Measured|Predicted) in this[^:]*: [\d.]+ cycles for one element\./g)
	).toEqual([
		'Predicted in this page’s run, by llvm-mca’s model Znver5: 1.00 cycles for one element.',
		`Measured in this page’s run, on ${host.processor}: 1.25 cycles for one element.`
	]);
});

test('memory: without a machine no sizes, without a run no cycles, with a note in the caption', async () => {
	const [bare] = await figuresOf('cache-working-set');
	expect(bare).toContain('Memory not reported not measured');
	expect(bare).toContain('No connected machine can measure here');
	const [sized] = await figuresOf('cache-working-set', { machine });
	expect(sized).toContain('L1 48 KiB not measured L2 1 MiB not measured');
	expect(sized).toContain('Sizes as AMD Zen 5 reports them');
	expect(sized).toContain('Run the exercise');
});

test('memory: a run fills the levels that it measured', async () => {
	const at = (bytes: number, cycles: number) => pointOf(cycles, { 'working-set': bytes });
	const points = [at(16384, 4), at(524288, 14)];
	const report = reportOf([variantReport('chase', { points })]);
	const [text] = await figuresOf('cache-working-set', { machine, report });
	expect(text).toContain('L1 48 KiB 4.00 cycles in 16 KiB L2 1 MiB 14.0 cycles in 512 KiB');
	expect(text).toContain('Memory not reported not measured');
});

test('addresses: the slide’s cache until a machine reports its own', async () => {
	const [slide] = await figuresOf('associativity');
	expect(slide).toContain('L1 of 32 KiB and 8 ways: the document’s slide of critical strides.');
	expect(slide).toContain(
		'The elements are 2,048 bytes apart. The 512 lines of the column belong to 2 of the 64 sets, at most 256 to one set, which has room for 8. So 16 of them find a place'
	);
	expect(slide).toContain(
		'The 511 lines of the column belong to all 64 sets, at most 8 to one set'
	);
	const [own] = await figuresOf('associativity', { machine });
	expect(own).toContain('L1 as AMD Zen 5 reports it to its system: 48 KiB, 12 ways.');
});

test('spinning: what the plan and the moment of unlocking decide', async () => {
	const [text] = await figuresOf('spin-and-back-off');
	expect(text).toContain('after 50, 200, 650, 2,000, 6,050, 18,200, 54,650 pauses.');
	expect(text).toContain('It sees after 54,650 pauses that the lock is free, 34,650 pauses late.');
	expect(text).not.toContain('a pause took');
	const point = pointOf(2_186_000, { cores: 2 });
	const report = reportOf([variantReport('spin', { points: [point] })]);
	const [after] = await figuresOf('spin-and-back-off', { report });
	expect(text).not.toContain('cycles, by this page’s run');
	expect(after).toContain('cycles, by this page’s run');
	expect(after).toContain(`In this page’s run, on ${host.processor}, a pause took 40.0 cycles`);
});

test('store buffer: a load of one store is forwarded, a load of four stores waits', async () => {
	const [text] = await figuresOf('store-forwarding');
	expect(text).toContain('The store holds all 4 bytes that the load needs.');
	expect(text).toContain('The 4 bytes that the load needs are in 4 entries');
	expect(text).toContain('The 8 bytes that the load needs are in 2 entries');
});

test('the window: what fits into the reorder buffer is hidden, and a run gives the latency', async () => {
	const [text] = await figuresOf('the-window');
	expect(text).toContain(
		'The load and the 64 instructions fit into the reorder buffer, and so does the next load. The next load begins as soon as its address is there, in cycle 403: all 13 cycles of work are hidden.'
	);
	expect(text).toContain(
		'In cycle 70 the reorder buffer is full: 352 instructions. Nothing more is renamed until the load ends in cycle 403. The next load is among the instructions that did not fit, and begins in cycle 513. Of 180 cycles of work, 70 are hidden and 110 are not.'
	);
	expect(text).toContain('The load waits 403 cycles, as in the chase on an Ice Lake server;');
	const points = [pointOf(250)];
	const [after] = await figuresOf('the-window', {
		report: reportOf([variantReport('chase', { points })])
	});
	expect(after).toContain(
		`The load waits 250 cycles, a step of the chase in this page’s run, on ${host.processor}.`
	);
	expect(after).toContain('until the load ends in cycle 250.');
});

test('timelines: none before a run; after it each loop with what its instructions wait for', async () => {
	const [before] = await figuresOf('what-limits-a-loop');
	expect(before).toContain('Run the exercise, and the timeline of each loop stands here.');
	await timelinePart.load();
	const row = (pass: number, issued: number, waits?: Waits) => ({
		pass,
		address: '0x10',
		dispatched: 0,
		issued,
		executed: issued + 3,
		retired: issued + 4,
		...defined({ waits })
	});
	const timeline = [row(0, 1), row(1, 4, { operand: { register: 'rax', row: 0 } })];
	const hotLoop = {
		symbol: 'kernel',
		instructions: [{ address: '0x10', text: 'imul rax, rcx' }],
		share: 1,
		pathCoverage: 1,
		sourceIterations: 1,
		badges: []
	};
	const predictions = [{ ...predictedFor(4), host: true, timeline }];
	const report = reportOf([variantReport('chain', { hotLoop, predictions })]);
	const [after] = await figuresOf('what-limits-a-loop', { report });
	expect(after).toContain(
		'It waits for rax, which imul rax, rcx of pass 1 writes, and begins in cycle 4.'
	);
	expect(after).not.toContain('Four multiplications side by side');
});

test('lanes: each bar has its words and its moments, each case its sentence, and marks have a key', async () => {
	const [text] = await figuresOf('false-sharing');
	expect(text).toContain('A cache line between two cores Where the counters lie In one line');
	expect(text).toContain('Core A line here (0 to 3 steps) transfer (3 to 6 steps) stores wait');
	expect(text).toContain('Each core has its own line in the state modified.');
	expect(text).toContain('what the text is about waits An order of events');
	expect(text).not.toContain('lost, or in conflict');
});

test('cells: each row has its cells, and a mark is in the text of its cell', async () => {
	const [text] = await figuresOf('cache-ways');
	expect(text).toContain(
		'Second round A misses (lost, or in conflict) B misses (lost, or in conflict)'
	);
	expect(text).toContain('Second round A hits B hits C hits D hits As many lines as ways.');
});

test('a question has the figures of the run that it asks about, and says so before the run', async () => {
	const { facts, explain } = exerciseOf('chains');
	const text = lessonText(explain);
	const drawings = await loadFigures([text]);
	const questionsOf = (report: FigureContext['report']) => {
		const context = { drawings, facts, report, machine: undefined };
		const { body } = render(LessonText, { props: { text, context } });
		return [...body.matchAll(/<div class="step.*?<\/div>/gs)].map(([question]) =>
			question
				.replace(/<!--.*?-->/gs, '')
				.replace(/<[^>]+>/g, ' ')
				.replace(/\s+/g, ' ')
		);
	};
	const before = questionsOf(undefined);
	expect(before).toHaveLength(3);
	expect(before[1]).toContain('Run the exercise, and the numbers of your own table stand here.');
	const points = (cycles: number) => [pointOf(cycles)];
	const [, asked] = questionsOf(
		reportOf([
			variantReport('one', { points: points(4) }),
			variantReport('two', { points: points(2) })
		])
	);
	expect(asked).toContain(
		`Here, on ${host.processor}: 4.00 and 2.00 cycles for one element, 2.00 times as many.`
	);
});

test('a shape to draw waits for scripts, and the server sends no part of its meaning', async () => {
	const { facts, story } = exerciseOf('learnable-sequences');
	const text = lessonText(story);
	const drawings = await loadFigures([text]);
	const context = { drawings, facts, report: undefined, machine: undefined };
	const { body } = render(LessonText, { props: { text, context } });
	expect(body).toContain('Draw the curve of “Half of the branches taken” before you run it');
	expect(body).toContain('Without them, think of the curve');
	expect(body).not.toContain('overwritten');
});
