/** Shell: the runner's entry. Opens the sandbox pool, tests itself, connects to the site, runs jobs. */
import { ensureEmulation, imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import Docker from 'dockerode';
import os from 'node:os';
import { pino } from 'pino';
import { z } from 'zod';
import { RunnerConfig } from './config.ts';
import { divideCores, sharedCoreIn } from './cores.ts';
import { connectGateway, type Gateway } from './gateway-client.ts';
import { serveHealth } from './health.ts';
import { createHostCheck } from './host-check.ts';
import { describeHost } from './host/describe.ts';
import { emulatedHost } from './host/emulated.ts';
import { sizesToMeasure } from './host/measured-caches.ts';
import { readHostTexts } from './host/read.ts';
import { readSurroundings } from './host/surroundings.ts';
import { createCache } from './job/cache.ts';
import { watchCaches } from './job/cache-watch.ts';
import { watchNoiseFloor, type Steadiness } from './job/noise-floor.ts';
import { selfTest } from './job/self-test.ts';
import { queueBehind } from './job/when-idle.ts';
import { createJobs } from './jobs.ts';
import { logOptions } from './log-facts.ts';
import { createMetrics } from './metrics.ts';
import { loadOf, watchLoad } from './load.ts';
import { createReadiness } from './readiness.ts';
import { jobsIn, poolMemory } from './sandbox/demand.ts';
import { connectEngine } from './sandbox/docker.ts';
import { imagesWithCells } from './sandbox/cell-engine.ts';
import { openPool } from './sandbox/pool.ts';
import { requireLimits } from './sandbox/required-limits.ts';
import { toolSettings } from './sandbox/tool-mode.ts';
import { buildsSlowly } from './schema/compiler.ts';
import { calibrationsAtOnce, type Calibration, type MeasuredCaches } from './schema/gateway.ts';
import { createJobThreads } from './threads/job-threads.ts';
import { toolchainsOn } from './toolchains/toolchains.ts';
import { watchToolchains } from './toolchain-watch.ts';
import { createCoreQueue } from './core-queue.ts';

/** Cache of inspections with their programs, bytes as serialized by the job threads. */
const inspectionBytesKept = 128 * 1024 * 1024;
/** Cached second opinions; each is some kB. */
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
	waitingForCore: () => coreQueue.waiting()
});
const hostTexts = await readHostTexts();
const machine = describeHost(hostTexts);
/** The host as its sandboxes see it. */
const host =
	config.RUNNER_EMULATES === undefined || config.RUNNER_EMULATES === machine.arch
		? machine
		: emulatedHost(machine, config.RUNNER_EMULATES);
const toolchains = toolchainsOn(host.arch);
const coreQueue = createCoreQueue();
const bytesOf = ({ byteLength }: Uint8Array) => byteLength;
const caches = {
	inspections: createCache(inspectionBytesKept, bytesOf),
	opinions: createCache<Uint8Array>(opinionsKept)
};
/** Connected last, when everything it needs is there. */
let gateway: Gateway | undefined = undefined;
let isConnected = false;
let steadiness: Steadiness = { drifts: [] };
let measuredCaches: MeasuredCaches | undefined;
const startedAt = new Date().toISOString();
/** The last calibrations, sent again after every reconnection. */
const calibrations: Calibration[] = [];
const calibrated = (calibration: Calibration) => {
	calibrations.push(calibration);
	calibrations.splice(0, calibrations.length - calibrationsAtOnce);
	gateway?.send({ type: 'calibrations', calibrations: [calibration] });
};
const docker = new Docker();
if (host.emulated) await ensureEmulation(docker, host.arch, (sentence) => log.info(sentence));
const floor = () => (steadiness.noiseFloor ? { noiseFloor: steadiness.noiseFloor } : {});
/** Slow builds (a minute) get a low CPU weight beside builds of a tenth of a second. */
const lowWeight = (image: ImageName) =>
	toolchains.some((one) => one.image === image && buildsSlowly(one.compiler))
		? { weight: 128 }
		: {};
/** Introduces the runner again, if there is a connection. */
const introduce = () => {
	if (gateway) for (const message of readiness.introduction()) gateway.send(message);
};

const memoryMiB = config.RUNNER_MEMORY_MIB ?? os.totalmem() / 2 ** 20;
/** Jobs that do not fit in memory stay in the site's queue, which shows their position. */
const slots = Math.min(config.RUNNER_SLOTS, jobsIn(memoryMiB));

/** Builds and measures a kernel of the runner's own, and notes the core clock that it finds. */
async function testItself() {
	const { calibration, ...proof } = await selfTest({
		takeSandbox: pool.take,
		coreQueue: coreQueue,
		host
	});
	if (calibration) calibrated(calibration);
	return proof;
}

const readiness = createReadiness({
	id: config.RUNNER_ID,
	slots,
	slowSlots: config.RUNNER_SLOW_SLOTS,
	host,
	toolchains,
	installed: () => toolchainWatch.installed(),
	steadiness: () => steadiness,
	facts: () => {
		const findings = hostCheck.findings();
		return {
			startedAt,
			...(findings ? { findings } : {}),
			...(measuredCaches ? { measuredCaches } : {})
		};
	},
	prove: async () => {
		await requireLimits(docker);
		await toolchainWatch.refresh();
		const { devices, ...proof } = await testItself();
		await hostCheck.look(devices);
		return proof;
	},
	onChange: introduce,
	log
});

const processors = {
	...{ cores: host.cores, emulated: host.emulated },
	...{ threads: hostTexts.threads, performanceCores: hostTexts.performanceCores }
};
const cores = divideCores(config, processors);
/** Set when the first sandbox is made. */
let cellsRefused: string | undefined;
const hostCheck = createHostCheck({
	cellsRefused: () => cellsRefused,
	read: () => readSurroundings(docker),
	sharedCore: host.emulated ? undefined : sharedCoreIn(cores, processors),
	measures: !host.emulated,
	log
});
await hostCheck.look();
const tools = toolSettings(config.RUNNER_TOOLS, host.emulated);
const sandboxEngine = connectEngine(docker);
const pool = await openPool({
	engine: sandboxEngine,
	owner: config.RUNNER_ID,
	cores,
	emulated: host.emulated,
	toolsRuntime: config.RUNNER_TOOLS_RUNTIME,
	...(config.RUNNER_CELLS === 'on' && !host.emulated ? { cells: imagesWithCells } : {}),
	onCellsRefused: (sentence) => (cellsRefused = sentence),
	memory: poolMemory(slots, memoryMiB),
	tools,
	onTrouble: (error) => {
		log.warn({ err: error }, 'sandbox trouble');
		readiness.doubt(error.message);
	}
});
const toolchainWatch = watchToolchains({
	pool,
	toolchains,
	others: ['osaca'],
	stock: (image: ImageName) =>
		image === 'cc'
			? {
					// Two: a background comparison never has the only warm one.
					sizes: { tools: config.RUNNER_POOL, measure: 2 }
				}
			: { sizes: { tools: image === 'osaca' ? 0 : 1, measure: 0 }, ...lowWeight(image) },
	find: async (image) => {
		const tag = await imageTag(image, host.arch);
		const digest = await sandboxEngine.digestOf(tag);
		return digest === undefined ? undefined : { tag, digest };
	},
	onChange: introduce,
	log
});

const threads = createJobThreads({
	served: {
		...{ takeSandbox: pool.take, takeWhole: pool.takeWhole, coreQueue: coreQueue, kept: caches },
		calibrate: async () => (await testItself()).clockGHz
	},
	circumstances: () => {
		const proof = readiness.proof();
		if (!proof) throw new Error('a job came before the runner was ready');
		return {
			runner: { id: config.RUNNER_ID, host, ...floor() },
			...proof,
			toolchains: toolchainWatch.installed(),
			cores: pool.cores
		};
	},
	onStageSeconds: (stage, seconds) => metrics.stageSeconds.observe({ stage }, seconds),
	spare: slots + config.RUNNER_SLOW_SLOTS
});
const jobs = createJobs({
	run: threads.run,
	send: (run, event) => gateway?.sendEvent(run, event),
	handBack: (run, why) => {
		// first the state, so that the site does not give the job to this runner again
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
	coreQueue: queueBehind(coreQueue, createCoreQueue()),
	target: host.arch,
	isIdle: () => jobs.count() === 0 && readiness.proof() !== undefined,
	log
};
/** Idle time before caches are measured, ms. That takes a minute, and giving it up slows the next job. */
const quietMs = 30_000;
/** Measurements of the runner itself while it is idle; none is meaningful under emulation. */
const idleTasks: { close: () => Promise<void> }[] = host.emulated
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

let stopping = false;
const stop = async () => {
	if (stopping) return;
	stopping = true;
	readiness.close();
	toolchainWatch.close();
	loadWatch.close();
	gateway?.close();
	health.server.close();
	await Promise.all([jobs.abandon(), ...idleTasks.map((one) => one.close())]);
	await threads.close();
	await pool.close();
	process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
