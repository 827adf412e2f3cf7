/** What of the runners' state is for everybody. Pure. */
import type { RunnerSummary } from './schema.ts';

/** Runners as a visitor gets them: what is unsafe about a host is for its operator. */
export const runnersFor = (runners: readonly RunnerSummary[], operator: boolean): RunnerSummary[] =>
	runners.map(({ findings, ...runner }) =>
		findings && operator ? { ...runner, findings } : runner
	);
