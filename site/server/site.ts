/** Shell: assembles, starts and stops the site. `main.ts` and the tests use it. */
import http from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { openAdmission } from './runners/admission.ts';
import { buildApp } from './http/app.ts';
import { openBodies } from './http/sending.ts';
import { basePath, fromRoot } from './http/base-path.ts';
import { openBlocks } from './runners/blocks.ts';
import { openBus } from './store/bus.ts';
import { openCalibrations } from './runners/calibrations.ts';
import { fixed, type SiteConfig } from './base/config.ts';
import { limitConnections, openRequests } from './limits/limits.ts';
import { cardOf, type Connected } from './runs/connected.ts';
import { openEndedRuns } from './operation/ended-runs.ts';
import { openHub } from './runs/events.ts';
import { readFigures, readWaiting, storeBytes } from './operation/figures.ts';
import { openGateway } from './runners/gateway.ts';
import { openInspections } from './runs/service.ts';
import { openRequeue, requeueAbandoned } from './runs/active-runs.ts';
import { openEventLog } from './runs/event-store.ts';
import { openQueuePositions } from './runs/queue-positions.ts';
import { closeIdleConnections, listen } from './http/listen.ts';
import { openMovedEvents } from './runs/moved-events.ts';
import { openObjectStore } from './store/objects.ts';
import { openMetrics } from './operation/metrics.ts';
import { followOtherSites } from './other-sites.ts';
import { openPainter } from './snapshots/painter.ts';
import { openPresence } from './runners/presence.ts';
import { apiReference } from './http/api-reference.ts';
import { openApi } from './http/openapi.ts';
import { openReads, type Content } from './http/reads.ts';
import { createRemoteWatchers } from './runs/remote-watchers.ts';
import { openRetention } from './runs/retention.ts';
import { openRecordedRuns } from './runs/recorded-runs.ts';
import { openReports } from './runs/event-store.ts';
import { openRunService } from './runs/service.ts';
import { openScheduler } from './runs/scheduler.ts';
import { openSnapshots } from './snapshots/snapshots.ts';
import { openSlowReaders } from './http/slow-readers.ts';
import { warmUp } from './http/warm-up.ts';
import { openSharedLimits } from './store/shared-limits.ts';
import { openStorage } from './store/storage.ts';
import { createUnstoredRuns } from './runs/unstored.ts';
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
	const objects = openObjectStore(config);
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
	const remoteWatchers = createRemoteWatchers();
	const eventLog = openEventLog(database, bus, remoteWatchers, log);
	const metrics = openMetrics({
		runners: here,
		eventsBehind: eventLog.behind,
		running: () => endedRuns.count(),
		waiting: () => readWaiting(database),
		storeBytes: () => storeBytes(database)
	});
	const recordedRuns = openRecordedRuns(database, exercise, log);
	const unstored = createUnstoredRuns();
	const endedRuns = openEndedRuns(database, metrics.ended, recordedRuns.take, log, unstored);
	const watching = (run: string) => bus.publish({ kind: 'watching', runs: [run] });
	const hub = endedRuns.listen(
		openHub(database, eventLog, watching, (run) => !unstored.active(run))
	);
	const positions = openQueuePositions(database, hub, everybody);
	const runners = () => positions.withWaiting(everybody());
	const requeue = openRequeue({ database, hub, eventLog, unstored, bus, log });
	const scheduler = openScheduler({
		database,
		unstored,
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

	const { keepWatching, warn } = followOtherSites({
		hub,
		eventLog,
		remoteWatchers,
		positions,
		presence,
		scheduler,
		bus,
		log
	});
	const calibrations = openCalibrations(database, log);
	const blocks = openBlocks(database, log);
	const requests = openRequests(config.REQUESTS_PER_MINUTE);
	const gateway = openGateway(
		scheduler,
		openAdmission(database, config.RUNNER_TOKEN),
		bus,
		calibrations,
		blocks,
		config,
		requests,
		log
	);
	const sweep = () => {
		const abandoned = requeueAbandoned({ database, hub, bus, log });
		const queues = [abandoned, scheduler.sweep(), scheduler.compare()];
		const tasks = [...queues, keepWatching(), presence.refresh(), gateway.checkTokens()];
		return Promise.all(tasks).then(() => {}, warn);
	};
	await sweep();
	const sweeping = setInterval(sweep, bus.hasOthers ? fixed.sweepMs : fixed.sweepAloneMs);

	const keptDays = {
		measured: config.RUN_DAYS,
		inspected: Math.min(config.INSPECTION_DAYS, config.RUN_DAYS)
	};
	const retention = openRetention(database, keptDays, log);
	const moved = openMovedEvents(database, objects, log);
	const reports = openReports(database, moved);
	const inspections = openInspections({
		hub,
		runners: everybody,
		keptDays: keptDays.inspected
	});
	const runs = openRunService({
		database,
		unstored,
		log,
		hub,
		eventLog,
		reports,
		positions,
		scheduler,
		inspections,
		bus,
		exercise,
		runners,
		secret
	});
	const sharedLimits = openSharedLimits(storage);
	const workshops = openWorkshops({
		database,
		bus,
		reports,
		exercise,
		submit: runs.submit,
		secret,
		sharedLimits,
		log
	});
	const description = openApi(parts.version);
	const painter = openPainter();
	const reads = openReads({
		content: parts.content,
		runners,
		calibrations,
		blocks,
		runs,
		snapshots: openSnapshots(database, reports),
		workshops,
		figures: () =>
			readFigures(database, {
				runners,
				eventsBehind: eventLog.behind,
				runDays: config.RUN_DAYS
			}),
		keptDays,
		api: apiReference(description),
		recorded: recordedRuns.of,
		paint: painter.paint
	});
	const slowReaders = openSlowReaders();
	const app = buildApp({
		...parts,
		description,
		database,
		hub,
		positions,
		runs,
		reports,
		workshops,
		streamOf: inspections.streamOf,
		reads,
		metrics,
		requests,
		sharedLimits,
		bodies: openBodies(),
		slowReaders,
		drained: eventLog.drained,
		stopping: stopping.signal
	});
	const base = basePath(config.ORIGIN);
	const server = http.createServer(
		{
			headersTimeout: fixed.headersMs,
			requestTimeout: fixed.requestMs,
			connectionsCheckingInterval: 2000
		},
		(request, response) => {
			const url = fromRoot(base, request.url ?? '/');
			if (url === undefined) {
				const search = request.url?.slice(base.length);
				return response.writeHead(308, { location: `${base}/${search}` }).end();
			}
			request.url = url;
			app(request, response);
		}
	);
	if (config.TRUST_PROXY === 0) limitConnections(server, config.CONNECTIONS);
	closeIdleConnections(server);
	server.on('upgrade', (request) => {
		request.url = fromRoot(base, request.url ?? '/') ?? '/';
	});
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
			await moved.close();
			await endedRuns.close();
			await recordedRuns.drained();
			await presence.close().catch(warn);
			await storage.close();
		}
	};
}
