/** The builds of a job: one program for each variant, each with its compiler. Pure. */
import type { Compiler } from '../schema/compiler.ts';
import type { Job } from '../schema/job.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { ReportedToolchain as Reported } from '../schema/report.ts';
import type { Build, Toolchain } from '../toolchains/toolchain.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import type { Installed } from './job-context.ts';

type Variant = Job['variants'][number];

export function buildOf(job: Job, variant: Variant): Build {
	const { language, target, flags } = job;
	const { id, source, compiler = job.compiler, atomics } = variant;
	const build = { variant: id, language, compiler, target, flags, source };
	return atomics ? { ...build, atomics } : build;
}

/** Each once, in the order of the variants. */
export function compilersIn(job: Pick<Job, 'compiler' | 'variants'>): Compiler[] {
	return [...new Set(job.variants.map(({ compiler = job.compiler }) => compiler))];
}

/** Image and limits of a job's sandboxes: compilers of one language share them (`builds.test.ts`). */
export function sharedToolchain(job: Job): Pick<Toolchain, 'image' | 'limits'> {
	const [first = job.compiler] = compilersIn(job);
	return toolchainOf(first);
}

/** A compiler and its flags as a report has them. @throws SandboxError if it is not ready */
export function reportedToolchain(
	{ target, flags, compiler, atomics }: Pick<Build, 'target' | 'flags' | 'compiler' | 'atomics'>,
	toolchains: ReadonlyMap<Compiler, Installed>
): Reported {
	const installed = toolchains.get(compiler);
	if (!installed)
		throw new SandboxError('IMAGE_MISSING', `The toolchain ${compiler} is not ready.`);
	return {
		compiler,
		version: installed.version,
		flags: [...toolchainOf(compiler).defaultFlags(target, atomics), ...flags],
		image: installed.image,
		digest: installed.digest
	};
}
