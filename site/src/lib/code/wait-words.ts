/** What an instruction of a simulated loop waits for, in sentences. Pure. */
import type { SimulatedRow } from './timeline.ts';

export const waitWords = {
	hint: 'Point at an instruction, or choose it by keyboard or touch: what it waits for stands here.',
	/** The heading of the column of instructions, each of which can be chosen. */
	choose: 'Instruction whose waiting is explained'
} as const;

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
