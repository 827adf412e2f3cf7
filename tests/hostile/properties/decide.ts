/** Whether a hostile program's report is allowed, given the report of its honest twin. Pure. */
import type { Failure } from '@cyclelab/contract/schema/failure';
import { allInstructions } from '@cyclelab/contract/measure/instructions';
import type { VariantReport } from '@cyclelab/contract/schema/report';

export type ProgramDecision =
	/** Refused with a reason about the program. */
	| { refused: Failure['kind'] }
	/** Accepted: its time is `ratio` times the twin's time. */
	| { measured: { ratio: number } }
	/** No result: the machine was too busy, or the time limit was reached. Or a time that nothing vouches for, as the report says. */
	| { undecided: Failure['kind'] | 'uncounted' }
	| { violated: string };

/** Part by which the time, beyond both intervals, and the counted instructions may differ from the twin's. */
const timeWithin = 0.05;
const countWithin = 0.02;

/** For each kind of failure, the party that its sentence blames. */
const blames: Record<Failure['kind'], 'program' | 'machine' | 'runner'> = {
	'compile-error': 'program',
	timeout: 'program',
	'out-of-memory': 'program',
	'output-limit': 'program',
	crash: 'program',
	'empty-kernel': 'program',
	implausible: 'program',
	'no-line': 'program',
	refused: 'program',
	'too-noisy': 'machine',
	'no-time-left': 'machine',
	'too-few-cores': 'runner',
	'lacks-extension': 'runner'
};

/** @param doesLess it has acts by which it does less in some calls; if it does so in all, its figures are those of less work */
export function decide(
	program: VariantReport,
	twin: VariantReport,
	doesLess = false
): ProgramDecision {
	const [point, ...others] = program.points;
	if (others.length > 0) return { violated: 'it has several points' };
	const failure = program.failure ?? point?.failure;
	if (failure) return decideFailure(failure);
	const twinFailure = twin.failure ?? twin.points[0]?.failure;
	if (twinFailure && blames[twinFailure.kind] === 'machine') return { undecided: twinFailure.kind };
	if (twinFailure) return { violated: `its honest twin was refused: ${twinFailure.title}` };
	const instructions = allInstructions(program);
	const honest = allInstructions(twin);
	if (instructions === undefined && program.uncounted) return { undecided: 'uncounted' };
	if (instructions === undefined) return { violated: 'it has no failure, and nothing was counted' };
	const time = point?.measured?.cyclesPerIteration;
	if (!time) return { violated: 'it has no failure, and nothing was measured' };
	const honestTime = twin.points[0]?.measured?.cyclesPerIteration;
	if (!honestTime || honest === undefined)
		return { violated: 'its honest twin was not counted and measured' };
	const part = doesLess ? instructions / honest : 1;
	if (Math.abs(instructions / honest - part) > countWithin)
		return { violated: `it counts ${instructions} instructions an iteration, its twin ${honest}` };
	const ratio = time.median / honestTime.median / part;
	const isWithin =
		time.low <= honestTime.high * part * (1 + timeWithin) &&
		time.high * (1 + timeWithin) >= honestTime.low * part;
	if (!isWithin)
		return {
			violated: `it takes ${time.median} cycles an iteration, its twin ${honestTime.median}`
		};
	return { measured: { ratio } };
}

function decideFailure({ kind, title, hint }: Failure): ProgramDecision {
	if (!title.trim() || !hint.trim()) return { violated: `its ${kind} has no sentence` };
	if (blames[kind] === 'runner') return { violated: `it was refused for the runner: ${title}` };
	return blames[kind] === 'program' ? { refused: kind } : { undecided: kind };
}
