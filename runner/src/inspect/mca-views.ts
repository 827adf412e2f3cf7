/** Two more views of a loop by llvm-mca: its first passes cycle by cycle, and what limits it. They explain a prediction. */
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { Prediction, TimelineRow } from '@cyclelab/contract/schema/prediction';
import { hexadecimal } from './listing.ts';
import type { LoopPath } from './loop-path.ts';
import { argvOf, region, source } from './mca-input.ts';
import { McaTimeline } from './mca-output.ts';
import type { Model } from './models.ts';
import { parseJson } from './parse-json.ts';
import { passesOf } from './predict.ts';

/** Rows of a timeline, unless a single pass has more: what fits on a page, and shows how passes overlap. */
const rows = 160;
const mostPasses = 10;
const timelinePasses = ({ instructions }: LoopPath) =>
	Math.max(1, Math.min(mostPasses, Math.floor(rows / Math.max(1, instructions.length))));

function viewCommand(path: LoopPath, model: Model, view: readonly string[], limits: Limits) {
	return {
		argv: [...argvOf(model), '--instruction-info=false', '--resource-pressure=false', ...view],
		env: {},
		stdin: source(region('loop', path.instructions, model.target), model.target),
		limits
	};
}

export function timelineCommand(path: LoopPath, model: Model, limits: Limits): Command {
	const passes = timelinePasses(path);
	return viewCommand(
		path,
		model,
		// Zero cycles: as many as there are.
		[
			'--json',
			'--timeline',
			`--iterations=${passes}`,
			`--timeline-max-iterations=${passes}`,
			'--timeline-max-cycles=0'
		],
		limits
	);
}

/** In the order of execution. Undefined if llvm-mca gave no timeline: a page goes without. */
export function readTimeline(output: Output, path: LoopPath): TimelineRow[] | undefined {
	if (output.exit.code !== 0) return undefined;
	const parsed = McaTimeline.safeParse(parseJson(output.stdout.toString('utf8')));
	const simulated = parsed.data?.CodeRegions[0]?.TimelineView.TimelineInfo;
	const { instructions } = path;
	if (simulated?.length !== instructions.length * timelinePasses(path)) return undefined;
	return simulated.map((one, index) => ({
		pass: Math.floor(index / instructions.length),
		address: hexadecimal(instructions[index % instructions.length]?.address ?? 0),
		dispatched: one.CycleDispatched,
		issued: one.CycleIssued,
		executed: one.CycleExecuted,
		retired: one.CycleRetired
	}));
}

/** This view exists as text only. */
export const bottleneckCommand = (path: LoopPath, model: Model, limits: Limits): Command =>
	viewCommand(path, model, ['--bottleneck-analysis', `--iterations=${passesOf([path])}`], limits);

/**
 * llvm-mca's words from the pressure on, without the summary before them. Undefined if there are none: cores that execute
 * in order are not analysed.
 */
export function readBottlenecks(output: Output): Prediction['bottlenecks'] {
	if (output.exit.code !== 0 || output.truncated) return undefined;
	const text = output.stdout.toString('utf8');
	const begin = text.search(/^(Cycles with backend pressure increase|No resource or data dep)/m);
	if (begin < 0) return undefined;
	return text
		.slice(begin)
		.trimEnd()
		.split('\n')
		.map((line) => line.replaceAll('\t', ' ').trimEnd())
		.join('\n');
}
