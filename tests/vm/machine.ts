/** Shell: boots the virtual machine, and runs scripts in it over SSH. It reaches nothing but the port of its SSH. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { qemuArguments, type Accelerator, type Disks } from './qemu.ts';
import { overSsh, type EndedScript, type SshServer, type User } from './ssh.ts';
import type { System } from './system-disk.ts';

/** The machine as a check uses it. */
export type VirtualMachine = {
	/** Runs a script of bash as that user, in their home. Prints each line of its output as it comes. */
	run: (user: User, script: string) => Promise<EndedScript>;
	/** Its output. Rejects with it if the script did not end with 0. */
	done: (user: User, script: string) => Promise<string>;
	/** A file's text, which is not printed. Rejects if there is no such file. */
	read: (user: User, path: string) => Promise<string>;
};

type BootedMachine = VirtualMachine & {
	accelerator: Accelerator;
	/** True once qemu has ended: no check can be tried any more. */
	isGone: () => boolean;
	close: () => Promise<void>;
};

/** A start takes half a minute with KVM, and minutes without, ms. */
const bootMs = 1_200_000;
/** With KVM, the kernel has printed its version long before, ms. */
const silentMs = 20_000;

/** Ends with 0 when systemd has started everything, with the disks in place. */
const isUp = `systemctl is-system-running --wait | grep -qE 'running|degraded' &&
	mountpoint -q /var/lib/docker && mountpoint -q /home/learner/cyclelab && docker version > /dev/null`;

/**
 * With KVM where it works: a host without VT-x or AMD-V may have the device (Linux's kvm-pvm), which emulates each instruction
 * of a common kernel, slower than qemu does, and stops at the first that it does not know (seen: cmpxchg16b, xrstor).
 * @param log file of what its console prints
 * @param say prints a line
 */
export async function bootMachine(
	processors: number,
	system: System,
	disks: Disks,
	log: string,
	say: (line: string) => void
): Promise<BootedMachine> {
	const kvm = mayUse('/dev/kvm')
		? await boot('kvm', processors, system, disks, log, say)
		: undefined;
	const machine = kvm ?? (await boot('tcg', processors, system, disks, log, say));
	if (machine) return machine;
	const last = (await consoleOf(log)).split('\n').slice(-20).join('\n');
	throw new Error(`The virtual machine did not start. Its console's last lines:\n${last}`);
}

/** Undefined if it does not start. */
async function boot(
	accelerator: Accelerator,
	processors: number,
	system: System,
	disks: Disks,
	log: string,
	say: (line: string) => void
): Promise<BootedMachine | undefined> {
	const port = await freePort('127.0.0.1');
	await rm(log, { force: true });
	const words = qemuArguments({ accelerator, processors, port, system, disks, log });
	const child = spawn('nice', ['-n', '10', 'qemu-system-x86_64', ...words], {
		// With KVM it prints the registers of a machine that cannot go on, and waits: no error here.
		stdio: ['ignore', 'ignore', accelerator === 'kvm' ? 'pipe' : 'inherit']
	});
	let isGone = false;
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		if (text.includes('KVM internal error')) isGone = true;
	});
	const gone = new Promise<void>((resolve) => {
		for (const event of ['exit', 'error']) child.once(event, () => resolve());
	}).then(() => {
		isGone = true;
	});
	const end = () => void child.kill('SIGKILL');
	process.once('exit', end);
	const close = async () => {
		end();
		await gone;
		process.off('exit', end);
	};
	const ssh = { key: system.key, port };
	const began = performance.now();
	for (;;) {
		await pause(2000);
		const ms = performance.now() - began;
		const isSilent =
			accelerator === 'kvm' && ms > silentMs && !(await consoleOf(log)).includes('Linux version');
		if (isGone || isSilent || ms > bootMs) break;
		// Before that, a question only takes the machine's time.
		if (!(await consoleOf(log)).includes('multi-user.target')) continue;
		if ((await overSsh(ssh, 'root', isUp, () => {})).code !== 0) continue;
		return { ...machineAt(ssh, say), accelerator, isGone: () => isGone, close };
	}
	await close();
	return undefined;
}

/** The machine whose SSH server this is. */
function machineAt(ssh: SshServer, say: (line: string) => void): VirtualMachine {
	const run = (user: User, script: string) =>
		overSsh(ssh, user, script, (line) => say(`    ${line}`));
	return {
		run,
		done: async (user, script) => outputOf(script, await run(user, script)),
		read: async (user, path) => outputOf(path, await overSsh(ssh, user, `cat ${path}`, () => {}))
	};
}

function outputOf(script: string, { code, output }: EndedScript): string {
	if (code !== 0) throw new Error(`${script.trim()}\nended with ${code}:\n${output}`);
	return output;
}

const consoleOf = (log: string) => readFile(log, 'utf8').catch(() => '');

/** Whether this process may open the device. */
function mayUse(device: string): boolean {
	try {
		accessSync(device, constants.R_OK | constants.W_OK);
		return true;
	} catch {
		return false;
	}
}
