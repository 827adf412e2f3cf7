/**
 * Shell: the site's Express app: its middleware and routes, in order, and the checks of every request: security headers, origin
 * of state-changing requests, limits of bodies.
 */
import compression from 'compression';
import express, {
	Router,
	type ErrorRequestHandler,
	type Express,
	type RequestHandler
} from 'express';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type SiteConfig, fixed } from '../base/config.ts';
import { openTurns } from '../base/turns.ts';
import { basePath } from './base-path.ts';
import { errorHandler, noRoute } from './error-handler.ts';
import {
	addressOf,
	type Requests,
	jsonExtent,
	perMinuteInAll,
	type SharedLimits
} from '../limits/limits.ts';
import type { Metrics } from '../operation/metrics.ts';
import { typesOf } from './api-types.ts';
import type { ApiDescription } from './openapi.ts';
import { isOperator, operatorsOnly } from './operator.ts';
import { noStore } from './no-store.ts';
import type { SiteReads } from './reads.ts';
import { contentRoutes } from './routes/content.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { measures, runRoutes, type RunRoutesParts } from './routes/runs.ts';
import { snapshotRoutes } from './routes/snapshots.ts';
import { workshopRoutes } from './routes/workshops.ts';
import { openSeats } from './seats.ts';
import type { SlowReaders } from './slow-readers.ts';
import helmet from 'helmet';
import { SiteError } from '../base/errors.ts';

/** Requests that begin in one turn of the event loop. The part before its first wait takes one 0.1 to 0.2 ms. */
const requestsInTurn = 16;

type AppParts = Omit<
	RunRoutesParts,
	'streams' | 'most' | 'seats' | 'startsRun' | 'runsPerMinute'
> & {
	config: SiteConfig;
	reads: SiteReads;
	metrics: Metrics;
	/** Counts requests of every kind by the address they come from. */
	requests: Requests;
	sharedLimits: SharedLimits;
	slowReaders: SlowReaders;
	/** Resolves when every event received so far is stored. */
	drained: () => Promise<void>;
	/** SvelteKit's handler; absent while the pages are not built. */
	pages: RequestHandler | undefined;
	/** The OpenAPI document. */
	description: ApiDescription;
	log: Logger;
};

export function buildApp(parts: AppParts): Express {
	const { config, reads, runs, reports, bodies, database, workshops, metrics, pages, description } =
		parts;
	const app = express();
	const base = basePath(config.ORIGIN);
	const publicAddress = config.ORIGIN === undefined ? undefined : new URL(config.ORIGIN);
	const publicOrigin = publicAddress?.origin;
	app.set('trust proxy', config.TRUST_PROXY);
	app.disable('x-powered-by');
	app.use(parts.slowReaders.watch, locationsBelow(base), headers, (request, response, next) => {
		// Each page loads dozens of the build's files once. SvelteKit resolves dots in a path, so they are resolved here too.
		if (resolvedPath(request.url).startsWith('/_app/')) return next();
		return parts.requests.limit(request, response, next);
	});
	const asksAsOperator = ({ socket, headers }: IncomingMessage) =>
		isOperator(config, { peer: socket.remoteAddress, headers });
	const admit = openTurns(requestsInTurn);
	// Liveness: a process whose store does not answer for a while need not be restarted.
	app.get('/livez', dataPolicy, (_request, response) => {
		response.set(noStore).json({ status: 'ok' });
	});
	// Readiness: without its store a process can serve nobody.
	app.get('/healthz', dataPolicy, async (_request, response) => {
		await parts.database.session.ping();
		response.set(noStore).json({ status: 'ok', runners: reads.runners().length });
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
	const types = typesOf(description.components.schemas);
	const api = Router();
	// event streams compress themselves (sending.ts) and disable this middleware by `no-transform`
	api.use(compression(), dataPolicy, metrics.timed, sameOrigin(publicOrigin), jsonBody);
	api.use(readableElsewhere(publicOrigin));
	api.get('/', (_request, response) => response.redirect('/api-reference'));
	api.get('/openapi.json', (_request, response) => void response.json(description));
	api.get('/types.d.ts', (_request, response) => void response.type('text/plain').send(types));
	api.use(contentRoutes(reads, asksAsOperator));
	const streaming = { ...parts, streams: metrics.streams, most: config.STREAMS };
	const { drained, sharedLimits } = parts;
	const startsRun = perMinuteInAll(sharedLimits, config.RUNS_PER_MINUTE, 'start runs', measures);
	api.use(runRoutes({ ...streaming, seats, startsRun, runsPerMinute: config.RUNS_PER_MINUTE }));
	api.use(workshopRoutes(workshops, seats, streaming));
	const keeping = perMinuteInAll(sharedLimits, config.SNAPSHOTS_PER_MINUTE, 'keep runs');
	api.use(snapshotRoutes(database, reports, reads, drained, keeping, bodies));
	api.use(noRoute);
	app.use('/api', api);
	const { version } = description.info;
	app.use(
		'/mcp',
		dataPolicy,
		sameOrigin(publicOrigin),
		jsonBody,
		mcpRoutes({ reads, runs, seats, startsRun, version })
	);

	// The build has compressed scripts and styles.
	if (pages) {
		app.use('/operate', operatorsOnly(config));
		app.use('/embed', framable);
		app.use(
			compression(),
			(request, response, next) => {
				// These are of one visitor, and a shared cache would send them to others.
				for (const name of ['RateLimit', 'RateLimit-Policy']) response.removeHeader(name);
				// SvelteKit sees Node's bare request: it gets its data, the address and the protocol from here
				const operator = asksAsOperator(request);
				const visitor = addressOf(request);
				const { EDGE_SECONDS: edgeSeconds } = config;
				Object.assign(request, { cyclelab: reads, operator, visitor, edgeSeconds, log: parts.log });
				const protocol = publicAddress?.protocol.slice(0, -1) ?? request.protocol;
				request.headers['x-cyclelab-protocol'] = protocol;
				request.headers['x-cyclelab-host'] = publicAddress?.host ?? request.headers.host ?? '';
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

/** Locations that Express sends name paths from the site's root. */
function locationsBelow(base: string): RequestHandler {
	return (_request, response, next) => {
		const send = response.location.bind(response);
		response.location = (url) => send(url.startsWith('/') ? base + url : url);
		next();
	};
}

/** Headers of every response. Pages have their own content security policy, with the hashes of their scripts (vite.config.ts). */
const headers: RequestHandler = helmet({
	contentSecurityPolicy: false,
	// set by the proxy that terminates TLS
	strictTransportSecurity: false,
	referrerPolicy: { policy: 'same-origin' }
});

/** Responses of the API are data: they may load nothing, run nothing and not be framed. */
const dataPolicy: RequestHandler = helmet.contentSecurityPolicy({
	useDefaults: false,
	directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }
});

/** Errors of all routes have the API's headers, too. */
const errorPolicy: ErrorRequestHandler = (error, request, response, next) => {
	if (response.headersSent) return next(error);
	dataPolicy(request, response, () => next(error));
};

/** The content security policy (hooks.server.ts) decides about frames; the older header has no exceptions. */
const framable: RequestHandler = (_request, response, next) => {
	response.removeHeader('X-Frame-Options');
	next();
};

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a browser makes for another site. Requests without an Origin come from scripts,
 * which have no cookies. Without a public origin, a browser's own word that page and request have one origin is believed: behind a
 * proxy that speaks TLS, this process knows another address than the browser. No page can set that header.
 */
function sameOrigin(publicOrigin: string | undefined): RequestHandler {
	return (request, _response, next) => {
		const { origin } = request.headers;
		const site = request.headers['sec-fetch-site'];
		const siteOrigin = publicOrigin ?? `${request.protocol}://${request.headers.host}`;
		if (safe.has(request.method)) return next();
		if (origin === undefined && (site === undefined || site === 'same-origin')) return next();
		if (origin === siteOrigin || (publicOrigin === undefined && site === 'same-origin'))
			return next();
		next(
			new SiteError(
				403,
				'FOREIGN_ORIGIN',
				'This request came from another site. Open this one and try again. If it came from this site, behind a proxy, its operator must set ORIGIN to its public address, or TRUST_PROXY.'
			)
		);
	};
}

/** Paths of the API for the people of a workshop. */
const ofWorkshops = /^\/(workshops|seat|hosts)(\/|$)/;

/**
 * Pages of any site may read what a public site gives to anybody who has the address: nothing there depends on who asks. A site
 * without a public origin, on a person's own machine, tells pages of other sites nothing.
 */
function readableElsewhere(publicOrigin: string | undefined): RequestHandler {
	return (request, response, next) => {
		if (publicOrigin !== undefined && safe.has(request.method) && !ofWorkshops.test(request.path))
			response.set({
				'Access-Control-Allow-Origin': '*',
				'Access-Control-Expose-Headers': 'Retry-After'
			});
		next();
	};
}

/** JSON bodies, counted and measured before they are parsed. */
const jsonBody: RequestHandler[] = [
	(request, _response, next) => {
		const hasBody =
			request.headers['transfer-encoding'] !== undefined ||
			Number(request.headers['content-length']) > 0;
		if (!hasBody || request.is('application/json')) return next();
		next(
			new SiteError(
				415,
				'NOT_JSON',
				'Send the request as JSON, with content-type application/json.'
			)
		);
	},
	express.json({
		limit: fixed.bodyBytes,
		inflate: false,
		strict: true,
		verify: (_request, _response, body) => {
			const { depth, values } = jsonExtent(body);
			if (depth > fixed.jsonDepth)
				throw new SiteError(
					400,
					'TOO_DEEP',
					`The request is nested deeper than ${fixed.jsonDepth} levels.`
				);
			if (values > fixed.jsonValues)
				throw new SiteError(
					400,
					'TOO_MANY_VALUES',
					`The request has more than ${fixed.jsonValues.toLocaleString('en')} values. Leave out what the API does not describe.`
				);
		}
	})
];
