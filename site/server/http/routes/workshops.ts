/** Shell: workshops: opening, the host's acts by a key, joining by a code. */
import { Router, type Request, type RequestHandler } from 'express';
import { fixed } from '../../base/config.ts';
import { notFound } from '../../base/errors.ts';
import { addressOf, openCounter, perMinute } from '../../limits/limits.ts';
import { parseBody } from '../parse.ts';
import { nameOfSeat, seatKey, type Seats } from '../seats.ts';
import { openStream, type StreamParts } from '../streams.ts';
import { csvOf, exportOf } from '../../workshops/export.ts';
import { hostView, seatView } from '../../workshops/views.ts';
import {
	HostAct,
	SeatChange,
	SeatRequest,
	VoteRequest,
	WorkshopRequest
} from '../../../shared/workshop-schema.ts';
import type { Seat } from '../../workshops/seat-store.ts';
import type { Workshops } from '../../workshops/workshops.ts';

/** Responses with keys must not be cached. */
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
	// an unknown token is refused before the request is counted
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
	router.get(
		'/hosts/:token/runs/:run',
		async (request: Request<{ token: string; run: string }>, response) => {
			const source = await workshops.source(await hosted(request), request.params.run);
			response.set(unkept).json(source);
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
		stream.onGone(workshops.watch(id, { send: stream.send, end: stream.end }));
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
	// unknown tokens are refused first, so that invented tokens give no new limits
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
		const { workshop } = seat;
		const stream = openStream(request, response, parts, enter(nameOfSeat(seat)));
		stream.open();
		stream.onGone(workshops.watch(workshop, { send: stream.send, end: stream.end, seat }));
	});
	return router;
}
