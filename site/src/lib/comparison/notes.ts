/** Notes on a side: its machine, compiler and model, and what is shown where there are no times. Pure. */
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';
import type { PageRunner } from '../run/page-runner.ts';
import { gigahertz } from '../ui/format.ts';
import { measuringAt } from '../run/destinations.ts';
import { mainPrediction } from '../code/models.ts';
import type { Row } from './rows.ts';
import { compareWords } from './compare-words.ts';
import { modelName } from '../code/model-words.ts';
import { compilers, shortCompiler } from '../ui/names.ts';
import { runWords } from '../run/run-words.ts';
import { sideWords } from './side-words.ts';
import type { Side } from './sides.ts';

/** The state of a side, apart from its numbers. */
export interface SideState {
	side: Side;
	facts: Facts;
	/** Of its run, as far as it has come, also where it may not be seen yet. */
	report: Report | undefined;
	/** The learner has not predicted yet. */
	hidden: boolean;
	/** A run is going on for it. */
	busy: boolean;
	/** Compilers that cannot build it, if so. */
	unbuilt: string | undefined;
	runners: readonly PageRunner[];
}

/** Something was measured on a processor. */
export const isMeasured = (report: Report | undefined): boolean =>
	report !== undefined &&
	!report.runner.host.emulated &&
	report.variants.some(({ points }) => points.some(({ measured }) => measured));

/** A side's name: its compiler if the side chooses one, else its architecture or, if both sides have the same, its processor or runner. */
export function nameOf({ side, report, runners }: SideState, other: Target): string {
	if (side.compiler) return shortCompiler(side.compiler);
	if (side.target !== other || !side.on) return side.target;
	const [one] = measuringAt(runners, side);
	if (one?.id === side.on) return one.id;
	return report?.runner.host.processor ?? one?.processor ?? side.on;
}

/** Why a measured cell is empty, in a few words. */
export function whyAbsent(state: SideState, row?: Pick<Row, 'point'>): string {
	const { side, report, hidden, busy, unbuilt, runners } = state;
	if (unbuilt !== undefined) return sideWords.notBuilt(side.target);
	if (report?.runner.host.emulated) return sideWords.emulated;
	if (row?.point?.failure) return row.point.failure.title;
	const able = measuringAt(runners, side).length > 0;
	if (hidden && isMeasured(report)) return compareWords.hiddenYet;
	const lacking = side.on
		? sideWords.notConnected(side.on)
		: isEmulated(state)
			? sideWords.emulated
			: runWords.noRunnerShort(side.target);
	if (row?.point || report?.finishedAt)
		return isMeasured(report) || able ? compareWords.notMeasured : lacking;
	if (busy && able) return compareWords.pending;
	return able ? compareWords.notRun : lacking;
}

export function whyUnpredicted({ report, hidden, busy, unbuilt, side }: SideState): string {
	if (unbuilt !== undefined) return sideWords.notBuilt(side.target);
	if (hidden) return compareWords.hiddenYet;
	if (report) return report.finishedAt ? compareWords.noPrediction : compareWords.pending;
	return busy ? compareWords.pending : compareWords.notRun;
}

/** The machine of a side, and what is shown where no time is. Sentences. */
export function machineOf(state: SideState): string[] {
	const { side, report, unbuilt, runners } = state;
	if (unbuilt !== undefined) return [sideWords.notBuiltText(unbuilt, side.target)];
	if (report && isMeasured(report)) {
		const { host, id, clockGHz } = report.runner;
		const clock = clockGHz === undefined ? '' : `, ${gigahertz(clockGHz)}`;
		return [sideWords.measured(host.processor + clock, host.identity, id)];
	}
	if (report) {
		const { host, id } = report.runner;
		const by = host.emulated
			? sideWords.emulatedText(id, side.target)
			: sideWords.inspected(id, host.processor);
		const why = lackingOf(state);
		return [by, ...(host.emulated ? [] : [why ?? sideWords.nothingMeasured]), insteadOf(state)];
	}
	const able = measuringAt(runners, side);
	if (able.length > 0)
		return [sideWords.measures([...new Set(able.map(({ processor }) => processor))].join(', '))];
	const why = lackingOf(state) ?? sideWords.waits;
	return side.on ? [why] : [why, insteadOf(state)];
}

/** Why a side cannot be measured, undefined if it can. */
function lackingOf({ side, runners }: Pick<SideState, 'side' | 'runners'>): string | undefined {
	if (measuringAt(runners, side).length > 0) return undefined;
	if (side.on) return sideWords.noSuchRunner(side.on);
	return isEmulated({ side, runners })
		? sideWords.onlyEmulated(side.target)
		: sideWords.noRunner(side.target);
}

/** There are runners of this architecture, and all of them are emulated. */
const isEmulated = ({ side, runners }: Pick<SideState, 'side' | 'runners'>): boolean => {
	const own = runners.filter(({ arch }) => arch === side.target);
	return own.length > 0 && own.every(({ host }) => host.emulated);
};

function insteadOf({ facts, side, report }: SideState): string {
	const machines = facts.machines.filter(
		({ id, target = 'x86-64' }) =>
			target === side.target && facts.documented.some(({ machine }) => machine === id)
	);
	const models = (report?.variants ?? []).flatMap(({ predictions }) =>
		predictions.filter(({ exact }) => exact).map(({ model }) => model)
	);
	const parts = [
		...(machines.length > 0
			? [sideWords.figuresOf(machines.map(({ name }) => name).join('; '))]
			: []),
		sideWords.assembly,
		...(facts.uncounted
			? []
			: [
					sideWords.counts,
					models.length > 0
						? sideWords.models([...new Set(models)].join(', '))
						: sideWords.someModels
				])
	];
	return sideWords.instead(parts.join('; '));
}

/** The compilers and the prediction model of a report, with their versions. */
export function versionsOf(report: Report): string[] {
	const { toolchain, variants } = report;
	const all = [toolchain, ...variants.flatMap(({ toolchain: own }) => own ?? [])];
	const own = variants.some((one) => one.toolchain) ? all.slice(1) : all;
	const built = own.map(({ compiler, version }) =>
		sideWords.builtWith(compilers[compiler], version)
	);
	const prediction = variants
		.map(({ predictions }) => mainPrediction(predictions))
		.find((one) => one !== undefined);
	return [
		...new Set(built),
		...(prediction ? [sideWords.predictedBy(modelName(prediction), toolchain.llvmMca)] : [])
	];
}
