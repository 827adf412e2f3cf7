/** Counts a soak's accusations and other failures. Pure. */
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';

/** A failure of code as the exercise gives it. `where`: exercise, language, variant and parameters. */
export type Blamed = { where: string; failure: Failure };

type EndedReport = Pick<Report, 'exercise' | 'language'> & {
	variants: readonly Pick<VariantReport, 'id' | 'failure' | 'points'>[];
};

/** Every failure of a report: of its variants, and of their points. */
export function blamedIn({ exercise, language, variants }: EndedReport): Blamed[] {
	return variants.flatMap(({ id, failure, points }) => {
		const where = `${exercise}, ${language}, ${id}`;
		if (failure) return [{ where, failure }];
		return points.flatMap((point) =>
			point.failure
				? [{ where: `${where} ${JSON.stringify(point.parameters)}`, failure: point.failure }]
				: []
		);
	});
}

/** Refused by a check of ours, although it is given by an exercise: what a soak looks for. */
export const isAccused = ({ failure }: Blamed) =>
	failure.kind === 'implausible' || failure.kind === 'no-line' || failure.kind === 'empty-kernel';

/** How often each sentence of the observer occurs, numbers aside, the most frequent first. */
export function auditsInWords(audits: readonly string[]): string {
	const kinds = Map.groupBy(audits, (audit) => audit.replaceAll(/[\d.,]*\d/g, 'N'));
	const rows = [...kinds].map(([sentence, all]) => ({ sentence, count: all.length }));
	return rows
		.toSorted((a, b) => b.count - a.count)
		.map(({ sentence, count }) => `${count} times: ${sentence}`)
		.join('\n');
}
