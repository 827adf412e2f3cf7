/** Shell: reads what `check.ts` judges: texts of the kernel, facts of the engine, and devices of a sandbox. */
import type Docker from 'dockerode';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import { z } from 'zod';
import type { Sandbox } from '../sandbox/command.ts';
import { stepLimits } from '../sandbox/limits.ts';
import type { EngineFacts, Surroundings } from './check.ts';
import { cpuFolder, readText } from './read.ts';

const limits = ['MemoryLimit', 'SwapLimit', 'PidsLimit', 'CPUSet', 'CPUShares'] as const;
/** Of `GET /info`; the types of dockerode lack some. */
const Info = z.object({
	ServerVersion: z.string(),
	SecurityOptions: z.array(z.string()).nullish(),
	CgroupVersion: z.string().default(''),
	...Object.fromEntries(limits.map((name) => [name, z.boolean().optional()]))
});

/** Without the engine's facts if it does not answer, which is reported elsewhere. */
export async function readSurroundings(docker: Pick<Docker, 'info'>): Promise<Surroundings> {
	const governors = (await namesIn(cpuFolder)).filter((name) => /^cpu\d+$/.test(name));
	const vulnerabilities = `${cpuFolder}/vulnerabilities`;
	return {
		kernel: os.release(),
		vulnerabilities: Object.fromEntries(
			await Promise.all(
				(await namesIn(vulnerabilities)).map(async (name) => [
					name,
					await readText(`${vulnerabilities}/${name}`)
				])
			)
		),
		smt: await readText(`${cpuFolder}/smt/active`),
		swaps: await readText('/proc/swaps'),
		randomAddresses: await readText('/proc/sys/kernel/randomize_va_space'),
		corePattern: await readText('/proc/sys/kernel/core_pattern'),
		hugePages: await readText('/sys/kernel/mm/transparent_hugepage/enabled'),
		governors: await Promise.all(
			governors.map((name) => readText(`${cpuFolder}/${name}/cpufreq/scaling_governor`))
		),
		noTurbo: await readText(`${cpuFolder}/intel_pstate/no_turbo`),
		boost: await readText(`${cpuFolder}/cpufreq/boost`),
		stat: await readText('/proc/stat'),
		engine: await docker.info().then(engineFacts, () => undefined)
	};
}

function engineFacts(info: unknown): EngineFacts | undefined {
	const parsed = Info.safeParse(info);
	if (!parsed.success) return undefined;
	const { ServerVersion, SecurityOptions, CgroupVersion, ...others } = parsed.data;
	const has: Record<string, unknown> = others;
	return {
		version: ServerVersion,
		securityOptions: SecurityOptions ?? [],
		cgroupVersion: CgroupVersion,
		missingLimits: limits.filter((name) => has[name] === false)
	};
}

/**
 * Asks each file what it is: where the engine maps users, a device is mounted on a plain file, which is all the list of its
 * folder lists. Links are left out, for they lead to one of the others or into /proc.
 */
const listDevices =
	'for one in /dev/* /dev/*/*; do if [ -c "$one" ] && [ ! -L "$one" ]; then echo "$one"; fi; done';

/** The character devices that a step in a sandbox sees, in the order of their paths. */
export async function readDevices(sandbox: Pick<Sandbox, 'run'>): Promise<string[]> {
	const { stdout } = await sandbox.run({
		argv: ['/bin/sh', '-c', listDevices],
		env: { PATH: '/usr/bin:/bin' },
		limits: stepLimits.disassemble
	});
	const lines = stdout.toString().split('\n');
	return lines.filter((line) => line !== '').sort();
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);
