/** Shell: puts the site together, listens, and takes it apart again. `main.ts` and the tests start it. */
import http from 'node:http';
import type { Exercise, Track } from '@cyclelab/exercises/schema';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { openAdmission } from './admission.ts';
import { answering } from './answers.ts';
import { buildApp } from './app.ts';
import { openBus } from './bus.ts';
import { openCalibrations } from './calibrations.ts';
import { fixed, type SiteConfig } from './config.ts';
import { limitConnections } from './connections.ts';
import { openDispatch, type Dispatch } from './dispatch.ts';
import { openEndedRuns } from './ended-runs.ts';
import { openHub } from './events.ts';
import { readFigures, readWaiting, storeBytes } from './figures.ts';
import { openGateway } from './gateway.ts';
import { openReturn, returnAbandoned } from './give-back.ts';
import { openJournal } from './journal.ts';
import { readLatency } from './latency.ts';
import { openLine } from './line.ts';
import { openMetrics } from './metrics.ts';
import { openPainter } from './painter.ts';
import { openPresence, type Presence } from './presence.ts';
import { openQueue } from './queue.ts';
import { openReads } from './reads.ts';
import { repairLines } from './repair-lines.ts';
import { openRuns } from './runs.ts';
import { openStorage } from './storage.ts';
import { ownRuns } from './store.ts';
import { openWorkshops } from './workshop/workshops.ts';

export type SiteParts = {
	config: SiteConfig;
	content: { tracks: Track[]; exercises: Exercise[] };
	pages: RequestHandler | undefined;
	version: string;
	log: Logger;
};

export type Site = {
	/** Address it listens on, with the port really used. */
	url: string;
	/** Runs go back to the line, streams end, everything is written; within seconds. */
	close: () => Promise<void>;
};

/** Connections that are still busy when the site stops are cut after this, ms. */
const goodbyeMs = 300;
/** The store has this long to take what is still to be written, ms. */
const drainMs = 2000;

export async function openSite(parts: SiteParts): Promise<Site> {
	const { config, log } = parts;
	const { database, secret, alone, close: closeStorage } = await openStorage(config, log);
	const stopping = new AbortController();

	// the queue and the metrics ask for these before they exist
	const late: { dispatch?: Dispatch; presence?: Presence } = {};
	const everybody = () => late.presence?.all() ?? [];
	const runners = () => line.withWaiting(everybody());
	const metrics = openMetrics({
		runners: () => late.dispatch?.runners() ?? [],
		eventsBehind: () => journal.behind(),
		running: () => endedRuns.count(),
		waiting: () => readWaiting(database),
		storeBytes: () => storeBytes(database)
	});
	const endedRuns = openEndedRuns(database, metrics.ended, log);
	// with no other process, whoever sends is this one and has told the dispatch itself
	const onWork = (name: string) => void (alone || late.dispatch?.wake(name));
	const queue = await openQueue(database, onWork, log);
	const bus = await openBus(database, log);
	const hub = endedRuns.listen(openHub(database, () => journal));
	const onStored = (run: string, seq: number) => {
		if (!alone) bus.say({ kind: 'events', run, seq });
	};
	const journal = openJournal(database, queue, onStored, log);
	const line = openLine(database, hub, everybody);
	const returned = (name: string) => {
		dispatch.wake(name);
		line.moved();
		if (!alone) bus.say({ kind: 'line', queue: name });
	};
	const giveBack = openReturn({
		database,
		queue,
		hub,
		journal,
		onReturned: returned,
		onStored,
		log
	});
	const dispatch = openDispatch({
		database,
		queue,
		hub,
		journal,
		line,
		giveBack,
		everybody,
		onChange: () => presence.changed(),
		onTaken: (name) => {
			if (!alone) bus.say({ kind: 'line', queue: name });
		},
		onEnded: (run) => {
			onStored(run, 0);
			hub.catchUp(run).catch(behind);
		},
		onEnd: (state, ms) => {
			metrics.runs.inc({ state });
			metrics.runSeconds.observe(ms / 1000);
		},
		log
	});
	const presence = openPresence(database, bus, dispatch.runners, alone, log);
	Object.assign(late, { dispatch, presence });

	const behind = (error: unknown) =>
		log.warn({ err: error }, 'other site processes were not heard');
	const meet = () =>
		presence.refresh().then(() => {
			dispatch.look();
			line.moved();
		}, behind);
	const catchUp = () => {
		for (const run of hub.unheld()) hub.catchUp(run).catch(behind);
		void meet();
		void loseStrays();
		workshops.missed();
		gateway.checkTokens().catch(behind);
	};
	/** What another process took over while the store could not see this one. */
	const loseStrays = async () => {
		const held = dispatch.held();
		if (held.length === 0) return;
		await journal.drained();
		const asked = performance.now();
		const own = await ownRuns(database, held, database.session.instance);
		for (const run of held) if (!own.has(run)) dispatch.lose(run, asked);
	};
	bus.hear((message) => {
		if (message.kind === 'events') hub.catchUp(message.run).catch(behind);
		else if (message.kind === 'runners') void meet();
		else if (message.kind === 'joined') gateway.joinedElsewhere(message.runner);
		else if (message.kind === 'tokens') gateway.checkTokens().catch(behind);
		else if (message.kind === 'cancel') dispatch.cancel(message.run);
		else if (message.kind === 'workshop') workshops.changedElsewhere(message.workshop);
		else {
			line.moved();
			dispatch.wake(message.queue);
		}
	}, catchUp);
	const sweep = () => {
		dispatch.sweep();
		const parties = { database, queue, hub, onReturned: returned, onStored, log };
		const tasks = [returnAbandoned(parties), presence.refresh(), gateway.checkTokens()];
		return Promise.all([...tasks, alone || loseStrays()]).then(() => {}, behind);
	};
	const calibrations = openCalibrations(database, log);
	const gateway = openGateway(
		dispatch,
		openAdmission(database, config.RUNNER_TOKEN),
		(runner) => {
			if (!alone) bus.say({ kind: 'joined', runner });
		},
		calibrations,
		config,
		log
	);
	const workshops = openWorkshops({
		database,
		bus,
		alone,
		exercise: (slug) => reads.exercise(slug),
		submit: (request, asker) => runs.submit(request, asker),
		log
	});
	await sweep();
	const repaired = await repairLines(database, queue);
	if (repaired.requeued + repaired.outdated > 0)
		log.warn(
			repaired,
			'runs that were in no line wait again, those nobody can do any more are ended'
		);
	const sweeping = setInterval(sweep, alone ? fixed.sweepAloneMs : fixed.sweepMs);

	const asked = openRuns({
		database,
		queue,
		hub,
		journal,
		line,
		dispatch,
		bus,
		exercise: (slug) => reads.exercise(slug),
		runners,
		secret
	});
	const forOperators = {
		figures: () => readFigures(database, { runners, eventsBehind: journal.behind }),
		latency: () => readLatency(database)
	};
	const runs = answering(asked, {
		database,
		hub,
		journal,
		exercise: (slug) => reads.exercise(slug),
		runners: everybody
	});
	const painter = openPainter();
	const { paint } = painter;
	const reads = openReads(
		parts.content,
		runners,
		calibrations,
		runs,
		database,
		workshops,
		forOperators,
		paint
	);
	const app = buildApp({
		...parts,
		database,
		hub,
		line,
		runs,
		workshops,
		streamOf: runs.streamOf,
		reads,
		metrics,
		drained: journal.drained,
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
	gateway.attach(server);
	const port = await listen(server, config);

	return {
		url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`,
		close: async () => {
			stopping.abort();
			gateway.close();
			clearInterval(sweeping);
			const closed = new Promise((resolve) => server.close(resolve));
			setTimeout(() => server.closeAllConnections(), goodbyeMs).unref();
			await Promise.race([journal.drained(), new Promise((go) => setTimeout(go, drainMs).unref())]);
			await closed;
			line.stop();
			await painter.close();
			workshops.close();
			await endedRuns.close();
			await presence.close().catch(behind);
			await queue.stop();
			await closeStorage();
		}
	};
}

async function listen(server: http.Server, config: SiteConfig): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', (cause: NodeJS.ErrnoException) =>
			reject(
				cause.code === 'EADDRINUSE'
					? new Error(
							`Port ${config.PORT} is taken. Stop what uses it, or set PORT to another one.`,
							{ cause }
						)
					: cause
			)
		);
		server.listen(config.PORT, config.HOST, resolve);
	});
	const address = server.address();
	return address === null || typeof address === 'string' ? config.PORT : address.port;
}
