/** Shell: runs: start, read, cancel. */
import { Router } from 'express';
import { sendBody, type Bodies, type LoadedBody } from '../bodies.ts';
import { fixed } from '../../base/config.ts';
import { notFound, SiteError } from '../../base/errors.ts';
import { perMinute } from '../../limits/limits.ts';
import { parseBody, parseId } from '../parse.ts';
import type { Reports } from '../../runs/reports.ts';
import type { Runs } from '../../runs/runs.ts';
import { RunRequest, type RunView } from '../../../shared/schema.ts';
import { VersionsQuery, versionsOf } from '../../../shared/versions.ts';
import { seatKey, type Seats } from '../seats.ts';
import type { Seat } from '../../workshops/seat-store.ts';
import type { Workshops } from '../../workshops/workshops.ts';

export function runRoutes(
	runs: Runs,
	runsPerMinute: number,
	seats: Seats,
	workshops: Workshops,
	{ reports, bodies }: { reports: Reports; bodies: Bodies }
): Router {
	const router = Router();
	const ofAddress = perMinute(runsPerMinute, 'start runs');
	const ofSeat = perMinute(runsPerMinute, 'start runs', { key: seatKey, name: 'participant' });
	// Any client may open a workshop and take all its seats.
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
			if (seat) await workshops.mayRun(seat, wanted);
			const accepted = await runs.submit(wanted, asker);
			if (seat) await workshops.ran(seat, accepted, wanted);
			response.status(202).location(accepted.url).json(accepted);
		}
	);
	router.get('/runs/:id', async (request, response) => {
		const head = await runs.head(parseId(request.params.id, 'run'));
		if (!head) throw notFound('run');
		if (head.state !== 'finished') {
			response.set('Cache-Control', 'no-store').json(head);
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
			const report = await reports.read(id, fixed.pageReportBytes);
			if (report === 'too large')
				throw new SiteError(
					413,
					'REPORT_TOO_LARGE',
					'The report of this run is too large to compare its variants. Measure fewer variants or values.'
				);
			const versions = report && versionsOf(report, of, to);
			if (!versions) throw notFound('finished run with these variants');
			response.set('Cache-Control', 'no-store').json(versions);
		}
	);
	router.delete('/runs/:id', async (request, response) => {
		const { key } = request.query;
		const given = typeof key === 'string' ? key : undefined;
		response.status(202).json(await runs.cancel(parseId(request.params.id, 'run'), given));
	});
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
