/** Shell: assembles, starts and stops the site. `main.ts` and the tests use it. */
import http from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { openAdmission } from './runners/admission.ts';
import { openAnswers } from './runs/answers.ts';
import { buildApp } from './http/app.ts';
import { openBodies } from './http/bodies.ts';
import { openBlocks } from './runners/blocks.ts';
import { openBus } from './store/bus.ts';
import { openCalibrations } from './runners/calibrations.ts';
import { fixed, type SiteConfig } from './base/config.ts';
import { limitConnections } from './limits/connections.ts';
import { cardOf, type Connected } from './runs/connected.ts';
import { openDispatch } from './runs/dispatch.ts';
import { openEndedRuns } from './operation/ended-runs.ts';
import { openHub } from './runs/events.ts';
import { readFigures, readWaiting, storeBytes } from './operation/figures.ts';
import { openGateway } from './runners/gateway.ts';
import { openRequeue, requeueAbandoned } from './runs/requeue.ts';
import { openEventLog } from './runs/event-log.ts';
import { readLatency } from './operation/latency.ts';
import { openQueuePositions } from './runs/queue-positions.ts';
import { closeIdleConnections } from './http/idle-connections.ts';
import { listen } from './http/listen.ts';
import { openRequests } from './limits/limits.ts';
import { openMetrics } from './operation/metrics.ts';
import { followOtherSites } from './other-sites.ts';
import { openPainter } from './snapshots/painter.ts';
import { openPresence } from './runners/presence.ts';
import { openQueue } from './runs/queue.ts';
import { openReads, type Content } from './http/reads.ts';
import { repairQueues } from './runs/repair-queues.ts';
import { openRetention } from './runs/retention.ts';
import { openReports } from './runs/reports.ts';
import { openRuns } from './runs/runs.ts';
import { openSnapshots } from './snapshots/snapshots.ts';
import { openSlowReaders } from './http/slow-readers.ts';
import { warmUp } from './http/warm-up.ts';
import { openStorage } from './store/storage.ts';
import { openWorkshops } from './workshops/workshops.ts';

export type SiteParts = {
	config: SiteConfig;
	content: Content;
	pages: RequestHandler | undefined;
	/** Path of a page that is made before the site listens; absent: none. */
	firstPage?: string;
	version: string;
	log: Logger;
};

export type Site = {
	/** Address it listens on, with the port really used. */
	url: string;
	/** Requeues runs, ends streams and writes all events; within seconds. */
	close: () => Promise<void>;
};

/** Time after which connections that are still busy are closed when the site stops, ms. */
const goodbyeMs = 300;
/** Time limit for writing the remaining events, ms. */
const drainMs = 2000;

export async function openSite(parts: SiteParts): Promise<Site> {
	const { config, log } = parts;
	const storage = await openStorage(config, log);
	const { database, secret } = storage;
	const stopping = new AbortController();
	const bySlug = new Map(parts.content.exercises.map((exercise) => [exercise.slug, exercise]));
	const exercise = (slug: string) => bySlug.get(slug);

	const bus = await openBus(storage, log);
	const connected = new Set<Connected>();
	const here = () => [...connected].map(cardOf);
	const presence = openPresence(database, bus, here, log);
	const everybody = presence.all;
	const queue = await openQueue(database, bus, log);
	const eventLog = openEventLog(database, queue, bus, log);
	const metrics = openMetrics({
		runners: here,
		eventsBehind: eventLog.behind,
		running: () => endedRuns.count(),
		waiting: () => readWaiting(database),
		storeBytes: () => storeBytes(database)
	});
	const endedRuns = openEndedRuns(database, metrics.ended, log);
	const hub = endedRuns.listen(openHub(database, eventLog));
	const positions = openQueuePositions(database, hub, everybody);
	const runners = () => positions.withWaiting(everybody());
	const requeue = openRequeue({ database, queue, hub, eventLog, bus, log });
	const dispatch = openDispatch({
		database,
		queue,
		hub,
		eventLog,
		positions,
		requeue,
		connected,
		everybody,
		onChange: presence.changed,
		bus,
		onEnd: (state, ms) => {
			metrics.runs.inc({ state });
			metrics.runSeconds.observe(ms / 1000);
		},
		log
	});

	const { loseStrays, warn } = followOtherSites({
		database,
		hub,
		positions,
		eventLog,
		presence,
		dispatch,
		bus,
		log
	});
	const calibrations = openCalibrations(database, log);
	const blocks = openBlocks(database, log);
	const requests = openRequests(config.REQUESTS_PER_MINUTE);
	const gateway = openGateway(
		dispatch,
		openAdmission(database, config.RUNNER_TOKEN),
		bus,
		calibrations,
		blocks,
		config,
		requests,
		log
	);
	const sweep = () => {
		dispatch.sweep();
		const abandoned = requeueAbandoned({ database, queue, hub, bus, log });
		const tasks = [abandoned, presence.refresh(), gateway.checkTokens(), loseStrays()];
		return Promise.all(tasks).then(() => {}, warn);
	};
	await sweep();
	const repaired = await repairQueues(database, queue);
	if (repaired.requeued + repaired.outdated > 0)
		log.warn(
			repaired,
			'runs without a place in the queue were sent again; runs of an older version were ended'
		);
	const sweeping = setInterval(sweep, bus.hasOthers ? fixed.sweepMs : fixed.sweepAloneMs);

	const retention = openRetention(database, config.RUN_DAYS, log);
	const reports = openReports(database);
	const answers = openAnswers({ database, hub, eventLog, runners: everybody });
	const runs = openRuns({
		database,
		queue,
		hub,
		eventLog,
		reports,
		positions,
		dispatch,
		answers,
		bus,
		exercise,
		runners,
		secret
	});
	const workshops = openWorkshops({ database, bus, reports, exercise, submit: runs.submit, log });
	const forOperators = {
		figures: () =>
			readFigures(database, {
				runners,
				eventsBehind: eventLog.behind,
				runDays: config.RUN_DAYS
			}),
		latency: () => readLatency(database),
		runDays: config.RUN_DAYS
	};
	const painter = openPainter();
	const { paint } = painter;
	const reads = openReads(
		parts.content,
		runners,
		calibrations,
		blocks,
		runs,
		openSnapshots(database, reports),
		workshops,
		forOperators,
		paint
	);
	const slowReaders = openSlowReaders();
	const app = buildApp({
		...parts,
		database,
		hub,
		positions,
		runs,
		reports,
		workshops,
		streamOf: answers.streamOf,
		reads,
		metrics,
		requests,
		bodies: openBodies(),
		slowReaders,
		drained: eventLog.drained,
		stopping: stopping.signal
	});
	const server = http.createServer(
		{
			headersTimeout: fixed.headersMs,
			requestTimeout: fixed.requestMs,
			connectionsCheckingInterval: 2000
		},
		app
	);
	if (config.TRUST_PROXY === 0) limitConnections(server, config.CONNECTIONS);
	closeIdleConnections(server);
	gateway.attach(server);
	if (parts.pages && parts.firstPage !== undefined) await warmUp(app, parts.firstPage, log);
	const port = await listen(server, config);

	return {
		url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`,
		close: async () => {
			stopping.abort();
			gateway.close();
			clearInterval(sweeping);
			const closed = new Promise((resolve) => server.close(resolve));
			setTimeout(() => server.closeAllConnections(), goodbyeMs).unref();
			await Promise.race([
				eventLog.drained(),
				new Promise((go) => setTimeout(go, drainMs).unref())
			]);
			await closed;
			slowReaders.close();
			positions.stop();
			await painter.close();
			await blocks.close();
			await reports.close();
			workshops.close();
			await retention.close();
			await endedRuns.close();
			await presence.close().catch(warn);
			await queue.stop();
			await storage.close();
		}
	};
}
