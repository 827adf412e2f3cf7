/** Instructions that give a loop a badge, as LLVM's models do not describe their cost: those of `opcodes.json`. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Decoded } from './listing.ts';
import table from './opcodes.json' with { type: 'json' };

/** Instructions that get the same badge. Ids of the same thing are the same on all architectures. */
export type OpcodeKind = {
	id: string;
	label: string;
	sentence: string;
	matches: (instruction: Pick<Decoded, 'prefixes' | 'mnemonic' | 'operands'>) => boolean;
};

/** Regular expressions of an instruction's parts, all of which match; operands are joined by a comma and a blank. */
type Pattern = {
	prefix?: string | undefined;
	mnemonic?: string | undefined;
	operands?: string | undefined;
};

function matcher({ prefix, mnemonic, operands }: Pattern): OpcodeKind['matches'] {
	const [ofPrefix, ofMnemonic, ofOperands] = [prefix, mnemonic, operands].map(
		(pattern) => new RegExp(pattern ?? '')
	) as [RegExp, RegExp, RegExp];
	return (instruction) =>
		ofMnemonic.test(instruction.mnemonic) &&
		(prefix === undefined || instruction.prefixes.some((word) => ofPrefix.test(word))) &&
		ofOperands.test(instruction.operands.join(', '));
}

/** `matches`: one of the patterns is enough. */
function kindOf({
	matches,
	...kind
}: Omit<OpcodeKind, 'matches'> & { matches: readonly Pattern[] }): OpcodeKind {
	const all = matches.map(matcher);
	return { ...kind, matches: (instruction) => all.some((matches) => matches(instruction)) };
}

export const opcodes: Record<Target, readonly OpcodeKind[]> = {
	'x86-64': table['x86-64'].map(kindOf),
	arm64: table.arm64.map(kindOf)
};

/** Whether it reads and writes memory in one step: one of the Large System Extensions that ARMv8.1 added. */
export const isAtomic: OpcodeKind['matches'] = (instruction) =>
	opcodes.arm64.some(({ id, matches }) => id === 'atomic' && matches(instruction));
