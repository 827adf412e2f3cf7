/** Shell: starts and ends sites and runners as separate processes, as an operator does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

/** The root folder. */
export const root = dirname(dirname(import.meta.dirname));

export type StartedProcess = {
	name: string;
	pid: number;
	/** Everything logged so far, one JSON object a line. */
	log: () => string;
	ended: () => boolean;
	/** Sends a signal, waits until the process has ended and its log is complete, and returns its exit code or signal. */
	end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>;
};

/** Environment variables that override the defaults. */
export type Environment = Record<string, string>;

const begun: StartedProcess[] = [];

/** Ends all processes that were started here, also those whose start failed. */
export async function endAll(): Promise<void> {
	await Promise.all(begun.splice(0).map(({ end }) => end('SIGTERM')));
}

/** Starts a site on a free port; resolves when it listens. Throws its log if it ends before that. */
export async function startSite(
	name: string,
	env: Environment
): Promise<StartedProcess & { url: string }> {
	const site = start(name, join(root, 'site/server/main.ts'), {
		PORT: '0',
		HOST: '127.0.0.1',
		...env
	});
	const [, url = ''] = await waitForLog(site, /"url":"(http:[^"]+)"/);
	return { ...site, url };
}

/** Starts a runner; resolves when it has connected to its site. */
export async function startRunner(name: string, env: Environment): Promise<StartedProcess> {
	const runner = start(name, join(root, 'runner/src/main.ts'), {
		RUNNER_ID: name,
		RUNNER_PORT: '0',
		...env
	});
	await waitForLog(runner, /connected to the site/);
	return runner;
}

function start(name: string, entry: string, env: Environment): StartedProcess {
	const child = spawn(process.execPath, [entry], {
		cwd: root,
		env: { ...process.env, LOG_LEVEL: 'info', ...env },
		stdio: ['ignore', 'pipe', 'pipe']
	});
	let log = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => (log += text));
	let isOver = false;
	const closed = once(child, 'close').finally(() => (isOver = true));
	const started: StartedProcess = {
		name,
		pid: child.pid ?? 0,
		log: () => log,
		ended: () => isOver,
		end: async (signal) => {
			child.kill(signal);
			await closed;
			return child.exitCode ?? child.signalCode;
		}
	};
	begun.push(started);
	return started;
}

async function waitForLog(
	{ name, log, ended }: StartedProcess,
	pattern: RegExp
): Promise<RegExpExecArray> {
	for (;;) {
		const found = pattern.exec(log());
		if (found) return found;
		if (ended()) throw new Error(`${name} ended: ${log()}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
