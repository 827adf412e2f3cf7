/** Shell: a minimal client of a workshop's host and participants: it uses the protocol without a browser. */
import { messagesOf } from '../../site/src/lib/run/api.ts';

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
	onData: (data: string) => void,
	token?: string
): { leave: () => void; ended: Promise<void> } {
	const leaving = new AbortController();
	const read = async () => {
		const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
		const response = await fetch(url, { headers, signal: leaving.signal });
		if (!response.ok) throw new Error(`${response.status} ${url}`);
		for await (const { data } of messagesOf(response)) onData(data);
	};
	const ended = read().catch((error: unknown) => {
		if (!leaving.signal.aborted) throw error;
	});
	return { leave: () => leaving.abort(), ended };
}
