/** Shell: a learner at a browser that loses its connection, finds a site that answers, and goes on where it was. */
import { changed, charactersOf, type Json } from '@cyclelab/runner/changes';
import { apply } from '@cyclelab/runner/progress';
import { RunEvent } from '@cyclelab/runner/schema/job';
import { Report } from '@cyclelab/runner/schema/report';
import type { Ended } from '@cyclelab/site/server/ending.ts';
import { setTimeout as pause } from 'node:timers/promises';

export type Heard = {
	/** Number in the run's history; absent for what is about the moment only. */
	seq: number | undefined;
	/** How the site calls its place there. */
	id: string | undefined;
	/** `performance.now()` of its arrival. */
	at: number;
	event: RunEvent;
};

export type Course = {
	id: string;
	/** Everything that was heard, across all connections. */
	heard: Heard[];
	/** Streams that were opened. */
	connections: number;
};

export type Habits = {
	/** Leaves its connection, by what it has heard so far, whatever else has come on it, and goes to another site. */
	leaves?: (heard: readonly Heard[]) => boolean;
	/** Cancels, at another site than the one it listens to, when the run has started. */
	cancels?: boolean;
	/** Folds what it hears to a report, as the page does, and hears at the end only what changed since. */
	folds?: boolean;
	/** Hears of the run whenever something was heard of it. */
	onHeard?: (id: string, heard: Heard[]) => void;
};

/** Pause before another site is tried, ms. */
const againMs = 50;

/**
 * Asks for a run and follows it to its end.
 * @param sites addresses of the sites, the one to begin with first; those that do not answer are passed over
 */
export async function learn(
	sites: readonly string[],
	request: object,
	habits: Habits = {},
	signal?: AbortSignal
): Promise<Course> {
	return follow(sites, await ask(sites, request, signal), habits, signal);
}

/** Follows a run that was asked for to its end. */
export async function follow(
	sites: readonly string[],
	id: string,
	habits: Habits = {},
	signal?: AbortSignal
): Promise<Course> {
	const heard: Heard[] = [];
	let connections = 0;
	let cancelled = false;
	for (let turn = 0; ; turn++) {
		signal?.throwIfAborted();
		const site = sites[turn % sites.length] ?? '';
		connections++;
		const last = heard.findLast(({ id }) => id !== undefined)?.id;
		try {
			for await (const told of stream(site, id, habits, last, signal)) {
				const { event } = told;
				const one = { ...told, event: event.type === 'ended' ? endIn(heard, event) : event };
				heard.push(one);
				habits.onHeard?.(id, heard);
				if (isEnd(one.event)) return { id, heard, connections };
				if (habits.cancels && !cancelled && one.event.type === 'started') {
					cancelled = true;
					await cancel(sites[(turn + 1) % sites.length] ?? site, id);
				}
				if (habits.leaves?.(heard)) break;
			}
		} catch (error) {
			if (error instanceof Lost) throw error;
		}
		await pause(againMs);
	}
}

/** The site says that there is no such run. */
class Lost extends Error {}

const isEnd = ({ type }: RunEvent) =>
	type === 'finished' || type === 'failed' || type === 'cancelled';

async function ask(
	sites: readonly string[],
	request: object,
	signal?: AbortSignal
): Promise<string> {
	for (let turn = 0; ; turn++) {
		signal?.throwIfAborted();
		try {
			const response = await fetch(`${sites[turn % sites.length]}/api/runs`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(request)
			});
			const text = await response.text();
			if (response.status === 202) return String(JSON.parse(text).id);
			if (response.status < 500) throw new Lost(`${response.status} ${text}`);
		} catch (error) {
			if (error instanceof Lost) throw error;
		}
		await pause(againMs);
	}
}

/** The report that the events make, changed as its end says. */
function endIn(heard: readonly Heard[], { from, changes }: Ended): RunEvent {
	const known = heard.reduce<Report | undefined>(
		(report, { event }) => apply(report, event),
		undefined
	);
	const plain = known as unknown as Json;
	if (charactersOf(plain) !== from) throw new Lost('The changes are of another report.');
	return { type: 'finished', report: Report.parse(changed(plain, changes)) };
}

async function cancel(site: string, id: string): Promise<void> {
	await fetch(`${site}/api/runs/${id}`, { method: 'DELETE' }).catch(() => undefined);
}

async function* stream(
	site: string,
	id: string,
	{ folds }: Habits,
	last: string | undefined,
	signal?: AbortSignal
): AsyncGenerator<Omit<Heard, 'event'> & { event: RunEvent | Ended }> {
	const leave = new AbortController();
	const response = await fetch(`${site}/api/runs/${id}/events${folds ? '?end=changes' : ''}`, {
		headers: last === undefined ? {} : { 'last-event-id': last },
		signal: signal ? AbortSignal.any([leave.signal, signal]) : leave.signal
	});
	if (response.status !== 200) {
		const text = await response.text();
		if (response.status === 404) throw new Lost(`404 ${text}`);
		return;
	}
	let text = '';
	try {
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			text += chunk;
			for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
				const block = text.slice(0, end);
				text = text.slice(end + 2);
				const data = /^data: (.*)$/m.exec(block)?.[1];
				const id = /^id: (.*)$/m.exec(block)?.[1];
				if (data === undefined) continue;
				const said: RunEvent | Ended = JSON.parse(data);
				const seq = id === undefined ? undefined : parseInt(id);
				const event = said.type === 'ended' ? said : RunEvent.parse(said);
				yield { seq, id, at: performance.now(), event };
			}
		}
	} finally {
		leave.abort();
	}
}
