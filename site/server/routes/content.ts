/** Exercises, tracks and runners: what there is. */
import { Router } from 'express';
import { notFound } from '../errors.ts';
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
		const calibrations = await reads.calibrations(request.params.id);
		if (!calibrations) throw notFound('runner');
		response.set('Cache-Control', 'no-store').json(calibrations);
	});
	return router;
}
