/** Shell: participants of workshops: where they are, their votes, questions and code. */
import { Router, type Request, type RequestHandler } from 'express';
import { fixed } from '../../base/config.ts';
import { notFound } from '../../base/errors.ts';
import { openCounter, perMinute } from '../../limits/limits.ts';
import { parseBody, parseNumber } from '../parse.ts';
import { nameOfSeat, seatKey, type Seats } from '../seats.ts';
import { openStream, type StreamParts } from '../sending.ts';
import { noStore } from '../no-store.ts';
import { seatView } from '../../workshops/views.ts';
import { FloorRequest, FloorVote, ShownCode } from '../../../shared/workshop-people.ts';
import { SeatChange, VoteRequest } from '../../../shared/workshop-participant.ts';
import type { Seat } from '../../workshops/seat-store.ts';
import type { Workshops } from '../../workshops/workshops.ts';

export function seatRoutes(workshops: Workshops, seats: Seats, parts: StreamParts): Router {
	const router = Router();
	const enter = openCounter(fixed.streamsOfSeat);
	// unknown tokens are refused first, so that invented tokens give no new limits
	const seated: RequestHandler = async (request, response, next) => {
		response.locals['seat'] = await seats.require(request);
		next();
	};
	/** Answers with 204 once the seat has done it. */
	const done =
		(act: (seat: Seat, request: Request) => Promise<void>): RequestHandler =>
		async (request, response) => {
			await act(response.locals['seat'], request);
			response.status(204).end();
		};
	const voting = perMinute(fixed.votesPerMinute, 'vote', { key: seatKey, name: 'participant' });
	const asking = perMinute(fixed.questionsPerMinute, 'ask', { key: seatKey, name: 'participant' });
	router.get('/seat', async (request, response) => {
		const { workshop, number } = await seats.require(request);
		const view = seatView(await workshops.room(workshop), number);
		if (!view) throw notFound('participant');
		response.set(noStore).json(view);
	});
	const change = done((seat, { body }) => workshops.change(seat, parseBody(SeatChange, body)));
	const vote = done((seat, { body }) => workshops.vote(seat, parseBody(VoteRequest, body)));
	const ask = done((seat, { body }) => workshops.ask(seat, parseBody(FloorRequest, body).text));
	const want = done((seat, { params, body }) =>
		workshops.want(
			seat,
			parseNumber(String(params['number']), 'question'),
			parseBody(FloorVote, body).on
		)
	);
	const show = done((seat, { body }) => workshops.show(seat, parseBody(ShownCode, body)));
	const unshow = done((seat) => workshops.unshow(seat));
	router.post('/seat', seated, voting, change);
	router.post('/seat/votes', seated, voting, vote);
	router.post('/seat/questions', seated, asking, ask);
	router.post('/seat/questions/:number/votes', seated, voting, want);
	router.post('/seat/code', seated, voting, show);
	router.delete('/seat/code', seated, voting, unshow);
	router.get('/seat/events', async (request, response) => {
		const seat = await seats.require(request);
		const { workshop } = seat;
		const stream = openStream(request, response, parts, enter(nameOfSeat(seat)));
		stream.open();
		stream.onGone(workshops.watch(workshop, { send: stream.send, end: stream.end, seat }));
	});
	return router;
}
