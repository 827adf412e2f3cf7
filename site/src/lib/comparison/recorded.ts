/** Recorded runs of other machines beside the learner's own, as one comparison of what was measured. Pure. */
import { factsIn } from '@cyclelab/exercises/facts-in';
import { languageNames } from '@cyclelab/exercises/names';
import type { Exercise, Language, RecordedRun } from '@cyclelab/exercises/schema';
import { reportOfRecorded } from '@cyclelab/contract/measure/recorded';
import { pointAt } from '@cyclelab/contract/measure/place';
import { honestInterval, ratioOf } from '@cyclelab/contract/measure/ratio';
import { lies } from '@cyclelab/contract/measure/verdict';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import type { Compared } from './compared.ts';

/** What is shown together: the runs, and the comparison that they are in. */
export interface RecordedComparison {
	runs: RecordedRun[];
	compared: [Compared, ...Compared[]];
}

/**
 * @param language the page's; where nobody recorded a run in it, the runs of another language are shown, without the learner's
 * @param own a run whose results the learner may see
 * @returns undefined where no other machine has measured the present code
 */
export function recordedComparison(
	{ slug, facts, recorded }: Pick<Exercise, 'slug' | 'facts' | 'recorded'>,
	language: Language,
	own: Report | undefined
): RecordedComparison | undefined {
	const shown = recorded.some((run) => run.language === language)
		? language
		: recorded[0]?.language;
	/** A site's newest run on the processor of the learner's run is that run, or one like it. */
	const isOwn = ({ load, microarchitecture }: RecordedRun) =>
		load === undefined && microarchitecture === own?.runner.microarchitecture;
	const kept = recorded.flatMap((run) => {
		const report = run.language === shown && !isOwn(run) ? reportOfRecorded(slug, run) : undefined;
		return report ? { run, report } : [];
	});
	const side = (report: Report, name: string): Compared => ({
		target: report.target,
		name,
		// Only what was measured is compared here: the documents' figures and the predictions stand in the table above.
		facts: {
			...factsIn(facts, report.language, report.target),
			// Tables and charts are named after it, and the page's own have the title alone.
			title: `Runs of other machines: ${facts.title}`,
			documented: [],
			// Without it a report that is shown alone has a column for the figures of a document.
			free: true,
			uncounted: facts.uncounted ?? 'Only measured figures are compared.'
		},
		report,
		absent: () => 'not measured',
		absentPrediction: () => 'no prediction'
	});
	const ownSide =
		own?.finishedAt && own.language === shown
			? [side(measuredOnly(own), `Your run, ${own.runner.host.processor}`)]
			: [];
	const [first, ...others] = [
		...ownSide,
		...kept.map(({ run, report }) => side(report, nameOf(run, language)))
	];
	return first && kept.length > 0
		? { runs: kept.map(({ run }) => run), compared: [first, ...others] }
		: undefined;
}

const nameOf = ({ processor, language }: RecordedRun, wished: Language) =>
	language === wished ? processor : `${processor}, ${languageNames[language]}`;

/** A claim about times, and what each of the compared runs measured of it. */
interface ClaimOnMachines {
	id: string;
	statement: string;
	/** In the order of the runs; undefined where a place of the claim was not measured. */
	on: ({ ratio: Interval; lies: 'within' | 'outside' | 'across' } | undefined)[];
}

/** Who reproduces which claim: a ratio of two places on each machine, and whether its interval lies within the claim's bounds. */
export function claimsOn([first, ...others]: RecordedComparison['compared']): ClaimOnMachines[] {
	return first.facts.claims
		.filter(({ measure }) => measure === 'time')
		.map(({ id, statement, of, to, atLeast, atMost }) => ({
			id,
			statement,
			on: [first, ...others].map(({ report }) => {
				const measured = [of, to].map((place) => pointAt(report?.variants ?? [], place)?.measured);
				const [dividend, divisor] = measured.map((found) => found && honestInterval(found));
				if (!dividend || !divisor) return undefined;
				const ratio = ratioOf(dividend, divisor);
				return { ratio, lies: lies(ratio, { atLeast, atMost }) };
			})
		}))
		.filter(({ on }) => on.some((found) => found !== undefined));
}

/** The measured figures of the code as given. */
const measuredOnly = (report: Report): Report => ({
	...report,
	knees: [],
	variants: report.variants.flatMap((variant) => {
		const { hotLoop: _, instructionsPerIteration: __, events: ___, ...rest } = variant;
		if (variant.edited || variant.addedFlags) return [];
		return {
			...rest,
			predictions: [],
			points: variant.points.map(({ comparison: _, ...point }) => ({ ...point, documented: [] }))
		};
	})
});
