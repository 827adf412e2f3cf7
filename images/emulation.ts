/**
 * Shell: lets this machine execute another platform's programs: qemu-user, registered with the kernel (binfmt_misc). By
 * the flag F the kernel keeps the emulator open, so containers need not have it. Lasts until the machine restarts.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { ensureDebian } from './debian.ts';
import { BuildError } from './engine.ts';
import { ownPlatform } from './ingredients.ts';
import { runProgram } from './program.ts';
import { debianFor, type Platform } from './recipes.ts';

const binfmt = '/proc/sys/fs/binfmt_misc';

/**
 * The emulator's program, and how the kernel knows the platform's programs: ELF, 64 bits, little-endian, executable or
 * shared (the mask leaves out what the ABI and that bit say), and the machine's number of the ELF standard.
 */
const emulators: Record<Platform, { program: string; machine: string }> = {
	arm64: { program: 'qemu-aarch64', machine: '\\xb7\\x00' },
	'x86-64': { program: 'qemu-x86_64', machine: '\\x3e\\x00' }
};
const beginning = `\\x7fELF\\x02\\x01\\x01${'\\x00'.repeat(9)}\\x02\\x00`;
const mask = `${'\\xff'.repeat(7)}\\x00${'\\xff'.repeat(8)}\\xfe${'\\xff'.repeat(3)}`;

/** Debian trixie's, whatever the machine has: the supervisor's openat2 came to qemu-user with version 9.2. */
const fetching =
	'apt-get update -qq && cd /tmp && apt-get download -qq qemu-user && dpkg-deb -x qemu-user_*.deb /unpacked';

/** Rejects with a `BuildError`, whose message is for people. */
export async function ensureEmulation(
	docker: Docker,
	platform: Platform,
	say: (sentence: string) => void
): Promise<void> {
	const { program, machine } = emulators[platform];
	const name = `cyclelab-${platform}`;
	if (platform === ownPlatform || existsSync(join(binfmt, name))) return;
	if (!existsSync(join(binfmt, 'register')))
		await runProgram('mount', ['-t', 'binfmt_misc', 'binfmt_misc', binfmt], {
			failed: `The kernel's register of emulators (binfmt_misc) could not be mounted at ${binfmt}. It takes root, and a kernel with CONFIG_BINFMT_MISC.`
		});
	say(`Fetching ${program}, to run programs for ${platform} here.`);
	await ensureDebian(docker, ownPlatform, say);
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-emulator-'));
	try {
		await fetchEmulator(docker, program, folder);
		const rule = `:${name}:M::${beginning}${machine}:${mask}:${join(folder, program)}:F`;
		await writeFile(join(binfmt, 'register'), rule).catch((cause: unknown) => {
			throw new BuildError(
				`The kernel did not take ${program} as the emulator of ${platform} programs: ${String(cause)}. It takes root.`,
				[]
			);
		});
		say(`The kernel runs ${platform} programs by ${program} now, until this machine restarts.`);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	if (!(await readFile(join(binfmt, name), 'utf8')).startsWith('enabled'))
		throw new BuildError(`The kernel has ${name} in ${binfmt}, but not enabled.`, []);
}

/** Out of Debian's package, unpacked in a container of this machine's own Debian. */
async function fetchEmulator(docker: Docker, program: string, folder: string): Promise<void> {
	const image = debianFor(ownPlatform, ownPlatform);
	const container = await docker.createContainer({ Image: image, Cmd: ['sh', '-ec', fetching] });
	try {
		await container.start();
		const { StatusCode: status } = await container.wait();
		if (status !== 0)
			throw new BuildError(
				"Debian's package qemu-user could not be fetched. Are Debian's packages reachable?",
				[]
			);
		const archive = await container.getArchive({ path: `/unpacked/usr/bin/${program}` });
		await runProgram('tar', ['-x', '-C', folder], { failed: 'tar failed.', stdin: archive });
	} finally {
		await container.remove({ force: true });
	}
}
