/** Shell: measures what the time of a variant's hot loop depends on, as blocks are explained. */
import { blockOfLoop } from '../blocks/loop-block.ts';
import { predictorsFor } from '../blocks/predictors.ts';
import type { Job } from '@cyclelab/contract/schema/job';
import { duration } from '@cyclelab/contract/measure/sentence-numbers';
import { copiesWithinMs } from '../measure/deadline.ts';
import type { LoopWhy } from '@cyclelab/contract/schema/loop-why';
import { clang } from '../toolchains/cc.ts';
import type { Emit } from './build-variant.ts';
import { explainBlock } from './explain-block.ts';
import type { Inspection, JobContext } from './job-context.ts';
import { withSandbox } from './own-kernels.ts';
import { answersTo, predictBlocks } from './predict-blocks.ts';

const notice =
	'Changed copies of the loop are measured beside the loop itself. That takes about half a minute once the measuring core is free.';

/**
 * Emits `explained` with what limits the loop, or the reason why it was not measured. Rejects if we failed or the job was aborted.
 * @param measuredMs how long the run had the measuring core before
 */
export async function explainLoop(
	context: JobContext,
	{ explain: variant, target, variants }: Pick<Job, 'explain' | 'target' | 'variants'>,
	inspections: ReadonlyMap<string, Inspection>,
	measuredMs: number,
	emit: Emit,
	signal: AbortSignal
): Promise<void> {
	if (variant === undefined) return;
	const { host } = context.runner;
	const told = (why: LoopWhy) => emit({ type: 'explained', variant, why });
	if (host.emulated || target !== 'x86-64' || host.arch !== target)
		return told({ refused: 'Changed copies of a loop are measured on x86-64 processors only.' });
	if (!context.toolchains.has(clang.compiler))
		return told({
			refused:
				'The runner has no image of C yet, in which it measures copies of a loop. Try again in a minute.'
		});
	const { program, report } = inspections.get(variant) ?? {};
	if (!program || !report?.hotLoop)
		return told({ refused: 'There is no hot loop whose instructions could be measured.' });
	const block = blockOfLoop(report.hotLoop, program.seen.functions);
	if ('refused' in block) return told(block);

	emit({ type: 'stage', stage: 'measure', variant, notice });
	const isEdited = variants.some(({ edited }) => edited);
	const withinMs = copiesWithinMs(isEdited, measuredMs);
	const late = AbortSignal.timeout(withinMs);
	const either = AbortSignal.any([signal, late]);
	try {
		const asked = predictorsFor(host.microarchitecture, undefined).filter(
			({ by }, index) => index === 0 || 'bound' in by
		);
		const all = await withSandbox(context.takeSandbox('tools', clang.image), either, (llvm) =>
			predictBlocks({ llvm }, [block], asked, host.microarchitecture, either)
		);
		const answers = answersTo(0, all);
		const why = await explainBlock(context, { block, answers, asked }, 1, either);
		const [leader] = asked;
		if ('dropped' in why || !leader)
			return told({
				refused: `As a straight line of copies, the loop has no time: it ${'dropped' in why ? why.dropped : 'has no model'}.`
			});
		const { predictor } = leader;
		const predicted = answers[predictor.id] ?? { refused: 'The model gave no answer.' };
		told({ text: block.text, predictor, predicted, why });
	} catch (cause) {
		signal.throwIfAborted();
		if (!late.aborted) throw cause;
		told({
			refused: `The copies of the loop were not measured within ${duration(withinMs)}. Try again when fewer runs wait for the core.`
		});
	}
}
