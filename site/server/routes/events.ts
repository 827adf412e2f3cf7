/** A run's events as they come, as server-sent events. */
import { Router } from 'express';
import type { Gauge } from 'prom-client';
import { fixed } from '../config.ts';
import type { Database } from '../database.ts';
import { notFound } from '../errors.ts';
import type { Hub } from '../events.ts';
import { beat, lastSeen, opening, passingFrame } from '../frames.ts';
import { addressOf, openCounter } from '../limits.ts';
import type { Line } from '../line.ts';
import { parseId } from '../parse.ts';
import { findRun, hasEventsAfter } from '../store.ts';

export type EventsParts = {
	database: Database;
	hub: Hub;
	line: Line;
	streams: Gauge;
	/** The whole stream of a run that is over, where it is at hand. */
	streamOf: (run: string) => Buffer | undefined;
	/** Streams one address may hold open. */
	most: number;
	/** Resolves when the site stops: streams end, and browsers come back to the next process. */
	stopping: AbortSignal;
};

const streamHeaders = {
	'Content-Type': 'text/event-stream; charset=utf-8',
	'Cache-Control': 'no-store, no-transform',
	'X-Accel-Buffering': 'no'
};

export function eventRoutes(parts: EventsParts): Router {
	const { database, hub, line, streams, most, stopping } = parts;
	const enter = openCounter(most);
	const router = Router();
	router.get('/runs/:id/events', async (request, response) => {
		const id = parseId(request.params.id, 'run');
		const seen = lastSeen(request.get('last-event-id'));
		const whole = seen === 0 ? parts.streamOf(id) : undefined;
		if (whole) return void response.writeHead(200, streamHeaders).end(whole);
		const leave = enter(addressOf(request));
		let unwatch = () => {};
		let stopBeating = () => {};
		const stop = () => response.end();
		let gone = false;
		streams.inc();
		stopping.addEventListener('abort', stop);
		response.on('close', () => {
			gone = true;
			stopBeating();
			stopping.removeEventListener('abort', stop);
			unwatch();
			leave();
			streams.dec();
		});
		const run = await findRun(database, id);
		if (!run) throw notFound('run');
		const over = run.state !== 'queued' && run.state !== 'running';
		const told = over ? !(await hasEventsAfter(database, id, seen)) : hub.endedBy(id, seen);
		if (told) {
			// 204 tells an EventSource not to come back
			response.status(204).end();
			return;
		}
		response.writeHead(200, streamHeaders);
		request.socket.setNoDelay(true);
		response.write(opening);
		const send = (frame: string) => {
			if (response.writableLength > fixed.streamBacklogBytes) response.destroy();
			else response.write(frame);
		};
		unwatch = await hub.watch(id, seen, { send, end: stop });
		if (gone) return unwatch();
		const beating = setInterval(() => send(beat), fixed.streamBeatMs);
		stopBeating = () => clearInterval(beating);
		const place = await line.place(id);
		if (place && !gone) send(passingFrame(place.type, JSON.stringify(place)));
	});
	return router;
}
