/** Shell: takes one variant from its source to a program whose machine code can be seen. */
import type { Facts } from '@cyclelab/exercises/schema';
import { reportFunctions } from '../inspect/listing.ts';
import { explain } from '../measure/explain.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { FailureFacts } from '../schema/failure.ts';
import type { Models, RunEvent } from '../schema/job.ts';
import type { VariantReport } from '../schema/report.ts';
import type { Build, Made, Seen, Toolchain } from '../toolchains/toolchain.ts';
import { carryOut, type Run } from './carry-out.ts';

export type ToInspect = {
	facts: Facts;
	build: Build;
	edited: boolean;
	/** LLVM's name of the processor that measures. */
	microarchitecture: string;
	models: Models;
	/** What a report says of its compiler, where variants of one run have different ones. */
	compiledBy?: VariantReport['toolchain'];
};

export type Emit = (event: RunEvent) => void;

/** The program, its artifacts' bytes by name, and what is to be seen in it. */
export type Program = { made: Made; seen: Seen; artifacts: ReadonlyMap<string, Buffer> };

/** What building gave. `program` is absent after a failure. */
export type Built = { report: VariantReport; program?: Program };

/** Says `inspected` when the assembly exists, or why it does not. Rejects if we failed or the job was aborted. */
export async function buildVariant(
	task: Pick<ToInspect, 'build' | 'edited' | 'compiledBy'> & Partial<ToInspect>,
	toolchain: Pick<Toolchain, 'make' | 'see'>,
	sandbox: Sandbox,
	run: Run,
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

	const made = await carryOut(toolchain.make(build), sandbox, run);
	if (!made.ok) {
		if (made.failure.kind === 'compile-error') {
			const { text, diagnostics } = made.failure;
			report = { ...report, compilerText: text, diagnostics };
		}
		return fail(made.failure);
	}
	const { text, diagnostics, artifacts: names } = made.value;
	report = { ...report, compilerText: text, diagnostics };

	const [seen, artifacts] = await Promise.all([
		carryOut(toolchain.see(build, made.value, facts?.countedIterations), sandbox, run),
		Promise.all(
			names.map(async (name): Promise<[string, Buffer]> => [name, await sandbox.get(name)])
		)
	]);
	if (!seen.ok) return fail(seen.failure);
	report = { ...report, ...told(made.value, seen.value) };
	emit({ type: 'inspected', variant: report });
	return { report, program: { made: made.value, seen: seen.value, artifacts: new Map(artifacts) } };
}

/** What a report says of what was seen. */
function told(made: Made, { functions, origin, ...seen }: Seen): Partial<VariantReport> {
	const representations = [...(made.representations ?? []), ...(seen.representations ?? [])];
	return {
		functions: reportFunctions(functions),
		...(representations.length > 0 ? { representations } : {}),
		...(origin === undefined ? {} : { origin })
	};
}
