/** A kept run in a few lines, for a code review: what came out, with its interval, where and when. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { languageNames } from '@cyclelab/exercises/names';
import type { Report } from '@cyclelab/runner/schema/report';
import { judgedClaim } from '@cyclelab/runner/summary';
import type { Snapshot } from '../../../server/schema.ts';
import { claimKind } from '../claim-kind.ts';
import { counted, gigahertz, grouped, moment, percent, ratio } from '../format.ts';
import { headingOf } from '../heading.ts';
import { mainPrediction } from '../rows.ts';
import { sheetsOf, type Sheet } from '../sheets.ts';
import { modelName } from '../words/models.ts';
import { compilers } from '../words/names.ts';
import { snapshotWords } from '../words/snapshot.ts';

/** What a card is made of: a snapshot, with or without its raw samples. */
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
	/** Of what the exercise asks about. */
	sheet: Sheet | undefined;
	/** Address of the page. */
	page: string;
	picture: string;
	/** For those who do not see the picture. */
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
		sheet: sheetsOf(facts, report)[0],
		page,
		picture: `${page}.png?size=small`,
		pictureText: `${snapshotWords.pictureOf(facts.title)}. ${headingOf(facts, report)}`
	};
}

/** The interval of the ratio that the one sentence is about. An exact one has none. */
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

function editedOf(facts: Facts, report: Report): string | undefined {
	const labels = report.variants
		.filter(({ edited }) => edited)
		.map(({ id }) => `“${facts.variants.find((one) => one.id === id)?.label ?? id}”`);
	return labels.length === 0
		? undefined
		: snapshotWords.edited(labels.join(', '), labels.length === 1);
}
