/** Shell: C programs that are built as a job builds them, for tests that execute them themselves. */
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import { buildVariant } from '../../../runner/src/job/build-variant.ts';
import { clang } from '../../../runner/src/toolchains/cc.ts';
import type { Build } from '../../../runner/src/toolchains/toolchain.ts';

export async function builtIn(pool: Pool, source: string, flags: string[] = []) {
	const shared = { language: 'c', compiler: 'clang-22', target: 'x86-64' } as const;
	const build: Build = { variant: 'mine', source, flags, ...shared };
	const tools = await pool.take('tools', 'cc');
	const { program, report } = await buildVariant(
		{ build, edited: true },
		clang,
		tools,
		(_stage, command) => tools.run(command),
		() => {}
	);
	await tools.dispose();
	if (!program) throw new Error(report.compilerText);
	return { build, ...program };
}
