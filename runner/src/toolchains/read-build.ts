/** Reads what a compiler or linker left when it ended: its messages, or the failure that the source caused. Pure. */
import { readLinkDiagnostics, shortenPaths } from '../inspect/diagnostics.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { failureOf, type LimitsInForce } from '../measure/failure-of.ts';
import type { Output } from '../sandbox/command.ts';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import { objectName, sourceName } from './names.ts';
import type { Build } from './toolchain.ts';

/** `text`: as printed, with the paths that a learner knows. */
export type BuildMessages = { text: string; diagnostics: Diagnostic[] };

/**
 * The messages of a step that ended well; after errors in the source, a `compile-error` that has them.
 * @param errorCodes exit codes after errors in the source. Any other, and a signal, is a crash of the tool itself
 */
export function readBuild(
	output: Output,
	where: { stage: 'compile' | 'link'; variant: string },
	limits: LimitsInForce,
	messages: BuildMessages,
	errorCodes: readonly number[] = [1]
): ReadResult<BuildMessages> {
	const failure = failureOf(output, where, limits);
	if (!failure) return done(messages);
	if (failure.kind === 'crash' && failure.exitCode !== undefined)
		if (errorCodes.includes(failure.exitCode))
			return failed({ ...where, kind: 'compile-error', ...messages });
	return failed(failure);
}

/** lld names a place by the file's name, and again by its path in the sandbox. */
const placeTwice = /^(>>> (?:referenced by|defined at) (\S{1,400}:\d{1,7})) \(\S{0,400}\2\)$/gm;

/**
 * The messages of lld.
 * @param explained by lld's message: the text that learners of the language read instead
 */
export function readLink(
	output: Output,
	build: Pick<Build, 'variant' | 'language'>,
	limits: LimitsInForce,
	explained: Readonly<Record<string, string>> = {}
): ReadResult<BuildMessages> {
	const { variant } = build;
	const text = shortenPaths(output.stderr.toString('utf8'), objectName(variant)).replace(
		placeTwice,
		'$1'
	);
	const diagnostics = readLinkDiagnostics(text, variant, sourceName(build)).map((one) => ({
		...one,
		message: explained[one.message] ?? one.message
	}));
	return readBuild(output, { stage: 'link', variant }, limits, { text, diagnostics });
}
