/** Shell: processor time of every thread of this machine, from /proc and from the kernel's records of ended threads. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Context, SectionResult } from './section.ts';

/** `nanoseconds` since the thread began. */
type Thread = { thread: number; process: number; command: string; nanoseconds: number };

export type Used = Omit<Thread, 'thread'>;

export type ProcessorTime = {
	/** Processor time that each thread used while `work` ran. */
	during: (work: () => Promise<void>) => Promise<Used[]>;
	close: () => Promise<void>;
};

/** Ends with the bench. A host without root, a C compiler (`cc`) or the kernel's taskstats has a result instead, with the reason. */
export async function processorTimeOf({
	onEnd
}: Pick<Context, 'onEnd'>): Promise<ProcessorTime | { unmeasured: SectionResult }> {
	try {
		const time = await open();
		onEnd(time.close);
		return time;
	} catch (cause) {
		const why = `Not measured; root, cc and taskstats are needed. ${String(cause)}`;
		return { unmeasured: { tables: [], notes: [why], data: {} } };
	}
}

async function open(): Promise<ProcessorTime> {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab exits '));
	const program = join(folder, 'exits');
	const source = join(import.meta.dirname, 'exits.c');
	await promisify(execFile)('cc', ['-O1', '-o', program, source]);
	const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
	let ended: Thread[] = [];
	let isComplete = true;
	const ready = Promise.withResolvers<void>();
	child.on('close', () => ready.reject(new Error('The kernel does not report ended threads.')));
	createInterface(child.stdout).on('line', (line) => {
		if (line === 'ready') return ready.resolve();
		const found = /^(\d+) (\d+) (\d+) (.*)$/.exec(line);
		if (!found) return void (isComplete = false);
		const [thread = NaN, process = NaN, nanoseconds = NaN] = found.slice(1, 4).map(Number);
		ended.push({ thread, process, nanoseconds, command: found[4] ?? '' });
	});
	await ready.promise;
	return {
		during: async (work) => {
			ended = [];
			isComplete = true;
			const before = await threads();
			await work();
			const after = await threads();
			if (!isComplete) throw new Error('The kernel dropped records of ended threads.');
			const known = new Map(before.map((one) => [one.thread, one]));
			// A record that came after the last look is of a thread that the look saw.
			const seen = new Set(after.map(({ thread }) => thread));
			const all = [...after, ...ended.filter(({ thread }) => !seen.has(thread))];
			return all.map(({ thread, process, command, nanoseconds }) => {
				const earlier = known.get(thread);
				const used = earlier?.process === process ? nanoseconds - earlier.nanoseconds : nanoseconds;
				return { process, command: earlier?.command ?? command, nanoseconds: used };
			});
		},
		close: async () => {
			child.stdin.end();
			await rm(folder, { recursive: true, force: true });
		}
	};
}

/** All threads that exist now. A thread that ends meanwhile is absent. */
async function threads(): Promise<Thread[]> {
	const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(
		numbers.map(async (number) => {
			const process = Number(number);
			const command = await textOf(`/proc/${number}/comm`);
			const names = await readdir(`/proc/${number}/task`).catch(() => []);
			return Promise.all(
				names.map(async (thread) => ({
					...{ thread: Number(thread), process, command: command.trim() },
					// The first number: time on a processor, ns (proc(5)).
					nanoseconds: parseInt(await textOf(`/proc/${number}/task/${thread}/schedstat`), 10)
				}))
			);
		})
	);
	return found.flat().filter(({ nanoseconds }) => !Number.isNaN(nanoseconds));
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '');
