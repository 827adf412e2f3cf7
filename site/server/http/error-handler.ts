/** Shell: turns every error into a response. */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { fixed } from '../base/config.ts';
import { errorId, IssuesError, notFound, SiteError } from '../base/errors.ts';

/** Errors of the body parser (http-errors), and of Express for a path that cannot be decoded. */
const HttpError = z.object({ status: z.int().min(400).max(499), type: z.string().optional() });

/** Connection failures of Node and classes 08, 53, 57, 58 of PostgreSQL's error codes: the store is unreachable. */
const Unreachable = z.object({
	code: z.string().regex(/^(ECONN.*|ENOENT|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|(08|53|57|58).{3})$/)
});

/** Converts any thrown value to an error with a code. Pure. */
export function toSiteError(error: unknown): SiteError {
	if (error instanceof SiteError) return error;
	const http = HttpError.safeParse(error);
	if (http.success) {
		if (http.data.type === 'entity.too.large')
			return new SiteError(
				413,
				'TOO_LARGE',
				`A request may have ${fixed.bodyBytes / 1024} kB. Shorten the sources.`
			);
		if (http.data.type === 'entity.parse.failed')
			return new SiteError(400, 'NOT_JSON', 'The request is not valid JSON.');
		if (http.data.type === 'encoding.unsupported')
			return new SiteError(
				415,
				'COMPRESSED',
				'The site accepts no compressed requests. Send it without Content-Encoding.'
			);
		return new SiteError(http.data.status, 'BAD_REQUEST', 'The request could not be read.');
	}
	const message = error instanceof Error ? error.message : '';
	const lost =
		/connection (terminated|timeout)|timeout exceeded when trying to connect|not queryable$/i.test(
			message
		);
	if (lost || Unreachable.safeParse(error).success)
		return new SiteError(
			503,
			'STORE_DOWN',
			'The site cannot reach its database at the moment; your code is not the reason. Try again in a few seconds.',
			{ cause: error, retryAfterSeconds: 3 }
		);
	return new SiteError(
		500,
		'INTERNAL',
		'Something went wrong on our side; your code is not the reason. Try again, or report the id.',
		{ cause: error }
	);
}

/** A path for the log, without a host's key. Routes ignore case. */
export const withoutSecret = (path: string) => path.replace(/\/hosts?\/[^/]+/gi, '/hosts/***');

export function errorHandler(log: Logger): ErrorRequestHandler {
	return (error, request, response, next) => {
		if (response.headersSent) return next(error);
		if (error instanceof IssuesError) {
			response.status(400).json({ issues: error.issues });
			return;
		}
		const siteError = toSiteError(error);
		const id = errorId();
		const facts = {
			id,
			code: siteError.code,
			method: request.method,
			path: withoutSecret(request.path)
		};
		if (siteError.status >= 500)
			log.error({ ...facts, err: siteError.cause ?? siteError }, siteError.message);
		else log.debug(facts, siteError.message);
		if (siteError.retryAfterSeconds !== undefined)
			response.set('Retry-After', String(siteError.retryAfterSeconds));
		response
			.status(siteError.status)
			.json({ code: siteError.code, message: siteError.message, id });
	};
}

/** The end of the API: no route took it. */
export const noRoute: RequestHandler = (_request, _response, next) =>
	next(notFound('address in the API'));
