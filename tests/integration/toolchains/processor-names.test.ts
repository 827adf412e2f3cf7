/** The extensions of each processor's name (`toolchains/processors.ts`) beside the macros that each compiler of C defines for it. */
import { expect, test } from 'vitest';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { clangs, gccs, isClang, toolEnv } from '../../../runner/src/toolchains/cc-compile.ts';
import { extensions, extensionsOf, processorsOf } from '@cyclelab/contract/flags/processors';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('cc');

const macros: Record<string, string> = {
	lzcnt: '__LZCNT__',
	'sse4.1': '__SSE4_1__',
	'sse4.2': '__SSE4_2__',
	cx16: '__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16'
};
const macroOf = (llvm: string) => macros[llvm] ?? `__${llvm.toUpperCase()}__`;

test.each([...clangs, ...gccs])(
	'%s uses for every name the extensions that the table has',
	async (compiler) => {
		const sandbox = await pool.take('tools', 'cc');
		try {
			const differing: Record<string, string[]> = {};
			for (const name of processorsOf(compiler)) {
				const { stdout, stderr, exit } = await sandbox.run({
					argv: [
						`/usr/bin/${isClang(compiler) ? compiler : `x86_64-linux-gnu-${compiler}`}`,
						`-march=${name}`,
						'-dM',
						'-E',
						'{in}/a.c'
					],
					env: toolEnv,
					files: { 'a.c': '' },
					limits: stepLimits.compile
				});
				expect(exit.code, stderr.toString()).toBe(0);
				const defined = new Set(stdout.toString().split(/\s/));
				const used = extensions.flatMap(({ cpuinfo, llvm }) =>
					defined.has(macroOf(llvm)) ? [cpuinfo] : []
				);
				const table = extensionsOf(name);
				const others = [
					...used.filter((name) => !table.includes(name)),
					...table.filter((name) => !used.includes(name))
				];
				if (others.length > 0) differing[name] = others;
			}
			expect(differing).toEqual({});
		} finally {
			await sandbox.dispose();
		}
	},
	60_000
);
