/** Badges for instructions whose cost llvm-mca's models do not describe. Evidence: predicted and measured side by side per kind. */
import type { Badge } from '../schema/code.ts';
import type { Isa } from './isa.ts';
import { hexadecimal, type Decoded } from './listing.ts';

export function opcodeBadges(instructions: readonly Decoded[], { opcodes }: Isa): Badge[] {
	return opcodes.flatMap(({ id, label, sentence, matches }) => {
		const found = instructions.filter(matches).map(({ address }) => hexadecimal(address));
		return found.length === 0
			? []
			: [{ id, label, sentence, weight: 'outside-model', addresses: found }];
	});
}
