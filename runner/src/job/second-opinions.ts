/**
 * Shell: another tool's view of a job's hot loops: OSACA is asked in a separate sandbox when everything else is done. Its
 * answers are remembered, so that the same loop is asked about once.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { refuse, refuseCoverage, refuseModel } from '../inspect/assembly.ts';
import { hexadecimal, type Decoded, type DecodedFunction } from '../inspect/listing.ts';
import {
	architectureFor,
	arm64Lines,
	attCommand,
	osacaCommand,
	readAtt,
	readOsaca,
	type Architecture
} from '../inspect/osaca.ts';
import type { Model } from '../inspect/models.ts';
import { opinionLimits } from '../sandbox/limits.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { notAsked, tooLate } from '@cyclelab/contract/schema/lasting';
import { contentKey } from '@cyclelab/contract/content-key';
import type { Inspection, JobContext, Opinion } from './job-context.ts';

/** How long a job that is otherwise done waits for opinions, ms. What comes later is there for the next run. */
const graceMs = 3000;

/**
 * Emits `opinion` for each variant with a hot loop, as long as `others` last and a little longer. Rejects only if the
 * job was aborted.
 */
export async function secondOpinions(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	emit: (event: RunEvent) => void,
	{ others, signal }: { others: Promise<unknown>; signal: AbortSignal }
): Promise<void> {
	if (job.models !== 'all') return;
	const fresh: LoopToAsk[] = [];
	const keys = new Map<string, string>();
	for (const [variant, { report, program }] of inspections) {
		const { hotLoop } = report;
		if (!hotLoop || !program) continue;
		const texts = hotLoop.instructions.map(({ text }) => text);
		const key = contentKey([job.target, hotLoop.pathCoverage, hotLoop.sourceIterations, texts]);
		const cached = await context.opinions.get(key);
		if (cached) emit({ type: 'opinion', variant, secondOpinion: cached });
		else fresh.push({ variant, hotLoop, functions: program.seen.functions });
		keys.set(variant, key);
	}
	const told = new Set<string>();
	const late = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const limit = () => (timer = setTimeout(() => late.abort(new Error('too late')), graceMs));
	void others.then(limit, limit);
	try {
		await askOpinions(fresh, {
			microarchitecture: context.runner.host.microarchitecture,
			target: job.target,
			takeSandbox: () => context.takeSandbox('tools', 'osaca'),
			emit: (event) => {
				emit(event);
				if (event.type !== 'opinion') return;
				told.add(event.variant);
				const key = keys.get(event.variant);
				if (key !== undefined && event.secondOpinion !== notAsked)
					context.opinions.set(key, event.secondOpinion);
			},
			signal: AbortSignal.any([signal, late.signal])
		});
	} catch (cause) {
		if (signal.aborted || !late.signal.aborted) throw cause;
		for (const { variant } of fresh)
			if (!told.has(variant)) emit({ type: 'opinion', variant, secondOpinion: tooLate });
	} finally {
		clearTimeout(timer);
	}
}

/** A variant with its hot loop and the functions whose instructions the loop is made of. */
export type LoopToAsk = {
	variant: string;
	hotLoop: HotLoop;
	functions: readonly DecodedFunction[];
};

type OpinionTask = {
	/** LLVM's name of the processor that measures. */
	microarchitecture: string;
	/** The architecture the code was compiled for. */
	target: Target;
	/** A sandbox of the image `osaca`; taken once, and only if a loop can be asked about. */
	takeSandbox: () => Promise<PooledSandbox>;
	emit: (event: RunEvent) => void;
	signal: AbortSignal;
};

/**
 * Emits `opinion` for each variant, in order, and returns the opinions. Nothing depends on an opinion, so a failed sandbox
 * becomes a refusal with a sentence. Rejects only if the job was aborted.
 */
export async function askOpinions(
	judged: readonly LoopToAsk[],
	{ microarchitecture, target, takeSandbox, emit, signal }: OpinionTask
): Promise<ReadonlyMap<string, Opinion>> {
	const opinions = new Map<string, Opinion>();
	const report = (variant: string, secondOpinion: Opinion) => {
		opinions.set(variant, secondOpinion);
		emit({ type: 'opinion', variant, secondOpinion });
	};
	const osaca = architectureFor(microarchitecture, target);
	let sandbox: PooledSandbox | undefined;
	try {
		for (const { variant, hotLoop, functions } of judged) {
			signal.throwIfAborted();
			const body = bodyOf(hotLoop, functions);
			const refusal = osaca
				? (refuse({ instructions: body }, target, 'OSACA') ??
					refuseCoverage(hotLoop.pathCoverage, 'OSACA') ??
					refuseModel({ instructions: body }, osaca.model))
				: `OSACA has no model of ${microarchitecture}.`;
			if (!osaca || refusal !== undefined) {
				report(variant, { refusal: refusal ?? '' });
				continue;
			}
			try {
				sandbox ??= await takeSandbox();
				const opinion = await askOsaca(sandbox, body, osaca, hotLoop.sourceIterations, signal);
				signal.throwIfAborted();
				report(variant, opinion);
			} catch (error) {
				signal.throwIfAborted();
				if (!(error instanceof SandboxError)) throw error;
				report(variant, notAsked);
			}
		}
	} finally {
		sandbox?.retire();
	}
	return opinions;
}

/** The loop's instructions as they were decoded, in the order of the path. */
function bodyOf(
	{ instructions }: Pick<HotLoop, 'instructions'>,
	functions: readonly DecodedFunction[]
): Decoded[] {
	const byAddress = new Map(
		functions
			.flatMap((decoded) => decoded.instructions)
			.map((instruction) => [hexadecimal(instruction.address), instruction])
	);
	return instructions.flatMap(({ address }) => byAddress.get(address) ?? []);
}

/** OSACA's answer about one pass. Rejects as the sandbox does. */
export async function askOsaca(
	sandbox: Pick<PooledSandbox, 'run'>,
	body: readonly Decoded[],
	{ architecture, model }: { architecture: Architecture; model: Model },
	sourceIterations: number,
	signal: AbortSignal
): Promise<Opinion> {
	const { target } = model;
	const written =
		target === 'arm64'
			? arm64Lines(body)
			: readAtt(await sandbox.run(attCommand(body, model, opinionLimits), signal), body, model);
	if ('refusal' in written) return written;
	const command = osacaCommand(written.lines, architecture, target, opinionLimits);
	return readOsaca(await sandbox.run(command, signal), body, architecture, sourceIterations);
}
