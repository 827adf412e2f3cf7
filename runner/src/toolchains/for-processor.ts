/** Flags that name a processor or its extensions, on the processor of a runner: what `native` is there, and what it lacks. Pure. */
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Host } from '@cyclelab/contract/schema/host';
import { extensions, extensionsOf, processorsOf } from '@cyclelab/contract/flags/processors';

type Processor = Pick<Host, 'arch' | 'microarchitecture'> & {
	extensions?: readonly string[] | undefined;
};

/** The options that name a processor whose instructions the compiler may use. */
const usesOf = /^(-march=|-Ctarget-cpu=|--mcpu=)(.+)$/;
const tunesFor = /^(-mtune=)(.+)$/;
const features = /^(-Ctarget-feature=|--mattr=)(.+)$/;

/** How an extension is turned off beside each option that names a processor. */
const without: Record<string, (missing: readonly (typeof extensions)[number][]) => string[]> = {
	'-march=': (missing) => missing.map(({ llvm }) => `-mno-${llvm}`),
	'-Ctarget-cpu=': (missing) => missing.map(({ rustc }) => `-Ctarget-feature=-${rustc}`),
	'--mcpu=': (missing) =>
		missing.length === 0 ? [] : [`--mattr=${missing.map(({ llvm }) => `-${llvm}`).join(',')}`]
};

const levels = ['x86-64-v4', 'x86-64-v3', 'x86-64-v2'];

/**
 * The flags with the name of the runner's processor in place of `native`, and without the extensions of that name that the
 * processor lacks (a hypervisor may hide some). A processor whose name a compiler does not know is called by its level.
 * @param compilers that all get these flags
 */
export function withNative(
	flags: readonly string[],
	compilers: readonly Compiler[],
	{ arch, microarchitecture, extensions: has = [] }: Processor
): string[] {
	if (arch !== 'x86-64') return [...flags];
	const isNamed = compilers.every((compiler) => processorsOf(compiler).includes(microarchitecture));
	const level = levels.find((level) => extensionsOf(level).every((needed) => has.includes(needed)));
	const name = isNamed ? microarchitecture : (level ?? 'x86-64');
	return flags.flatMap((flag) => {
		const [, option = '', value] = usesOf.exec(flag) ?? tunesFor.exec(flag) ?? [];
		if (value !== 'native') return [flag];
		if (option === '-mtune=') return [`-mtune=${isNamed ? name : 'generic'}`];
		const missing = extensions.filter(
			({ cpuinfo }) => extensionsOf(name).includes(cpuinfo) && !has.includes(cpuinfo)
		);
		return [`${option}${name}`, ...(without[option]?.(missing) ?? [])];
	});
}

/**
 * The first flag that lets a compiler use what the processor lacks, and the extension; undefined if there is none, or if the
 * runner's processor is of another architecture than the code, which it does not execute.
 */
export function lackedBy(
	flags: readonly string[],
	{ arch, extensions: has }: Processor
): { flag: string; extension: string } | undefined {
	if (arch !== 'x86-64' || !has) return undefined;
	for (const flag of flags) {
		const needed = new Set(neededBy(flag));
		const missing = extensions.find(({ cpuinfo }) => needed.has(cpuinfo) && !has.includes(cpuinfo));
		if (missing) return { flag, extension: missing.cpuinfo };
	}
	return undefined;
}

function neededBy(flag: string): readonly string[] {
	const [, , processor] = usesOf.exec(flag) ?? [];
	if (processor !== undefined) return extensionsOf(processor);
	const [, , list] = features.exec(flag) ?? [];
	const names = list?.split(',').flatMap((one) => (one.startsWith('+') ? [one.slice(1)] : []));
	const asked = names ?? [/^-m(?!no-)([a-z0-9.]+)$/.exec(flag)?.[1] ?? ''];
	return extensions.flatMap(({ cpuinfo, llvm, rustc }) =>
		asked.includes(llvm) || asked.includes(rustc) ? [cpuinfo] : []
	);
}

/** The processors that flags name, whose costs a compiler may have decided by. A level of the psABI is no processor. */
export const namedIn = (flags: readonly string[]): string[] => [
	...new Set(
		flags
			.flatMap((flag) => (usesOf.exec(flag) ?? tunesFor.exec(flag))?.[2] ?? [])
			.filter((name) => !name.startsWith('x86-64'))
	)
];
