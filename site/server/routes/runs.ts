/** Runs: start, read, cancel. */
import { Router } from 'express';
import { notFound } from '../errors.ts';
import { addressOf, perMinute } from '../limits.ts';
import { parseBody, parseId } from '../parse.ts';
import type { Runs } from '../runs.ts';
import { RunRequest } from '../schema.ts';

export function runRoutes(runs: Runs, runsPerMinute: number): Router {
	const router = Router();
	router.post('/runs', perMinute(runsPerMinute, 'start runs'), async (request, response) => {
		const accepted = await runs.submit(parseBody(RunRequest, request.body), addressOf(request));
		response.status(202).location(accepted.url).json(accepted);
	});
	router.get('/runs/:id', async (request, response) => {
		const view = await runs.view(parseId(request.params.id, 'run'));
		if (!view) throw notFound('run');
		response.set('Cache-Control', 'no-store').json(view);
	});
	router.delete('/runs/:id', async (request, response) => {
		response.status(202).json(await runs.cancel(parseId(request.params.id, 'run')));
	});
	return router;
}
