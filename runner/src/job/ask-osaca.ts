/** Shell: asks OSACA about the hot loops of a job, in a separate sandbox, when everything else is done. */
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
import type { RunEvent } from '../schema/job.ts';
import { notAsked } from '../schema/lasting.ts';
import type { HotLoop } from '../schema/code.ts';
import type { VariantReport } from '../schema/report.ts';

export type Opinion = NonNullable<VariantReport['secondOpinion']>;

/** A variant with its hot loop and the functions whose instructions the loop is made of. */
export type LoopToAsk = {
	variant: string;
	hotLoop: HotLoop;
	functions: readonly DecodedFunction[];
};

export type OpinionTask = {
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
	const known = architectureFor(microarchitecture, target);
	let sandbox: PooledSandbox | undefined;
	try {
		for (const { variant, hotLoop, functions } of judged) {
			signal.throwIfAborted();
			const body = bodyOf(hotLoop, functions);
			const refusal = known
				? (refuse({ instructions: body }, target, 'OSACA') ??
					refuseCoverage(hotLoop.pathCoverage, 'OSACA') ??
					refuseModel({ instructions: body }, known.model))
				: `OSACA has no model of ${microarchitecture}.`;
			if (!known || refusal !== undefined) {
				report(variant, { refusal: refusal ?? '' });
				continue;
			}
			try {
				sandbox ??= await takeSandbox();
				const opinion = await askOsaca(sandbox, body, known, hotLoop.sourceIterations, signal);
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
		functions.flatMap((one) => one.instructions).map((one) => [hexadecimal(one.address), one])
	);
	return instructions.flatMap(({ address }) => byAddress.get(address) ?? []);
}

async function askOsaca(
	sandbox: PooledSandbox,
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
