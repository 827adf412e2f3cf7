/** LLVM's tools as one static program; the plain ones, whose names they go by, stay in the image. */

/** images/tools/Dockerfile makes it. */
export const staticProgram = '/usr/lib/llvm-19/bin/cyclelab-llvm';

/** For each tool the static program, which is whichever tool it is called. */
export const staticTools: Readonly<Record<string, string>> = Object.fromEntries(
	[
		'clang-19',
		'clang++-19',
		'ld.lld-19',
		'llvm-objdump-19',
		'llvm-symbolizer-19',
		'llvm-mca-19'
	].map((name) => [`/usr/bin/${name}`, staticProgram])
);

/**
 * `served`: the static program waits in each sandbox and forks for every command; `static`: it is started for each;
 * `plain`: Debian's tools, with shared libraries. What they answer is the same.
 */
export const toolWays = ['served', 'static', 'plain'] as const;
export type ToolWay = (typeof toolWays)[number];

export type Tools = {
	/** For a program, the file that is executed under its name. */
	standIns: Readonly<Record<string, string>>;
	/** The one of these files that waits as a server. */
	server?: string;
};

/** @param emulated under qemu-user a server cannot fork for its parent */
export function toolsBy(way: ToolWay, emulated = false): Tools {
	if (way === 'plain') return { standIns: {} };
	return { standIns: staticTools, ...(way === 'served' && !emulated && { server: staticProgram }) };
}
