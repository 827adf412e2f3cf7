/** What a runner does at the moment, as it tells the site. */
import type { PoolStatus } from './sandbox/pool.ts';
import type { Load } from './schema/gateway.ts';

/** @param jobs how many it has in hand */
export function loadOf(status: PoolStatus, jobs: number): Load {
	const of = (kind: PoolStatus[number]['kind']) => {
		const shelves = status.filter((shelf) => shelf.kind === kind);
		return {
			warm: shelves.reduce((sum, { warm }) => sum + warm, 0),
			taken: shelves.reduce((sum, { taken }) => sum + taken, 0)
		};
	};
	const sandboxes = { tools: of('tools'), measure: of('measure') };
	// What the runner measures for itself gives way to a job within a hundredth of a second.
	const core = sandboxes.measure.taken === 0 ? 'free' : jobs > 0 ? 'run' : 'itself';
	return { core, sandboxes };
}

/** Looks every `everyMs` and tells what is not as it was when it was told last. */
export function watchLoad(
	look: () => Load,
	tell: (load: Load) => void,
	everyMs = 2000
): { close: () => void } {
	let told = '';
	const timer = setInterval(() => {
		const load = look();
		const text = JSON.stringify(load);
		if (text === told) return;
		told = text;
		tell(load);
	}, everyMs);
	timer.unref();
	return { close: () => clearInterval(timer) };
}
