/** A block from its text, as results have it. Pure. */
import { assembly } from '../inspect/assembly.ts';
import { isaOf } from '../inspect/isa-of.ts';
import { parseListing } from '../inspect/objdump.ts';
import type { CodeBlock } from './extract.ts';

/** Longest instruction of x86-64, bytes, rounded up. The addresses of the listing are made up. */
const apart = 16;

/** Undefined if the text is not read as the instructions that it was made of. */
export function blockFromText(text: string): CodeBlock | undefined {
	const lines = text.split('\n').map((line, index) => `${(apart * index).toString(16)}: ${line}`);
	const [found] = parseListing(['0 <block>:', ...lines].join('\n'), isaOf('x86-64'));
	const instructions = found?.instructions ?? [];
	const again = instructions.map((one) => assembly(one, 'x86-64') ?? '').join('\n');
	return again === text ? { instructions, text } : undefined;
}
