/** Shell: a run's events as they come, as server-sent events. */
import { Router } from 'express';
import { endWith } from '../compressed.ts';
import { fixed } from '../config.ts';
import type { Database } from '../database.ts';
import { notFound } from '../errors.ts';
import type { Hub } from '../events.ts';
import { isAt, lastSeen, marked, opening, passingFrame, type Place } from '../frames.ts';
import { addressOf, openCounter } from '../limits.ts';
import type { Streams } from '../kept-answers.ts';
import type { Line } from '../line.ts';
import { parseId } from '../parse.ts';
import { nameOfSeat, type Seats } from '../seats.ts';
import { readEvents } from '../event-store.ts';
import { findRun } from '../store.ts';
import { openStream, streamHeaders, type StreamParts } from '../streams.ts';

export type EventsParts = StreamParts & {
	database: Database;
	hub: Hub;
	line: Line;
	/** What a run said that is over, where it is at hand. */
	streamOf: (run: string) => Streams | undefined;
	/** Streams one address may hold open. */
	most: number;
	seats: Seats;
};

export function eventRoutes(parts: EventsParts): Router {
	const { database, hub, line, most, seats } = parts;
	const enter = openCounter(most);
	const enterSeat = openCounter(fixed.streamsOfSeat);
	const router = Router();
	/** Whether whoever comes back to a run that is over has heard all of it. */
	const endedAt = async (id: string, place: Place) => {
		if (place.seq === 0) return false;
		const last = marked(await readEvents(database, id, 0)).at(-1);
		return last !== undefined && isAt(place, last);
	};
	router.get('/runs/:id/events', async (request, response) => {
		const id = parseId(request.params.id, 'run');
		const seen = lastSeen(request.get('last-event-id'));
		const folds = request.query['end'] === 'changes';
		const kept = seen.seq === 0 ? parts.streamOf(id) : undefined;
		if (kept) return endWith(folds ? kept.end : kept.stream, request, response.set(streamHeaders));
		const seat = await seats.find(request);
		const leave = seat ? enterSeat(nameOfSeat(seat)) : enter(addressOf(request));
		const stream = openStream(request, response, parts, leave);
		const run = await findRun(database, id);
		if (!run) throw notFound('run');
		const over = run.state !== 'queued' && run.state !== 'running';
		if (over ? await endedAt(id, seen) : hub.endedAt(id, seen)) {
			// 204 tells an EventSource not to come back
			response.status(204).end();
			return;
		}
		stream.open();
		stream.send(opening);
		const { send, end } = stream;
		stream.onGone(await hub.watch(id, seen, { send, end, folds }));
		const place = await line.place(id);
		if (place && !stream.isGone()) send(passingFrame(place.type, JSON.stringify(place)));
	});
	return router;
}
