/** The claims that a learner's own runs reproduced. Pure. */
import type { KeptRun } from '../attempts/kept-run.ts';
import { isDone, type Standing } from './standing.ts';

export interface Learnt {
	slug: string;
	title: string;
	/** Statements of claims that the newest run of the exercise's own code reproduced. Never empty. */
	statements: string[];
	/** The processor of that run. */
	processor: string;
}

/**
 * @param exercises in the order of the path
 * @param runs the newest first
 */
export function learntFrom(
	exercises: readonly { slug: string; title: string }[],
	runs: readonly KeptRun[],
	standings: Readonly<Record<string, Standing | undefined>>
): Learnt[] {
	return exercises.flatMap(({ slug, title }) => {
		if (!isDone(standings[slug])) return [];
		const newest = runs.find(({ report }) => report.exercise === slug && isAsGiven(report));
		const statements = (newest?.report.claims ?? [])
			.filter(({ verdict }) => verdict === 'reproduced')
			.map(({ statement }) => statement);
		if (!newest || statements.length === 0) return [];
		return [{ slug, title, statements, processor: newest.report.runner.host.processor }];
	});
}

/** Whether a run measured the exercise's own code, so that its claims are about that code. */
const isAsGiven = ({ variants, claims }: KeptRun['report']) =>
	claims.length > 0 && !variants.some(({ edited }) => edited);
