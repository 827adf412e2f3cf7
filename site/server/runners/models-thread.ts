/** Shell: the thread that computes the scores of predictors (`blocks.ts`): with 3,000 blocks it takes seconds. */
import { parentPort } from 'node:worker_threads';
import { modelsView, type StoredBlocks } from './models-view.ts';

parentPort?.on('message', ({ id, stored }: { id: number; stored: StoredBlocks[] }) => {
	parentPort?.postMessage({ id, processors: stored.map(modelsView) });
});
