/** The state of a measuring plan: its places, their processes and results. */
import type { Parameters } from '@cyclelab/exercises/schema';
import type { Command, Limits } from '../sandbox/command.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { Rows } from './rows.ts';

/** A compiled variant at one choice of parameters. `execute`: how its program is started in the sandbox. */
export type PlaceToMeasure = {
	variant: string;
	execute: Pick<Command, 'argv' | 'env' | 'uses'>;
	parameters: Parameters;
};

export type PlaceState = {
	place: PlaceToMeasure;
	/** The rows of each ended process, in order. */
	processes: Rows[];
	/** What each of them was started with. */
	commands: Command[];
	/** The rows of further processes, in which calls were several times as long (`long-calls.ts`). */
	longCalls?: Rows[];
	/** Instructions of an iteration there, where its times contradict the count of another place. */
	counted?: number;
	/** The length that its calls need, where a first process with the usual length was of no use (`call-length.ts`). */
	targetUs?: number;
	/** Wall time of its processes, by the sandbox's clock. */
	spentMs: number;
	done: boolean;
	/** For a repetition: the wanted number of processes that had the core to themselves. */
	until?: number;
	/** Why its last process was not believed: the next one decides (`filed`). */
	doubt?: FailureFacts;
	failure?: FailureFacts;
};

/** What an exercise asks for besides the time on the measuring core. */
export type Extras = {
	/** Ids of its meters. */
	meters: readonly string[];
	/** Processors it has to itself, the measuring one first; none is named where that is the only one. */
	cores: readonly number[];
	/** Iterations of the calls that a process begins with at a place (`ProcessRequest`). */
	lengths: (parameters: Parameters) => readonly number[];
};

/** Where nothing is compared: a process begins with a call of one iteration. */
export const shortest = (): readonly number[] => [1];

export type Plan = {
	places: PlaceState[];
	limits: Limits;
	seed: number;
	/** While places are measured again: no process begins after this much wall time of all together, ms. */
	untilMs?: number;
} & Extras;
