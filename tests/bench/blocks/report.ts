/** A disagreement in words, with everything that somebody needs to see it again. Pure. */
import type { BlockResults, MeasuredBlock, Predictor } from '@cyclelab/contract/schema/blocks';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { fixed } from '../numbers.ts';

type ReportParts = {
	machine: BlockResults['machine'];
	/** The leading one first. */
	predictors: readonly Predictor[];
	/** The smallest one. */
	block: MeasuredBlock;
	/** The whole version of llvm-mca. */
	llvmMca: string;
	/** The block that the reduction began with. */
	first: { instructions: number; from: string; predicted: number; measured: Interval };
};

const cycles = ({ median, low, high }: Interval) =>
	`${fixed(median, 2)} cycles (${fixed(low, 2)} to ${fixed(high, 2)})`;

export function reportOf({ machine, predictors, block, llvmMca, first }: ReportParts): string {
	const { host, microcode } = machine;
	const [leader] = predictors;
	const own = leader && block.answers[leader.id];
	const rows = predictors.map(({ id, model }) => {
		const answer = block.answers[id];
		const text = typeof answer === 'number' ? fixed(answer, 2) : (answer?.refused ?? 'not asked');
		return `| ${id} | ${model} | ${text} |`;
	});
	return `## ${leader?.id}: ${typeof own === 'number' ? fixed(own, 2) : 'nothing'} predicted, ${fixed(block.cycles.median, 2)} measured

    ${block.text.replaceAll('\n', '\n    ')}

- Measured: ${cycles(block.cycles)} a pass, on ${block.at}.
- Machine: ${host.processor} (${host.identity}, microcode ${microcode ?? 'not reported'}${host.virtualised ? ', in a virtual machine' : ''}), ${host.kernel}.
- Predicted by llvm-mca ${llvmMca} with ${leader?.options.join(' ')}; its model is ${leader?.model}${leader?.exact ? '' : ', which stands in for this processor'}.
- Reduced from ${first.instructions} instructions of ${first.from}: ${fixed(first.predicted, 2)} predicted, ${cycles(first.measured)} measured.
- Method: the block as a straight line of copies, in two lengths whose difference is divided by the copies between. Each register begins with an address on a page of its own, and each page is filled with such addresses; all data is in L1.

| predictor | model | cycles a pass |
| --- | --- | --- |
${rows.join('\n')}
`;
}
