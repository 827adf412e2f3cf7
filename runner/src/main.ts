/** Shell: the runner. Opens the sandboxes, proves itself, connects to the site, does its jobs. */
import { ensureEmulation, imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import Docker from 'dockerode';
import os from 'node:os';
import { pino } from 'pino';
import { z } from 'zod';
import { RunnerConfig } from './config.ts';
import { divideCores, sharedCoreIn } from './cores.ts';
import { installCounters, type CounterReader } from './counters/reader.ts';
import { connectGateway, type Gateway } from './gateway-client.ts';
import { serveHealth } from './health.ts';
import { describeHost } from './host/describe.ts';
import { emulatedHost } from './host/emulated.ts';
import { sizesToMeasure } from './host/measured-caches.ts';
import { readHostTexts, readThreads } from './host/read.ts';
import { createCache } from './job/cache.ts';
import { watchCaches } from './job/cache-watch.ts';
import { watchNoiseFloor, type Steadiness } from './job/noise-floor.ts';
import { runJob } from './job/run-job.ts';
import { selfTest } from './job/self-test.ts';
import { behindOneAnother } from './job/when-idle.ts';
import type { Opinion } from './job/opinion.ts';
import { weightOf } from './job/weight.ts';
import { createJobs } from './jobs.ts';
import { logOptions } from './log-facts.ts';
import { createMetrics } from './metrics.ts';
import { loadOf, watchLoad } from './load.ts';
import { createReadiness } from './readiness.ts';
import { jobsIn, memoryBeside } from './sandbox/demand.ts';
import { connectEngine } from './sandbox/docker.ts';
import { openPool } from './sandbox/pool.ts';
import { prestartedTools } from './sandbox/prestarted.ts';
import { toolsBy } from './sandbox/tools.ts';
import { buildsSlowly } from './schema/compiler.ts';
import { calibrationsAtOnce, type Calibration, type MeasuredCaches } from './schema/gateway.ts';
import { toolchainsOn } from './toolchains/held.ts';
import { createToolshed } from './toolshed.ts';
import { createTurns } from './turns.ts';

/** Of all inspections kept, with their programs. */
const inspectionBytesKept = 128 * 1024 * 1024;
/** Each is some kB. */
const opinionsKept = 256;

const parsed = RunnerConfig.safeParse(process.env);
if (!parsed.success) {
	console.error(`The runner's settings are wrong.\n${z.prettifyError(parsed.error)}`);
	process.exit(2);
}
const config = parsed.data;
const log = pino({
	...logOptions,
	level: config.LOG_LEVEL,
	base: { name: 'runner', runner: config.RUNNER_ID }
});
const metrics = createMetrics({
	pool: () => pool.status(),
	isConnected: () => isConnected,
	isReady: () => readiness.proof() !== undefined,
	jobs: () => jobs.count(),
	waitingForCore: () => turns.waiting()
});
const machine = describeHost(await readHostTexts());
/** What its sandboxes run on. */
const host =
	config.RUNNER_EMULATES === undefined || config.RUNNER_EMULATES === machine.arch
		? machine
		: emulatedHost(machine, config.RUNNER_EMULATES);
const toolchains = toolchainsOn(host.arch);
const turns = createTurns();
const inspections = createCache(inspectionBytesKept, weightOf);
const opinions = createCache<Opinion>(opinionsKept);
/** Connected last, when everything it needs is there. */
let gateway: Gateway | undefined = undefined;
let isConnected = false;
let reader: CounterReader | undefined;
let steadiness: Steadiness = { drifts: [] };
let measuredCaches: MeasuredCaches | undefined;
const startedAt = new Date().toISOString();
/** The last ones, told again whenever a connection is made: while there was none, nobody heard. */
const calibrations: Calibration[] = [];
const calibrated = (calibration: Calibration) => {
	calibrations.push(calibration);
	calibrations.splice(0, calibrations.length - calibrationsAtOnce);
	gateway?.send({ type: 'calibrations', calibrations: [calibration] });
};
const docker = new Docker();
if (host.emulated) await ensureEmulation(docker, host.arch, (sentence) => log.info(sentence));
const floor = () => (steadiness.noiseFloor ? { noiseFloor: steadiness.noiseFloor } : {});
/** A build of a minute takes what others leave: theirs take a tenth of a second. */
const lowWeight = (image: ImageName) =>
	toolchains.some((one) => one.image === image && buildsSlowly(one.compiler))
		? { weight: 128 }
		: {};
/** Before there is a gateway, nobody listens. */
const introduce = () => {
	if (gateway) for (const message of readiness.introduction()) gateway.send(message);
};

const memoryMiB = config.RUNNER_MEMORY_MIB ?? os.totalmem() / 2 ** 20;
/** What there is no memory for waits in the site's line, where it is told its place. */
const slots = Math.min(config.RUNNER_SLOTS, jobsIn(memoryMiB));

const readiness = createReadiness({
	id: config.RUNNER_ID,
	slots,
	slowSlots: config.RUNNER_SLOW_SLOTS,
	host,
	toolchains,
	installed: () => toolshed.installed(),
	steadiness: () => steadiness,
	facts: () => ({ startedAt, ...(measuredCaches ? { measuredCaches } : {}) }),
	prove: async () => {
		await toolshed.look();
		await openCounters();
		const { calibration, ...proof } = await selfTest({ takeSandbox: pool.take, turns, host });
		if (calibration) calibrated(calibration);
		return proof;
	},
	onChange: introduce,
	log
});

const threads = await readThreads();
const processors = { cores: host.cores, emulated: host.emulated, threads };
const cores = divideCores(config, processors);
const shared = host.emulated ? undefined : sharedCoreIn(cores, processors);
if (shared !== undefined) log.warn(shared);
const tools = toolsBy(config.RUNNER_TOOLS, host.emulated);
const sandboxEngine = connectEngine(docker);
const pool = await openPool({
	engine: sandboxEngine,
	owner: config.RUNNER_ID,
	cores,
	emulated: host.emulated,
	toolsRuntime: config.RUNNER_TOOLS_RUNTIME,
	memory: memoryBeside(slots, memoryMiB, tools.server !== undefined),
	tools,
	onTrouble: (error) => {
		log.warn({ err: error }, 'sandbox trouble');
		readiness.doubt(error.message);
	}
});
const toolshed = createToolshed({
	pool,
	toolchains,
	others: ['osaca'],
	stock: (image: ImageName) =>
		image === 'cc'
			? {
					// A pair that is compared in the background never holds the only warm one.
					sizes: { tools: config.RUNNER_POOL, measure: 2 },
					// An emulator in each would take the sandbox's memory before anything runs.
					prestarted: { tools: host.emulated || tools.server ? [] : prestartedTools }
				}
			: { sizes: { tools: image === 'osaca' ? 0 : 1, measure: 0 }, ...lowWeight(image) },
	find: async (image) => {
		const tag = await imageTag(image, host.arch);
		return (await sandboxEngine.hasImage(tag)) ? tag : undefined;
	},
	onChange: introduce,
	log
});

/** Whether counters that the kernel names can really be read is known once an image with our reader is there. */
async function openCounters(): Promise<void> {
	const image = toolshed.installed().get('clang-19')?.image;
	if (!host.counters || reader || image === undefined) return;
	reader = await installCounters(docker, image);
	const refusal = await reader.refusal();
	host.counters = refusal === undefined;
	if (refusal !== undefined) log.info({ refusal }, 'no hardware counters');
}

const jobs = createJobs({
	run: (job, emit, signal) => {
		const proof = readiness.proof();
		if (!proof) throw new Error('a job came before the runner was ready');
		return runJob(
			{
				runner: { id: config.RUNNER_ID, host, ...floor() },
				...proof,
				toolchains: toolshed.installed(),
				takeSandbox: pool.take,
				takeWhole: pool.takeWhole,
				cores: pool.cores,
				turns,
				inspections,
				opinions,
				...(reader && host.counters ? { counters: { reader, core: firstOf(cores.measure) } } : {}),
				onStageSeconds: (stage, seconds) => metrics.stageSeconds.observe({ stage }, seconds)
			},
			job,
			emit,
			signal
		);
	},
	send: (run, event) => gateway?.send({ type: 'event', run, event }),
	handBack: (run, why) => {
		// the site hears first that it must not give it to us again
		readiness.doubt(why);
		gateway?.send({ type: 'declined', run });
	},
	metrics,
	log
});

const load = () => loadOf(pool.status(), jobs.count());

gateway = connectGateway({
	siteUrls: config.SITE_URL,
	token: config.RUNNER_TOKEN,
	introduce: () => {
		isConnected = true;
		return [
			...readiness.introduction(),
			{ type: 'load' as const, load: load() },
			...(calibrations.length > 0 ? [{ type: 'calibrations' as const, calibrations }] : [])
		];
	},
	onMessage: (message) => {
		if (message.type === 'job') {
			if (readiness.proof()) jobs.start(message.job);
			else gateway?.send({ type: 'declined', run: message.job.run });
		} else if (message.type === 'cancel') jobs.cancel(message.run);
		else log.error({ reason: message.reason }, 'the site refused this runner');
	},
	onDrop: () => {
		isConnected = false;
		void jobs.abandon();
	},
	log
});

const idleNeeds = {
	takeSandbox: pool.take,
	turns: behindOneAnother(turns, createTurns()),
	target: host.arch,
	isIdle: () => jobs.count() === 0 && readiness.proof() !== undefined,
	log
};
/** A sweep of the caches takes a minute: not in the pauses of somebody who types, whom each sandbox it gives up slows. */
const quietMs = 30_000;
/** What it finds out about itself while it has nothing to do: none of it means anything under emulation. */
const pastimes: { close: () => Promise<void> }[] = host.emulated
	? []
	: [
			watchNoiseFloor({
				...idleNeeds,
				onChange: (now, calibration) => {
					steadiness = now;
					calibrated(calibration);
					introduce();
				}
			}),
			watchCaches({
				...idleNeeds,
				isIdle: () => idleNeeds.isIdle() && jobs.idleMs() >= quietMs,
				sizes: sizesToMeasure(host.caches),
				onChange: (found) => {
					measuredCaches = found;
					introduce();
				}
			})
		];
const loadWatch = watchLoad(load, (now) => gateway?.send({ type: 'load', load: now }));

const health = await serveHealth(config.RUNNER_PORT, metrics, () => ({
	status: isConnected && readiness.proof() ? 'ok' : 'degraded',
	connected: isConnected,
	jobs: jobs.count(),
	pool: pool.status()
}));
log.info({ port: health.port, processor: host.processor }, 'runner started');
void readiness.check();

/** The number of a processor list's first processor. */
function firstOf(list: string): number {
	return Number.parseInt(list, 10);
}

let stopping = false;
const stop = async () => {
	if (stopping) return;
	stopping = true;
	readiness.close();
	toolshed.close();
	loadWatch.close();
	gateway?.close();
	health.server.close();
	await Promise.all([jobs.abandon(), ...pastimes.map((one) => one.close())]);
	await pool.close();
	await reader?.close();
	process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
