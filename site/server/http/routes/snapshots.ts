/** Shell: permanent copies of finished runs. */
import { Router } from 'express';
import { sendBody, type Bodies } from '../bodies.ts';
import type { Database } from '../../store/database.ts';
import { notFound } from '../../base/errors.ts';
import { perMinute } from '../../limits/limits.ts';
import { parseBody, parseId } from '../parse.ts';
import type { SiteReads } from '../reads.ts';
import type { Reports } from '../../runs/reports.ts';
import { SnapshotRequest } from '../../../shared/schema.ts';
import { createSnapshot } from '../../snapshots/snapshots.ts';

export function snapshotRoutes(
	database: Database,
	reports: Reports,
	reads: SiteReads,
	/** Resolves when every event sent to browsers is stored. */
	drained: () => Promise<void>,
	most: number,
	bodies: Bodies
): Router {
	const router = Router();
	router.post('/snapshots', perMinute(most, 'keep runs'), async (request, response) => {
		const wanted = parseBody(SnapshotRequest, request.body);
		await drained();
		const created = await createSnapshot(database, reports, wanted);
		response.status(201).location(created.url).json(created);
	});
	router.get('/snapshots/:id', async (request, response) => {
		const id = parseId(request.params.id, 'snapshot');
		const load = async () => {
			const text = await reads.snapshotText(id);
			if (text === undefined) throw notFound('snapshot');
			return { parts: [Buffer.from(text)], meta: undefined };
		};
		await bodies.using(`snapshot ${id}`, load, (body) => {
			response.type('json').set('Cache-Control', 'public, max-age=31536000, immutable');
			return sendBody(body, request, response);
		});
	});
	return router;
}
