/** Shell: the lists of exercises, tracks and runners, and what is known of models. */
import { pipeline } from 'node:stream/promises';
import { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import { BlockDigest } from '@cyclelab/contract/schema/blocks';
import { Router, type Request } from 'express';
import { notFound } from '../../base/errors.ts';
import { errorsOf } from '../../runners/models-view.ts';
import { ProcessorKey } from '../../../shared/models-schema.ts';
import { runnersFor } from '../../../shared/runners-for.ts';
import { noStore } from '../no-store.ts';
import type { SiteReads } from '../reads.ts';

/** @param isOperator whether a request may have what runners found unsafe about their hosts */
export function contentRoutes(reads: SiteReads, isOperator: (request: Request) => boolean): Router {
	const router = Router();
	router.get('/tracks', (_request, response) => void response.json(reads.tracks));
	router.get('/exercises', (_request, response) => void response.json(reads.exercises));
	router.get('/exercises/:slug', (request, response) => {
		const exercise = reads.exercise(request.params.slug);
		if (!exercise) throw notFound('exercise');
		response.json(exercise);
	});
	router.get('/runners', (request, response) => {
		response.set(noStore).json(runnersFor(reads.runners(), isOperator(request)));
	});
	router.get('/runners/:id/calibrations', async (request, response) => {
		const id = RunnerDescription.shape.id.safeParse(request.params.id);
		const calibrations = id.success ? await reads.calibrations(id.data) : undefined;
		if (!calibrations) throw notFound('runner');
		response.set(noStore).json(calibrations);
	});
	router.get('/models', async (_request, response) => {
		response.set(noStore).json(await reads.models());
	});
	router.get('/models/errors', async (_request, response) => {
		response.set(noStore).json(errorsOf(await reads.models()));
	});
	router.get('/models/:processor/blocks', async (request, response) => {
		const processor = ProcessorKey.safeParse(request.params.processor);
		const lines = processor.success ? reads.blockLines(processor.data) : undefined;
		const first = await lines?.next();
		if (!lines || !first || first.done) throw notFound('processor');
		response.set({ ...noStore, 'Content-Type': 'application/x-ndjson' });
		response.write(first.value);
		// A reader who leaves ends the reading; there is nobody to report that to.
		await pipeline(lines, response).catch(() => {});
	});
	router.get('/models/:processor/blocks/:digest', async (request, response) => {
		const processor = ProcessorKey.safeParse(request.params.processor);
		const digest = BlockDigest.safeParse(request.params.digest);
		const block =
			processor.success && digest.success
				? await reads.block(processor.data, digest.data)
				: undefined;
		if (!block) throw notFound('block');
		response.json(block);
	});
	return router;
}
