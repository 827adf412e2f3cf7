/** What a page that begins runs has to know of a connected runner. Pure. */
import type { RunnerSummary } from '../../server/schema.ts';

/** Nothing in it changes while a runner works, so the bytes of a page do not either, and whoever has it need not get it again. */
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
> & { host: Pick<RunnerSummary['host'], 'cores' | 'emulated'> };

export function pageRunner(runner: RunnerSummary): PageRunner {
	const { id, arch, microarchitecture, processor, clockGHz, measures, inspects, state } = runner;
	const { toolchains, host } = runner;
	return {
		...{ id, arch, microarchitecture, processor, measures, inspects, state, toolchains },
		...(clockGHz === undefined ? {} : { clockGHz }),
		host: { cores: host.cores, emulated: host.emulated }
	};
}
