/** Shell: permanent copies of finished runs. */
import { Router, type RequestHandler } from 'express';
import { sendBody, type Bodies } from '../sending.ts';
import type { Database } from '../../store/database.ts';
import { notFound } from '../../base/errors.ts';
import { parseBody, parseId } from '../parse.ts';
import type { SiteReads } from '../reads.ts';
import type { Reports } from '../../runs/event-store.ts';
import { SnapshotRequest } from '../../../shared/schema.ts';
import { createSnapshot } from '../../snapshots/snapshots.ts';

/** A snapshot never changes, but it may be deleted: a copy in a cache lives for an hour at most. */
const cached = 'public, max-age=3600';

export function snapshotRoutes(
	database: Database,
	reports: Reports,
	reads: SiteReads,
	/** Resolves when every event sent to browsers is stored. */
	drained: () => Promise<void>,
	/** Counts a snapshot against the address that asks for it. */
	keeping: RequestHandler,
	bodies: Bodies
): Router {
	const router = Router();
	router.post('/snapshots', keeping, async (request, response) => {
		const wanted = parseBody(SnapshotRequest, request.body);
		await drained();
		const created = await createSnapshot(database, reports, wanted);
		response.status(201).location(created.url).json(created);
	});
	router.get('/snapshots/:id', async (request, response) => {
		const id = parseId(request.params.id, 'snapshot');
		await reads.refuseDeletedSnapshot(id);
		const load = async () => {
			const text = await reads.snapshotText(id);
			if (text === undefined) throw notFound('snapshot');
			return { parts: [Buffer.from(text)], meta: undefined };
		};
		await bodies.using(`snapshot ${id}`, load, (body) => {
			response.type('json').set('Cache-Control', cached);
			return sendBody(body, request, response);
		});
	});
	return router;
}
