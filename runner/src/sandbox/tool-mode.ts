/** LLVM's tools as one static program. Debian's programs of the same names stay in the image. */

/** images/tools/Dockerfile makes it. */
export const staticProgram = '/usr/lib/llvm-19/bin/cyclelab-llvm';

/** The static program for each tool; it acts as the tool whose name it gets. */
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
 * `plain`: Debian's tools, with shared libraries. All three give the same output.
 */
export const toolModes = ['served', 'static', 'plain'] as const;
export type ToolMode = (typeof toolModes)[number];

export type Tools = {
	/** By program: the file that is executed under its name. */
	substitutes: Readonly<Record<string, string>>;
	/** The file, among the substitutes, that runs as a server. */
	server?: string;
};

/** @param emulated under qemu-user a server cannot fork for its parent */
export function toolSettings(way: ToolMode, emulated = false): Tools {
	if (way === 'plain') return { substitutes: {} };
	return {
		substitutes: staticTools,
		...(way === 'served' && !emulated && { server: staticProgram })
	};
}
