/** A learner's browser, as far as the bench needs one: posts a run and reads its events with arrival times. */
import { RunEvent } from '@cyclelab/runner/schema/job';

export type Arrival = {
	/** Milliseconds since the request was sent. */
	atMs: number;
	event: RunEvent;
};

/** Posts a run and yields its events until it ends. Throws with the site's words if it is not accepted. */
export async function* follow(site: string, request: object): AsyncGenerator<Arrival> {
	const began = performance.now();
	const accepted = await fetch(`${site}/api/runs`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(request)
	});
	if (accepted.status !== 202) throw new Error(`${accepted.status} ${await accepted.text()}`);
	const { events } = (await accepted.json()) as { events: string };
	const stream = await fetch(`${site}${events}`, { headers: { accept: 'text/event-stream' } });
	if (!stream.body) throw new Error('no event stream');
	let text = '';
	for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
		const atMs = performance.now() - began;
		text += chunk;
		for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
			const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
			text = text.slice(end + 2);
			if (data) yield { atMs, event: RunEvent.parse(JSON.parse(data)) };
		}
	}
}

/** All arrivals of a run; throws if it failed through our fault. */
export async function complete(site: string, request: object): Promise<Arrival[]> {
	const arrivals: Arrival[] = [];
	for await (const arrival of follow(site, request)) {
		if (arrival.event.type === 'failed') throw new Error(arrival.event.message);
		arrivals.push(arrival);
	}
	return arrivals;
}

/** When an event of this type first arrived, ms. */
export function firstMs(arrivals: Arrival[], type: RunEvent['type']): number {
	const arrival = arrivals.find(({ event }) => event.type === type);
	if (!arrival) throw new Error(`no "${type}" event came`);
	return arrival.atMs;
}
