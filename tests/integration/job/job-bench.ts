/** A runner without a site: a pool that runs jobs for given sources. For tests of reports. */
import Docker from 'dockerode';
import type { Facts, Target } from '@cyclelab/exercises/schema';
import { contentOf, ensureEmulation, ensureImages, imageTag } from '@cyclelab/images/build';
import { platformOf, type ImageName } from '@cyclelab/images/recipes';
import { pino } from 'pino';
import { LRUCache } from 'lru-cache';
import { llvmMcaVersion, readVersion } from '../../../runner/src/job/read-version.ts';
import { runJob } from '../../../runner/src/job/run-job.ts';
import { reportOf } from '@cyclelab/contract/measure/progress';
import { selfTest } from '../../../runner/src/job/self-test.ts';
import type { Opinion } from '../../../runner/src/job/job-context.ts';
import type { Inspection, JobContext } from '../../../runner/src/job/job-context.ts';
import { describeHost, type HostTexts } from '../../../runner/src/host/describe.ts';
import { emulatedHost } from '../../../runner/src/host/emulated.ts';
import { readHostTexts } from '../../../runner/src/host/read.ts';
import { divideCores } from '../../../runner/src/cores.ts';
import { openPool, type Pool } from '../../../runner/src/sandbox/pool.ts';
import { toolSettings } from '../../../runner/src/sandbox/tool-mode.ts';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { toolchainsOn } from '../../../runner/src/toolchains/toolchains.ts';
import { watchToolchains } from '../../../runner/src/toolchain-watch.ts';
import { createCoreQueue } from '../../../runner/src/core-queue.ts';
import { shareSandboxes } from '../sandbox/shared-sandboxes.ts';

export type Ran = { events: RunEvent[]; report: Report };

/** Jobs of a runner of its own, as `openBench` starts it. */
export type Bench = Awaited<ReturnType<typeof openBench>>;

export type BenchOptions = {
	/** Number of inspections to cache. */
	kept?: number;
	/** Architecture of the sandboxes, run under an emulator. */
	emulates?: Target;
	/**
	 * The kernel's texts about the processor of another host, which the bench then assumes to be. A runner (`main.ts`) has no
	 * such setting, because a site would accept its measurements as that host's.
	 */
	imitates?: HostTexts;
	/** False for tests that read no times: without a clock the bench opens at once, where it otherwise waits for the measuring core. */
	calibrates?: boolean;
	/** True for tests of what is built and counted, not of isolation: a sandbox of tools then serves several jobs. */
	shares?: boolean;
};

/** @param images images of the needed toolchains */
export async function openBench(
	owner: string,
	images: readonly ImageName[] = ['cc'],
	{ kept = 16, emulates, imitates, calibrates = true, shares = false }: BenchOptions = {}
) {
	const docker = new Docker();
	const own = await readHostTexts();
	const machine = describeHost(imitates ?? own);
	const host = emulates && emulates !== machine.arch ? emulatedHost(machine, emulates) : machine;
	const platform = host.arch;
	if (host.emulated) await ensureEmulation(docker, platform, console.log);
	await ensureImages({ docker, names: images, platform, onProgress: console.log });
	const coreQueue = createCoreQueue();
	// Sandboxes use this machine's processors, at most as many as the imitated host has.
	const { threads, performanceCores } = own;
	const there = Math.min(host.cores, own.cores);
	const cores = divideCores(
		{},
		{ cores: there, emulated: host.emulated, threads, performanceCores }
	);
	const tools = toolSettings('served', host.emulated);
	const pool = await openPool({ owner, cores, emulated: host.emulated, tools });
	const toolchainWatch = watchToolchains({
		pool,
		toolchains: toolchainsOn(host.arch).filter(({ image }) => images.includes(image)),
		others: images,
		stock: (image) => ({
			sizes: image === 'cc' ? { tools: 1, measure: calibrates ? 1 : 0 } : { tools: 0, measure: 0 }
		}),
		find: async (image) => {
			const tag = await imageTag(image, platform);
			const digest = await contentOf(docker, tag);
			return digest === undefined ? undefined : { tag, digest };
		},
		onChange: () => {},
		log: pino({ level: 'silent' })
	});
	await toolchainWatch.refresh();
	const calibrate = () => selfTest({ takeSandbox: pool.take, coreQueue, host });
	const { llvmMca, clockGHz } = calibrates
		? await calibrate()
		: { llvmMca: await predictorVersion(pool), clockGHz: undefined };
	const shared = shares ? shareSandboxes(pool.take) : undefined;
	const workshop: JobContext = {
		runner: { id: owner, host },
		...(clockGHz === undefined ? {} : { clockGHz }),
		calibrate: async () => (await calibrate()).clockGHz,
		toolchains: toolchainWatch.installed(),
		llvmMca,
		takeSandbox: shared?.take ?? pool.take,
		takeWhole: pool.takeWhole,
		cores: pool.cores,
		coreQueue,
		inspections: new LRUCache<string, Inspection>({ max: kept }),
		opinions: new LRUCache<string, Opinion>({ max: 16 }),
		onStageSeconds: () => {}
	};
	return {
		workshop,
		toolchains: toolchainWatch.installed(),
		llvmMca,
		pool,
		takeSandbox: pool.take,
		clockGHz,
		host,
		cores,
		close: () => {
			shared?.close();
			toolchainWatch.close();
			return pool.close();
		},
		run: async (
			job: Job,
			signal = new AbortController().signal,
			onEvent: (event: RunEvent) => void = () => {}
		): Promise<Ran> => {
			const events: RunEvent[] = [];
			const emit = (event: RunEvent) => {
				events.push(event);
				onEvent(event);
			};
			await runJob(workshop, job, emit, signal);
			const report = reportOf(events);
			if (!report) throw new Error(`The last event is ${events.at(-1)?.type}.`);
			return { events, report };
		},
		leftOver: async () =>
			(await docker.listContainers({ all: true })).filter(({ Labels }) =>
				Object.values(Labels).includes(owner)
			).length
	};
}

async function predictorVersion({ take }: Pick<Pool, 'take'>): Promise<string> {
	const tools = await take('tools', 'cc');
	try {
		return await readVersion(tools, llvmMcaVersion);
	} finally {
		tools.retire();
	}
}

/** A job for one C source, the only variant of an exercise with a trivial claim. */
export function jobFor(source: string, change: Partial<Job> = {}): Job {
	const place = { variant: 'mine', parameters: {} };
	const facts: Facts = {
		title: 'Test',
		track: 'memory',
		summary: 'A test.',
		minutes: 1,
		requires: [],
		needs: { seconds: 1, memoryMiB: 1, cores: 1 },
		document: { title: 'None', author: 'None', place: 'None' },
		iteration: 'one turn',
		unit: 'cycles',
		baseline: 'mine',
		variants: [{ id: 'mine', label: 'Mine', claim: 'None.' }],
		meters: [],
		machines: [],
		documented: [],
		question: {
			text: 'None?',
			measure: 'time',
			of: place,
			to: place,
			low: 1,
			high: 2,
			answers: [],
			misconceptions: []
		},
		questionIn: {},
		claims: [
			{
				id: 'itself',
				statement: 'It takes as long as itself.',
				measure: 'time',
				of: place,
				to: place,
				atMost: 2,
				seenOn: [],
				absentOn: [],
				smallestEffect: 0.02
			}
		],
		codeClaims: [],
		pairClaims: [],
		blindSpots: [],
		flags: [],
		countedIterations: 16_384,
		sameChecksum: false
	};
	return {
		run: 'test',
		exercise: 'test',
		facts,
		language: 'c',
		target: platformOf(process.arch),
		compiler: 'clang-22',
		flags: [],
		variants: [{ id: 'mine', edited: true, source }],
		values: [],
		stages: ['inspect', 'measure'],
		models: 'host',
		...change
	};
}
