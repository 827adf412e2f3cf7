/** Shell: starts the product with `npm start`, signals its processes, and finds what is left of them. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { family, processes } from '../bench/processes.ts';
import { freePort } from '../free-port.ts';
import { readServer } from '@cyclelab/site/server/store/embedded-process.ts';
import { root } from './processes.ts';
import { waitUntil, containersOf } from './product.ts';

/** Patterns of the command lines of the product's processes. */
const parts = {
	npm: /^npm start/,
	start: /^node start\.mjs/,
	reaper: /^sh .*setup\/reaper\.sh/,
	site: /site\/server\/main\.ts/,
	runner: /runner\/src\/main\.ts/,
	database: /bin\/postgres -D/
} as const;
export type StartedPart = keyof typeof parts;

export type StartedProduct = {
	/** Sends a signal to these processes at one moment. */
	signal: (signal: NodeJS.Signals, ...to: StartedPart[]) => Promise<void>;
	/** Sends a signal to the process group, as a terminal or a service manager does. */
	signalGroup: (signal: NodeJS.Signals) => void;
	/** Closes the terminal in which it was started. */
	closeTerminal: () => void;
	output: () => string;
};

/** A data folder, a port and a runner name that all starts of a test share. */
export async function openInstallation() {
	const dataDir = mkdtempSync(join(tmpdir(), 'cyclelab-ends-'));
	const port = await freePort();
	const owner = `ends-${port}`;
	const settings = { DATA_DIR: dataDir, PORT: `${port}`, RUNNER_ID: owner, RUNNER_POOL: '1' };

	const started: number[] = [];

	/** Resolves when the site listens and, with a runner, when that is connected and has its first sandbox. */
	const start = async (runner: boolean, terminal = false): Promise<StartedProduct> => {
		const words = ['start', '--', '--no-install', ...(runner ? [] : ['--without-runner'])];
		// util-linux's `script` runs a command in a new terminal, which closes when `script` is killed.
		const [program = '', ...args] = terminal
			? ['script', '--quiet', '--command', `npm ${words.join(' ')}`, '/dev/null']
			: ['npm', ...words];
		const child = spawn(program, args, {
			cwd: root,
			detached: true,
			env: { ...process.env, RUNNER_TOKEN: undefined, ...settings },
			stdio: ['ignore', 'pipe', 'pipe']
		});
		started.push(child.pid ?? 0);
		let text = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (more: string) => (text += more));
		const ready = runner ? 'The runner is connected' : 'Cyclelab is at';
		await waitUntil(
			`"${ready}" is printed`,
			() => {
				if (child.exitCode !== null) throw new Error(`npm start ended: ${text}`);
				return text.includes(ready);
			},
			() => text
		);
		if (runner)
			await waitUntil(
				'a sandbox exists',
				async () => (await containersOf(owner)).length > 0,
				() => text
			);
		const pid = child.pid ?? 0;
		return {
			signal: async (signal, ...to) => {
				const ours = family(await processes(), pid);
				const found = to.map((part) => ours.find(({ command }) => parts[part].test(command)));
				if (found.includes(undefined))
					throw new Error(`Not all of ${to.join(', ')} run: ${JSON.stringify(ours)}`);
				for (const part of found) process.kill(part?.pid ?? 0, signal);
			},
			signalGroup: (signal) => void process.kill(-pid, signal),
			closeTerminal: () => void process.kill(pid, 'SIGKILL'),
			output: () => text
		};
	};

	/** Lists the product's processes, its containers, its port if it is in use, and its lock on the folder. */
	const left = async (): Promise<string[]> => [
		...processesNaming(dataDir),
		// its command line may name the folder by another path
		...(readServer(join(dataDir, 'postgres', 'cluster')) ? ['database'] : []),
		...(await containersOf(owner)).map(() => 'container'),
		...((await isTaken(port)) ? ['port'] : []),
		...(existsSync(join(dataDir, 'running.json')) ? ['claim'] : [])
	];

	/** After a failed test: kills the remaining processes, so that the next test can start. */
	const clear = async () => {
		if ((await left()).length === 0) return;
		for (const pid of started) killGroup(pid);
		await waitUntil(
			'the processes of a failed test have ended',
			async () => (await left()).length === 0
		);
	};
	const remove = () => rmSync(dataDir, { recursive: true, force: true });
	return { start, left, clear, remove };
}

/** Kills `npm start` and every process in its group. */
function killGroup(leader: number): void {
	try {
		process.kill(-leader, 'SIGKILL');
	} catch {
		// the group has ended
	}
}

/** Names or command lines of the processes whose command line or environment has the data folder. */
function processesNaming(dataDir: string): string[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
				if (!(command + readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(dataDir)) return [];
				const part = Object.entries(parts).find(([, pattern]) => pattern.test(command));
				return part?.[0] === 'database' ? [] : [part?.[0] ?? command];
			} catch {
				// the process has ended meanwhile
				return [];
			}
		});
}

function isTaken(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = net.connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
		socket.once('close', () => socket.destroy());
		socket.once('connect', () => socket.destroy());
	});
}
