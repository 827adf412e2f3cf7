/** Shell: workshops: opening, the host's acts by a key, joining by a code. */
import { Router, type Request } from 'express';
import { fixed } from '../../base/config.ts';
import {
	addressOf,
	openCounter,
	perMinute,
	perMinuteInAll,
	type SharedLimits
} from '../../limits/limits.ts';
import { parseBody, parseId, parseNumber } from '../parse.ts';
import type { Seats } from '../seats.ts';
import { seatRoutes } from './seats.ts';
import { noStore } from '../no-store.ts';
import { openStream, type StreamParts } from '../sending.ts';
import { answerTable } from '../../workshops/answer-table.ts';
import { csvOf, exportOf } from '../../workshops/export.ts';
import { hostView } from '../../workshops/views.ts';
import { HostAct } from '../../../shared/workshop-host.ts';
import { SeatRequest } from '../../../shared/workshop-participant.ts';
import { WorkshopRequest } from '../../../shared/workshop-schema.ts';
import type { Workshops } from '../../workshops/workshops.ts';

export function workshopRoutes(
	workshops: Workshops,
	seats: Seats,
	parts: StreamParts & { most: number; sharedLimits: SharedLimits }
): Router {
	const router = Router();
	router.post(
		'/workshops',
		perMinuteInAll(parts.sharedLimits, fixed.workshopsPerMinute, 'open workshops'),
		async (request, response) => {
			const opened = await workshops.open(parseBody(WorkshopRequest, request.body));
			response.status(201).set(noStore).json(opened);
		}
	);
	router.get('/workshops/:code', async (request, response) => {
		response.set(noStore).json(await workshops.find(request.params.code, addressOf(request)));
	});
	router.post(
		'/workshops/:code/seats',
		perMinute(fixed.joinsPerMinute, 'join workshops'),
		async (request: Request<{ code: string }>, response) => {
			const asked = parseBody(SeatRequest, request.body);
			const taken = await workshops.join(request.params.code, asked, addressOf(request));
			response.status(201).set(noStore).json(taken);
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
		response.set(noStore).json(hostView(await workshops.room(await hosted(request))));
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
			response.set(noStore).json(hostView(await workshops.room(id)));
		}
	);
	router.get(
		'/hosts/:token/runs/:run',
		async (request: Request<{ token: string; run: string }>, response) => {
			const id = await hosted(request);
			const source = await workshops.source(
				id,
				parseId(request.params.run, 'run in this workshop')
			);
			response.set(noStore).json(source);
		}
	);
	router.get(
		'/hosts/:token/people/:number/code',
		async (request: Request<{ token: string; number: string }>, response) => {
			const id = await hosted(request);
			const person = parseNumber(request.params.number, 'participant');
			response.set(noStore).json(await workshops.shown(id, person));
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
		response.set(noStore).attachment(`workshop-${exported.code}.json`).json(exported);
	});
	router.get('/hosts/:token/answers.csv', async (request, response) => {
		const room = await workshops.room(await hosted(request));
		response.set(noStore).attachment(`answers-${room.workshop.code}.csv`).type('text/csv');
		response.send(answerTable(room));
	});
	router.get('/hosts/:token/export.csv', async (request, response) => {
		const exported = exportOf(await workshops.room(await hosted(request)));
		response.set(noStore).attachment(`workshop-${exported.code}.csv`).type('text/csv');
		response.send(csvOf(exported));
	});
	return router;
}
