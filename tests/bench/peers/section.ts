/**
 * A learner's waiting time and inspections per second beside Compiler Explorer and the bare command line: the same function,
 * flags and version of clang, alternately in one sitting.
 */
import { complete } from '../client.ts';
import { asOneCall, type RecordedCommand } from '../commands.ts';
import { timesOf } from '../latency.ts';
import { fixed, mebibytes, summarise } from '../numbers.ts';
import { settle } from '../product.ts';
import type { Context, SectionResult, Section, Table } from '../section.ts';
import { openSpawned, type Times } from '../spawned.ts';
import { inspected, inspection, varied } from '../subject.ts';
import { concurrency, throughputOf } from '../throughput.ts';
import { bareSteps, peerFlags, processorOf } from './bare.ts';
import { openCompilerExplorer, type PeerCompiler } from './compiler-explorer.ts';
import { memoryOf } from './memory.ts';

const { PEER } = process.env;
const warmUps = 3;

export const peers: Section = {
	name: 'peers',
	about: `beside Compiler Explorer without a sandbox and beside the bare command line; ${inspected.exercise}, ${inspected.variant}, another source each time`,
	lacks: () =>
		PEER === undefined
			? 'Set PEER to a folder with Compiler Explorer in which `npm install` ran.'
			: undefined,
	run
};

/** One way to an answer. Resolves to ms until the assembly and until the prediction, NaN for what it does not give. */
type PeerWay = { what: string; ask: (worker: number) => Promise<Waited> };
type Waited = { assembly: number; prediction: number };

async function run(context: Context): Promise<SectionResult> {
	const { source, steps, spawn } = await openSpawned(context, 'host', concurrency);
	context.print('Starting Compiler Explorer.');
	const peer = await openCompilerExplorer(PEER ?? '');
	context.onEnd(peer.close);
	const product = await context.product();

	const flags = peerFlags(steps);
	const processor = processorOf(steps);
	const asked = (compiler: PeerCompiler, isPredicted: boolean) => async () => {
		const ask = { compiler, flags, source: varied(source) };
		const ms = await peer.compile(isPredicted ? { ...ask, processor } : ask);
		return isPredicted ? { assembly: NaN, prediction: ms } : { assembly: ms, prediction: NaN };
	};
	const bare = (commands: readonly RecordedCommand[]) => async (worker: number) =>
		waitedOf((await spawn(commands)(worker)).times);
	const ways: PeerWay[] = [
		{ what: 'Compiler Explorer, assembly', ask: asked('debian', false) },
		{ what: 'Compiler Explorer, with llvm-mca', ask: asked('debian', true) },
		{ what: 'the same, static clang', ask: asked('static', true) },
		{
			what: 'Cyclelab, sandbox on',
			ask: async () => waitedOf(timesOf(await complete(product.url, inspection(source, 'host'))))
		},
		{ what: 'bare clang -S, llvm-mca', ask: bare(bareSteps(steps, processor)) },
		{ what: 'our command lines, bare', ask: bare(asOneCall(steps)) }
	];
	const single = await oneAtATime(context, ways, () => settle(product));
	const stream = await manyAtOnce(context, ways, () => settle(product));
	const cached = await repeated(context, {
		peer: () => peer.compile({ compiler: 'debian', flags, source }),
		site: async () => {
			const request = { ...inspection(source, 'host'), sources: { [inspected.variant]: source } };
			return timesOf(await complete(product.url, request)).inspected;
		}
	});
	const memory = await memoryOf(product.pid, peer.pid);
	return {
		tables: [
			single.table,
			stream.table,
			{
				headings: ['the same source again, ms', 'p50', 'p95', 'n'],
				rows: Object.entries(cached).map(([who, ms]) => {
					const { p50, p95, n } = summarise(ms);
					const name = who === 'peer' ? 'Compiler Explorer' : 'Cyclelab';
					return [name, fixed(p50), fixed(p95), `${n}`];
				})
			},
			{
				headings: ['memory afterwards', 'MiB (PSS)'],
				rows: [
					['Compiler Explorer', mebibytes(memory.peer)],
					['Cyclelab: site, store, runner', mebibytes(memory.own)],
					['with the engine and every sandbox', mebibytes(memory.all)]
				]
			}
		],
		notes: [
			'Every answer is checked: the kernel’s assembly and, where asked for, predicted cycles.',
			'Unfair to Cyclelab: it also links, disassembles the linked program, counts instructions under qemu, finds the loop and predicts that loop alone, in a sandbox, and keeps the run in a database. Compiler Explorer’s sandbox is off here; its public site has nsjail.',
			'Unfair to Compiler Explorer: its clang and llvm-mca are Debian’s, linked dynamically, as its users have them; ours are one static program, which "the same, static clang" gives to its compiler. Its answer has the whole function and all that llvm-mca prints, ours one loop.',
			'Prediction: on this site it arrives in an event after the assembly; Compiler Explorer answers with both at once.'
		],
		data: { single: single.data, stream: stream.data, cached, memory }
	};
}

/** Throws unless both came. */
function waitedOf({ inspected: assembly, predicted: prediction }: Times): Waited {
	if (Number.isNaN(assembly + prediction))
		throw new Error('The assembly or the prediction did not come.');
	return { assembly, prediction };
}

type Settle = () => Promise<void>;
type PeersPart = { table: Table; data: unknown };

async function oneAtATime(
	context: Context,
	ways: readonly PeerWay[],
	settled: Settle
): Promise<PeersPart> {
	const rounds = context.quick ? 5 : 40;
	const waited = new Map<string, Waited[]>(ways.map(({ what }) => [what, []]));
	for (let round = -warmUps; round < rounds; round++) {
		context.at(round + warmUps + 1, rounds + warmUps, 'round, one at a time');
		for (const { what, ask } of round % 2 ? ways.toReversed() : ways) {
			await settled();
			const times = await ask(0);
			if (round >= 0) waited.get(what)?.push(times);
		}
	}
	const rows = [...waited].map(([what, all]) => {
		const cells = (['assembly', 'prediction'] as const).flatMap((moment) => {
			const { p50, p95 } = summarise(all.map((times) => times[moment]));
			return Number.isNaN(p50) ? ['', ''] : [fixed(p50), fixed(p95)];
		});
		return [what, ...cells, `${all.length}`];
	});
	const headings = ['one at a time, ms', 'assembly p50', 'p95', 'prediction p50', 'p95', 'n'];
	return { table: { headings, rows }, data: Object.fromEntries(waited) };
}

async function manyAtOnce(
	context: Context,
	ways: readonly PeerWay[],
	settled: Settle
): Promise<PeersPart> {
	const loads = [
		{ what: 'without a pause', count: context.quick ? 16 : 200, rounds: context.quick ? 1 : 3 },
		{ what: 'a burst of sixty', count: context.quick ? 16 : 60, rounds: context.quick ? 1 : 5 }
	];
	const rates = new Map<string, number[][]>(ways.map(({ what }) => [what, loads.map(() => [])]));
	for (const [at, { what: load, count, rounds }] of loads.entries())
		for (let round = 0; round < rounds; round++) {
			context.at(round + 1, rounds, `${load}, round`);
			for (const { what, ask } of round % 2 ? ways.toReversed() : ways) {
				await settled();
				const { perSecond } = await throughputOf(count, ask);
				rates.get(what)?.[at]?.push(perSecond);
			}
		}
	const headings = [
		'per second, eight at once',
		...loads.flatMap(({ what }) => [what, 'from', 'to'])
	];
	const rows = [...rates].map(([what, byLoad]) => [
		what,
		...byLoad.flatMap((values) => {
			const { p50, min, max } = summarise(values);
			return [fixed(p50), fixed(min), fixed(max)];
		})
	]);
	return { table: { headings, rows }, data: Object.fromEntries(rates) };
}

async function repeated(
	context: Context,
	ways: Record<'peer' | 'site', () => Promise<number>>
): Promise<Record<'peer' | 'site', number[]>> {
	const rounds = context.quick ? 5 : 100;
	const ms = { peer: [] as number[], site: [] as number[] };
	await ways.peer();
	await ways.site();
	for (let round = 0; round < rounds; round++) {
		ms.peer.push(await ways.peer());
		ms.site.push(await ways.site());
	}
	return ms;
}
