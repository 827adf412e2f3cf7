/** Shell: the client of a sandbox's supervisor, over the attached stream of its container. */
import type { Duplex } from 'node:stream';
import { splitRecords, growingBuffer, type GrowingBuffer } from './bytes.ts';
import type { Command, Output } from './command.ts';
import {
	configurePayload,
	encodeFrame,
	getPayload,
	putPayload,
	readEnding,
	readFetched,
	readFrames,
	readRefusal,
	runPayload,
	type Configuration,
	type Ending,
	type Frame
} from './frames.ts';
import { engineLimits } from './limits.ts';
import type { SandboxError } from './sandbox-error.ts';

export type SupervisorClient = {
	/** Once, first. Resolves when the server of the tools waits. */
	configure: (configuration: Configuration) => Promise<void>;
	/** Aborting `signal` kills the step; its `Output` then has the signal SIGKILL. */
	run: (command: Command, signal?: AbortSignal) => Promise<Output & Pick<Ending, 'served'>>;
	put: (artifact: string, bytes: Buffer) => Promise<void>;
	get: (artifact: string) => Promise<Buffer>;
	/** Whether every request is answered, so that no step runs. */
	isIdle: () => boolean;
	/** Rejects open requests and all later ones. */
	end: (reason: SandboxError) => void;
};

type Pending = {
	/** Takes an answer; true if it was the last one. Throws if the answer breaks the protocol. */
	take: (frame: Frame) => boolean;
	reject: (reason: unknown) => void;
};

const mostErrorText = 4_096;

/**
 * `stream` is Docker's: records of 8 bytes (stream number, three zeros, big-endian length) and a body. `onLost` is
 * called once when the container will not answer again, with the end of its standard error.
 */
export function connectSupervisor(
	stream: Duplex,
	onLost: (errorText: string) => void
): SupervisorClient {
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
	const records = splitRecords(
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
			ask('R', runPayload(command), wallMsOf(command), gather(command), signal),
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

/** Of a command and those after it. */
const wallMsOf = ({ limits, then }: Command): number => limits.wallMs + (then ? wallMsOf(then) : 0);

type Answer = Output & Pick<Ending, 'served'>;

/**
 * Joins each step's channels, the artifacts it fetches and its ending. Caps are enforced here too, in case a supervisor is
 * compromised.
 */
function gather(command: Command) {
	return (resolve: (output: Answer) => void) => {
		const before: Answer[] = [];
		let current = command;
		let step = gathered();
		return (frame: Frame) => {
			const { fetched } = step;
			const channel = step.channels[frame.kind];
			if (channel) {
				if (channel.bytes() + frame.payload.length > current.limits.outputKiB * 1024)
					throw new RangeError('A channel went on beyond its cap');
				channel.push(frame.payload);
				if (frame.kind === '3') current.onResults?.(frame.payload);
				return false;
			}
			if (frame.kind === 'F') {
				const { name, bytes } = readFetched(frame.payload);
				if (!current.fetches?.includes(name) || fetched.has(name))
					throw new RangeError('An artifact that was not asked for');
				fetched.set(name, bytes);
				return false;
			}
			if (frame.kind !== 'X') throw new RangeError(`An answer of kind ${frame.kind}`);
			const { goesOn, ...ending } = readEnding(frame.payload);
			const answer = {
				...ending,
				...step.bytes(),
				...(fetched.size > 0 && { fetched })
			};
			if (!goesOn) {
				resolve(before.reduceRight((then, one) => ({ ...one, then }), answer));
				return true;
			}
			if (!current.then) throw new RangeError('A command that was not asked for is executed');
			before.push(answer);
			current = current.then;
			step = gathered();
			return false;
		};
	};
}

/** What one step gives, as it comes. */
function gathered() {
	const channels: Record<string, GrowingBuffer> = {
		1: growingBuffer(),
		2: growingBuffer(),
		3: growingBuffer()
	};
	const whole = (kind: string) => channels[kind]?.whole() ?? Buffer.alloc(0);
	const fetched = new Map<string, Buffer>();
	const bytes = () => ({ stdout: whole('1'), stderr: whole('2'), results: whole('3') });
	return { channels, fetched, bytes };
}
