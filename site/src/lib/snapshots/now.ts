/** The request that runs a snapshot's code again. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { Snapshot } from '../../../shared/schema.ts';
import type { RunRequest } from '../run/api.ts';

/**
 * The same run, on any connected runner. It sends the snapshot's sources, since the exercise may have changed.
 * @param measures whether a processor is connected that executes the code
 */
export function requestOf(
	{ request, report }: Pick<Snapshot, 'request' | 'report'>,
	measures: boolean
): RunRequest {
	const { exercise, language, compiler, target, flags, values } = request;
	return {
		exercise,
		language: language ?? report.language,
		target,
		flags,
		...defined({ compiler, values }),
		variants: report.variants.map(({ id }) => id),
		sources: Object.fromEntries(report.variants.map(({ id, source }) => [id, source])),
		...(measures ? {} : { stages: ['inspect'] })
	};
}
