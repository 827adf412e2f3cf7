/** The recorded command lines of the inspected source, spawned without a sandbox: the floor's times. */
import { recordSteps, withSource, type Moment, type RecordedCommand } from './commands.ts';
import { openFloor, type CommandLane } from './floor.ts';
import type { Context } from './section.ts';
import { exercise, inspected, sourceOf, varied } from './subject.ts';

const moments: Moment[] = ['inspected', 'predicted', 'later'];

type Spawned = {
	source: string;
	steps: readonly RecordedCommand[];
	/** Executes commands of another source each time in the lane of this worker, from 0 on: ms until the result of each moment. */
	spawn: (
		commands: readonly RecordedCommand[]
	) => (worker: number) => Promise<Record<Moment, number>>;
};

/** Records the commands and opens the floor, which the end of the bench closes. @param workers how many spawn at once */
export async function openSpawned(
	{ onEnd }: Pick<Context, 'onEnd'>,
	workers: number
): Promise<Spawned> {
	const subject = await exercise(inspected.exercise);
	const source = sourceOf(subject, inspected.variant);
	const steps = await recordSteps(subject, inspected.variant);
	const floor = await openFloor();
	onEnd(floor.close);
	const lanes = await Promise.all(Array.from({ length: workers }, floor.lane));
	return {
		source,
		steps,
		spawn: (commands) => async (worker) => {
			const lane = lanes[worker];
			if (!lane) throw new Error('there is no lane for this worker');
			return walk(lane, withSource(commands, varied(source)));
		}
	};
}

/** Executes the steps in order; a result is shown when all steps up to it are done. */
async function walk(lane: CommandLane, steps: readonly RecordedCommand[]) {
	const times = { inspected: 0, predicted: 0, later: 0 };
	for (const { command, moment } of steps) {
		const ms = await lane(command);
		for (const later of moments.slice(moments.indexOf(moment))) times[later] += ms;
	}
	return times;
}
