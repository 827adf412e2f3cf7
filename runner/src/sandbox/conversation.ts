/** Shell: asks a supervisor for things over its container's attached stream and hands out what it answers. */
import type { Duplex } from 'node:stream';
import { cutRecords } from './bytes.ts';
import type { Command, Output } from './command.ts';
import {
	configurePayload,
	encodeFrame,
	getPayload,
	putPayload,
	readEnding,
	readFrames,
	readRefusal,
	runPayload,
	type Configuration,
	type Ending,
	type Frame
} from './frames.ts';
import { engineLimits } from './limits.ts';
import type { SandboxError } from './sandbox-error.ts';

export type Conversation = {
	/** Once, first. Resolves when the pre-started tools wait. */
	configure: (configuration: Configuration) => Promise<void>;
	/** Aborting `signal` kills the step; its `Output` then says SIGKILL. */
	run: (command: Command, signal?: AbortSignal) => Promise<Output & Pick<Ending, 'prestarted'>>;
	put: (artifact: string, bytes: Buffer) => Promise<void>;
	get: (artifact: string) => Promise<Buffer>;
	/** Whether all that was asked is answered: no step runs. */
	isIdle: () => boolean;
	/** Rejects all that is unanswered and everything asked later. */
	end: (reason: SandboxError) => void;
};

type Pending = {
	/** Takes an answer; true if it was the last one. Throws if the answer breaks the protocol. */
	take: (frame: Frame) => boolean;
	reject: (reason: unknown) => void;
};

const mostErrorText = 4_096;

/**
 * `stream` is Docker's: records of 8 bytes (stream number, three zeros, big-endian length) and a body. `onLost` hears
 * once that the container will not answer any more, with the last of what it wrote to standard error.
 */
export function converse(stream: Duplex, onLost: (errorText: string) => void): Conversation {
	const pending = new Map<number, Pending>();
	let ended: SandboxError | undefined;
	let errorText = '';
	let lastId = 0;

	const lose = (text: string) => {
		if (!ended) onLost(text);
	};
	const frames = readFrames((frame) => {
		const asked = pending.get(frame.id);
		if (frame.kind === 'E') {
			pending.delete(frame.id);
			asked?.reject(readRefusal(frame.payload));
		} else if (asked?.take(frame)) pending.delete(frame.id);
	});
	const standardOutput = 1;
	const records = cutRecords(
		8,
		(header) => header.readUInt32BE(4),
		(header, body) => {
			if (header[0] === standardOutput) frames.push(body);
			else errorText = (errorText + body.toString()).slice(-mostErrorText);
		}
	);
	stream.on('data', (chunk: Buffer) => {
		if (ended) return;
		try {
			records.push(chunk);
		} catch (cause) {
			lose(`It broke the protocol: ${String(cause)}`);
		}
	});
	stream.on('error', (error) => lose(`${errorText}${error.message}`));
	stream.on('close', () => lose(errorText));
	stream.on('end', () => lose(errorText));

	const ask = <Answer>(
		kind: string,
		payload: Buffer,
		limitMs: number,
		answering: (resolve: (answer: Answer) => void) => Pending['take'],
		signal?: AbortSignal
	): Promise<Answer> =>
		new Promise<Answer>((resolve, reject) => {
			if (ended) return reject(ended);
			const id = (lastId = (lastId % 0xffff_ffff) + 1);
			const late = setTimeout(
				() => lose('It did not answer in time.'),
				limitMs + engineLimits.graceMs
			);
			const stop = () => stream.write(encodeFrame({ kind: 'S', id, payload: Buffer.alloc(0) }));
			const settle = () => {
				clearTimeout(late);
				signal?.removeEventListener('abort', stop);
			};
			pending.set(id, {
				take: answering((answer) => {
					settle();
					resolve(answer);
				}),
				reject: (reason) => {
					settle();
					reject(reason);
				}
			});
			stream.write(encodeFrame({ kind, id, payload }));
			if (signal?.aborted) stop();
			else signal?.addEventListener('abort', stop);
		});

	const once =
		<Answer>(kind: string, value: (payload: Buffer) => Answer) =>
		(resolve: (answer: Answer) => void) =>
		(frame: Frame) => {
			if (frame.kind !== kind) throw new RangeError(`An answer of kind ${frame.kind}`);
			resolve(value(frame.payload));
			return true;
		};
	const done = once('K', () => undefined);

	return {
		configure: (configuration) => ask('C', configurePayload(configuration), 0, done),
		run: (command, signal) =>
			ask('R', runPayload(command), command.limits.wallMs, gather(command), signal),
		put: (artifact, bytes) => ask('P', putPayload(artifact, bytes), 0, done),
		get: (artifact) =>
			ask(
				'G',
				getPayload(artifact),
				0,
				once('A', (payload) => payload)
			),
		isIdle: () => pending.size === 0,
		end: (reason) => {
			if (ended) return;
			ended = reason;
			for (const { reject } of pending.values()) reject(reason);
			pending.clear();
			stream.destroy();
		}
	};
}

/** Puts a step's channels and its ending together. The caps hold here as well, should a supervisor fall. */
function gather(command: Command) {
	const most = command.limits.outputKiB * 1024;
	const chunks: Record<string, { parts: Buffer[]; bytes: number }> = {
		1: { parts: [], bytes: 0 },
		2: { parts: [], bytes: 0 },
		3: { parts: [], bytes: 0 }
	};
	const whole = (kind: string) => Buffer.concat(chunks[kind]?.parts ?? []);

	return (resolve: (output: Output & Ending) => void) => (frame: Frame) => {
		const channel = chunks[frame.kind];
		if (channel) {
			channel.bytes += frame.payload.length;
			if (channel.bytes > most) throw new RangeError('A channel went on beyond its cap');
			channel.parts.push(frame.payload);
			if (frame.kind === '3') command.onResults?.(frame.payload);
			return false;
		}
		if (frame.kind !== 'X') throw new RangeError(`An answer of kind ${frame.kind}`);
		const ending = readEnding(frame.payload);
		resolve({ ...ending, stdout: whole('1'), stderr: whole('2'), results: whole('3') });
		return true;
	};
}
