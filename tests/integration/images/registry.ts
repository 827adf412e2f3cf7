/** Shell: Debian's `docker-registry` on a loopback port, with its images in a folder that is removed with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

/** Where Debian's package installs it. */
const program = process.env['CYCLELAB_REGISTRY'] ?? '/usr/bin/docker-registry';

/** The reason why no registry can be started here; undefined if one can. */
export const noRegistry = existsSync(program)
	? undefined
	: "no image registry is installed (Debian's package docker-registry)";

export type Registry = {
	/** `127.0.0.1:<port>`: Docker accepts plain HTTP there without a setting. */
	name: string;
	/** Ends the process. The images stay until `close`. */
	stop: () => Promise<void>;
	close: () => Promise<void>;
};

export async function startRegistry(): Promise<Registry> {
	const folder = mkdtempSync(join(tmpdir(), 'cyclelab-registry-'));
	const name = `127.0.0.1:${await freePort('127.0.0.1')}`;
	const settings = [
		'version: 0.1',
		'log: {level: error}',
		'storage:',
		'  filesystem:',
		`    rootdirectory: ${folder}/images`,
		'http:',
		`  addr: ${name}`,
		''
	].join('\n');
	writeFileSync(join(folder, 'config.yml'), settings);
	const child = spawn(program, ['serve', join(folder, 'config.yml')], { stdio: 'ignore' });
	const ended = once(child, 'exit');
	const stop = async () => {
		child.kill('SIGTERM');
		await ended;
	};
	const answers = () =>
		fetch(`http://${name}/v2/`).then(
			({ ok }) => ok,
			() => false
		);
	const began = performance.now();
	while (!(await answers())) {
		if (child.exitCode !== null || performance.now() - began > 30_000)
			throw new Error(`${program} does not answer on ${name} (exit code ${child.exitCode})`);
		await pause(50);
	}
	return {
		name,
		stop,
		close: async () => {
			await stop();
			rmSync(folder, { recursive: true, force: true });
		}
	};
}
