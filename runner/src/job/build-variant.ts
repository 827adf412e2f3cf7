/** Shell: takes one variant from its source to a program whose machine code can be seen. */
import type { Facts } from '@cyclelab/exercises/schema';
import { withDataNames } from '../inspect/data-names.ts';
import { hasOddNames } from '../inspect/elf-names.ts';
import { isElf } from '../inspect/elf-sections.ts';
import { reportFunctions } from '../inspect/listing.ts';
import { explain } from '../measure/explain.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { FailureFacts } from '../schema/failure.ts';
import type { Models, RunEvent } from '../schema/job.ts';
import type { VariantReport } from '../schema/report.ts';
import type {
	Build,
	BuiltProgram,
	DisassembledProgram,
	Toolchain
} from '../toolchains/toolchain.ts';
import { runSteps, type RunCommand } from './run-steps.ts';

export type ToInspect = {
	facts: Facts;
	build: Build;
	edited: boolean;
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
	const { facts, build, edited, compiledBy } = task;
	let report: VariantReport = {
		id: build.variant,
		...(compiledBy ? { toolchain: compiledBy } : {}),
		edited,
		source: build.source,
		diagnostics: [],
		compilerText: '',
		functions: [],
		predictions: [],
		refusals: [],
		points: []
	};
	const fail = (failure: FailureFacts): Built => {
		report = { ...report, failure: explain(failure) };
		emit({ type: 'inspected', variant: report });
		return { report };
	};

	const made = await runSteps(toolchain.build(build), sandbox, run);
	if (!made.ok) {
		if (made.failure.kind === 'compile-error') {
			const { text, diagnostics } = made.failure;
			report = { ...report, compilerText: text, diagnostics };
		}
		return fail(made.failure);
	}
	const { text, diagnostics, artifacts: names, fetched } = made.value;
	report = { ...report, compilerText: text, diagnostics };

	const [disassembled, artifacts] = await Promise.all([
		runSteps(toolchain.disassemble(build, made.value, facts?.countedIterations), sandbox, run),
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
	const seen: DisassembledProgram = {
		...disassembled.value,
		functions: withDataNames(disassembled.value.functions, programs[0])
	};
	report = { ...report, ...told(made.value, seen) };
	emit({ type: 'inspected', variant: report });
	// The listing is read.
	const { listing: _, ...program } = made.value;
	return { report, program: { made: program, seen, artifacts: new Map(artifacts) } };
}

/** The parts of a disassembled program that a report has. */
function told(
	made: BuiltProgram,
	{ functions, origin, ...seen }: DisassembledProgram
): Partial<VariantReport> {
	const representations = [...(made.representations ?? []), ...(seen.representations ?? [])];
	return {
		functions: reportFunctions(functions),
		...(representations.length > 0 ? { representations } : {}),
		...(origin === undefined ? {} : { origin })
	};
}
