/**
 * Shell: measures basic blocks of real programs while the runner has nothing to do, a few a minute, and asks every predictor
 * about them. Explains the farthest blocks by interventions. Gives way the moment there is a job.
 */
import { stratified } from '../blocks/category.ts';
import { digest } from '../blocks/digest.ts';
import { extractBlocks, type CodeBlock } from '../blocks/extract.ts';
import { createFarthest } from '../blocks/farthest.ts';
import { predictorsFor } from '../blocks/predictors.ts';
import type { CoreAccess } from '../core-queue.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { MeasuredBlock } from '../schema/blocks.ts';
import type { BlockReport } from '../schema/gateway.ts';
import { mostTried } from '../schema/why.ts';
import { clang } from '../toolchains/cc.ts';
import { answersFor, type Sampled } from './block-answers.ts';
import { explainBlock } from './explain-block.ts';
import { withSandbox } from './own-kernels.ts';
import { debianPrograms, windowOf } from './program-code.ts';
import { pause, whenIdle } from './when-idle.ts';

export type BlockWatchNeeds = CoreAccess<PooledSandbox> & {
	microarchitecture: string;
	microcode: string | undefined;
	/** At most; a block whose measurement is not believed counts, too. */
	perMinute: number;
	/** Whether there is no job and jobs could be done. */
	isIdle: () => boolean;
	onBlocks: (report: BlockReport) => void;
	log: { debug: (facts: object, message: string) => void };
	/** Milliseconds; other ones for tests. */
	pauses?: typeof blockPausesMs;
	/** 0 up to 1. */
	random?: () => number;
};

export const blockPausesMs = {
	/** Before the first blocks: learners who have just started a site want to run an exercise. */
	first: 60_000,
	/** How often we look whether a job wants the core. */
	look: 10
};

/** Blocks that are measured together: one program is built of them, in some seconds. */
const together = 6;
/** Blocks taken of one window of a program, equally many of each kind and length. */
const ofWindow = 24;
/** Digests of measured blocks that are remembered, so that none of them is measured again soon. */
const remembered = 4000;

type Unexplained = { block: CodeBlock; measured: MeasuredBlock };

/** Ends with `close`, which resolves when nothing of it runs any more. */
export function watchBlocks(needs: BlockWatchNeeds): { close: () => Promise<void> } {
	const { microarchitecture, microcode, takeSandbox, log } = needs;
	const { pauses = blockPausesMs, random = Math.random } = needs;
	// No runner knows the version of its OSACA; `npm run bench:blocks` asks it.
	const asked = predictorsFor(microarchitecture, undefined);
	const predictors = asked.map(({ predictor }) => predictor);
	const closing = new AbortController();
	const idle = { coreQueue: needs.coreQueue, isIdle: needs.isIdle, lookMs: pauses.look };
	const betweenMs = (blocks: number) => (60_000 * blocks) / needs.perMinute;
	const measured = new Set<string>();
	const farthest = createFarthest(predictors[0]?.id ?? '');
	let open: Sampled[] = [];
	let unexplained: Unexplained | undefined;

	const pick = async (signal: AbortSignal): Promise<Sampled[]> => {
		const program = debianPrograms[Math.floor(random() * debianPrograms.length)];
		if (!program) return [];
		const functions = await withSandbox(takeSandbox('tools', clang.image), signal, (sandbox) =>
			windowOf(sandbox, program, random())
		);
		const fresh = extractBlocks(functions).blocks.filter(({ text }) => !measured.has(digest(text)));
		const seed = Math.floor(random() * 2 ** 31);
		return stratified(fresh, ofWindow, seed).map((block) => ({ block, from: program.from }));
	};

	const round = async (signal: AbortSignal) => {
		if (open.length === 0) open = await pick(signal);
		const some = open.slice(0, together);
		const about = { asked, microarchitecture };
		const found = await answersFor(needs, some, about, Math.floor(random() * 2 ** 31), signal);
		open = open.slice(together);
		for (const { block } of some) measured.add(digest(block.text));
		for (const oldest of measured) {
			if (measured.size <= remembered) break;
			measured.delete(oldest);
		}
		if (found.blocks.length + found.dropped.length > 0) send(found);
		const far = farthest(found.blocks);
		const block = some.find((one) => one.block.text === far?.text)?.block;
		unexplained = far && block && { block, measured: far };
		return together;
	};

	const send = (found: Pick<BlockReport, 'blocks' | 'dropped'>) =>
		needs.onBlocks({ ...(microcode === undefined ? {} : { microcode }), predictors, ...found });

	/** The block is sent once more then, with what its time depends on. */
	const explain = async ({ block, measured: far }: Unexplained, signal: AbortSignal) => {
		const about = { block, answers: far.answers, asked };
		const why = await explainBlock(needs, about, Math.floor(random() * 2 ** 31), signal);
		if (why) send({ blocks: [{ ...far, why }], dropped: [] });
		return mostTried;
	};

	/** Resolves to the number of blocks, variants among them, that were measured, or somewhat more. */
	const next = (signal: AbortSignal) => {
		const far = unexplained;
		unexplained = undefined;
		return far ? explain(far, signal) : round(signal);
	};

	const loop = async () => {
		await pause(pauses.first, closing.signal);
		while (!closing.signal.aborted) {
			let count = together;
			const act = async (signal: AbortSignal) => void (count = await next(signal));
			await whenIdle(idle, closing.signal, act).catch((cause: unknown) => {
				// A block that cannot be built must not be tried for ever; after a job's interruption others are as good.
				open = open.slice(together);
				log.debug({ err: cause }, 'no blocks were measured');
			});
			await pause(betweenMs(count), closing.signal);
		}
	};
	const looping = loop();
	return {
		close: async () => {
			closing.abort(new Error('the runner ends'));
			await looping;
		}
	};
}
