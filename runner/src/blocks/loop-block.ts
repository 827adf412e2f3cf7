/** A hot loop as a block: the instructions of one pass without its jumps, in a straight line. x86-64 only. Pure. */
import { assembly } from '../inspect/assembly.ts';
import { leastCoverage } from '../inspect/badges.ts';
import { callsIn } from '../inspect/loop-path.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import { shortName } from '@cyclelab/contract/shorten';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import { instructionExclusion, lengths, type CodeBlock } from './extract.ts';

type Refused = { refused: string };

/** @param functions of the program that the loop was found in */
export function blockOfLoop(
	{
		symbol,
		instructions: shown,
		pathCoverage
	}: Pick<HotLoop, 'symbol' | 'instructions' | 'pathCoverage'>,
	functions: readonly DecodedFunction[]
): CodeBlock | Refused {
	const byAddress = new Map(
		functions
			.filter((decoded) => decoded.symbol === symbol)
			.flatMap(({ instructions }) => instructions)
			.map((instruction) => [instruction.address, instruction])
	);
	const path = shown.flatMap(({ address }) => byAddress.get(Number(address)) ?? []);
	if (path.length < shown.length || path.length === 0)
		return { refused: 'The instructions of the loop were not found in the program again.' };
	if (pathCoverage < leastCoverage)
		return {
			refused: `The passes of the loop take different ways, only ${Math.floor(pathCoverage * 100)} % of them the most frequent one, and a straight line of copies has one way.`
		};
	const [call] = callsIn({ instructions: path });
	if (call)
		return {
			refused: `The loop calls ${shortName(call.callee ?? 'a function through a pointer')}, and a straight line of copies cannot call; a call is measured here only where the compiler inlines it.`
		};
	const instructions = path.filter(({ flow }) => flow === undefined);
	if (instructions.length === 0)
		return { refused: 'A pass of the loop has no instruction but jumps.' };
	if (instructions.length > lengths.atMost)
		return {
			refused: `A pass of the loop has ${instructions.length} instructions without its jumps, and at most ${lengths.atMost} are measured as a straight line; try less unrolling.`
		};
	const reason = instructionExclusion(instructions);
	if (reason) return { refused: sentences[reason] };
	const text = instructions.map((instruction) => assembly(instruction, 'x86-64') ?? '').join('\n');
	return { instructions, text };
}

const sentences: Record<NonNullable<ReturnType<typeof instructionExclusion>>, string> = {
	system:
		'The loop has an instruction that enters the system or changes the state of the process, which no straight line of copies may do.',
	segment:
		'The loop accesses memory through a segment register, as thread-local data and string instructions do, and a straight line of copies has no such memory.',
	repeated:
		'The loop has a repeated string instruction, whose length depends on registers that a straight line of copies does not know.',
	x87: 'The loop has an instruction of the x87 unit, whose stack of registers would overflow in a straight line of copies.',
	unreadable: 'The loop has an instruction that the assembler does not read again.'
};
