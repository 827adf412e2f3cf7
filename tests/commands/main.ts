/**
 * Shell: `npm run test:commands`: runs every command of the documents in a short form, each in a fresh clone of this
 * repository's last commit in which nothing is installed, and prints a table. Words choose commands that hold one of them;
 * `--one-clone` uses one clone for all, which is faster and proves less.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOut } from '../bench/table.ts';
import { freePort } from '../free-port.ts';
import { openProgress } from '../progress.ts';
import type { CommandRow, Tried } from './row.ts';
import { table } from './table.ts';

const root = join(import.meta.dirname, '..', '..');
const words = process.argv.slice(2);
const isOneClone = words.includes('--one-clone');
const wanted = words.filter((word) => !word.startsWith('--'));
/** Asked to end, a command has this long before it is killed, ms. */
const graceMs = 30_000;
/** Of a command that failed, this many last lines are shown. */
const keptLines = 30;

type CommandOutcome = { code: number | string; seconds: number; output: string };

const chosen = table.filter(
	({ command }) => wanted.length === 0 || wanted.some((word) => command.includes(word))
);
const tried = chosen.filter((row): row is CommandRow & Tried => 'short' in row);
const progress = openProgress();
const clones: string[] = [];
const rows: string[][] = [];
const failures: string[] = [];
let shared: string | undefined;
/** The process group of the command that runs. */
let running: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.on(signal, () => {
		signalGroup('SIGTERM');
		for (const folder of clones) remove(folder);
		process.exit(1);
	});

try {
	for (const [at, row] of tried.entries()) {
		progress.begin(`${at + 1} of ${tried.length}, ${row.command}`);
		const folder = isOneClone ? (shared ??= clone()) : clone();
		const { code, seconds, output } = await run(row, folder);
		const isFine =
			(row.exits ?? [0]).some((exit) => exit === code) && (row.prints?.test(output) ?? true);
		const verdict = isFine ? 'fine' : 'FAILED';
		rows.push([row.command, `${code}`, seconds.toFixed(0), verdict]);
		progress.print(`${verdict}: ${row.command} (${code}, ${seconds.toFixed(0)} s)`);
		if (!isFine) {
			const last = output.trimEnd().split('\n').slice(-keptLines).join('\n');
			failures.push(`${row.command}\n${row.short}\n${last}`);
			progress.print(last);
		}
		if (!isOneClone) remove(folder);
	}
} finally {
	for (const folder of clones) remove(folder);
	progress.close();
}
for (const row of chosen) if ('whyNot' in row) rows.push([row.command, '', '', row.whyNot]);
console.log(`\n${layOut({ headings: ['command', 'exit code', 's', 'verdict'], rows })}`);
console.log(`\n${tried.length - failures.length} fine, ${failures.length} failed`);
process.exitCode = failures.length === 0 && tried.length > 0 ? 0 : 1;

function clone(): string {
	const folder = mkdtempSync(join(tmpdir(), 'cyclelab-clone-'));
	clones.push(folder);
	const { status, stderr } = spawnSync(
		'git',
		['clone', '--quiet', '--no-hardlinks', root, folder],
		{
			encoding: 'utf8'
		}
	);
	if (status !== 0) throw new Error(`git could not clone ${root}: ${stderr}`);
	return folder;
}

function remove(folder: string): void {
	rmSync(folder, { recursive: true, force: true });
}

function signalGroup(name: NodeJS.Signals): void {
	try {
		if (running !== undefined) process.kill(-running, name);
	} catch {
		// it is over
	}
}

/** Runs it in a new process group, all of which is ended when its time is over. */
async function run({ short, within }: Tried, folder: string): Promise<CommandOutcome> {
	const began = performance.now();
	const env: NodeJS.ProcessEnv = { ...process.env, PORT: `${await freePort()}` };
	env['CYCLELAB_SITE'] = `http://127.0.0.1:${env['PORT']}`;
	// Of this command alone; the clone has its own.
	for (const name of Object.keys(env))
		if (name.startsWith('npm_') || ['DATA_DIR', 'RUNNER_TOKEN', 'CYCLELAB_ONLY'].includes(name))
			delete env[name];
	env['PATH'] = (env['PATH'] ?? '')
		.split(':')
		.filter((folder) => !folder.startsWith(root))
		.join(':');
	return new Promise((resolve) => {
		const child = spawn('bash', ['-c', short], {
			cwd: folder,
			env,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe']
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				output = (output + text).slice(-1_000_000);
			});
		running = child.pid;
		let late = false;
		const timers = [
			setTimeout(() => {
				late = true;
				signalGroup('SIGTERM');
			}, within * 1000),
			setTimeout(() => signalGroup('SIGKILL'), within * 1000 + graceMs)
		];
		child.on('close', (code, ended) => {
			for (const timer of timers) clearTimeout(timer);
			running = undefined;
			const seconds = (performance.now() - began) / 1000;
			resolve({ code: late ? `not over in ${within} s` : (code ?? ended ?? 1), seconds, output });
		});
	});
}
