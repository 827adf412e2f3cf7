/** One learner's browser, as far as the load needs it: an address of its own, requests that may not hang, streams. */
import { setTimeout as sleep } from 'node:timers/promises';

/** No answer, or no sign of life on a stream (the site sends one every 15 s), for so long is a hang, ms. */
export const silenceMs = 60_000;
/** A stream that was cut is opened again, as a browser does, at most so often in a row. */
const mostReconnects = 5;

/** The site said no, in words: 429, and when to come back. */
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
	/** Hears a stream's events until `heard` says that this was the last; throws if it ends for good before that. */
	hear: (path: string, heard: (data: string) => boolean, leaving?: AbortSignal) => Promise<void>;
};

/** @param address what a proxy in front says the request comes from */
export function openBrowser(site: string, address: string, token?: string): Browser {
	const headers = {
		'x-forwarded-for': address,
		...(token === undefined ? {} : { authorization: `Bearer ${token}` })
	};

	/** Asks, and reads; `read` calls `alive` whenever something came. */
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
			const said = `${response.status} ${path}: ${text}`;
			if (response.status !== 429) throw new Error(said);
			if (!response.headers.get('retry-after')) throw new Error(`No Retry-After. ${said}`);
			throw new Refused(said);
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
		hear: async (path, heard, leaving) => {
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
								if (heard(data)) return true;
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
