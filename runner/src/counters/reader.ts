/**
 * Shell: reads the processor's counters from outside of a sandbox, through a program of ours that runs beside the runner.
 * Nothing in the sandbox gains by it: perf_event_open stays forbidden there.
 */
import { spawn } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import type Docker from 'dockerode';
import { answersOf } from '../sandbox/answers.ts';
import { onlyFileOf } from './archive.ts';
import {
	cgroupFolders,
	readAnswer,
	type Answer,
	type HardwareEvent,
	type SoftwareEvent
} from './lines.ts';

type Event = HardwareEvent | SoftwareEvent;

/** One event of one container on one core. */
export type Counter = {
	start: () => Promise<void>;
	/** Events since `start`. Rejects if the count is not exact. */
	stop: () => Promise<number>;
	close: () => void;
};

/** A sentence, where nothing can be counted. */
export class NoCounters extends Error {}

export type CounterReader = {
	/** Why hardware events cannot be counted on this machine, as a sentence; undefined if they can. */
	refusal: () => Promise<string | undefined>;
	/** Rejects with `NoCounters`. `core`: number of the processor on which the container's steps run. */
	open: (event: Event, container: string, core: number) => Promise<Counter>;
	/** Removes the program. */
	close: () => Promise<void>;
};

/** Rejects with a `SandboxError`. @param image tag of an image that stands on `base` */
export async function installCounters(docker: Docker, image: string): Promise<CounterReader> {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-counters-'));
	const program = join(folder, 'counters');
	const { ask } = answersOf(docker);
	const archive = await ask(() => copyOut(docker, image, '/opt/cyclelab/bin/counters'));
	await writeFile(program, onlyFileOf(archive), { mode: 0o700 });
	return {
		refusal: async () => {
			try {
				(await converse(program, ['cycles'])).close();
				return undefined;
			} catch (cause) {
				if (cause instanceof NoCounters) return cause.message;
				throw cause;
			}
		},
		open: async (event, container, core) =>
			converse(program, [event, String(core), await cgroupOf(container)]),
		close: () => rm(folder, { recursive: true, force: true })
	};
}

/** An archive of it, from a container that is never started. */
async function copyOut(docker: Docker, image: string, path: string): Promise<Buffer> {
	const container = await docker.createContainer({ Image: image, NetworkDisabled: true });
	try {
		return await buffer(await container.getArchive({ path }));
	} finally {
		await container.remove({ force: true });
	}
}

async function cgroupOf(container: string): Promise<string> {
	for (const folder of cgroupFolders(container))
		if (
			await access(folder).then(
				() => true,
				() => false
			)
		)
			return folder;
	throw new NoCounters("The container's cgroup is not visible to this runner.");
}

async function converse(program: string, words: string[]): Promise<Counter> {
	const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const ask = async (line?: string): Promise<Exclude<Answer, { kind: 'refusal' }>> => {
		if (line !== undefined) child.stdin.write(`${line}\n`);
		const { value, done } = await lines.next();
		const answer = done ? readAnswer('error ended') : readAnswer(value);
		if (answer.kind !== 'refusal') return answer;
		child.kill();
		throw new NoCounters(answer.reason);
	};
	child.on('error', () => {});
	child.stdin.on('error', () => {});
	await ask();
	return {
		start: async () => void (await ask('start')),
		stop: async () => {
			const answer = await ask('stop');
			if (answer.kind !== 'count') throw new NoCounters('The counter gave no count.');
			return answer.value;
		},
		close: () => child.stdin.end()
	};
}
