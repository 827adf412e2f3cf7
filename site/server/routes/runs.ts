/** Shell: runs: start, read, cancel. */
import { Router } from 'express';
import { fixed } from '../config.ts';
import { notFound } from '../errors.ts';
import { perMinute } from '../limits.ts';
import { parseBody, parseId } from '../parse.ts';
import type { Runs } from '../runs.ts';
import { RunRequest } from '../schema.ts';
import { seatKey, type Seats } from '../seats.ts';
import type { Seat } from '../workshop/store.ts';
import type { Workshops } from '../workshop/workshops.ts';

export function runRoutes(
	runs: Runs,
	runsPerMinute: number,
	seats: Seats,
	workshops: Workshops
): Router {
	const router = Router();
	const ofAddress = perMinute(runsPerMinute, 'start runs');
	const ofSeat = perMinute(runsPerMinute, 'start runs', { key: seatKey, name: 'participant' });
	// Anybody may open a workshop and take all of its places.
	const ofRoom = perMinute(runsPerMinute * fixed.roomOfOneAddress, 'start runs in workshops');
	router.post(
		'/runs',
		async (request, response, next) => {
			const seat = await seats.find(request);
			response.locals['seat'] = seat;
			return (seat ? ofRoom : ofAddress)(request, response, next);
		},
		(request, response, next) =>
			response.locals['seat'] ? ofSeat(request, response, next) : next(),
		async (request, response) => {
			const seat: Seat | undefined = response.locals['seat'];
			const asker = seats.asker(request, seat);
			const wanted = parseBody(RunRequest, request.body);
			const accepted = await runs.submit(wanted, asker);
			if (seat) await workshops.ran(seat, accepted, wanted);
			response.status(202).location(accepted.url).json(accepted);
		}
	);
	router.get('/runs/:id', async (request, response) => {
		const view = await runs.view(parseId(request.params.id, 'run'));
		if (!view) throw notFound('run');
		response.set('Cache-Control', 'no-store').json(view);
	});
	router.delete('/runs/:id', async (request, response) => {
		const { owner } = seats.asker(request, await seats.find(request));
		response.status(202).json(await runs.cancel(parseId(request.params.id, 'run'), owner));
	});
	return router;
}
