/** A block from its text, as results have it. Pure. */
import { assembly } from '../inspect/assembly.ts';
import { isaOf } from '../inspect/isa-of.ts';
import { parseListing } from '../inspect/objdump.ts';
import type { Decoded } from '../inspect/listing.ts';
import type { CodeBlock } from './extract.ts';

/** Longest instruction of x86-64, bytes, rounded up. The addresses of the listing are made up. */
const apart = 16;
/** The longest operand. */
const apartBytes = 64;

/** Undefined if the text is not read as the instructions that it was made of. */
export function blockFromText(text: string): CodeBlock | undefined {
	const lines = text.split('\n').map((line, index) => `${(apart * index).toString(16)}: ${line}`);
	const [found] = parseListing(['0 <block>:', ...lines].join('\n'), isaOf('x86-64'));
	const instructions = (found?.instructions ?? []).map(withReference);
	const again = instructions.map((instruction) => assembly(instruction, 'x86-64') ?? '').join('\n');
	return again === text ? { instructions, text } : undefined;
}

/** Data of the program: the text has distances to it, no addresses. Different distances stand for different places. */
function withReference(instruction: Decoded): Decoded {
	const distance = instruction.operands.join().match(/\[rip [+-] (0x[0-9a-f]+)\]/)?.[1];
	return distance === undefined
		? instruction
		: { ...instruction, reference: apartBytes * Number(distance) };
}
