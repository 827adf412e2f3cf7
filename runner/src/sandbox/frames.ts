/** The runner's end of the supervisor's protocol, which images/base/supervisor/frames.go defines. */
import os from 'node:os';
import { splitRecords, readFields, writeFields, type Records } from './bytes.ts';
import type { Command, Limits, Output } from './command.ts';
import { SandboxError, type SandboxErrorCode } from './sandbox-error.ts';

export type Frame = { kind: string; id: number; payload: Buffer };

export type Configuration = {
	/** First uid of the steps. No other container of the host may use the same uids at the same time. */
	firstUid: number;
	uids: number;
	artifactMiB: number;
	/** By program: the file that is executed under its name. */
	substitutes: Readonly<Record<string, string>>;
	/** The file, among the substitutes, that runs as a server (`images/base/supervisor/serve.go`). */
	server?: string | undefined;
	/** Programs are timed here: each step has an observer as its parent (`images/base/audit/audit.c`), if the image has one. */
	times: boolean;
};

const headerBytes = 9;
const largestPayloadBytes = 80 * 1024 * 1024;

export function encodeFrame({ kind, id, payload }: Frame): Buffer {
	const header = Buffer.alloc(headerBytes);
	header.writeUInt32LE(payload.length);
	header.write(kind, 4, 'latin1');
	header.writeUInt32LE(id, 5);
	return Buffer.concat([header, payload]);
}

/** Splits the supervisor's bytes into frames. Throws on a length that no answer can have. */
export function readFrames(onFrame: (frame: Frame) => void): Records {
	return splitRecords(
		headerBytes,
		(header) => {
			const length = header.readUInt32LE(0);
			if (length > largestPayloadBytes) throw new RangeError(`A frame of ${length} bytes`);
			return length;
		},
		(header, payload) =>
			onFrame({ kind: header.toString('latin1', 4, 5), id: header.readUInt32LE(5), payload })
	);
}

export function configurePayload(configuration: Configuration): Buffer {
	const fields = writeFields()
		.u32(configuration.firstUid)
		.u32(configuration.uids)
		.u32(configuration.artifactMiB);
	fields.list(Object.entries(configuration.substitutes), ([program, file]) =>
		fields.text(program).text(file)
	);
	fields.text(configuration.server ?? '').u8(configuration.times ? 1 : 0);
	return fields.done();
}

export function runPayload(command: Command): Buffer {
	const fields = writeFields();
	for (let next: Command | undefined = command; next; next = next.then) {
		writeCommand(fields, next);
		fields.u8(next.then ? 1 : 0);
	}
	return fields.done();
}

function writeCommand(fields: ReturnType<typeof writeFields>, command: Command): void {
	fields.list(command.argv, fields.text).list(variables(command.env), fields.text);
	fields.list(Object.entries(command.files ?? {}), ([name, content]) =>
		fields.text(name).text(content)
	);
	fields.list(command.uses ?? [], fields.text).list(command.produces ?? [], fields.text);
	fields.list(command.fetches ?? [], fields.text);
	fields
		.text(command.counts ?? '')
		.text(command.trace ?? '')
		.list(command.audit ?? [], fields.text);
	fields.u8(command.stdin === undefined ? 0 : 1).text(command.stdin ?? '');
	writeLimits(fields, command.limits);
	fields.u32(command.limits.wallMs).u32(command.limits.outputKiB);
}

export function putPayload(artifact: string, bytes: Buffer): Buffer {
	return writeFields().text(artifact).text(bytes).done();
}

export function getPayload(artifact: string): Buffer {
	return writeFields().text(artifact).done();
}

/** An `Output` without the bytes of its channels. */
export type Ending = Omit<Output, 'stdout' | 'stderr' | 'results'> & {
	/** The process was forked from the server of LLVM's tools. */
	served: boolean;
	/** The next command of the request is executed now. */
	goesOn: boolean;
};

const channelNames = ['stdout', 'stderr', 'results'] as const;

export function readEnding(payload: Buffer): Ending {
	const fields = readFields(payload);
	const bySignal = fields.u8() === 1;
	const number = fields.u32();
	const flags = fields.u8();
	const truncated = channelNames[fields.u8() - 1];
	const ending: Ending = {
		exit: bySignal ? { signal: signalName(number) } : { code: number },
		...(truncated && { truncated }),
		timedOut: (flags & 1) !== 0,
		outOfMemory: (flags & 2) !== 0,
		served: (flags & 4) !== 0,
		goesOn: (flags & 8) !== 0,
		wallMs: fields.u32() / 1000,
		cpuMs: fields.u32() / 1000,
		maxResidentKiB: fields.u32(),
		produced: fields.texts()
	};
	fields.end();
	return ending;
}

/** An artifact that comes with the answer to a run. */
export function readFetched(payload: Buffer): { name: string; bytes: Buffer } {
	const fields = readFields(payload);
	const fetched = { name: fields.text(), bytes: fields.raw() };
	fields.end();
	return fetched;
}

export function readRefusal(payload: Buffer): SandboxError {
	const fields = readFields(payload);
	const code = fields.text();
	const detail = fields.text();
	fields.end();
	return new SandboxError(refusals.find((known) => known === code) ?? 'INTERNAL', detail);
}

const refusals: SandboxErrorCode[] = ['CANNOT_START', 'NO_ARTIFACT', 'BAD_REQUEST', 'INTERNAL'];

/** "NAME=value" in the order of the names, so that equal environments are equal lists. */
function variables(env: Record<string, string>): string[] {
	return Object.keys(env)
		.sort()
		.map((name) => `${name}=${env[name]}`);
}

function writeLimits(fields: ReturnType<typeof writeFields>, limits: Limits): void {
	fields.u32(limits.cpuSeconds).u32(limits.addressSpaceMiB).u32(limits.fileMiB);
	fields.u32(limits.processes).u32(limits.openFiles);
}

function signalName(number: number): string {
	const known = Object.entries(os.constants.signals).find(([, value]) => value === number);
	return known?.[0] ?? `SIG${number}`;
}
