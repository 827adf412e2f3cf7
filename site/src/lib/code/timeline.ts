/** llvm-mca's simulation of a loop, cycle by cycle, as rows of marks. Pure. */
import type { HotLoop } from '@cyclelab/runner/schema/code';
import type { TimelineRow } from '@cyclelab/runner/schema/prediction';

/** In the order in which an instruction comes to them. */
export const marks = [
	'dispatched',
	'waiting',
	'executing',
	'executed',
	'retiring',
	'retired'
] as const;
export type TimelineState = (typeof marks)[number];

/** One letter a cycle, as llvm-mca prints them; the letters distinguish states for readers who do not see the colours. */
export const letters: Record<TimelineState, string> = {
	dispatched: 'D',
	waiting: '=',
	executing: 'e',
	executed: 'E',
	retiring: '-',
	retired: 'R'
};

export interface Span {
	mark: TimelineState;
	/** Its letter, once for each of its cycles. */
	text: string;
}

export interface SimulatedRow extends TimelineRow {
	instruction: string;
	/** From the cycle of dispatch to the cycle of retirement, without gaps. */
	spans: Span[];
}

export interface Timeline {
	rows: SimulatedRow[];
	passes: number;
	/** One more than the last cycle shown. */
	cycles: number;
}

/** What fits on a page: whole passes, as many as end within so many cycles and rows, and always the first. */
const mostCycles = 120;
const mostRows = 60;

export function timelineOf(timeline: TimelineRow[], loop: Pick<HotLoop, 'instructions'>): Timeline {
	const texts = new Map(loop.instructions.map((one) => [one.address, one.text]));
	const passes = [...Map.groupBy(timeline, ({ pass }) => pass).values()];
	let shown: TimelineRow[] = [];
	for (const pass of passes) {
		const more = [...shown, ...pass];
		if (shown.length > 0 && (more.length > mostRows || lastOf(more) >= mostCycles)) break;
		shown = more;
	}
	return {
		rows: shown.map((row) => ({
			...row,
			instruction: texts.get(row.address) ?? row.address,
			spans: spansOf(row)
		})),
		passes: new Set(shown.map(({ pass }) => pass)).size,
		cycles: shown.length > 0 ? lastOf(shown) + 1 : 0
	};
}

const lastOf = (rows: TimelineRow[]) => Math.max(...rows.map(({ retired }) => retired));

/** Retirement hides behind the result where both fall into one cycle, as dispatch does before what needs no execution. */
function spansOf({ dispatched, issued, executed, retired }: TimelineRow): Span[] {
	const cycles: TimelineState[] = [];
	for (let cycle = dispatched; cycle <= retired; cycle += 1)
		cycles.push(
			cycle === retired && retired > executed
				? 'retired'
				: cycle === executed && executed > dispatched
					? 'executed'
					: cycle === dispatched
						? 'dispatched'
						: cycle > executed
							? 'retiring'
							: cycle >= issued
								? 'executing'
								: 'waiting'
		);
	const spans: Span[] = [];
	for (const mark of cycles) {
		const last = spans.at(-1);
		if (last?.mark === mark) last.text += letters[mark];
		else spans.push({ mark, text: letters[mark] });
	}
	return spans;
}

/** A ruler above the rows: a number at every fifth cycle, `0    5    10`. */
export function rulerOf(cycles: number): string {
	let text = '';
	for (let cycle = 0; cycle < cycles; cycle += 5) text = text.padEnd(cycle) + `${cycle}`;
	return text;
}
