/**
 * A learner's waiting time and inspections per second beside the bare command line and, where PEER names a checkout of it,
 * Compiler Explorer: the same function, flags and version of clang, alternately in one sitting.
 */
import { complete, timesOf } from '../client.ts';
import { asOneCall, type RecordedCommand } from '../commands.ts';
import { fixed, mebibytes, summarise } from '../numbers.ts';
import { settle } from '../product.ts';
import type { Context, SectionResult, Section, Table } from '../section.ts';
import { openSpawned } from '../spawned.ts';
import { inspected, inspection, varied } from '../subject.ts';
import { bareSteps, peerFlags, processorOf } from './bare.ts';
import { openCompilerExplorer, type PeerCompiler } from './compiler-explorer.ts';
import { memoryOf } from './memory.ts';

/** A folder with Compiler Explorer in which `npm install` ran. */
const { PEER } = process.env;
const warmUps = 3;
/** Inspections at once. */
const concurrency = 8;

export const peers: Section = {
	name: 'peers',
	about: `beside the bare command line, and Compiler Explorer without a sandbox if PEER is set; ${inspected.exercise}, ${inspected.variant}, another source each time`,
	run
};

/** One way to an answer. Resolves to ms until the assembly and until the prediction, NaN for what it does not give. */
type PeerWay = { what: string; ask: (worker: number) => Promise<Waited> };
type Waited = { assembly: number; prediction: number };

async function run(context: Context): Promise<SectionResult> {
	const { source, steps, spawn } = await openSpawned(context, concurrency);
	const peer = await openPeer(context);
	const product = await context.product();

	const flags = peerFlags(steps);
	const processor = processorOf(steps);
	const asked = (what: string, compiler: PeerCompiler, isPredicted: boolean): PeerWay[] =>
		peer
			? [
					{
						what,
						ask: async () => {
							const ask = { compiler, flags, source: varied(source) };
							const ms = await peer.compile(isPredicted ? { ...ask, processor } : ask);
							return isPredicted
								? { assembly: NaN, prediction: ms }
								: { assembly: ms, prediction: NaN };
						}
					}
				]
			: [];
	const bare = (commands: readonly RecordedCommand[]) => async (worker: number) =>
		waitedOf(await spawn(commands)(worker));
	const ways: PeerWay[] = [
		...asked('Compiler Explorer, assembly', 'debian', false),
		...asked('Compiler Explorer, with llvm-mca', 'debian', true),
		...asked('the same, static clang', 'static', true),
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
		...(peer && {
			'Compiler Explorer': () => peer.compile({ compiler: 'debian', flags, source })
		}),
		Cyclelab: async () => {
			const request = { ...inspection(source, 'host'), sources: { [inspected.variant]: source } };
			return timesOf(await complete(product.url, request)).inspected;
		}
	});
	const memory = await memoryOf(product.pid, peer?.pid);
	return {
		tables: [
			single.table,
			stream.table,
			{
				headings: ['the same source again, ms', 'p50', 'p95', 'n'],
				rows: cached.map(({ who, ms }) => {
					const { p50, p95, n } = summarise(ms);
					return [who, fixed(p50), fixed(p95), `${n}`];
				})
			},
			{
				headings: ['memory afterwards', 'MiB (PSS)'],
				rows: [
					...(peer ? [['Compiler Explorer', mebibytes(memory.peer)]] : []),
					['Cyclelab: site, store, runner', mebibytes(memory.own)],
					['with the engine and every sandbox', mebibytes(memory.all)]
				]
			}
		],
		notes: [
			'Each inspection has a separate sandbox, a cell or (RUNNER_CELLS=off) a container; the bare command lines have one container for all. The runner starts some tools before they are asked for and runs some side by side, so it can be quicker than its own command lines.',
			'Every answer is checked: the kernel’s assembly and, where asked for, predicted cycles.',
			'Unfair to Cyclelab: it also links, disassembles the linked program, counts instructions under qemu, finds the loop and predicts that loop alone, in a sandbox, and keeps the run in a database. Compiler Explorer’s sandbox is off here; its public site has nsjail.',
			'Unfair to Compiler Explorer: its clang and llvm-mca are Debian’s, linked dynamically, as its users have them; ours are one static program, which "the same, static clang" gives to its compiler. Its answer has the whole function and all that llvm-mca prints, ours one loop.',
			'Prediction: on this site it arrives in an event after the assembly; Compiler Explorer answers with both at once.'
		],
		data: { single: single.data, stream: stream.data, cached, memory }
	};
}

async function openPeer(context: Context) {
	if (PEER === undefined) return undefined;
	context.print('Starting Compiler Explorer.');
	const peer = await openCompilerExplorer(PEER);
	context.onEnd(peer.close);
	return peer;
}

/** Throws unless both came. */
function waitedOf({
	inspected: assembly,
	predicted: prediction
}: ReturnType<typeof timesOf>): Waited {
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
				rates.get(what)?.[at]?.push(await throughputOf(count, ask));
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

async function repeated(context: Context, ways: Record<string, () => Promise<number>>) {
	const rounds = context.quick ? 5 : 100;
	const all = Object.entries(ways).map(([who, ask]) => ({ who, ask, ms: [] as number[] }));
	for (let round = -1; round < rounds; round++)
		for (const { ask, ms } of all) {
			const waited = await ask();
			if (round >= 0) ms.push(waited);
		}
	return all.map(({ who, ms }) => ({ who, ms }));
}

/** Executes `count` tasks with `concurrency` workers. Returns tasks a second. */
async function throughputOf(count: number, work: (worker: number) => Promise<unknown>) {
	let left = count;
	const began = performance.now();
	await Promise.all(
		Array.from({ length: concurrency }, async (_, worker) => {
			while (left-- > 0) await work(worker);
		})
	);
	return count / ((performance.now() - began) / 1000);
}
