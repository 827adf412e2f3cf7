/** Shell: the site's Express app: its middleware and routes, in order. */
import compression from 'compression';
import express, { Router, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { SiteConfig } from '../base/config.ts';
import { openTurns } from '../base/turns.ts';
import { errorHandler, noRoute } from './error-handler.ts';
import { dataPolicy, errorPolicy, framable, headers, jsonBody, sameOrigin } from './guard.ts';
import { addressOf, type Requests } from '../limits/limits.ts';
import type { Metrics } from '../operation/metrics.ts';
import { openApi } from './openapi.ts';
import { isOperator, operatorsOnly } from './operator.ts';
import type { SiteReads } from './reads.ts';
import { contentRoutes } from './routes/content.ts';
import { eventRoutes, type EventsParts } from './routes/events.ts';
import { runRoutes } from './routes/runs.ts';
import { snapshotRoutes } from './routes/snapshots.ts';
import { workshopRoutes } from './routes/workshops.ts';
import type { Reports } from '../runs/reports.ts';
import type { Runs } from '../runs/runs.ts';
import { openSeats } from './seats.ts';
import type { SlowReaders } from './slow-readers.ts';
import type { Workshops } from '../workshops/workshops.ts';

/** Requests that begin in one turn of the event loop. The part before its first wait takes one 0.1 to 0.2 ms. */
const requestsInTurn = 16;

export type AppParts = Omit<EventsParts, 'streams' | 'most' | 'seats'> & {
	config: SiteConfig;
	reads: SiteReads;
	runs: Runs;
	reports: Reports;
	workshops: Workshops;
	metrics: Metrics;
	/** Counts requests of every kind by the address they come from. */
	requests: Requests;
	slowReaders: SlowReaders;
	/** Resolves when every event received so far is stored. */
	drained: () => Promise<void>;
	/** SvelteKit's handler; absent while the pages are not built. */
	pages: RequestHandler | undefined;
	version: string;
	log: Logger;
};

export function buildApp(parts: AppParts): Express {
	const { config, reads, runs, workshops, metrics, pages } = parts;
	const app = express();
	app.set('trust proxy', config.TRUST_PROXY);
	app.disable('x-powered-by');
	app.use(parts.slowReaders.watch, headers, (request, response, next) => {
		// Each page loads dozens of the build's files once. SvelteKit resolves dots in a path, so they are resolved here too.
		if (resolvedPath(request.url).startsWith('/_app/')) return next();
		return parts.requests.limit(request, response, next);
	});
	const admit = openTurns(requestsInTurn);
	app.get('/healthz', dataPolicy, async (_request, response) => {
		await parts.database.session.ping();
		response
			.set('Cache-Control', 'no-store')
			.json({ status: 'ok', runners: reads.runners().length });
	});
	app.get('/metrics', dataPolicy, operatorsOnly(config), async (_request, response) => {
		response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
	});

	// A crowd of requests arrives in one turn of the event loop; those above wait for no turn.
	app.use(async (_request, _response, next) => {
		await admit();
		next();
	});
	const seats = openSeats(workshops, config);
	const description = openApi(parts.version);
	const api = Router();
	// event streams compress themselves (streams.ts) and disable this middleware by `no-transform`
	api.use(compression(), dataPolicy, metrics.timed, sameOrigin(config.ORIGIN), jsonBody);
	api.get('/openapi.json', (_request, response) => void response.json(description));
	api.use(contentRoutes(reads));
	const streaming = { ...parts, streams: metrics.streams, most: config.STREAMS };
	api.use(eventRoutes({ ...streaming, seats }));
	const { reports, bodies } = parts;
	api.use(runRoutes(runs, config.RUNS_PER_MINUTE, seats, workshops, { reports, bodies }));
	api.use(workshopRoutes(workshops, seats, streaming));
	const { database, drained } = parts;
	api.use(snapshotRoutes(database, reports, reads, drained, config.SNAPSHOTS_PER_MINUTE, bodies));
	api.use(noRoute);
	app.use('/api', api);

	// The build has compressed scripts and styles.
	if (pages) {
		app.use('/operate', operatorsOnly(config));
		app.use('/embed', framable);
		app.use(
			compression(),
			(request, _response, next) => {
				// SvelteKit sees Node's bare request: it gets its data, the address and the protocol from here
				const { headers, socket } = request;
				const operator = isOperator(config, { peer: socket.remoteAddress, headers });
				const visitor = addressOf(request);
				Object.assign(request, { cyclelab: reads, operator, visitor, log: parts.log });
				request.headers['x-cyclelab-protocol'] = request.protocol;
				request.headers['x-cyclelab-address'] = request.ip ?? '';
				next();
			},
			pages
		);
	} else app.use(noRoute);
	app.use(errorPolicy, errorHandler(parts.log));
	return app;
}

/** The path for SvelteKit's router: without dot segments in any encoding. */
function resolvedPath(url: string): string {
	const base = 'http://site';
	return URL.canParse(base + url) ? new URL(base + url).pathname : url;
}
