/** The words of the figure of the window. */
import { grouped, number } from '../ui/format.ts';
import type { WindowCore, WindowStep } from './window.ts';

const cycles = (value: number) => grouped(Math.round(value));

export const windowWords = {
	title: 'The reorder buffer while a load waits',
	legend: 'Instructions of work between two loads',
	load: 'load',
	next: 'next load',
	buffer: 'reorder buffer',
	axis: 'cycle',
	entries: (entries: number) => `${grouped(entries)} entries`,
	drawn: (
		work: number,
		{ entries, latency }: WindowCore,
		{ fullAt, next, ...step }: WindowStep
	) => {
		const [all, hidden] = [Math.round(step.workCycles), Math.round(step.hiddenCycles)];
		const filling =
			fullAt === undefined || work + 1 < entries
				? `The load and the ${grouped(work)} instructions fit into the reorder buffer, and so does the next load.`
				: `In cycle ${cycles(fullAt)} the reorder buffer is full: ${grouped(entries)} instructions. Nothing more is renamed until the load ends in cycle ${cycles(latency)}.`;
		return hidden >= all
			? `${filling} The next load begins as soon as its address is there, in cycle ${cycles(next)}: all ${all} cycles of work are hidden.`
			: `${filling} The next load is among the instructions that did not fit, and begins in cycle ${cycles(next)}. Of ${all} cycles of work, ${hidden} are hidden and ${all - hidden} are not.`;
	},
	measured: (cycles: number, processor: string) =>
		`The load waits ${number(cycles)} cycles, a step of the chase in this page’s run, on ${processor}.`,
	given: (latency: number, machine: string) =>
		`The load waits ${grouped(latency)} cycles, as in the chase on ${machine}; after a run, as in the chase of this page’s run.`,
	source: ({ entries, width }: WindowCore, source: string) =>
		`Drawn for a core with ${grouped(entries)} entries that renames and retires ${width} instructions in a cycle: ${source}. The work needs nothing of what is loaded, and the next address is what the load returns.`
} as const;
