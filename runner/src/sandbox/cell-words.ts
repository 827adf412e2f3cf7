/**
 * The command line of the maker of cells (`images/base/maker`): the limits of a cell and the system calls it may make. Both
 * equal the limits and calls of a sandbox of tools in a container, except where a comment here gives a reason. Pure.
 */
import { containerLimits } from './limits.ts';
import { maskedPaths, tmpfs } from './profile.ts';
import { seccompProfile } from './seccomp.ts';

/** Most cells of a container, and what the container's own limits are made for. */
export const mostCells = 64;

/**
 * Cells of one container share the files of its image, where a lock taken in one cell would be seen in another. No tool
 * needs one. fcntl(2) keeps the commands that duplicate descriptors and read or set their flags (linux/fcntl.h).
 */
const withoutLocks = ['flock', 'fcntl'];
const descriptorCommands = {
	F_DUPFD: 0,
	F_GETFD: 1,
	F_SETFD: 2,
	F_GETFL: 3,
	F_SETFL: 4,
	F_DUPFD_CLOEXEC: 1030
};

/** A rule of the profile, in the fields that rules of one kind or another have. */
type Rule = {
	names: readonly string[];
	args?: readonly { index: number; value: number; valueTwo?: number }[];
	errnoRet?: number;
};

const hex = (value: number) => value.toString(16);
/** For a test of the whole argument. */
const wholeMask = 'f'.repeat(16);

function wordsOf({ names, args = [], errnoRet }: Rule): string[] {
	const kept = names.filter((name) => !withoutLocks.includes(name));
	if (errnoRet !== undefined) return kept.map((name) => `${name}!${hex(errnoRet)}`);
	const [test] = args;
	if (!test) return kept;
	const { index, value, valueTwo } = test;
	// The engine's masked test has the mask first and the value second.
	const words = valueTwo === undefined ? [wholeMask, hex(value)] : [hex(value), hex(valueTwo)];
	return kept.map((name) => [name, index, ...words].join(':'));
}

/** The rules of a cell's filter, as `images/base/maker/filter.h` reads them. */
export const cellRules = (): string[] => [
	...seccompProfile('tools').syscalls.flatMap(wordsOf),
	...Object.values(descriptorCommands).map((command) => `fcntl:1:ffffffff:${hex(command)}`)
];

/** The command line of the maker, without its program. @param huge a program to have in pages of 2 MiB */
export function makerWords(huge?: string): string[] {
	const limits = containerLimits.tools;
	return [
		`memory=${limits.memoryMiB}`,
		`processes=${limits.processes}`,
		`box=${mountOptions(tmpfs(limits.workMiB, limits.workFiles, false))}`,
		`made=${mountOptions(tmpfs(limits.artifactsMiB, limits.artifactFiles, false))}`,
		...(huge === undefined ? [] : [`huge=${huge}`]),
		...maskedPaths.map((path) => `mask=${path}`),
		...cellRules().map((rule) => `call=${rule}`)
	];
}

/** The part of the engine's options that the file system itself reads; the maker sets the others as flags. */
const mountOptions = (options: string) =>
	options
		.split(',')
		.filter((option) => option.includes('='))
		.join(',');
