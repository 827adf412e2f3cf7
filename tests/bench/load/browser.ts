/** A minimal client of one learner: an address, requests with a hang detection, streams. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Hang detection: time without a response or without a stream's heartbeat (every 15 s), ms. */
export const silenceMs = 60_000;
/** Largest number of consecutive reconnections of a stream. */
const mostReconnects = 5;

/** The site refused the request with status 429 and a retry time. */
export class Refused extends Error {
	override name = 'Refused';
}
/** Nothing came for `silenceMs`. */
export class Hung extends Error {
	override name = 'Hung';
}

export type Browser = {
	get: (path: string) => Promise<string>;
	post: (path: string, body: object) => Promise<unknown>;
	/** Reads a stream's events until `isLast` returns true; throws if the stream ends before that. */
	receive: (
		path: string,
		isLast: (data: string) => boolean,
		leaving?: AbortSignal
	) => Promise<void>;
};

/** @param address client address, as a proxy reports it */
export function openBrowser(site: string, address: string, token?: string): Browser {
	const headers = {
		'x-forwarded-for': address,
		...(token === undefined ? {} : { authorization: `Bearer ${token}` })
	};

	/** Sends a request and reads the response; `read` calls `alive` whenever data arrived. */
	async function ask<T>(
		path: string,
		options: RequestInit,
		read: (response: Response, alive: () => void) => Promise<T>,
		leaving?: AbortSignal
	): Promise<T> {
		const cut = new AbortController();
		const hung = () => cut.abort(new Hung(`Nothing came from ${path} for ${silenceMs / 1000} s.`));
		let timer = setTimeout(hung, silenceMs);
		const alive = () => {
			clearTimeout(timer);
			timer = setTimeout(hung, silenceMs);
		};
		const signal = leaving ? AbortSignal.any([cut.signal, leaving]) : cut.signal;
		try {
			const response = await fetch(site + path, {
				...options,
				headers: { ...headers, ...options.headers },
				signal
			});
			alive();
			if (response.ok) return await read(response, alive);
			const text = (await response.text()).slice(0, 300);
			const sentence = `${response.status} ${path}: ${text}`;
			if (response.status !== 429) throw new Error(sentence);
			if (!response.headers.get('retry-after')) throw new Error(`No Retry-After. ${sentence}`);
			throw new Refused(sentence);
		} catch (error) {
			throw cut.signal.aborted ? cut.signal.reason : error;
		} finally {
			clearTimeout(timer);
		}
	}

	return {
		get: (path) => ask(path, {}, (response) => response.text()),
		post: (path, body) =>
			ask(
				path,
				{
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(body)
				},
				async (response) => (response.status === 204 ? undefined : response.json())
			),
		receive: async (path, isLast, leaving) => {
			let last = '';
			for (let attempt = 0; attempt <= mostReconnects; attempt++) {
				const resumed = last === '' ? {} : { 'last-event-id': last };
				const isOver = await ask(
					path,
					{ headers: resumed },
					async (response, alive) => {
						if (!response.body) return false;
						let text = '';
						for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
							alive();
							text += chunk;
							for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
								const block = text.slice(0, end);
								text = text.slice(end + 2);
								last = /^id: (.*)$/m.exec(block)?.[1] ?? last;
								const data = /^data: (.*)$/m.exec(block)?.[1];
								if (data === undefined) continue;
								attempt = 0;
								if (isLast(data)) return true;
							}
						}
						return false;
					},
					leaving
				);
				if (isOver) return;
				await sleep(200);
			}
			throw new Error(
				`The stream ${path} ended ${mostReconnects + 1} times before its last event.`
			);
		}
	};
}
