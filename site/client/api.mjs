/** Shell: the site's HTTP API, as the client uses it. */
import { setTimeout as pause } from 'node:timers/promises';

/** The site refused a request or did not respond. `status` is the HTTP status, 0 without a response. */
export class SiteRefused extends Error {
	/** @param {number} status @param {string} message */
	constructor(status, message) {
		super(message);
		this.status = status;
	}
}

/** Pauses between two polls of a run, ms: an inspection takes half a second, a measurement several seconds. */
const lookMs = { first: 250, longest: 2000 };
/** Time limit for retries while a site restarts, ms. */
const patienceMs = 60_000;

/** Time limit for cancelling a run that took too long, ms. */
const goodbyeMs = 5000;

/** Headers of a login in front of the site. @param {string} text `Name: value` on each line */
function headersOf(text) {
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => {
			const [, name, value] = /^\s*([\w-]+): *([\x20-\x7e]+?)\s*$/.exec(line) ?? [];
			// A secret
			if (!name || !value) throw new SiteRefused(400, 'CYCLELAB_HEADER is not "Name: value".');
			return [name, value];
		});
}

/** @param {string} site @param {number} timeoutMs for all requests together, from now on */
export function openApi(site, timeoutMs, login = process.env.CYCLELAB_HEADER ?? '') {
	const added = Object.fromEntries(headersOf(login));
	const until = performance.now() + timeoutMs;

	/** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
	async function once(path, init) {
		const signal = AbortSignal.timeout(Math.max(1, Math.ceil(until - performance.now())));
		/** @type {Response} */
		let response;
		try {
			const headers = { ...init?.headers, ...added };
			response = await fetch(site + path, { ...init, headers, signal, redirect: 'manual' });
		} catch {
			throw new SiteRefused(
				0,
				signal.aborted
					? `No answer within ${timeoutMs / 1000} s. Ask for more with --timeout.`
					: `${site} cannot be reached. Check --site or CYCLELAB_SITE.`
			);
		}
		if (response.ok) return response;
		const retryAfter = Number(response.headers.get('retry-after'));
		if (response.status === 429 && performance.now() + 1000 * retryAfter < until) {
			await pause(1000 * Math.max(1, retryAfter));
			return once(path, init);
		}
		const body = await response.json().catch(() => undefined);
		// A proxy sends browsers to its login and answers scripts with 401; the site's own 401 has a sentence.
		if (response.status < 400 || (response.status === 401 && body?.message === undefined))
			throw new SiteRefused(400, 'A login stands in front of the site. Set CYCLELAB_HEADER.');
		throw new SiteRefused(response.status, sentenceOf(response.status, body));
	}

	/** @param {string} path @param {unknown} body */
	const post = async (path, body) =>
		(
			await once(path, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body)
			})
		).json();

	return {
		/** @param {string} path */
		json: async (path) => (await once(path)).json(),
		/** @param {string} path */
		text: async (path) => (await once(path)).text(),
		post,
		/**
		 * Waits until a run is over.
		 * @param {{ url: string, cancel?: string }} accepted where it is read and cancelled
		 * @param {(view: any) => void} onView called with each polled state
		 */
		async follow({ url, cancel = url }, onView) {
			let lostAt = Infinity;
			for (let waitMs = lookMs.first; ; waitMs = Math.min(lookMs.longest, waitMs * 1.2)) {
				try {
					const response = await once(url);
					const view = await response.json().catch(() => {
						throw new SiteRefused(0, `The answer of ${site} was cut off.`);
					});
					lostAt = Infinity;
					onView(view);
					if (view.state !== 'queued' && view.state !== 'running') return view;
				} catch (error) {
					const now = performance.now();
					lostAt = Math.min(lostAt, now);
					const mayReturn =
						error instanceof SiteRefused && (error.status === 0 || error.status === 503);
					// A request that the time limit aborted does not show that the site is down.
					if (!mayReturn || (now - lostAt > patienceMs && now < until)) throw error;
				}
				if (performance.now() + waitMs >= until) {
					const signal = AbortSignal.timeout(goodbyeMs);
					const isCancelled = await fetch(site + cancel, { method: 'DELETE', signal }).then(
						({ ok }) => ok,
						() => false
					);
					throw new SiteRefused(
						0,
						`The run was not over within ${timeoutMs / 1000} s and ${isCancelled ? 'was' : 'could not be'} cancelled.`
					);
				}
				await pause(waitMs);
			}
		}
	};
}

/** @param {number} status @param {any} body */
function sentenceOf(status, body) {
	if (Array.isArray(body?.issues))
		return body.issues
			.map((/** @type {any} */ issue) => `${issue.path?.join('.') || 'request'}: ${issue.message}`)
			.join('\n');
	return typeof body?.message === 'string'
		? body.message
		: `The site answered with HTTP ${status}.`;
}
