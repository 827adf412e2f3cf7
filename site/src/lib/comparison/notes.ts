/** Notes on a side: its machine, compiler and model, and what is shown where there are no times. Pure. */
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import type { PageRunner } from '../run/page-runner.ts';
import { gigahertz } from '../ui/format.ts';
import { measuringAt } from '../run/destinations.ts';
import { mainPrediction, modelName } from '../code/models.ts';
import type { Row } from './rows.ts';
import { compilers, shortCompiler } from '../ui/names.ts';
import type { Side } from './sides.ts';

const notBuilt = (target: Target) => `not built for ${target}`;

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
	const [runner] = measuringAt(runners, side);
	if (runner?.id === side.on) return runner.id;
	return report?.runner.host.processor ?? runner?.processor ?? side.on;
}

/** Why a measured cell is empty, in a few words. */
export function whyAbsent(state: SideState, row?: Pick<Row, 'point'>): string {
	const { side, report, hidden, busy, unbuilt, runners } = state;
	if (unbuilt !== undefined) return notBuilt(side.target);
	if (report?.runner.host.emulated) return 'emulated: no times';
	if (row?.point?.failure) return row.point.failure.title;
	const able = measuringAt(runners, side).length > 0;
	if (hidden && isMeasured(report)) return 'hidden';
	const lacking = side.on
		? `${side.on} (not connected)`
		: isEmulated(state)
			? 'emulated: no times'
			: `no ${side.target} runner for this`;
	if (row?.point || report?.finishedAt)
		return isMeasured(report) || able ? 'not measured' : lacking;
	if (busy && able) return 'not yet';
	return able ? 'not run yet' : lacking;
}

export function whyUnpredicted({ report, hidden, busy, unbuilt, side }: SideState): string {
	if (unbuilt !== undefined) return notBuilt(side.target);
	if (hidden) return 'hidden';
	if (report) return report.finishedAt ? 'no prediction' : 'not yet';
	return busy ? 'not yet' : 'not run yet';
}

/** The machine of a side, and what is shown where no time is. Sentences. */
export function machineOf(state: SideState): string[] {
	const { side, report, unbuilt, runners } = state;
	if (unbuilt !== undefined)
		return [
			`${unbuilt} cannot build this for ${side.target}. Choose another language or compiler to fill this side.`
		];
	if (report && isMeasured(report)) {
		const { host, id, clockGHz } = report.runner;
		const clock = clockGHz === undefined ? '' : `, ${gigahertz(clockGHz)}`;
		return [`Measured on ${host.processor + clock} (${host.identity}), runner ${id}.`];
	}
	if (report) {
		const { host, id } = report.runner;
		const by = host.emulated
			? `Runner ${id} executes ${side.target} code in an emulator. What takes time there is no time of a processor, so none is shown.`
			: `Built, counted and predicted by runner ${id} (${host.processor}).`;
		const why = lackingOf(state);
		return [by, ...(host.emulated ? [] : [why ?? 'Nothing was measured here.']), insteadOf(state)];
	}
	const able = measuringAt(runners, side);
	if (able.length > 0)
		return [
			`To be measured on ${[...new Set(able.map(({ processor }) => processor))].join(', ')}.`
		];
	const why = lackingOf(state) ?? 'No runner is connected. Runs wait until one is.';
	return side.on ? [why] : [why, insteadOf(state)];
}

/** Why a side cannot be measured, undefined if it can. */
function lackingOf({ side, runners }: Pick<SideState, 'side' | 'runners'>): string | undefined {
	if (measuringAt(runners, side).length > 0) return undefined;
	if (side.on)
		return `“${side.on}” is not connected. Choose another side, or wait until it is back.`;
	return isEmulated({ side, runners })
		? `Only emulated ${side.target} runners are connected, so nothing is measured here.`
		: `No ${side.target} runner that can measure this is connected, so nothing is measured here.`;
}

/** There are runners of this architecture, and all of them are emulated. */
const isEmulated = ({ side, runners }: Pick<SideState, 'side' | 'runners'>): boolean => {
	const ofTarget = runners.filter(({ arch }) => arch === side.target);
	return ofTarget.length > 0 && ofTarget.every(({ host }) => host.emulated);
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
			? [`the document’s figures of ${machines.map(({ name }) => name).join('; ')}`]
			: []),
		'the assembly',
		...(facts.uncounted
			? []
			: [
					'exact counts of instructions',
					models.length > 0
						? `predictions by the models of ${[...new Set(models)].join(', ')}`
						: 'predictions by models of real cores'
				])
	];
	return `Shown instead: ${parts.join('; ')}.`;
}

/** The compilers and the prediction model of a report, with their versions. */
export function versionsOf(report: Report): string[] {
	const { toolchain, variants } = report;
	const all = [toolchain, ...variants.flatMap(({ toolchain: own }) => own ?? [])];
	const used = variants.some((variant) => variant.toolchain) ? all.slice(1) : all;
	const built = used.map(({ compiler, version }) => `${compilers[compiler]} (${version})`);
	const prediction = variants
		.map(({ predictions }) => mainPrediction(predictions))
		.find((prediction) => prediction !== undefined);
	return [
		...new Set(built),
		...(prediction ? [`${modelName(prediction)} model, llvm-mca ${toolchain.llvmMca}`] : [])
	];
}
