/** Shell: takes one variant from its source to a program whose machine code can be seen. */
import { defined } from '@cyclelab/contract/defined';
import type { Facts } from '@cyclelab/exercises/schema';
import { withDataNames } from '../inspect/data-names.ts';
import { withinLines } from '../inspect/disassemble.ts';
import { hasOddNames, isElf } from '../inspect/elf-sections.ts';
import { withoutLineDirectives } from '../inspect/line-directives.ts';
import { uncalledSetup, withHiddenKernel } from '../inspect/hidden-functions.ts';
import { reportFunctions } from '../inspect/listing.ts';
import { sourceText } from '../inspect/source-text.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import type { Sandbox } from '../sandbox/command.ts';
import type { Diagnostic, FailureFacts } from '@cyclelab/contract/schema/failure';
import type { Models, RunEvent } from '@cyclelab/contract/schema/job';
import { emptyVariant, type VariantReport } from '@cyclelab/contract/schema/report';
import type {
	Build,
	BuiltProgram,
	DisassembledProgram,
	Toolchain
} from '../toolchains/toolchain.ts';
import { likelyLanguage } from '../toolchains/likely-language.ts';
import { runSteps, type RunCommand } from './run-steps.ts';

export type ToInspect = {
	facts: Facts;
	build: Build;
	edited: boolean;
	/** Flags that the request added to the exercise's, as they were asked for; the build's may name a processor for `native`. */
	addedFlags?: string[];
	/** LLVM's name of the processor that measures. */
	microarchitecture: string;
	models: Models;
	/** The variant's compiler for the report, where variants of one run have different compilers. */
	compiledBy?: VariantReport['toolchain'];
};

export type Emit = (event: RunEvent) => void;

/** The program, its artifacts' bytes by name, and what is to be seen in it. */
export type Program = {
	made: BuiltProgram;
	seen: DisassembledProgram;
	artifacts: ReadonlyMap<string, Buffer>;
};

/** What building gave. `program` is absent after a failure. */
export type Built = { report: VariantReport; program?: Program };

/** Emits `inspected` when the assembly exists, or the failure. Rejects if we failed or the job was aborted. */
export async function buildVariant(
	task: Pick<ToInspect, 'build' | 'edited' | 'compiledBy'> & Partial<ToInspect>,
	toolchain: Pick<Toolchain, 'build' | 'disassemble'>,
	sandbox: Sandbox,
	run: RunCommand,
	emit: Emit
): Promise<Built> {
	const { facts, build, edited, compiledBy, addedFlags } = task;
	let report: VariantReport = {
		...emptyVariant(build.variant, build.source, edited),
		...(compiledBy ? { toolchain: compiledBy } : {}),
		...defined({ addedFlags })
	};
	const fail = (failure: FailureFacts): Built => {
		report = { ...report, failure: explain(failure) };
		emit({ type: 'inspected', variant: report });
		return { report };
	};

	const { text: source, lines: directives } = withoutLineDirectives(build.source, build.language);
	const given = { ...build, source };
	const notes = directives.slice(0, mostNotes).map((line) => noEffect(build.variant, line));
	const made = await runSteps(toolchain.build(given), sandbox, run);
	if (!made.ok) {
		if (made.failure.kind !== 'compile-error') return fail(made.failure);
		const diagnostics = [...made.failure.diagnostics, ...notes];
		report = { ...report, compilerText: made.failure.text, diagnostics };
		const { stage } = made.failure;
		const language = stage === 'compile' ? likelyLanguage(build.source, build.language) : undefined;
		return fail({ ...made.failure, diagnostics, ...defined({ likelyLanguage: language }) });
	}
	const { text, artifacts: names, fetched } = made.value;
	report = { ...report, compilerText: text, diagnostics: [...made.value.diagnostics, ...notes] };

	const [disassembled, artifacts] = await Promise.all([
		runSteps(toolchain.disassemble(given, made.value, facts?.countedIterations), sandbox, run),
		Promise.all(
			names.map(async (name): Promise<[string, Buffer]> => [
				name,
				fetched?.get(name) ?? (await sandbox.get(name))
			])
		)
	]);
	if (!disassembled.ok) return fail(disassembled.failure);
	const programs = artifacts.flatMap(([, bytes]) => (isElf(bytes) ? [bytes] : []));
	if (programs.some(hasOddNames))
		return fail({
			kind: 'refused',
			stage: 'disassemble',
			variant: build.variant,
			reason:
				'a symbol or a section of it has a line break or another control character in its name'
		});
	const [elf] = programs;
	if (elf) {
		const uncalled = uncalledSetup(build.variant, source, build.language, elf);
		report = { ...report, diagnostics: [...report.diagnostics, ...uncalled] };
	}
	const functions = withinLines(disassembled.value.functions, sourceText(source).lineCount);
	const seen: DisassembledProgram = {
		...disassembled.value,
		functions: withDataNames(functions, elf)
	};
	report = { ...report, ...told(made.value, seen) };
	const unfinished = made.value.unfinished ?? disassembled.value.unfinished;
	if (unfinished) {
		// The compiler's messages, its remarks among them, stand beside why there is no program.
		const own = withHiddenKernel(unfinished.diagnostics, source, build.language);
		const diagnostics = [...own, ...report.diagnostics];
		const compilerText = [report.compilerText, unfinished.text].filter(Boolean).join('\n');
		report = { ...report, compilerText, diagnostics };
		return fail({ ...unfinished, diagnostics: own });
	}
	// Seen once on a machine at a load of 30; the program would be said to do nothing.
	if (functions.length === 0)
		return fail({
			kind: 'refused',
			stage: 'disassemble',
			variant: build.variant,
			reason: 'none of its functions was listed. Run it again'
		});
	emit({ type: 'inspected', variant: report });
	// The listing is read.
	const { listing: _, ...program } = made.value;
	return { report, program: { made: program, seen, artifacts: new Map(artifacts) } };
}

/** More line directives of a source are not noted. */
const mostNotes = 20;

/** Of a directive that gives lines other numbers. */
const noEffect = (variant: string, line: number): Diagnostic => ({
	variant,
	line,
	severity: 'note',
	message: 'This line directive has no effect here: lines are always those of this file.'
});

/** The parts of a disassembled program that a report has. */
function told(
	made: BuiltProgram,
	{ functions, origin, ...seen }: DisassembledProgram
): Partial<VariantReport> {
	const representations = [...(made.representations ?? []), ...(seen.representations ?? [])];
	return {
		functions: reportFunctions(functions),
		...(representations.length > 0 ? { representations } : {}),
		...defined({ origin })
	};
}
