/** Shell: starts dockerd in whatever way this machine starts services. */
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { attempt } from './command.mjs';
import { SetupError } from './say.mjs';

const logFile = '/var/log/cyclelab-dockerd.log';

/** Files in which a daemon leaves its process id, with the program that must be behind it. */
const pidFiles = [
	['/var/run/docker.pid', 'dockerd'],
	['/var/run/docker-ssd.pid', 'dockerd'],
	['/var/run/docker/containerd/containerd.pid', 'containerd']
];

/**
 * @param {(seconds?: number) => Promise<boolean>} answersSoon
 */
export async function startDaemon(answersSoon) {
	removeStalePidFiles();
	if (existsSync('/run/systemd/system')) {
		await attempt(['systemctl', 'start', 'docker']);
		if (await answersSoon()) return;
		throw new SetupError('The Docker Engine does not answer. Look at `journalctl -u docker`.');
	}
	if (existsSync('/etc/init.d/docker')) {
		// It refuses where it may not raise its limits, in a container or a small virtual machine; dockerd itself does not.
		const code = await detached(['service', 'docker', 'start']);
		if (code === 0 && (await answersSoon(20))) return;
	}
	await mountControlGroups();
	void detached(['dockerd'], { forGood: true });
	if (await answersSoon()) return;
	throw new SetupError(`The Docker Engine does not answer. Its last words are in ${logFile}.`);
}

/**
 * A daemon that was killed leaves its process id behind; when another process gets that number, dockerd
 * refuses to start ("process is running").
 */
function removeStalePidFiles() {
	for (const [file = '', program] of pidFiles) {
		if (!existsSync(file)) continue;
		const comm = `/proc/${readFileSync(file, 'utf8').trim()}/comm`;
		const alive = existsSync(comm) && readFileSync(comm, 'utf8').trim() === program;
		if (!alive) rmSync(file, { force: true });
	}
}

/** Without systemd nobody may have mounted them; Debian's service script does, but not every machine has it. */
async function mountControlGroups() {
	const groups = '/sys/fs/cgroup';
	if ((await attempt(['mountpoint', '-q', groups])).code !== 0)
		await attempt(['mount', '-t', 'cgroup2', 'none', groups]);
}

/**
 * Runs a program in a new session with none of our descriptors: the daemon outlives us, and a caller that waits
 * for our output to end (CI does) is not kept waiting by it.
 * @param {string[]} argv
 * @param {{ forGood?: boolean }} [options] forGood: we may end before it does
 * @returns {Promise<number>} its exit code
 */
function detached([program = '', ...args], { forGood = false } = {}) {
	const log = openSync(logFile, 'a');
	return new Promise((resolve) => {
		const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], cwd: '/' });
		child.on('error', () => resolve(127));
		child.on('exit', (code) => resolve(code ?? 1));
		if (forGood) child.unref();
	});
}
