/** Shell: runs: start, read, cancel, and follow their events as they come (server-sent events). */
import { noStore } from '../no-store.ts';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import {
	openStream,
	sendBody,
	sendBytes,
	streamHeaders,
	type Bodies,
	type LoadedBody,
	type StreamParts
} from '../sending.ts';
import { fixed } from '../../base/config.ts';
import { notFound, SiteError } from '../../base/errors.ts';
import {
	perMinute,
	perMinuteInAll,
	addressOf,
	openCounter,
	type SharedLimits
} from '../../limits/limits.ts';
import { parseBody, parseId } from '../parse.ts';
import type { RunService } from '../../runs/service.ts';
import { InspectionRequest, RunRequest, type RunView } from '../../../shared/schema.ts';
import { VersionsQuery, versionsOf } from '../../../shared/versions.ts';
import { seatKey, type Seats, nameOfSeat } from '../seats.ts';
import type { Seat } from '../../workshops/seat-store.ts';
import type { Workshops } from '../../workshops/workshops.ts';
import { endWith, type Whole } from '../../runs/compressed.ts';
import type { Database } from '../../store/database.ts';
import {
	type Hub,
	frameBefore,
	frameEnd,
	lastSeen,
	markAfter,
	opening,
	type HistoryPosition
} from '../../runs/events.ts';
import type { Reports } from '../../runs/event-store.ts';
import type { QueuePositions } from '../../runs/queue-positions.ts';
import { isOver } from '../../../shared/run-state.ts';
import { findRun } from '../../runs/queue.ts';

export type RunRoutesParts = StreamParts & {
	runs: RunService;
	/** Counts a run against the address that starts it. */
	startsRun: RequestHandler;
	/** Runs that one address may start in a minute, and streams that it may hold open. */
	runsPerMinute: number;
	sharedLimits: SharedLimits;
	most: number;
	seats: Seats;
	workshops: Workshops;
	reports: Reports;
	bodies: Bodies;
	database: Database;
	hub: Hub;
	positions: QueuePositions;
	/** The events of a finished run if they are in memory. */
	streamOf: (run: string) => Whole | undefined;
};

/** Whether a request starts a run with a measurement: typing starts inspections alone. */
export const measures = ({ body }: Request): boolean =>
	!Array.isArray(body?.stages) || body.stages.includes('measure');

export function runRoutes(parts: RunRoutesParts): Router {
	const { runs, startsRun, runsPerMinute, seats, workshops, reports, bodies } = parts;
	const router = Router();
	const ofSeat = perMinute(runsPerMinute, 'start runs', { key: seatKey, name: 'participant' });
	// Any client may open a workshop and take all its seats.
	const ofRoom = perMinuteInAll(
		parts.sharedLimits,
		runsPerMinute * fixed.roomOfOneAddress,
		'start runs in workshops',
		measures
	);
	/** Finds the participant who asks, and counts the run. */
	const counted: RequestHandler[] = [
		async (request, response, next) => {
			const seat = await seats.find(request);
			response.locals['seat'] = seat;
			return (seat ? ofRoom : startsRun)(request, response, next);
		},
		(request, response, next) =>
			response.locals['seat'] ? ofSeat(request, response, next) : next()
	];
	router.post('/runs', counted, async (request: Request, response: Response) => {
		const seat: Seat | undefined = response.locals['seat'];
		const asker = seats.asker(request, seat);
		const wanted = parseBody(RunRequest, request.body);
		if (seat) await workshops.mayRun(seat, wanted);
		const accepted = await runs.submit(wanted, asker);
		if (seat) await workshops.ran(seat, accepted, wanted);
		response.status(202).location(accepted.url).json(accepted);
	});
	router.get('/runs/:id', async (request, response) => {
		const head = await runs.head(parseId(request.params.id, 'run'));
		if (!head) throw notFound('run');
		if (head.state !== 'finished') {
			response.set(noStore).json(head);
			return;
		}
		const load = () => loadRun(reports, head);
		await bodies.using(`run ${head.id}`, load, async (body) => {
			// A finished run does not change.
			response.type('json').set({ 'Cache-Control': 'private, no-cache', ETag: `W/"${head.id}"` });
			if (request.fresh) response.status(304).end();
			else await sendBody(body, request, response);
		});
	});
	router.get(
		'/runs/:id/versions',
		perMinute(runsPerMinute, 'compare versions'),
		async (request, response) => {
			const id = parseId(String(request.params['id']), 'run');
			const { of, to } = parseBody(VersionsQuery, request.query);
			// Waits until the events of the run are stored.
			if ((await runs.head(id))?.state !== 'finished') throw notFound('finished run');
			const found = await reports.read(id, fixed.pageReportBytes);
			if (found && !found.report)
				throw new SiteError(
					413,
					'REPORT_TOO_LARGE',
					'The report of this run is too large to compare its variants. Measure fewer variants or values.'
				);
			const versions = found?.report && versionsOf(found.report, of, to);
			if (!versions) throw notFound('finished run with these variants');
			response.set(noStore).json(versions);
		}
	);
	router.delete('/runs/:id', async (request, response) => {
		const { key } = request.query;
		const given = typeof key === 'string' ? key : undefined;
		response.status(202).json(await runs.cancel(parseId(request.params.id, 'run'), given));
	});
	router.use(eventRoutes(parts, counted));
	return router;
}

/** A finished run as `RunView`: its report is JSON already, and neither parsed nor serialised here. */
async function loadRun(reports: Reports, head: RunView): Promise<LoadedBody<undefined>> {
	const report = await reports.json(head.id);
	if (!report) throw notFound('report');
	const before = JSON.stringify(head).slice(0, -1);
	return {
		parts: [Buffer.from(`${before},"report":`), ...report, Buffer.from('}')],
		meta: undefined
	};
}

/**
 * The events of runs as they come.
 * @param counted what comes before a run is started
 */
function eventRoutes(parts: RunRoutesParts, counted: RequestHandler[]): Router {
	const { database, reports, hub, positions, runs, most, seats, bodies } = parts;
	const enterAddress = openCounter(most);
	const enterSeat = openCounter(fixed.streamsOfSeat);
	/** Counts a stream. Returns the function that is called when it is closed. */
	const enter = (request: Request, seat: Seat | undefined) =>
		seat ? enterSeat(nameOfSeat(seat)) : enterAddress(addressOf(request));
	const router = Router();
	router.post('/inspections', counted, async (request: Request, response: Response) => {
		const seat: Seat | undefined = response.locals['seat'];
		const wanted = parseBody(InspectionRequest, request.body);
		const stream = openStream(request, response, parts, enter(request, seat));
		let isOpen = false;
		const open = () => {
			if (isOpen) return;
			isOpen = true;
			stream.open();
			stream.send(opening);
		};
		const send = (frame: string) => {
			open();
			stream.send(frame);
		};
		const end = () => {
			open();
			stream.end();
		};
		const found = await runs.inspect(wanted, seats.asker(request, seat), { send, end });
		if ('answer' in found) return endWith(found.answer, request, response.set(streamHeaders));
		open();
		stream.onGone(found.leave);
	});
	/** Sends the events that a reader lacks of a run that is over, from memory shared by all readers. */
	async function sendHistory(
		id: string,
		seen: HistoryPosition,
		request: Request,
		response: Response
	): Promise<void> {
		const load = () => loadHistory(reports, id);
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
		const stream = openStream(request, response, parts, enter(request, seat));
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
async function loadHistory(reports: Reports, id: string): Promise<LoadedBody<LoadedPosition[]>> {
	const parts: Buffer[] = [Buffer.from(opening)];
	const positions: LoadedPosition[] = [];
	let mark = 0;
	for (const { seq, type, pieces } of await reports.events(id)) {
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
