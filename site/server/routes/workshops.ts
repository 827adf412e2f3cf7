/** Shell: workshops: opened by anybody, led by whoever has the host's link, joined by a code. */
import { Router, type Request, type RequestHandler } from 'express';
import { fixed } from '../config.ts';
import { notFound } from '../errors.ts';
import { addressOf, openCounter, perMinute } from '../limits.ts';
import { parseBody } from '../parse.ts';
import { nameOfSeat, seatKey, type Seats } from '../seats.ts';
import { openStream, type StreamParts } from '../streams.ts';
import { csvOf, exportOf } from '../workshop/export.ts';
import { hostView, seatView } from '../workshop/room.ts';
import {
	HostAct,
	SeatChange,
	SeatRequest,
	VoteRequest,
	WorkshopRequest
} from '../workshop/schema.ts';
import type { Seat } from '../workshop/store.ts';
import type { Workshops } from '../workshop/workshops.ts';

/** Links that are as good as a password are kept by nobody on the way. */
const unkept = { 'Cache-Control': 'no-store' };

export function workshopRoutes(
	workshops: Workshops,
	seats: Seats,
	parts: StreamParts & { most: number }
): Router {
	const router = Router();
	router.post(
		'/workshops',
		perMinute(fixed.workshopsPerMinute, 'open workshops'),
		async (request, response) => {
			const opened = await workshops.open(parseBody(WorkshopRequest, request.body));
			response.status(201).set(unkept).json(opened);
		}
	);
	router.get('/workshops/:code', async (request, response) => {
		response.set(unkept).json(await workshops.find(request.params.code, addressOf(request)));
	});
	router.post(
		'/workshops/:code/seats',
		perMinute(fixed.joinsPerMinute, 'join workshops'),
		async (request: Request<{ code: string }>, response) => {
			const { name } = parseBody(SeatRequest, request.body);
			const taken = await workshops.join(request.params.code, name, addressOf(request));
			response.status(201).set(unkept).json(taken);
		}
	);
	router.use(hostRoutes(workshops, parts), seatRoutes(workshops, seats, parts));
	return router;
}

function hostRoutes(workshops: Workshops, parts: StreamParts & { most: number }): Router {
	const router = Router();
	const enter = openCounter(parts.most);
	const hosted = ({ params }: Request<{ token: string }>) => workshops.hosted(params.token);
	router.get('/hosts/:token', async (request, response) => {
		response.set(unkept).json(hostView(await workshops.room(await hosted(request))));
	});
	// a token that is nobody's is not found before it is counted
	const acting = perMinute(fixed.actsPerMinute, 'act', {
		key: (request) => request.res?.locals['workshop'],
		name: 'host'
	});
	router.post(
		'/hosts/:token/acts',
		async (request: Request<{ token: string }>, response, next) => {
			response.locals['workshop'] = await hosted(request);
			next();
		},
		acting,
		async (request, response) => {
			const id: string = response.locals['workshop'];
			await workshops.act(id, parseBody(HostAct, request.body));
			response.set(unkept).json(hostView(await workshops.room(id)));
		}
	);
	router.delete('/hosts/:token', async (request, response) => {
		await workshops.remove(await hosted(request));
		response.status(204).end();
	});
	router.get('/hosts/:token/events', async (request, response) => {
		const id = await hosted(request);
		const stream = openStream(request, response, parts, enter(addressOf(request)));
		stream.open();
		stream.onGone(workshops.watch(id, { view: hostView, send: stream.send, end: stream.end }));
	});
	router.get('/hosts/:token/export.json', async (request, response) => {
		const exported = exportOf(await workshops.room(await hosted(request)));
		response.set(unkept).attachment(`workshop-${exported.code}.json`).json(exported);
	});
	router.get('/hosts/:token/export.csv', async (request, response) => {
		const exported = exportOf(await workshops.room(await hosted(request)));
		response.set(unkept).attachment(`workshop-${exported.code}.csv`).type('text/csv');
		response.send(csvOf(exported));
	});
	return router;
}

function seatRoutes(workshops: Workshops, seats: Seats, parts: StreamParts): Router {
	const router = Router();
	const enter = openCounter(fixed.streamsOfSeat);
	// nobody gets new limits by making up tokens: those are found to be nobody's first
	const seated: RequestHandler = async (request, response, next) => {
		response.locals['seat'] = await seats.require(request);
		next();
	};
	const voting = perMinute(fixed.votesPerMinute, 'vote', { key: seatKey, name: 'participant' });
	router.get('/seat', async (request, response) => {
		const { workshop, number } = await seats.require(request);
		const view = seatView(await workshops.room(workshop), number);
		if (!view) throw notFound('participant');
		response.set(unkept).json(view);
	});
	router.post('/seat', seated, voting, async (request, response) => {
		const seat: Seat = response.locals['seat'];
		await workshops.change(seat, parseBody(SeatChange, request.body));
		response.status(204).end();
	});
	router.post('/seat/votes', seated, voting, async (request, response) => {
		const seat: Seat = response.locals['seat'];
		await workshops.vote(seat, parseBody(VoteRequest, request.body));
		response.status(204).end();
	});
	router.get('/seat/events', async (request, response) => {
		const seat = await seats.require(request);
		const { workshop, number } = seat;
		const stream = openStream(request, response, parts, enter(nameOfSeat(seat)));
		stream.open();
		const view = (room: Parameters<typeof seatView>[0]) => seatView(room, number);
		stream.onGone(workshops.watch(workshop, { view, send: stream.send, end: stream.end, seat }));
	});
	return router;
}
