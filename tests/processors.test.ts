/** Everything that depends on the processor alone, for each host of the fixtures: names, models, caches, cores, claims. */
import recordedHosts from '@cyclelab/contract/fixtures/hosts' with { type: 'json' };
import { loadExercises } from '@cyclelab/exercises/load';
import { describe, expect, test } from 'vitest';
import { processors } from '../runner/fixtures/host/processors.ts';
import { caches, measured, prediction } from '@cyclelab/contract/fixtures/examples';
import { divideCores } from '../runner/src/cores.ts';
import { describeHost } from '../runner/src/host/describe.ts';
import { sizesToMeasure } from '../runner/src/host/measured-caches.ts';
import { modelOf, offeredModels } from '../runner/src/inspect/models.ts';
import { compare } from '../runner/src/measure/compare.ts';
import { onMiss, type JudgedReport } from '@cyclelab/contract/measure/verdict';
import { instructionsPerCycleAtMost } from '../runner/src/measure/width.ts';
import { Host } from '@cyclelab/contract/schema/host';
import { serves } from '../site/server/runs/plan.ts';

const { exercises } = await loadExercises();
const claims = exercises.flatMap(({ slug, facts }) =>
	[...facts.claims, ...facts.pairClaims].map((claim) => ({ slug, claim }))
);

describe.each(processors)('$name', ({ name, texts, expected }) => {
	const host = describeHost(texts);
	const { microarchitecture, processor } = host;

	test('is the host that pages are tested with', () => {
		expect(recordedHosts[name as keyof typeof recordedHosts]).toEqual(host);
	});

	test('has the expected description, models and division of cores', () => {
		const { model, exact } = modelOf(microarchitecture) ?? {};
		const { threads, performanceCores } = texts;
		const { measure, tools } = divideCores({}, { cores: host.cores, threads, performanceCores });
		const { identity, virtualised } = host;
		expect({
			microarchitecture,
			processor,
			identity,
			virtualised,
			model,
			exact,
			instructionsPerCycleAtMost: instructionsPerCycleAtMost(microarchitecture),
			caches: host.caches.map(({ bytes }) => bytes),
			sweepTo: sizesToMeasure(host.caches).at(-1),
			measure,
			tools
		}).toEqual(expected);
	});

	test('passes the contract unchanged, and the site lists it with its own queue', () => {
		expect(Host.parse(JSON.parse(JSON.stringify(host)))).toEqual(host);
		const runner = {
			id: 'local',
			arch: host.arch,
			microarchitecture,
			host,
			state: 'ready' as const
		};
		const serving = { ...runner, measures: [host.arch], inspects: [host.arch] };
		expect(serves(serving, [serving])).toContain(`x86-64/${microarchitecture}`);
	});

	test('a failed claim is contradicted on a processor where it held, and has a note about the processor elsewhere', () => {
		const runner = { id: 'local', arch: host.arch, microarchitecture, host };
		const toolchain: JudgedReport['toolchain'] = {
			compiler: 'clang-22',
			version: '19',
			flags: [],
			image: '',
			llvmMca: ''
		};
		const seen: JudgedReport = { variants: [], runner, target: 'x86-64', language: 'c', toolchain };
		for (const { slug, claim } of claims) {
			const [verdict, sentence] = onMiss(claim, seen, 'so');
			const isSeen = claim.seenOn.includes(microarchitecture);
			expect([slug, claim.id, verdict, isSeen || sentence.includes(`(${processor})`)]).toEqual([
				slug,
				claim.id,
				isSeen ? 'contradicted' : 'not-here',
				true
			]);
		}
	});

	test('a loop over more memory than the L1 cache is outside the model, with and without a known L1 size', () => {
		const bytes = 4_194_304;
		const { verdict, sentence } = compare({
			facts: caches,
			variant: 'chase',
			parameters: { 'working-set': bytes },
			measured: measured(40),
			hotLoop: undefined,
			predictions: [prediction(4, true)],
			refusals: [],
			host
		});
		const [l1] = host.caches;
		const capacity = l1 ? `${l1.bytes / 1024} KiB` : 'of a size that this machine does not report';
		expect([verdict, sentence]).toEqual([
			'outside-the-model',
			`Predicted 4.00 cycles, measured 40.0. llvm-mca assumes that every access hits the L1 cache (${capacity}); this loop works on 4 MiB.`
		]);
	});
});

test('every processor on which a claim was observed has a model', () => {
	const named = claims.flatMap(({ claim: { seenOn, absentOn } }) => [...seenOn, ...absentOn]);
	expect([...new Set(named)].filter((name) => modelOf(name) === undefined)).toEqual([]);
});

test('every model offered for x86-64 is the model of a host of the fixtures', () => {
	const hosts = processors.map(({ expected }) => expected.microarchitecture);
	const offered = offeredModels('x86-64').map(({ mcpu }) => mcpu);
	expect(offered.filter((mcpu) => !hosts.includes(mcpu))).toEqual([]);
});
