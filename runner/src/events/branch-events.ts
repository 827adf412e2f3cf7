/** Where the branches of a trace went, and whether predictors had said so. Pure. */
import { isConditionalJump, isEnd, type Decoded } from '../inspect/listing.ts';
import { indirect, tage, twoLevel } from './branches.ts';
import type { Tally } from './tally.ts';

/** Whether the predictor of the core (TAGE) had another outcome, or another target, for the last instruction of a block. */
export type BranchEvents = (instruction: Decoded, target: number, tally: Tally) => boolean;

/** @param entries of the predictor's table of the longest history */
export function createBranchEvents(entries: number | undefined): BranchEvents {
	const [tagged, local, targets] = [tage(entries), twoLevel(), indirect()];
	return (instruction, target, tally) => {
		if (isConditionalJump(instruction)) {
			const taken = target === instruction.target;
			const isWrong = tagged(instruction.address, taken);
			const isWrongLocally = local(instruction.address, taken);
			tally.branches++;
			tally.taken += +taken;
			tally.mispredicted += +isWrong;
			tally.mispredictedTwoLevel += +isWrongLocally;
			return isWrong;
		}
		if (!instruction.flow || instruction.target !== undefined || isEnd(instruction)) return false;
		tally.indirect++;
		const isWrong = targets(instruction.address, target);
		tally.mispredictedTargets += +isWrong;
		return isWrong;
	};
}
