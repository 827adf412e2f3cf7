/** A kept run in a few lines, for a code review: what came out, with its interval, where and when. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { languageNames } from '@cyclelab/exercises/names';
import type { Report } from '@cyclelab/contract/schema/report';
import { speedsOf } from '@cyclelab/contract/measure/ratio';
import { dataWorkSentence } from '@cyclelab/contract/measure/data-work';
import { floorNote } from '@cyclelab/contract/measure/own-summary';
import { judgedClaim } from '@cyclelab/contract/measure/summary';
import type { Snapshot } from '../../../shared/schema.ts';
import { claimKind } from '../comparison/claim-kind.ts';
import { gigahertz, moment, number, percent, plusMinus, ratio } from '../ui/format.ts';
import { addedFlagsIn, editedIn, sourceFragment } from '../comparison/edited.ts';
import { withDataNotes } from '../../../shared/instruction-lines.ts';
import { failureLine, failuresOf, isUncompiled, messagesOf } from '../../../shared/failures.ts';
import { headingOf } from '../comparison/heading.ts';
import { samplesText } from '../comparison/rows.ts';
import { interventionName, whyWords } from '../code/why.ts';
import { likeStraightLine, passCycles } from '../exercise/loop-limits.ts';
import { mainPrediction, modelName } from '../code/models.ts';
import { sheetsOf, type QuantitySheet } from '../comparison/sheets.ts';
import { compilers } from '../ui/names.ts';
import { labelOf } from '../../../shared/labels.ts';

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
	/** Work that depends on the data, and what changed copies of a loop showed, a sentence each. */
	findings: string[];
	/** Why a small difference is none, a sentence. */
	footnote: string | undefined;
	/** What failed, each a line with one thing to try, and what a compiler printed about it. */
	failures: { line: string; messages: string[] }[];
	/** Of what the exercise asks about; none of a run that did not compile. */
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
		findings: [...dataWorkOf(facts, report), ...findingsOf(facts, report)],
		footnote: floorNote(report.summary, report),
		failures: failureLinesOf(facts, report),
		sheet: isUncompiled(report) ? undefined : sheetsOf(facts, report)[0],
		page,
		picture: `${page}.png?size=small`,
		pictureText: [
			`${facts.title}: documented, predicted and measured.`,
			headingOf(facts, report),
			editedOf(facts, report)
		]
			.filter(Boolean)
			.join(' ')
	};
}

/** Where the data decide how much is executed, a sentence each. */
const dataWorkOf = (facts: Facts, { variants }: Report): string[] =>
	variants.flatMap(({ id, dataWork }) => {
		const label = labelOf(facts, id);
		return dataWork ? [`${label}: ${dataWorkSentence(dataWork)}`] : [];
	});

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
		const label = labelOf(facts, id);
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
	const points = report.variants.flatMap((variant) => variant.points);
	if (points.some(({ measured }) => measured && speedsOf(measured).length > 0))
		return `Ratio between ${shown(low)} and ${shown(high)}.`;
	const [least, most] = [shown(low), shown(high)];
	return least === most ? undefined : `Ratio ${shown(median)}, 95 % interval ${least} to ${most}.`;
}

function builtOf({ language, target, toolchain, variants }: Report): string {
	const all = variants.map((variant) => variant.toolchain ?? toolchain);
	const used = [...new Map([...all, toolchain].map((built) => [built.compiler, built])).values()];
	// The report's own toolchain compiles nothing where each variant has one.
	const shown = all.length > 0 ? used.filter((built) => all.includes(built)) : used;
	const prediction = variants
		.map(({ predictions }) => mainPrediction(predictions))
		.find((prediction) => prediction !== undefined);
	return [
		...shown.flatMap(({ compiler, version, flags }) => [
			`${languageNames[language]}, ${compilers[compiler]} (${version}) for ${target}`,
			...(flags.length > 0 ? [`flags ${flags.join(' ')}`] : [])
		]),
		`llvm-mca ${toolchain.llvmMca}`,
		...(prediction ? [`${modelName(prediction)} model`] : [])
	].join(', ');
}

function machineOf(report: Report, createdAt: string): string {
	const { runner } = report;
	const { host } = runner;
	const measured = host.emulated
		? []
		: report.variants.flatMap(({ points }) => points.flatMap((point) => point.measured ?? []));
	const day = moment(report.finishedAt ?? createdAt);
	const [first] = measured;
	if (!first) return [inspectedOf(report), day].join(', ');
	return [
		`Measured on ${host.processor} (${host.identity})${host.virtualised ? ', virtualised' : ''}, runner ${runner.id}`,
		`at ${gigahertz(first.clockGHz)}`,
		samplesText(measured),
		day
	].join(', ');
}

/** Which sources and flags of a run are not the exercise's own, in sentences. All code of free play is its author's, and has a mark, too. */
export function editedOf(facts: Facts, report: Report): string | undefined {
	const labels = editedIn(facts, report).map(({ label }) => `“${label}”`);
	const flags = addedFlagsIn(report);
	const sentences = [
		...(labels.length > 0
			? [
					facts.free
						? 'Code of whoever ran it.'
						: `${labels.join(', ')} ${labels.length === 1 ? 'was' : 'were'} edited.`
				]
			: []),
		...(flags.length > 0
			? [`Built with ${flags.join(' ')}${facts.free ? '' : ', which the exercise does not have'}.`]
			: [])
	];
	return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** A review reads a few; the page has all. */
const mostFailures = 4;

function failureLinesOf(facts: Facts, report: Report): Card['failures'] {
	const all = failuresOf(facts, report);
	const lines = all
		.slice(0, mostFailures)
		.map((failing) => ({ line: failureLine(failing), messages: messagesOf(failing.failure) }));
	const more = all.length - lines.length;
	return more > 0
		? [...lines, { line: `${more} more failed; the page has all.`, messages: [] }]
		: lines;
}

/** How far a run came that measured nothing. */
function inspectedOf(report: Report): string {
	const { target, runner, variants } = report;
	if (isUncompiled(report)) return `Did not compile for ${target} on runner ${runner.id}`;
	const steps = [
		...(variants.some(({ instructionsPerIteration: count }) => count !== undefined)
			? ['counted']
			: []),
		...(variants.some(({ predictions }) => predictions.length > 0) ? ['predicted'] : [])
	];
	return `${['Compiled', ...steps].join(', ').replace(/, (?=\w+$)/, ' and ')} for ${target} by runner ${runner.id}; not measured`;
}
