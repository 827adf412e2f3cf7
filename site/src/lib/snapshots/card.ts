/** A kept run in a few lines, for a code review: what came out, with its interval, where and when. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { languageNames } from '@cyclelab/exercises/names';
import type { Report } from '@cyclelab/runner/schema/report';
import { judgedClaim } from '@cyclelab/runner/summary';
import type { Snapshot } from '../../../shared/schema.ts';
import { claimKind } from '../comparison/claim-kind.ts';
import {
	counted,
	gigahertz,
	grouped,
	moment,
	number,
	percent,
	plusMinus,
	ratio
} from '../ui/format.ts';
import { editedIn, sourceFragment } from '../comparison/edited.ts';
import { withDataNotes } from '../../../shared/instruction-lines.ts';
import { failureLine, failuresOf } from '../../../shared/failures.ts';
import { headingOf } from '../comparison/heading.ts';
import { interventionName, whyWords } from '../code/why-words.ts';
import { likeStraightLine, passCycles } from '../exercise/loop-limits.ts';
import { mainPrediction } from '../code/models.ts';
import { sheetsOf, type QuantitySheet } from '../comparison/sheets.ts';
import { modelName } from '../code/model-words.ts';
import { compilers } from '../ui/names.ts';
import { snapshotWords } from './snapshot-words.ts';

/** The data of a card: a snapshot, with or without its raw samples. */
export type Kept = Pick<Snapshot, 'id' | 'createdAt' | 'facts' | 'report'>;

export interface Card {
	title: string;
	/** One sentence, and the ratio it is about with its interval. */
	result: string;
	/** Compiler, flags and model, without a full stop. */
	built: string;
	/** Machine, clock, samples and day, without a full stop. */
	machine: string;
	/** Which sources are not the exercise's own. */
	edited: string | undefined;
	/** Their names, and where they are to be read. */
	sources: { label: string; address: string }[];
	/** What changed copies of a loop showed, a sentence each. */
	findings: string[];
	/** What failed, each a line with one thing to try. */
	failures: string[];
	/** Of what the exercise asks about. */
	sheet: QuantitySheet | undefined;
	/** Address of the page. */
	page: string;
	picture: string;
	/** Alternative text of the picture. */
	pictureText: string;
}

export function cardOf({ id, facts, report, createdAt }: Kept, origin: string): Card {
	const page = `${origin}/s/${id}`;
	return {
		title: facts.title,
		result: [headingOf(facts, report), intervalOf(facts, report)].filter(Boolean).join(' '),
		built: builtOf(report),
		machine: machineOf(report, createdAt),
		edited: editedOf(facts, report),
		sources: editedIn(facts, report).map(({ id, label }) => ({
			label,
			address: `${page}${sourceFragment(id)}`
		})),
		findings: findingsOf(facts, report),
		failures: failureLinesOf(facts, report),
		sheet: sheetsOf(facts, report)[0],
		page,
		picture: `${page}.png?size=small`,
		pictureText: [
			`${snapshotWords.pictureOf(facts.title)}.`,
			headingOf(facts, report),
			editedOf(facts, report)
		]
			.filter(Boolean)
			.join(' ')
	};
}

/** None of a loop that took another time than its instructions in a straight line: the copies say nothing about it. */
function findingsOf(facts: Facts, report: Report): string[] {
	return report.variants.flatMap((variant) => {
		const { id, why } = variant;
		const cycles = passCycles(variant);
		if (!why || 'refused' in why || !cycles) return [];
		const [limit] = why.why.limits;
		const by = limit && why.why.tried[limit.by];
		if (!by || likeStraightLine(cycles, why.why.whole) === 'nowhere') return [];
		const { saved } = limit;
		const lines = withDataNotes(why.text.split('\n'), variant.hotLoop?.instructions ?? []);
		const change = interventionName(by, lines);
		const label = facts.variants.find((one) => one.id === id)?.label ?? id;
		return `${label}: ${whyWords.depends(limit.limit, change, number(saved.median), plusMinus(saved))}`;
	});
}

/** The interval of the ratio in the card's sentence. An exact ratio has none. */
function intervalOf(facts: Facts, report: Report): string | undefined {
	const judged = judgedClaim(facts, report);
	if (!judged?.observed || judged.verdict === 'not-measured') return undefined;
	const { median, low, high } = judged.observed;
	if (low === high) return undefined;
	const shown = claimKind(facts, judged).isShare ? percent : ratio;
	return snapshotWords.ratioIs(shown(median), shown(low), shown(high));
}

function builtOf({ language, target, toolchain, variants }: Report): string {
	const all = variants.map((one) => one.toolchain ?? toolchain);
	const used = [...new Map([...all, toolchain].map((one) => [one.compiler, one])).values()];
	// The report's own toolchain compiles nothing where each variant has one.
	const shown = all.length > 0 ? used.filter((one) => all.includes(one)) : used;
	const prediction = variants
		.map(({ predictions }) => mainPrediction(predictions))
		.find((one) => one !== undefined);
	return [
		...shown.flatMap(({ compiler, version, flags }) => [
			snapshotWords.built(languageNames[language], compilers[compiler], version, target),
			...(flags.length > 0 ? [snapshotWords.flags(flags.join(' '))] : [])
		]),
		snapshotWords.predictedBy(toolchain.llvmMca, prediction && modelName(prediction))
	].join(', ');
}

function machineOf(report: Report, createdAt: string): string {
	const { runner, target } = report;
	const { host } = runner;
	const measured = host.emulated
		? []
		: report.variants.flatMap(({ points }) => points.flatMap((one) => one.measured ?? []));
	const day = moment(report.finishedAt ?? createdAt);
	const [first] = measured;
	if (!first) return [snapshotWords.inspectedFor(target, runner.id), day].join(', ');
	const kept = measured.reduce((sum, one) => sum + one.samples, 0);
	const aside = measured.reduce((sum, one) => sum + one.rejected + (one.setAside ?? 0), 0);
	return [
		snapshotWords.measuredOn(host.processor, host.identity, host.virtualised, runner.id),
		snapshotWords.at(gigahertz(first.clockGHz)),
		snapshotWords.samples(counted(kept, 'sample'), grouped(aside)),
		day
	].join(', ');
}

/** Which sources of a run are not the exercise's own, a sentence. */
export function editedOf(facts: Facts, report: Report): string | undefined {
	const labels = editedIn(facts, report).map(({ label }) => `“${label}”`);
	return labels.length === 0
		? undefined
		: snapshotWords.edited(labels.join(', '), labels.length === 1);
}

/** A review reads a few; the page has all. */
const mostFailures = 4;

function failureLinesOf(facts: Facts, report: Report): string[] {
	const lines = failuresOf(facts, report).map(failureLine);
	const more = lines.length - mostFailures;
	return more > 0 ? [...lines.slice(0, mostFailures), snapshotWords.moreFailures(more)] : lines;
}
