/** Accesses to the same bytes of memory, as far as their operands show it. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import type { Decoded } from '../inspect/listing.ts';
import type { MemoryOperand } from '../inspect/registers.ts';

/** Whether a store writes a byte that a load reads, by the same registers. Changes of these registers are not followed. */
export function meets(store: Decoded, load: Decoded): boolean {
	const [written, read] = [x86.access(store).memory, x86.access(load).memory];
	return Boolean(written?.stores && read?.loads && overlap(written, read));
}

/** Whether a store writes each byte that another store writes. */
export function covers(store: Decoded, other: Decoded): boolean {
	const [written, hidden] = [x86.access(store).memory, x86.access(other).memory];
	return Boolean(
		written?.stores &&
		hidden?.stores &&
		written.form === hidden.form &&
		written.displacement <= hidden.displacement &&
		hidden.displacement + hidden.bytes <= written.displacement + written.bytes
	);
}

const overlap = (a: MemoryOperand, b: MemoryOperand) =>
	a.form === b.form &&
	a.displacement < b.displacement + b.bytes &&
	b.displacement < a.displacement + a.bytes;
