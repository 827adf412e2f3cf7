/** Minimal clients of a workshop's host and participants: they use the protocol without a browser. */
import type { HostView } from '@cyclelab/site/shared/workshop-host.ts';

export type Answered<T> = { ms: number; body: T };

/** Posts a request; throws the site's error if it is refused. */
export async function post<T>(url: string, body: object, token?: string): Promise<Answered<T>> {
	const began = performance.now();
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(token === undefined ? {} : { authorization: `Bearer ${token}` })
		},
		body: JSON.stringify(body)
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${response.status} ${url}: ${text}`);
	return { ms: performance.now() - began, body: text === '' ? undefined : JSON.parse(text) };
}

/** Reads a stream of server-sent events until it is aborted; `onData` gets each event's data. */
export function listen(
	url: string,
	onData: (data: string, bytes: number) => void,
	token?: string
): { leave: () => void; ended: Promise<void> } {
	const leaving = new AbortController();
	const read = async () => {
		const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
		const response = await fetch(url, { headers, signal: leaving.signal });
		if (!response.ok || !response.body) throw new Error(`${response.status} ${url}`);
		let text = '';
		for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
			text += chunk;
			for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
				const block = text.slice(0, end);
				text = text.slice(end + 2);
				const data = /^data: (.*)$/m.exec(block)?.[1];
				if (data !== undefined) onData(data, block.length);
			}
		}
	};
	const ended = read().catch((error: unknown) => {
		if (!leaving.signal.aborted) throw error;
	});
	return { leave: () => leaving.abort(), ended };
}

export type Opened = {
	host: string;
	code: string;
	/** Resolves once the host gets a view for which the condition holds, to its arrival by `performance.now()`. */
	until: (holds: (view: HostView) => boolean) => Promise<number>;
	view: () => HostView | undefined;
	leave: () => void;
};

/** Opens a workshop and watches it as its host does. */
export async function openRoom(site: string, exercises: string[]): Promise<Opened> {
	const { body } = await post<{ hostPage: string; code: string }>(`${site}/api/workshops`, {
		title: 'A bench',
		exercises
	});
	const host = `${site}/api/hosts/${body.hostPage.replace('/host/', '')}`;
	let last: HostView | undefined;
	const waiting = new Set<{ holds: (view: HostView) => boolean; done: (at: number) => void }>();
	const { leave } = listen(`${host}/events`, (data) => {
		const at = performance.now();
		last = (JSON.parse(data) as { view: HostView }).view;
		for (const one of waiting)
			if (one.holds(last)) {
				waiting.delete(one);
				one.done(at);
			}
	});
	return {
		host,
		code: body.code,
		view: () => last,
		leave,
		until: (holds) =>
			last && holds(last)
				? Promise.resolve(performance.now())
				: new Promise((done) => waiting.add({ holds, done }))
	};
}

export type Participant = { token: string; number: number; bytes: () => number; leave: () => void };

/** Joins, and stays connected. */
export async function takeSeat(site: string, code: string, number: number): Promise<Participant> {
	const { body } = await post<{ token: string }>(`${site}/api/workshops/${code}/seats`, {
		name: `Guest ${number}`
	});
	let bytes = 0;
	const { leave } = listen(`${site}/api/seat/events`, (_, more) => (bytes += more), body.token);
	return { token: body.token, number, bytes: () => bytes, leave };
}

/** Starts a run as this participant and waits for its end. */
export async function runAs(
	site: string,
	{ token }: Participant,
	request: object
): Promise<{ id: string; ms: number; positions: number[] }> {
	const began = performance.now();
	const { body } = await post<{ id: string; events: string }>(`${site}/api/runs`, request, token);
	const positions: number[] = [];
	let last = '';
	const { ended } = listen(
		site + body.events,
		(data) => {
			const event: { type: string; position?: number } = JSON.parse(data);
			last = event.type;
			if (event.type === 'queued' && event.position !== undefined) positions.push(event.position);
		},
		token
	);
	await ended;
	if (last !== 'finished') throw new Error(`A run ended as “${last}”.`);
	return { id: body.id, ms: performance.now() - began, positions };
}
