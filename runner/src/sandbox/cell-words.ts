/**
 * The words by which a container that holds cells is told what a cell may do (`images/base/maker`). They follow from the
 * limits and the profile of a sandbox of tools, so that a cell and a container differ only where this file says so. Pure.
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

type Rule = ReturnType<typeof seccompProfile>['syscalls'][number];

const hex = (value: number) => value.toString(16);

function wordsOf(rule: Rule): string[] {
	const names = rule.names.filter((name) => !withoutLocks.includes(name));
	if ('errnoRet' in rule) return names.map((name) => `${name}!${hex(rule.errnoRet)}`);
	const [test] = 'args' in rule ? rule.args : [];
	if (!test) return names;
	const [mask, value] =
		'valueTwo' in test ? [hex(test.value), hex(test.valueTwo)] : ['f'.repeat(16), hex(test.value)];
	return names.map((name) => `${name}:${test.index}:${mask}:${value}`);
}

/** The rules of a cell's filter, as `images/base/maker/filter.h` reads them. */
export const cellRules = (): string[] => [
	...seccompProfile('tools').syscalls.flatMap(wordsOf),
	...Object.values(descriptorCommands).map((command) => `fcntl:1:ffffffff:${hex(command)}`)
];

/** The command line of the maker, without its program. */
export function makerWords(): string[] {
	const limits = containerLimits.tools;
	return [
		`memory=${limits.memoryMiB}`,
		`processes=${limits.processes}`,
		`box=${mountOptions(tmpfs(limits.workMiB, limits.workFiles, false))}`,
		`made=${mountOptions(tmpfs(limits.artifactsMiB, limits.artifactFiles, false))}`,
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
