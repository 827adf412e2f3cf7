/** What a job builds: a program for each variant, each with a compiler of its own where there are several. Pure. */
import type { Compiler } from '../schema/compiler.ts';
import type { Job } from '../schema/job.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { Toolchain as Reported } from '../schema/report.ts';
import type { Build, Toolchain } from '../toolchains/toolchain.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import type { Installed } from './workshop.ts';

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

/** What a job's sandboxes are made for: compilers of one language share image and limits (`builds.test.ts`). */
export function sharedOf(job: Job): Pick<Toolchain, 'image' | 'limits'> {
	const [first = job.compiler] = compilersIn(job);
	return toolchainOf(first);
}

/** What a report says of a compiler and how it was called. @throws SandboxError if it is not ready */
export function reportedOf(
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
		image: installed.image
	};
}
