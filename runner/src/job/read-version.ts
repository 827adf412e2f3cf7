/** Shell: asks a tool its version. */
import type { Sandbox } from '../sandbox/command.ts';
import { stepLimits } from '../sandbox/limits.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import type { Toolchain } from '../toolchains/toolchain.ts';

/** Rejects with a sentence for operators if it does not say one. */
export async function readVersion(
	sandbox: Pick<Sandbox, 'run'>,
	{ argv, pattern }: Toolchain['version']
): Promise<string> {
	const { stdout, stderr } = await sandbox.run({
		argv: [...argv],
		env: { PATH: '/usr/bin:/bin' },
		limits: stepLimits.compile
	});
	const found = pattern.exec(`${stdout.toString('utf8')}\n${stderr.toString('utf8')}`)?.[1];
	if (found === undefined) throw new Error(`${argv[0]} does not say its version.`);
	return found;
}

export const llvmMcaVersion: Toolchain['version'] = {
	argv: [llvmTool('llvm-mca'), '--version'],
	pattern: /version (\d+\.\d+\.\d+)/
};
