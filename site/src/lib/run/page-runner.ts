/** The facts about a connected runner that a page needs to start runs, and to draw its memory. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { RunnerSummary } from '../../../shared/schema.ts';

/** Nothing in it changes while a runner works, so a page's bytes stay the same and browsers can reuse them. */
export type PageRunner = Pick<
	RunnerSummary,
	| 'id'
	| 'arch'
	| 'microarchitecture'
	| 'processor'
	| 'clockGHz'
	| 'measures'
	| 'inspects'
	| 'state'
	| 'toolchains'
> & { host: Pick<RunnerSummary['host'], 'cores' | 'emulated' | 'caches'> };

export function pageRunner(runner: RunnerSummary): PageRunner {
	const { id, arch, microarchitecture, processor, clockGHz, measures, inspects, state } = runner;
	const { toolchains, host } = runner;
	return {
		id,
		arch,
		microarchitecture,
		processor,
		measures,
		inspects,
		state,
		toolchains,
		...defined({ clockGHz }),
		host: { cores: host.cores, emulated: host.emulated, caches: host.caches }
	};
}
