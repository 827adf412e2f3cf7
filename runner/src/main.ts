/** Shell: the runner's entry. Opens the sandbox pool, tests itself, connects to the site, runs jobs. */
import { defined } from '@cyclelab/contract/defined';
import { ensureEmulation } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { pino } from 'pino';
import { z } from 'zod';
import { blocksPerMinuteOf, RunnerConfig } from './config.ts';
import { divideCores, sharedCoreIn } from './cores.ts';
import { connectGateway, type Gateway } from './gateway-client.ts';
import { serveHealth } from './health.ts';
import { createHostCheck } from './host-check.ts';
import { describeHost, microcodeIn } from './host/describe.ts';
import { hostFor } from './host/emulated.ts';
import { readHostTexts } from './host/read.ts';
import { readSurroundings } from './host/surroundings.ts';
import type { Steadiness } from './job/noise-floor.ts';
import { selfTest } from './job/self-test.ts';
import { startIdleTasks } from './idle-tasks.ts';
import { createJobs } from './jobs.ts';
import { logOptions } from '@cyclelab/contract/log-options';
import { createMetrics } from './metrics.ts';
import { loadOf, watchLoad } from './load.ts';
import { createReadiness } from './readiness.ts';
import { openSandboxes, slotsOf } from './sandboxes.ts';
import { requireLimits } from './sandbox/required-limits.ts';
import {
	calibrationsAtOnce,
	type Calibration,
	type MeasuredCaches
} from '@cyclelab/contract/schema/gateway';
import { withSecretFiles } from '@cyclelab/contract/secret-files';
import { createCaches, createJobThreads } from './threads/job-threads.ts';
import { toolchainsOn } from './toolchains/toolchains.ts';
import { createCoreQueue } from './core-queue.ts';

const config = configOrExit();
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
/** The host as its sandboxes see it. */
const host = hostFor(describeHost(hostTexts), config.RUNNER_EMULATES);
const toolchains = toolchainsOn(host.arch);
const coreQueue = createCoreQueue();
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
/** Introduces the runner again, if there is a connection. */
const introduce = () => {
	if (gateway) for (const message of readiness.introduction()) gateway.send(message);
};

const slots = slotsOf(config);

/** Builds and measures a kernel of the runner's own, and notes the core clock that it finds. */
async function testItself() {
	const { calibration, ...proof } = await selfTest({ takeSandbox: pool.take, coreQueue, host });
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
			...defined({ findings, measuredCaches })
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
	cores: host.cores,
	emulated: host.emulated,
	threads: hostTexts.threads,
	performanceCores: hostTexts.performanceCores
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
const { pool, toolchainWatch } = await openSandboxes({
	docker,
	config,
	host,
	cores,
	toolchains,
	onCellsRefused: (sentence) => (cellsRefused = sentence),
	onTrouble: (error) => {
		log.warn({ err: error }, 'sandbox trouble');
		readiness.doubt(error.message);
	},
	onChange: introduce,
	log
});

const threads = createJobThreads({
	served: {
		takeSandbox: pool.take,
		takeWhole: pool.takeWhole,
		coreQueue,
		kept: createCaches(),
		calibrate: async () => (await testItself()).clockGHz
	},
	circumstances: () => {
		const proof = readiness.proof();
		if (!proof) throw new Error('a job came before the runner was ready');
		const { noiseFloor } = steadiness;
		return {
			runner: {
				id: config.RUNNER_ID,
				host,
				...defined({ noiseFloor, measuredCaches })
			},
			...proof,
			toolchains: toolchainWatch.installed(),
			cores: pool.cores
		};
	},
	onStageSeconds: (stage, seconds) => metrics.stageSeconds.observe({ stage }, seconds),
	// As many jobs as the processors can work on; jobs in further slots are inspections that follow soon, or wait for the core.
	kept: Math.ceil(slots / 2)
});
const jobs = createJobs({
	run: threads.run,
	gateway: () => gateway,
	readiness,
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
		if (message.type === 'job') jobs.start(message.job);
		else if (message.type === 'cancel') jobs.cancel(message.run);
		else log.error({ reason: message.reason }, 'the site refused this runner');
	},
	onDrop: () => {
		isConnected = false;
		void jobs.abandon();
	},
	log
});

const idleTasks = startIdleTasks({
	takeSandbox: pool.take,
	coreQueue,
	host,
	isIdle: () => jobs.count() === 0 && readiness.proof() !== undefined,
	idleMs: jobs.idleMs,
	onSteadiness: (now, calibration) => {
		steadiness = now;
		calibrated(calibration);
		introduce();
	},
	onCaches: (found) => {
		measuredCaches = found;
		introduce();
	},
	blocksPerMinute: blocksPerMinuteOf(config),
	microcode: microcodeIn(hostTexts.cpuinfo),
	onBlocks: (report) => gateway?.send({ type: 'blocks', report }),
	log
});
const loadWatch = watchLoad(load, (now) => gateway?.send({ type: 'load', load: now }));

const { RUNNER_HOST, RUNNER_PORT } = config;
const health = await serveHealth({ host: RUNNER_HOST, port: RUNNER_PORT }, metrics, () => ({
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
	await Promise.all([jobs.abandon(), ...idleTasks.map((task) => task.close())]);
	await threads.close();
	await pool.close();
	process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

function configOrExit(): RunnerConfig {
	let trouble: string;
	try {
		const parsed = RunnerConfig.safeParse(withSecretFiles(process.env));
		if (parsed.success) return parsed.data;
		trouble = z.prettifyError(parsed.error);
	} catch (cause) {
		trouble = cause instanceof Error ? cause.message : String(cause);
	}
	console.error(`The runner's settings are wrong.\n${trouble}`);
	return process.exit(2);
}
