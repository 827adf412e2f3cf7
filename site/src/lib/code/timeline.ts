/** llvm-mca's simulation of a loop, cycle by cycle, as rows of marks. Pure. */
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { TimelineRow } from '@cyclelab/contract/schema/prediction';

/** In the order in which an instruction comes to them. */
export const marks = [
	'dispatched',
	'waiting',
	'executing',
	'executed',
	'retiring',
	'retired'
] as const;
type TimelineState = (typeof marks)[number];

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

interface SimulatedRow extends TimelineRow {
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
	const texts = new Map(
		loop.instructions.map((instruction) => [instruction.address, instruction.text])
	);
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

/* What an instruction of a simulated loop waits for, in sentences. Pure. */

type Rows = readonly SimulatedRow[];

/** The row itself, then why it is dispatched, executed and retired no earlier, as far as the report has reasons. */
export function whyOf(rows: Rows, at: number, dispatchWidth: number): string {
	const row = rows[at];
	if (!row) return '';
	return [
		`${row.instruction} (pass ${row.pass + 1}):`,
		dispatchOf(row, dispatchWidth),
		startOf(rows, row),
		retirementOf(rows, row)
	]
		.filter(Boolean)
		.join(' ');
}

function dispatchOf({ dispatched, waits }: SimulatedRow, width: number): string {
	if (!waits?.dispatch) return `dispatched in cycle ${dispatched}.`;
	return waits.dispatch === 'width'
		? `dispatched in cycle ${dispatched}, since the instructions before it filled the dispatch width, ${width} µops, of cycle ${dispatched - 1}.`
		: `dispatched in cycle ${dispatched}, since a queue, the reorder buffer or the registers had no room before.`;
}

function startOf(rows: Rows, { dispatched, issued, executed, waits }: SimulatedRow): string {
	if (waits?.operand) {
		const { register, row } = waits.operand;
		const name = register === 'flags' ? 'the flags' : register;
		return `It waits for ${name}, which ${named(rows, row)} writes, and begins in cycle ${issued}.`;
	}
	if (waits?.units)
		return `It waits for a unit, ${takenOf(waits.units, issued)}, and begins in cycle ${issued}.`;
	if (waits?.after !== undefined)
		return `A store, it begins no earlier than ${named(rows, waits.after)}: in cycle ${issued}.`;
	if (issued > dispatched + 1)
		return `It begins in cycle ${issued}. These cycles do not show what it waits for.`;
	return executed === dispatched
		? 'It needs no execution.'
		: `It waits for nothing and begins in cycle ${issued}.`;
}

function takenOf(units: readonly string[], issued: number): string {
	const before = `in cycle ${issued - 1}`;
	return units.length === 1
		? `${units[0]}, which is taken ${before}`
		: `since all that can execute it are taken ${before} (${units.join(', ')})`;
}

function retirementOf(rows: Rows, { executed, retired, waits }: SimulatedRow): string {
	if (waits?.retire === undefined) return `It retires in cycle ${retired}.`;
	return `Done in cycle ${executed}, it retires in cycle ${retired}, no earlier than ${named(rows, waits.retire)}, which comes before it.`;
}

/** A row may be of a pass that the page does not show; causes always come earlier, so they are shown. */
function named(rows: Rows, at: number): string {
	const row = rows[at];
	return row ? `${row.instruction} of pass ${row.pass + 1}` : 'an earlier instruction';
}

/** The rows that a row waits for. */
export function causesOf({ waits }: SimulatedRow): number[] {
	return [waits?.operand?.row, waits?.after, waits?.retire].filter((row) => row !== undefined);
}
