/** What an inspection that is kept weighs. Pure. */
import type { Inspection } from './workshop.ts';

/** Of one instruction with its counts, jumps and what models say of it. A guess, not measured. Bytes. */
const bytesOfInstruction = 400;

/** Bytes in memory, about. */
export function weightOf({ report, program }: Inspection): number {
	const shown = report.functions.reduce((sum, { instructions }) => sum + instructions.length, 0);
	const artifacts = [...(program?.artifacts.values() ?? [])];
	const built = artifacts.reduce((sum, { length }) => sum + length, 0);
	// Once as a report has them, once as they were decoded.
	return built + 2 * bytesOfInstruction * shown + report.source.length;
}
