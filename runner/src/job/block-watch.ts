/**
 * Shell: measures basic blocks of real programs while the runner has nothing to do, a few a minute, and asks every predictor
 * about them. Measures the forms of their instructions for our own prediction. Explains the farthest blocks by interventions.
 * Gives way the moment there is a job.
 */
import { defined } from '@cyclelab/contract/defined';
import { LRUCache } from 'lru-cache';
import { stratified } from '../blocks/category.ts';
import { digest } from '../blocks/digest.ts';
import { extractBlocks, type CodeBlock } from '../blocks/extract.ts';
import { createFarthest } from '../blocks/farthest.ts';
import { predictorsFor } from '../blocks/predictors.ts';
import { createWaitingBlocks, waitingPredictor, type Trial } from '../blocks/waiting-blocks.ts';
import type { CoreAccess } from '../core-queue.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import type { BlockReport } from '@cyclelab/contract/schema/gateway';
import { mostTried } from '@cyclelab/contract/schema/why';
import { clang } from '../toolchains/cc.ts';
import { answersFor, type Sampled } from './block-answers.ts';
import { explainBlock } from './explain-block.ts';
import { measureTrials } from './measure-forms.ts';
import { withSandbox } from './own-kernels.ts';
import { debianPrograms, windowOf } from './program-code.ts';
import { pause, whenIdle } from './when-idle.ts';

type BlockWatchNeeds = CoreAccess<PooledSandbox> & {
	microarchitecture: string;
	microcode: string | undefined;
	/** At most; a block whose measurement is not believed counts, too, and so does a trial of an instruction. */
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

const blockPausesMs = {
	/** Before the first blocks: learners who have just started a site want to run an exercise. */
	first: 60_000,
	/** How often we look whether a job wants the core. */
	look: 10
};

/** Blocks that are measured together: one program is built of them, in some seconds. */
const together = 6;
/** Blocks that wait for the figures of their forms, before no other block is measured. */
const waitingAtMost = 24;
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
	const predictors = [...asked.map(({ predictor }) => predictor), waitingPredictor];
	const closing = new AbortController();
	const idle = { coreQueue: needs.coreQueue, isIdle: needs.isIdle, lookMs: pauses.look };
	const betweenMs = (blocks: number) => (60_000 * blocks) / needs.perMinute;
	const measured = new LRUCache<string, true>({ max: remembered });
	const farthest = createFarthest(predictors[0]?.id ?? '');
	let open: Sampled[] = [];
	let unexplained: Unexplained | undefined;
	const waiting = createWaitingBlocks();
	let wereTrials = false;
	const newSeed = () => Math.floor(random() * 2 ** 31);

	const pick = async (signal: AbortSignal): Promise<Sampled[]> => {
		const program = debianPrograms[Math.floor(random() * debianPrograms.length)];
		if (!program) return [];
		const functions = await withSandbox(takeSandbox('tools', clang.image), signal, (sandbox) =>
			windowOf(sandbox, program, random())
		);
		const fresh = extractBlocks(functions).blocks.filter(({ text }) => !measured.has(digest(text)));
		return stratified(fresh, ofWindow, newSeed()).map((block) => ({ block, from: program.from }));
	};

	const round = async (signal: AbortSignal) => {
		if (open.length === 0) open = await pick(signal);
		// A block that cannot be built must not be tried for ever; after a job's interruption others are as good.
		const some = open.splice(0, together);
		const about = { asked, microarchitecture };
		const found = await answersFor(needs, some, about, newSeed(), signal);
		for (const { block } of some) measured.set(digest(block.text), true);
		const blockOf = (text: string) => some.find((sampled) => sampled.block.text === text)?.block;
		waiting.add(
			found.blocks.flatMap((one) => {
				const block = blockOf(one.text);
				return block ? [{ block, measured: one }] : [];
			})
		);
		const blocks = withAnswered(found.blocks);
		send(blocks, found.dropped);
		const far = farthest(blocks.filter(({ text }) => blockOf(text)));
		const block = far && blockOf(far.text);
		unexplained = far && block && { block, measured: far };
		return together;
	};

	/** With our own answer where there is one now; earlier blocks that had waited for it are added. */
	const withAnswered = (blocks: readonly MeasuredBlock[]): MeasuredBlock[] => {
		const answered = waiting.answered(Date.now());
		const byDigest = new Map(answered.map((one) => [one.digest, one]));
		const newest = unexplained && byDigest.get(unexplained.measured.digest);
		if (unexplained && newest) unexplained = { ...unexplained, measured: newest };
		return [...blocks.filter((block) => !byDigest.has(block.digest)), ...answered];
	};

	/** In messages of few blocks each: a message about the runner itself has a limit. */
	const send = (blocks: readonly MeasuredBlock[], dropped: BlockReport['dropped'] = []) => {
		const about = { ...defined({ microcode }), predictors };
		const report = (some: MeasuredBlock[], without: BlockReport['dropped']) => {
			if (some.length + without.length > 0)
				needs.onBlocks({ ...about, blocks: some, dropped: without });
		};
		report(blocks.slice(0, together), dropped);
		for (let from = together; from < blocks.length; from += together)
			report(blocks.slice(from, from + together), []);
	};

	const measureForms = async (trials: readonly Trial[], signal: AbortSignal) => {
		try {
			const costs = await measureTrials(needs, trials, newSeed(), signal);
			waiting.note(trials, costs, Date.now());
		} catch (cause) {
			if (!signal.aborted) waiting.failed(trials, Date.now());
			throw cause;
		}
		send(withAnswered([]));
		return trials.length;
	};

	/** The block is sent once more then, with what its time depends on. */
	const explain = async ({ block, measured: far }: Unexplained, signal: AbortSignal) => {
		const about = { block, answers: far.answers, asked };
		const why = await explainBlock(needs, about, newSeed(), signal);
		if (!('dropped' in why)) send([{ ...far, why }]);
		return mostTried;
	};

	/** Resolves to the number of blocks, variants and trials among them, that were measured, or somewhat more. */
	const next = (signal: AbortSignal) => {
		const trials = wereTrials && waiting.size() < waitingAtMost ? [] : waiting.next(Date.now());
		wereTrials = trials.length > 0;
		if (wereTrials) return measureForms(trials, signal);
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
