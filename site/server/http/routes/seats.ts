/** Shell: participants of workshops: where they are, their votes, questions and code. */
import { Router, type RequestHandler } from 'express';
import { fixed } from '../../base/config.ts';
import { notFound } from '../../base/errors.ts';
import { openCounter, perMinute } from '../../limits/limits.ts';
import { parseBody, parseNumber } from '../parse.ts';
import { nameOfSeat, seatKey, type Seats } from '../seats.ts';
import { openStream, type StreamParts } from '../streams.ts';
import { unkept } from '../unkept.ts';
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
	const voting = perMinute(fixed.votesPerMinute, 'vote', { key: seatKey, name: 'participant' });
	const asking = perMinute(fixed.questionsPerMinute, 'ask', { key: seatKey, name: 'participant' });
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
	router.post('/seat/questions', seated, asking, async (request, response) => {
		const seat: Seat = response.locals['seat'];
		await workshops.ask(seat, parseBody(FloorRequest, request.body).text);
		response.status(204).end();
	});
	router.post('/seat/questions/:number/votes', seated, voting, async (request, response) => {
		const seat: Seat = response.locals['seat'];
		const question = parseNumber(String(request.params['number']), 'question');
		await workshops.want(seat, question, parseBody(FloorVote, request.body).on);
		response.status(204).end();
	});
	router.post('/seat/code', seated, voting, async (request, response) => {
		const seat: Seat = response.locals['seat'];
		await workshops.show(seat, parseBody(ShownCode, request.body));
		response.status(204).end();
	});
	router.delete('/seat/code', seated, voting, async (_request, response) => {
		const seat: Seat = response.locals['seat'];
		await workshops.unshow(seat);
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
