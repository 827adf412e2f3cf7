/**
 * The floor: the same tool command lines as a run's, spawned one after another in a plain container (no supervisor, no
 * seccomp filter, no limits, no pinning), timed by `floor.c` from spawn to exit.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import type { Command } from '../../runner/src/sandbox/command.ts';

export type Floor = {
	/** Runs commands one after another in a separate folder; several lanes run concurrently. */
	lane: () => Promise<CommandLane>;
	close: () => Promise<void>;
};

/** Runs a command with the files of the earlier commands. Returns ms. */
export type CommandLane = (command: Command) => Promise<number>;

/** Bytes, without blocks on a disk, of the emulator's file of counts (images/base/supervisor/counts.go). */
export const countBytes = 25_182_208;

const build =
	'cd /box && mkdir 1 2 3 4 5 6 7 8 && printf %s "$FLOOR" > floor.c && gcc-14 -O2 -o floor floor.c && echo built && exec cat';

export async function openFloor(): Promise<Floor> {
	const docker = new Docker();
	const container = await docker.createContainer({
		Image: await imageTag('cc'),
		Entrypoint: ['/bin/sh', '-c', build],
		Env: [`FLOOR=${await readFile(new URL('./floor.c', import.meta.url), 'utf8')}`],
		User: '0',
		// The container ends with this process's connection to it.
		OpenStdin: true,
		StdinOnce: true,
		Labels: { 'cyclelab.bench': 'floor' },
		HostConfig: {
			Tmpfs: { '/box': 'exec,size=256m' },
			AutoRemove: true,
			NetworkMode: 'none',
			SecurityOpt: ['seccomp=unconfined']
		}
	});
	const attached = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true };
	const main = await container.attach(attached);
	await container.start();
	const built = await linesOf(docker, main).next();
	if (built.value !== 'built') throw new Error('floor.c was not built');
	let lanes = 0;
	return {
		lane: async () => {
			const exec = await container.exec({
				Cmd: ['/box/floor'],
				AttachStdin: true,
				AttachStdout: true,
				AttachStderr: true
			});
			const stream = await exec.start({ hijack: true, stdin: true });
			lanes += 1;
			return laneOn(stream, linesOf(docker, stream), `/box/${lanes}/`);
		},
		close: async () => {
			main.end();
			await container.remove({ force: true }).catch(() => undefined);
		}
	};
}

function linesOf(docker: Docker, stream: NodeJS.ReadWriteStream): AsyncIterator<string> {
	const stdout = new PassThrough();
	docker.modem.demuxStream(stream, stdout, process.stderr);
	stream.on('end', () => stdout.end());
	return createInterface(stdout)[Symbol.asyncIterator]();
}

function laneOn(
	stream: NodeJS.WritableStream,
	lines: AsyncIterator<string>,
	prefix: string
): CommandLane {
	const ask = async (head: string, texts: readonly string[]) => {
		stream.write([head, ...texts].join(''));
		const line = await lines.next();
		if (line.done) throw new Error('the floor container ended');
		const [nanoseconds = NaN, status] = line.value.split(' ').map(Number);
		if (status !== 0) throw new Error(`a floor command failed (${line.value})`);
		return nanoseconds / 1e6;
	};
	const write = (name: string, text: string, atLeast = 0) =>
		ask(`write ${prefix}${name} ${Buffer.byteLength(text)} ${atLeast}\n`, [text]);
	const place = (word: string) => word.replaceAll(/\{(in|out)\}\//g, prefix);
	const counted = (word: string) => `${Buffer.byteLength(word)}\n${word}`;

	return async ({ argv, env, files = {}, stdin = '', counts }) => {
		for (const [name, text] of Object.entries(files)) await write(name, text);
		await write('stdin', stdin, counts === undefined ? 0 : countBytes);
		const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
		return ask(
			`run ${prefix} ${argv.length} ${variables.length}\n`,
			[...argv.map(place), ...variables].map(counted)
		);
	};
}
