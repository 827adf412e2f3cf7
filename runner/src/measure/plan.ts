/**
 * Which processes to run to measure a set of places, as a state machine without effects: `nextProcess` names one,
 * `acceptProcess` takes what came of it, until nothing is left. A sweep's points appear one by one, small values first,
 * but every second value before those between: a slow drift of the machine makes neighbours differ and is seen, instead
 * of looking like a rise. The values of the exercise's question come before all others, so that a prediction is answered
 * first. Variants of one value take turns, so that a drift hits all alike.
 */
import type { Parameters } from '@cyclelab/exercises/schema';
import type { Command, Limits } from '../sandbox/command.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import { shortest } from './plan-state.ts';
import type { Extras, PlaceState, PlaceToMeasure, Plan } from './plan-state.ts';
import type { Sample } from '@cyclelab/contract/schema/measurement';
import { command, isExpensive, isLate, placeMs, samplesAsked, spentMs } from './ask.ts';
import { budget } from './budget.ts';
import { processesAlone } from './again.ts';
import { longerTargetUs } from './call-length.ts';
import { aloneOf, enoughAlone, isLong } from '@cyclelab/contract/measure/alone';
import { costsOfLengths } from './line.ts';
import { sameParameters } from '@cyclelab/contract/measure/place';
import type { ProcessOutcome } from './process.ts';
import type { Rows } from './rows.ts';
import { countDoubt, firstDoubt, metersDoubt } from './plausible.ts';
import { cyclesPerIteration } from '@cyclelab/contract/measure/sample-cost';
import { toSamples } from './samples.ts';
import { halfWidth, medianInterval } from '@cyclelab/contract/measure/statistics';

/**
 * @param seed varies stack, environment and data between runs; the same seed gives the same commands
 * @param extras `first`: the parameters that are measured before all others, in this order
 */
export function startPlan(
	places: readonly PlaceToMeasure[],
	limits: Limits,
	seed: number,
	{
		meters = [],
		cores = [],
		lengths = shortest,
		first = []
	}: Partial<Extras> & { first?: readonly Parameters[] } = {}
): Plan {
	const sizes = [...new Set(places.map(sizeOf))].sort((a, b) => a - b);
	const rank = (place: PlaceToMeasure) => {
		const asked = first.findIndex((one) => sameParameters(one, place.parameters));
		if (asked >= 0) return asked - first.length;
		const at = sizes.indexOf(sizeOf(place));
		return at % 2 === 0 ? at : sizes.length + at;
	};
	return {
		places: places
			.map((place) => ({ place, processes: [], commands: [], spentMs: 0, done: false }))
			.sort((a, b) => rank(a.place) - rank(b.place)),
		limits,
		seed,
		meters,
		cores,
		lengths
	};
}

/** By which a sweep's places are ordered. */
export const sizeOf = ({ parameters }: Pick<PlaceToMeasure, 'parameters'>) =>
	Math.max(0, ...Object.values(parameters));

/**
 * Places with numbers to show before any place is done: with two processes there is a difference between processes.
 * Once a place is done, others follow soon enough.
 */
export const shownEarly = ({ places }: Plan): PlaceState[] =>
	places.some(({ done }) => done)
		? []
		: places.filter(({ processes }) => processes.length === shownFrom);
const shownFrom = 2;

/** The next process to run and the index of its place, or undefined when everything is measured. */
export function nextProcess(plan: Plan): { index: number; command: Command } | undefined {
	const first = plan.places.find((state) => !state.done);
	if (!first) return undefined;
	const group = plan.places
		.map((state, index) => ({ state, index }))
		.filter(({ state }) => sameParameters(state.place.parameters, first.place.parameters));
	const open = group.filter(({ state }) => !state.done);
	const round = Math.min(...open.map(({ state }) => state.processes.length));
	const turn = inTurn(group, round).find(
		({ state }) => !state.done && state.processes.length === round
	);
	return turn && { index: turn.index, command: command(plan, turn.state, round) };
}

/** Forwards and backwards alternately, starting one later every two rounds: AB BA BA AB. */
function inTurn<T>(members: readonly T[], round: number): T[] {
	const start = Math.floor(round / 2) % members.length;
	const rotated = [...members.slice(start), ...members.slice(0, start)];
	return round % 2 === 0 ? rotated : rotated.reverse();
}

/** Files a process's outcome. A place may then be `done`, with a failure or ready for `measure`. */
export function acceptProcess(plan: Plan, index: number, outcome: ProcessOutcome): Plan {
	const places = plan.places.map((state, i) => (i === index ? filed(plan, state, outcome) : state));
	const changed = places[index];
	if (!changed) return plan;
	const { failure } = changed;
	// What took too long or too much memory here would do so again at every larger value.
	if (failure?.kind === 'timeout' || failure?.kind === 'out-of-memory') {
		for (const [i, state] of places.entries())
			if (!state.done && isLarger(state.place, changed.place))
				places[i] = { ...state, done: true, failure };
	}
	const next = { ...plan, places };
	const done =
		failure !== undefined ||
		(!changed.doubt && changed.processes.length > 0 && isDone(next, changed));
	places[index] = { ...changed, done };
	return isLate(next) ? { ...next, places: places.map(contented) } : next;
}

/** A place that has enough long samples waits for no more. */
function contented(state: PlaceState): PlaceState {
	const samples = toSamples(state.processes);
	return isLong(samples) && enoughAlone(samples) ? { ...state, done: true } : state;
}

function isLarger(one: PlaceToMeasure, other: PlaceToMeasure): boolean {
	return one.variant === other.variant && sizeOf(one) > sizeOf(other);
}

/**
 * A process that is not believed is thrown away and run once more. Only a second one in a row fails the place: what
 * disturbed honest code (a host that was stopped, a runtime that compiled later than usual) does not repeat, and code
 * that lies gains nothing by lying in some processes.
 */
function filed(plan: Plan, state: PlaceState, outcome: ProcessOutcome): PlaceState {
	const { doubt, ...known } = state;
	const next = { ...known, spentMs: state.spentMs + outcome.wallMs };
	const failure = outcome.ok ? forgedIn(plan, state, outcome.rows) : outcome.failure;
	if (outcome.ok && !failure) {
		const { processes, commands } = state;
		const asked = command(plan, state, processes.length);
		// Threads that several cores run are begun in each call.
		const isFirst =
			processes.length === 0 && state.targetUs === undefined && plan.cores.length <= 1;
		const targetUs =
			isFirst && longerTargetUs(outcome.rows, Number(asked.env['CYCLELAB_TARGET_US']));
		if (targetUs) return { ...next, targetUs };
		return {
			...next,
			processes: [...processes, outcome.rows],
			commands: [...commands, asked]
		};
	}
	if (!failure) return next;
	if (failure.kind === 'implausible' && !doubt) return { ...next, doubt: failure };
	return { ...next, failure };
}

/** Rows that are in order, but not what the process was asked for. */
function forgedIn(plan: Plan, state: PlaceState, rows: Rows): FailureFacts | undefined {
	const doubt =
		firstDoubt(rows, plan.lengths(state.place.parameters)) ??
		countDoubt(rows, samplesAsked(plan, state)) ??
		metersDoubt(rows, plan.meters);
	return doubt && { kind: 'implausible', stage: 'measure', variant: state.place.variant, ...doubt };
}

function isDone(plan: Plan, state: PlaceState): boolean {
	const { processes } = state;
	const samples = toSamples(processes);
	const oneMoreMs = state.spentMs / processes.length;
	if (state.until !== undefined && plan.untilMs !== undefined)
		return processesAlone(state) >= state.until || spentMs(plan) + oneMoreMs > plan.untilMs;
	const groups = processes.map((_, process) =>
		aloneOf(samples)
			.filter((sample) => sample.process === process)
			.map(cyclesPerIteration)
	);
	if (groups.flat().length >= budget.acceptedAtMost) return true;
	const long = isLong(samples);
	const wanted = long || isExpensive(processes) ? budget.expensiveProcesses : budget.processes;
	const before = samples.filter((sample) => sample.process < processes.length - 1);
	// Few looks: an interval that is looked at after every process is taken when it happens to be narrow.
	const looked = processes.length > wanted ? looks(before) : 0;
	if (processes.length >= wanted && looks(samples) > looked) {
		if (halfWidth(medianInterval(groups)) <= budget.halfWidth) return true;
	}
	// More samples make no line of it.
	if (processes.length >= wanted && costsOfLengths(aloneOf(samples))) return true;
	if (samples.length >= budget.attemptedAtMost) return true;
	// Few long samples are better than none.
	const most = isLate(plan) ? budget.expensiveProcesses : budget.processes;
	if (long && !enoughAlone(samples) && processes.length < most) return false;
	if (spentMs(plan) + oneMoreMs > (long ? budget.longTotalMs : budget.totalMs)) return true;
	// A second process is worth more than its time: without it the processes' differences are unknown.
	const allowedMs = placeMs(plan, long) * (processes.length < budget.expensiveProcesses ? 4 : 1);
	return state.spentMs + oneMoreMs > allowedMs;
}

/** How many looks at the interval such samples are worth. */
function looks(samples: readonly Sample[]): number {
	if (!enoughAlone(samples)) return 0;
	return Math.max(1, budget.looks.filter((least) => aloneOf(samples).length >= least).length);
}
