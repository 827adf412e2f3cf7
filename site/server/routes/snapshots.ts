/** Shell: permanent copies of finished runs. */
import { Router } from 'express';
import type { Database } from '../database.ts';
import { notFound } from '../errors.ts';
import { perMinute } from '../limits.ts';
import { parseBody, parseId } from '../parse.ts';
import type { SiteReads } from '../reads.ts';
import { SnapshotRequest } from '../schema.ts';
import { createSnapshot } from '../snapshots.ts';

export function snapshotRoutes(
	database: Database,
	reads: SiteReads,
	/** Resolves when what a browser has been told is in the store too. */
	drained: () => Promise<void>,
	most: number
): Router {
	const router = Router();
	router.post('/snapshots', perMinute(most, 'keep runs'), async (request, response) => {
		const { run } = parseBody(SnapshotRequest, request.body);
		await drained();
		const created = await createSnapshot(database, run);
		response.status(201).location(created.url).json(created);
	});
	router.get('/snapshots/:id', async (request, response) => {
		const snapshot = await reads.snapshot(parseId(request.params.id, 'snapshot'));
		if (!snapshot) throw notFound('snapshot');
		response.set('Cache-Control', 'public, max-age=31536000, immutable').json(snapshot);
	});
	return router;
}
