/** Shell: the lists of exercises, tracks and runners. */
import { RunnerDescription } from '@cyclelab/runner/schema/gateway';
import { Router } from 'express';
import { notFound } from '../../base/errors.ts';
import type { SiteReads } from '../reads.ts';

export function contentRoutes(reads: SiteReads): Router {
	const router = Router();
	router.get('/tracks', (_request, response) => void response.json(reads.tracks()));
	router.get('/exercises', (_request, response) => void response.json(reads.exercises()));
	router.get('/exercises/:slug', (request, response) => {
		const exercise = reads.exercise(request.params.slug);
		if (!exercise) throw notFound('exercise');
		response.json(exercise);
	});
	router.get('/runners', (_request, response) => {
		response.set('Cache-Control', 'no-store').json(reads.runners());
	});
	router.get('/runners/:id/calibrations', async (request, response) => {
		const id = RunnerDescription.shape.id.safeParse(request.params.id);
		const calibrations = id.success ? await reads.calibrations(id.data) : undefined;
		if (!calibrations) throw notFound('runner');
		response.set('Cache-Control', 'no-store').json(calibrations);
	});
	return router;
}
