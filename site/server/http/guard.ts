/** Shell: checks of every request: security headers, origin of state-changing requests, limits of bodies. */
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import helmet from 'helmet';
import { fixed } from '../base/config.ts';
import { SiteError } from '../base/errors.ts';
import { jsonExtent } from '../limits/limits.ts';

/** Headers of every response. Pages have their own content security policy, with a nonce per page (svelte.config.js). */
export const headers: RequestHandler = helmet({
	contentSecurityPolicy: false,
	// set by the proxy that terminates TLS
	strictTransportSecurity: false,
	referrerPolicy: { policy: 'same-origin' }
});

/** Responses of the API are data: they may load nothing, run nothing and not be framed. */
export const dataPolicy: RequestHandler = helmet.contentSecurityPolicy({
	useDefaults: false,
	directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }
});

/** Errors of all routes have the API's headers, too. */
export const errorPolicy: ErrorRequestHandler = (error, request, response, next) => {
	if (response.headersSent) return next(error);
	dataPolicy(request, response, () => next(error));
};

/** The content security policy (hooks.server.ts) decides about frames; the older header has no exceptions. */
export const framable: RequestHandler = (_request, response, next) => {
	response.removeHeader('X-Frame-Options');
	next();
};

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a browser makes for another site. Requests without an Origin come from scripts,
 * which have no cookies.
 */
export function sameOrigin(publicOrigin: string | undefined): RequestHandler {
	return (request, _response, next) => {
		const { origin } = request.headers;
		const site = request.headers['sec-fetch-site'];
		const own = publicOrigin ?? `${request.protocol}://${request.headers.host}`;
		if (safe.has(request.method)) return next();
		if (origin === undefined && (site === undefined || site === 'same-origin')) return next();
		if (origin === own) return next();
		next(
			new SiteError(
				403,
				'FOREIGN_ORIGIN',
				'This request came from another site. Open this one and try again.'
			)
		);
	};
}

/** JSON bodies, counted and measured before they are parsed. */
export const jsonBody: RequestHandler[] = [
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
