/**
 * Inspections on every host of the fixtures: a bench imitates the host. Times are this machine's and are asserted on one
 * host only, which has one core for tools and measurements. `npm run test:processors` also inspects every exercise, with
 * OSACA, on each host.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { processors } from '../../../runner/fixtures/host/processors.ts';
import { describeHost } from '../../../runner/src/host/describe.ts';
import { LRUCache } from 'lru-cache';
import type { Opinion } from '../../../runner/src/job/job-context.ts';
import { secondOpinions } from '../../../runner/src/job/second-opinions.ts';
import type { Host } from '@cyclelab/contract/schema/host';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { jobOf } from '../../bench/exercises/one-run.ts';
import { layOut } from '../../bench/table.ts';
import { inspect } from '../exercises/exercise-gate.ts';
import { jobFor } from '../job/job-bench.ts';
import { benchForAll } from '../hooks.ts';

const whole = process.env['CYCLELAB_PROCESSORS'] === 'whole';
const { exercises } = await loadExercises();

const bench = benchForAll(whole ? ['cc', 'osaca'] : ['cc'], {
	kept: 1,
	calibrates: false,
	shares: true
});

/** Options of a bench that imitates this host. */
const on = (host: Host) => ({
	...bench,
	workshop: {
		...bench.workshop,
		runner: { id: bench.workshop.runner.id, host },
		opinions: new LRUCache<string, Opinion>({ max: 16 })
	}
});

/** A dependent multiplication and exclusive or in each iteration. */
const chain = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 1;
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("imul %1, %0\\n\\txor %2, %0" : "+r"(product) : "r"(3ul), "r"(i));
	return product;
}
`;
/** Cycles that LLVM 19's models predict for the chain, where they are not 3 and 1. */
const predicted: Record<string, number> = { AlderLakeP: 5, SapphireRapids: 5, Znver2: 5 };

const noFigures = (what: string, model: string) =>
	`OSACA has no figures for ${what} in its ${model} model, so it has none for the loop.`;
/** OSACA's model for each microarchitecture and its cycles for the chain, or its reason. */
const osaca: Record<string, string> = {
	haswell: 'HSW: 4',
	skylake: 'SKX: 4',
	'icelake-server': 'ICX: 4',
	alderlake: 'SPR: 4',
	sapphirerapids: 'SPR: 4',
	emeraldrapids: 'SPR: 4',
	znver2: noFigures('imul', 'ZEN2'),
	znver3: 'ZEN3: 4',
	znver4: noFigures('imul, xor', 'ZEN4'),
	znver5: noFigures('imul, xor', 'ZEN4'),
	'x86-64-v3': 'OSACA has no model of x86-64-v3.'
};
/** On an overloaded machine OSACA exceeds its limits, for any imitated host. */
const atLimit = 'OSACA did not come to an end within its limits; it may with a shorter loop.';
/** A promise that never resolves, so that no opinion comes too late. */
const never = new Promise<never>(() => {});

const rows: string[][] = [];
afterAll(() => {
	const headings = ['host', 'model', 'predicted', 'seen as', 'exercises', 'OSACA'];
	console.log(layOut({ headings, rows }));
});

describe.each(processors)('$name', ({ name, texts, expected }) => {
	const host = describeHost(texts);
	const row = [name, expected.model + (expected.exact ? '' : ' (stands in)'), '', host.processor];
	rows.push(row);

	test("the first prediction is of the host's model and names it", async () => {
		const { report } = await inspect(on(host), jobFor(chain, { models: 'all' }));
		const [variant] = report.variants;
		expect(variant?.failure).toBeUndefined();
		const [leader, withAliasing, ...others] = variant?.predictions ?? [];
		const { mcpu, model, exact, cyclesPerIteration } = leader ?? {};
		expect({ mcpu, model, exact, cyclesPerIteration, host: leader?.host }).toEqual({
			mcpu: expected.microarchitecture,
			model: expected.model,
			exact: expected.exact,
			cyclesPerIteration: predicted[expected.model] ?? 4,
			host: true
		});
		expect([withAliasing?.mcpu, withAliasing?.noalias]).toEqual([mcpu, false]);
		expect(others.filter((other) => other.host || other.mcpu === mcpu)).toEqual([]);
		expect(report.runner.host).toEqual(host);
		row[2] = `${cyclesPerIteration}`;
	});

	test.runIf(whole)(
		'every exercise in C is built and counted, and has a prediction or a reason',
		{ timeout: 600_000 },
		async () => {
			const inC = exercises.filter(({ sources }) => sources.c);
			for (const exercise of inC) {
				const job = jobOf(exercise, { stages: ['inspect'], models: 'host' }, 'processors');
				const { report } = await inspect(on(host), job);
				expect([exercise.slug, judged(report)]).toEqual([
					exercise.slug,
					job.variants.map(({ id }) => [id, undefined, true])
				]);
			}
			row[4] = `${inC.length}`;
		}
	);

	test.runIf(whole)('OSACA predicts with the model of this core or of its substitute', async () => {
		const job = jobFor(chain, { stages: ['inspect'], models: 'all' });
		const { workshop } = on(host);
		const { inspections } = await inspect({ workshop }, job);
		const opinions: Opinion[] = [];
		const onEvent = (event: RunEvent) => {
			if (event.type === 'opinion') opinions.push(event.secondOpinion);
		};
		const { signal } = new AbortController();
		await secondOpinions(workshop, job, inspections, onEvent, { others: never, signal });
		const [opinion] = opinions;
		const shown =
			opinion && 'refusal' in opinion
				? opinion.refusal
				: `${opinion?.architecture}: ${opinion?.cyclesPerIteration}`;
		row[5] = shown;
		expect(opinions).toHaveLength(1);
		expect([osaca[host.microarchitecture], atLimit]).toContain(shown);
	});
});

/** For each variant: its failure, and whether it has a prediction of the host's model or a reason. */
const judged = ({ variants }: Report) =>
	variants.map(({ id, failure, uncounted, predictions, refusals }) => [
		id,
		failure?.title,
		uncounted !== undefined || predictions.some(({ host }) => host) || refusals.length > 0
	]);
