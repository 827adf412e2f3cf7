/** Shell: the HTTP side of the site: what is mounted, in which order. */
import compression from 'compression';
import express, { Router, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { SiteConfig } from './config.ts';
import { errorHandler, noRoute } from './error-handler.ts';
import { dataPolicy, errorPolicy, framable, headers, jsonBody, sameOrigin } from './guard.ts';
import { perMinute } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { isOperator, operatorsOnly } from './operator.ts';
import type { SiteReads } from './reads.ts';
import { contentRoutes } from './routes/content.ts';
import { eventRoutes, type EventsParts } from './routes/events.ts';
import { runRoutes } from './routes/runs.ts';
import { snapshotRoutes } from './routes/snapshots.ts';
import { workshopRoutes } from './routes/workshops.ts';
import type { Runs } from './runs.ts';
import { openSeats } from './seats.ts';
import type { Workshops } from './workshop/workshops.ts';

export type AppParts = Omit<EventsParts, 'streams' | 'most' | 'seats'> & {
	config: SiteConfig;
	reads: SiteReads;
	runs: Runs;
	workshops: Workshops;
	metrics: Metrics;
	/** Resolves when everything that was said so far is in the store. */
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
	const asking = perMinute(config.REQUESTS_PER_MINUTE, 'ask');
	app.use(headers, (request, response, next) => {
		// the build's own files: dozens for each page, once, and nothing to find out by them
		if (request.path.startsWith('/_app/')) return next();
		return asking(request, response, next);
	});
	app.get('/healthz', dataPolicy, async (_request, response) => {
		await parts.database.query('select 1');
		response
			.set('Cache-Control', 'no-store')
			.json({ status: 'ok', runners: reads.runners().length });
	});
	app.get('/metrics', dataPolicy, operatorsOnly(config), async (_request, response) => {
		response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
	});

	const seats = openSeats(workshops, config);
	const description = openApi(parts.version);
	const api = Router();
	// streams of events compress themselves (streams.ts), and say so by forbidding others to
	api.use(compression(), dataPolicy, metrics.timed, sameOrigin(config.ORIGIN), jsonBody);
	api.get('/openapi.json', (_request, response) => void response.json(description));
	api.use(contentRoutes(reads));
	const streaming = { ...parts, streams: metrics.streams, most: config.STREAMS };
	api.use(eventRoutes({ ...streaming, seats }));
	api.use(runRoutes(runs, config.RUNS_PER_MINUTE, seats, workshops));
	api.use(workshopRoutes(workshops, seats, streaming));
	api.use(snapshotRoutes(parts.database, reads, parts.drained, config.SNAPSHOTS_PER_MINUTE));
	api.use(noRoute);
	app.use('/api', api);

	// Scripts and styles come compressed from the build.
	if (pages) {
		app.use('/operate', operatorsOnly(config));
		app.use('/embed', framable);
		app.use(
			compression(),
			(request, _response, next) => {
				// SvelteKit sees Node's bare request: it gets its data, the address and the protocol from here
				const { headers, socket } = request;
				const operator = isOperator(config, { peer: socket.remoteAddress, headers });
				Object.assign(request, { cyclelab: reads, operator, log: parts.log });
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
