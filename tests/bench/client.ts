/**
 * A minimal client: posts a run and reads its events with arrival times. It shares the processors with the site, so it
 * does little work: no schema checks, no web streams.
 */
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { RunEvent } from '@cyclelab/contract/schema/job';

export type Arrival = {
	/** Milliseconds since the request was sent. */
	atMs: number;
	event: RunEvent;
};

const agent = new http.Agent({ keepAlive: true });

function answerTo(
	url: string,
	options: http.RequestOptions,
	body?: string
): Promise<http.IncomingMessage> {
	return new Promise((resolve, reject) => {
		const request = http.request(url, { agent, ...options }, resolve);
		request.on('error', reject).end(body);
	});
}

/** Posts a run and yields its events until it ends. Throws the site's error if the run is refused. */
async function* follow(site: string, request: object): AsyncGenerator<Arrival> {
	const began = performance.now();
	const accepted = await answerTo(
		`${site}/api/runs`,
		{ method: 'POST', headers: { 'content-type': 'application/json' } },
		JSON.stringify(request)
	);
	const body = await text(accepted);
	if (accepted.statusCode !== 202) throw new Error(`${accepted.statusCode} ${body}`);
	const { events } = JSON.parse(body) as { events: string };
	const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip' };
	const stream = await answerTo(`${site}${events}`, { headers });
	if (stream.statusCode !== 200) throw new Error(`no event stream: ${stream.statusCode}`);
	const isPacked = stream.headers['content-encoding'] === 'gzip';
	const chunks = isPacked ? stream.pipe(createGunzip()) : stream;
	let buffer = '';
	for await (const chunk of chunks.setEncoding('utf8')) {
		const atMs = performance.now() - began;
		buffer += String(chunk);
		for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
			const data = /^data: (.*)$/m.exec(buffer.slice(0, end))?.[1];
			buffer = buffer.slice(end + 2);
			if (data) yield { atMs, event: JSON.parse(data) as RunEvent };
		}
	}
}

/** All events of a run with arrival times; throws if the run failed by an internal error. @param onArrival called with each */
export async function complete(
	site: string,
	request: object,
	onArrival: (arrival: Arrival) => void = () => {}
): Promise<Arrival[]> {
	const arrivals: Arrival[] = [];
	for await (const arrival of follow(site, request)) {
		if (arrival.event.type === 'failed') throw new Error(arrival.event.message);
		arrivals.push(arrival);
		onArrival(arrival);
	}
	return arrivals;
}

/** When an inspection's assembly and its first prediction arrived, ms; NaN for what did not come. */
export function timesOf(arrivals: readonly Arrival[]) {
	const at = (type: RunEvent['type']) =>
		arrivals.find(({ event }) => event.type === type)?.atMs ?? NaN;
	return { inspected: at('inspected'), predicted: at('predicted') };
}

/** Arrival of the first event of this type, ms. */
export function firstMs(arrivals: Arrival[], type: RunEvent['type']): number {
	const arrival = arrivals.find(({ event }) => event.type === type);
	if (!arrival) throw new Error(`no "${type}" event came`);
	return arrival.atMs;
}
