/**
 * After any end of `npm start`, or of one of its processes, nothing is left: no process, no container, no port, no lock on
 * the data folder. package.json has `exec` before the command: no shell is between, which would not pass on npm's SIGINT.
 * All starts use the same folder, so each start also proves that the previous start released it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openInstallation, type StartedProduct, type StartedPart } from './npm-start.ts';

const isWhole = process.env['CYCLELAB_FAULTS'] === 'whole';
/** Hang detection: a process has 20 s for an orderly end, and its containers are removed after that. */
const boundMs = 60_000;

type End = {
	how: string;
	end: (begun: StartedProduct) => Promise<void> | void;
	/** Starts the product in a terminal, by `script`. */
	terminal?: true;
};

const to = (signal: NodeJS.Signals, ...parts: StartedPart[]): End => ({
	how: `${signal} to ${parts.join(', ')}`,
	end: (begun) => begun.signal(signal, ...parts)
});
/** Kills a process and, before `npm start` can restart it, sends SIGTERM to npm. */
const killed = (...parts: StartedPart[]): End => ({
	how: `SIGKILL to ${parts.join(', ')}, then SIGTERM to npm`,
	end: async (begun) => {
		await begun.signal('SIGKILL', ...parts);
		await begun.signal('SIGTERM', 'npm');
	}
});
const group = (signal: NodeJS.Signals): End => ({
	how: `${signal} to the whole process group`,
	end: (begun) => begun.signalGroup(signal)
});
const terminal: End = {
	how: 'closing the terminal',
	end: (begun) => begun.closeTerminal(),
	terminal: true
};

/** Ends that are tried without a runner. */
const ofSite: End[] = [
	to('SIGTERM', 'npm'),
	to('SIGINT', 'npm'),
	to('SIGKILL', 'npm'),
	to('SIGKILL', 'npm', 'start', 'site'),
	to('SIGHUP', 'npm'),
	group('SIGINT'),
	terminal,
	killed('reaper'),
	killed('site'),
	killed('database')
];
const ofRunner: End[] = [
	to('SIGTERM', 'npm'),
	to('SIGKILL', 'start'),
	to('SIGKILL', 'start', 'runner'),
	killed('runner')
];
/** Every signal to every process. */
const all: End[] = [
	...(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const).flatMap((signal) => [
		...(['npm', 'start'] as const).map((part) => to(signal, part)),
		group(signal)
	]),
	terminal,
	to('SIGKILL', 'start', 'site'),
	to('SIGKILL', 'start', 'runner'),
	to('SIGKILL', 'start', 'database'),
	to('SIGKILL', 'npm', 'start', 'site', 'runner', 'database'),
	...(['reaper', 'site', 'runner', 'database'] as const).map((part) => killed(part))
];

/** Not a group without tests: Vitest takes it for a failure. */
const groups = isWhole
	? [{ name: 'site and runner', runner: true, ends: all }]
	: [
			{ name: 'the site alone', runner: false, ends: ofSite },
			{ name: 'site and runner', runner: true, ends: ofRunner }
		];

describe.each(groups)('$name', ({ runner, ends }) => {
	let installation: Awaited<ReturnType<typeof openInstallation>>;
	beforeAll(async () => {
		installation = await openInstallation();
	});
	afterEach(() => installation.clear(), 5 * 60_000);
	afterAll(() => installation.remove());

	test.each(ends)(
		'$how leaves no process, container, port or lock',
		async ({ end, terminal: inTerminal }) => {
			const product = await installation.start(runner, inTerminal);
			const there = await installation.left();
			expect(there).toEqual(expect.arrayContaining(['start', 'site', 'database', 'port', 'claim']));
			if (runner) expect(there).toEqual(expect.arrayContaining(['runner', 'container']));
			await end(product);
			const until = performance.now() + boundMs;
			let left = await installation.left();
			while (left.length > 0 && performance.now() < until) {
				await pause(100);
				left = await installation.left();
			}
			expect(left).toEqual([]);
		},
		5 * 60_000
	);
});
