/** Shell: a minimal client of a workshop's host and participants: it uses the protocol without a browser. */

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
