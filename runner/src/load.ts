/** The runner's current load, as reported to the site. */
import type { PoolStatus } from './sandbox/pool.ts';
import type { Load } from '@cyclelab/contract/schema/gateway';

/** @param jobs active jobs */
export function loadOf(status: PoolStatus, jobs: number): Load {
	const of = (kind: PoolStatus[number]['kind']) => {
		const subPools = status.filter((subPoolCount) => subPoolCount.kind === kind);
		return {
			warm: subPools.reduce((sum, { warm }) => sum + warm, 0),
			taken: subPools.reduce((sum, { taken }) => sum + taken, 0)
		};
	};
	const sandboxes = { tools: of('tools'), measure: of('measure') };
	// The runner's own measurements give way to a job within 10 ms.
	const core = sandboxes.measure.taken === 0 ? 'free' : jobs > 0 ? 'run' : 'itself';
	return { core, sandboxes };
}

const everyMs = 2000;

/** Reads the load regularly and reports it if it has changed. */
export function watchLoad(read: () => Load, report: (load: Load) => void): { close: () => void } {
	let reported = '';
	const timer = setInterval(() => {
		const load = read();
		const text = JSON.stringify(load);
		if (text === reported) return;
		reported = text;
		report(load);
	}, everyMs);
	timer.unref();
	return { close: () => clearInterval(timer) };
}
