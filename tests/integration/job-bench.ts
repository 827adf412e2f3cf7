/** A runner without a site: a pool, and jobs for sources that are given. For tests of what a learner is told. */
import Docker from 'dockerode';
import type { Facts, Target } from '@cyclelab/exercises/schema';
import { ensureEmulation, ensureImages, imageTag } from '@cyclelab/images/build';
import { platformOf, type ImageName } from '@cyclelab/images/recipes';
import { pino } from 'pino';
import { createCache } from '../../runner/src/job/cache.ts';
import { runJob } from '../../runner/src/job/run-job.ts';
import { selfTest } from '../../runner/src/job/self-test.ts';
import type { Opinion } from '../../runner/src/job/opinion.ts';
import type { Inspection, Workshop } from '../../runner/src/job/workshop.ts';
import { describeHost } from '../../runner/src/host/describe.ts';
import { emulatedHost } from '../../runner/src/host/emulated.ts';
import { readHostTexts, readThreads } from '../../runner/src/host/read.ts';
import { divideCores } from '../../runner/src/cores.ts';
import { openPool } from '../../runner/src/sandbox/pool.ts';
import { prestartedTools } from '../../runner/src/sandbox/prestarted.ts';
import { toolsBy, type ToolWay } from '../../runner/src/sandbox/tools.ts';
import type { Job, RunEvent } from '../../runner/src/schema/job.ts';
import type { Report } from '../../runner/src/schema/report.ts';
import { toolchainsOn } from '../../runner/src/toolchains/held.ts';
import { createToolshed } from '../../runner/src/toolshed.ts';
import { createTurns } from '../../runner/src/turns.ts';

export type Ran = { events: RunEvent[]; report: Report };

/**
 * @param images those of the toolchains that are needed
 * @param kept inspections to remember
 * @param way how LLVM's tools are there; as a runner's default if not said
 * @param emulates another architecture its sandboxes are of, under an emulator
 */
export async function openBench(
	owner: string,
	images: readonly ImageName[] = ['cc'],
	{ kept = 16, emulates, way }: { kept?: number; emulates?: Target; way?: ToolWay } = {}
) {
	const docker = new Docker();
	const machine = describeHost(await readHostTexts());
	const host = emulates && emulates !== machine.arch ? emulatedHost(machine, emulates) : machine;
	const platform = host.arch;
	if (host.emulated) await ensureEmulation(docker, platform, console.log);
	await ensureImages({ docker, names: images, platform, onProgress: console.log });
	const turns = createTurns();
	const threads = await readThreads();
	const cores = divideCores({}, { cores: host.cores, emulated: host.emulated, threads });
	const tools = toolsBy(way ?? 'served', host.emulated);
	const pool = await openPool({ owner, cores, emulated: host.emulated, tools });
	const toolshed = createToolshed({
		pool,
		toolchains: toolchainsOn(host.arch).filter(({ image }) => images.includes(image)),
		others: images,
		stock: (image) => ({
			sizes: image === 'cc' ? { tools: 1, measure: 1 } : { tools: 0, measure: 0 },
			...(image === 'cc' && !host.emulated && !tools.server
				? { prestarted: { tools: prestartedTools } }
				: {})
		}),
		find: (image) => imageTag(image, platform),
		onChange: () => {},
		log: pino({ level: 'silent' })
	});
	await toolshed.look();
	const { llvmMca, clockGHz } = await selfTest({ takeSandbox: pool.take, turns, host });
	const workshop: Workshop = {
		runner: { id: owner, host },
		...(clockGHz === undefined ? {} : { clockGHz }),
		toolchains: toolshed.installed(),
		llvmMca,
		takeSandbox: pool.take,
		takeWhole: pool.takeWhole,
		cores: pool.cores,
		turns,
		inspections: createCache<Inspection>(kept),
		opinions: createCache<Opinion>(16),
		onStageSeconds: () => {}
	};
	return {
		workshop,
		toolchains: toolshed.installed(),
		llvmMca,
		pool,
		takeSandbox: pool.take,
		clockGHz,
		host,
		cores,
		close: () => {
			toolshed.close();
			return pool.close();
		},
		run: async (
			job: Job,
			signal = new AbortController().signal,
			onEvent: (event: RunEvent) => void = () => {}
		): Promise<Ran> => {
			const events: RunEvent[] = [];
			const tell = (event: RunEvent) => {
				events.push(event);
				onEvent(event);
			};
			await runJob(workshop, job, tell, signal);
			const last = events.at(-1);
			if (last?.type !== 'finished') throw new Error(`the last event is ${last?.type}`);
			return { events, report: last.report };
		},
		leftOver: async () =>
			(await docker.listContainers({ all: true })).filter(({ Labels }) =>
				Object.values(Labels).includes(owner)
			).length
	};
}

/** A job for one C source, as the only variant of an exercise that claims nothing of interest. */
export function jobFor(source: string, change: Partial<Job> = {}): Job {
	const place = { variant: 'mine', parameters: {} };
	const facts: Facts = {
		title: 'Test',
		track: 'memory',
		summary: 'A test.',
		minutes: 1,
		needs: { seconds: 1, memoryMiB: 1, cores: 1 },
		document: { title: 'None', author: 'None', place: 'None' },
		iteration: 'one turn',
		unit: 'cycles',
		baseline: 'mine',
		variants: [{ id: 'mine', label: 'Mine', claim: 'None.' }],
		meters: [],
		machines: [],
		documented: [],
		question: { text: 'None?', measure: 'time', of: place, to: place, low: 1, high: 2 },
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
		compiler: 'clang-19',
		flags: [],
		variants: [{ id: 'mine', edited: true, source }],
		values: [],
		phases: ['inspect', 'measure'],
		models: 'host',
		...change
	};
}
