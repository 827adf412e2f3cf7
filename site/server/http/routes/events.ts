/** Shell: a run's events as they come, as server-sent events. */
import { Router, type Request, type Response } from 'express';
import { sendBody, sendBytes, type Bodies, type LoadedBody } from '../bodies.ts';
import { endWith, type Whole } from '../../runs/compressed.ts';
import { fixed } from '../../base/config.ts';
import type { Database, Sql } from '../../store/database.ts';
import { notFound } from '../../base/errors.ts';
import type { Hub } from '../../runs/events.ts';
import { readEventsInPieces } from '../../runs/event-store.ts';
import {
	frameBefore,
	frameEnd,
	lastSeen,
	markAfter,
	opening,
	type HistoryPosition
} from '../../runs/frames.ts';
import { addressOf, openCounter } from '../../limits/limits.ts';
import type { QueuePositions } from '../../runs/queue-positions.ts';
import { parseId } from '../parse.ts';
import { nameOfSeat, type Seats } from '../seats.ts';
import { isOver } from '../../../shared/run-state.ts';
import { findRun } from '../../runs/store.ts';
import { openStream, streamHeaders, type StreamParts } from '../streams.ts';

export type EventsParts = StreamParts & {
	database: Database;
	hub: Hub;
	positions: QueuePositions;
	bodies: Bodies;
	/** The events of a finished run if they are in memory. */
	streamOf: (run: string) => Whole | undefined;
	/** Streams one address may hold open. */
	most: number;
	seats: Seats;
};

export function eventRoutes(parts: EventsParts): Router {
	const { database, hub, positions, most, seats, bodies } = parts;
	const enter = openCounter(most);
	const enterSeat = openCounter(fixed.streamsOfSeat);
	const router = Router();
	/** Sends the events that a reader lacks of a run that is over, from memory shared by all readers. */
	async function sendHistory(
		id: string,
		seen: HistoryPosition,
		request: Request,
		response: Response
	): Promise<void> {
		const load = () => loadHistory(database, id);
		await bodies.using(`events ${id}`, load, async (history) => {
			const received = receivedOf(history.meta, seen);
			const next = history.meta[received];
			// 204 stops an EventSource from reconnecting
			if (!next) return void response.status(204).end();
			response.set(streamHeaders);
			if (received === 0) return sendBody(history, request, response);
			const { parts } = history;
			await sendBytes(response, [...parts.slice(0, 1), ...parts.slice(next.from)]);
		});
	}
	router.get('/runs/:id/events', async (request, response) => {
		const id = parseId(request.params.id, 'run');
		const seen = lastSeen(request.get('last-event-id'));
		// An active run has no answer yet, and to look for one takes longer the more there are.
		const kept = seen.seq === 0 && !hub.isActive(id) ? parts.streamOf(id) : undefined;
		if (kept) return endWith(kept, request, response.set(streamHeaders));
		const seat = await seats.find(request);
		const leave = seat ? enterSeat(nameOfSeat(seat)) : enter(addressOf(request));
		const stream = openStream(request, response, parts, leave);
		if (!hub.isActive(id)) {
			const run = await findRun(database, id);
			if (!run) throw notFound('run');
			if (isOver(run.state)) return sendHistory(id, seen, request, response);
		}
		if (hub.endedAt(id, seen)) {
			// 204 stops an EventSource from reconnecting
			response.status(204).end();
			return;
		}
		stream.open();
		stream.send(opening);
		const { send, end } = stream;
		stream.onGone(await hub.watch(id, seen, { send, end }));
		if (!hub.isHeld(id)) positions.tell(id);
	});
	return router;
}

/** An event in a loaded history. `from`: index of the first part that has bytes of it. */
type LoadedPosition = HistoryPosition & { from: number };

/**
 * All events of a finished run: the beginning of the stream, then the parts of each event. A large event stays in its pieces,
 * because joining them would copy 10 MiB in one turn of the event loop.
 */
async function loadHistory(sql: Sql, id: string): Promise<LoadedBody<LoadedPosition[]>> {
	const parts: Buffer[] = [Buffer.from(opening)];
	const positions: LoadedPosition[] = [];
	let mark = 0;
	for (const { seq, type, pieces } of await readEventsInPieces(sql, id)) {
		mark = pieces.reduce(markAfter, mark);
		const frame = [Buffer.from(frameBefore({ seq, mark, type })), ...pieces, Buffer.from(frameEnd)];
		positions.push({ seq, mark, from: parts.length });
		if (pieces.length > 1) parts.push(...frame);
		else parts.push(Buffer.concat(frame));
	}
	return { parts, meta: positions };
}

/** The number of these events that a reader has received; 0 if the reader's id belongs to another history. */
function receivedOf(positions: readonly HistoryPosition[], seen: HistoryPosition): number {
	const at = positions.findIndex(({ seq }) => seq === seen.seq);
	const isSame = seen.mark === undefined || positions[at]?.mark === seen.mark;
	return at >= 0 && isSame ? at + 1 : 0;
}
