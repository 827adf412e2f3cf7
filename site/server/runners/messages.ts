/**
 * Shell: the messages from and to a runner. A large message takes 0.1 s or more to parse, and a learner's program decides how
 * large a report is, so a thread parses large messages and no request waits for them.
 */
import { FromRunner, RunnerDescription, type ToRunner } from '@cyclelab/runner/schema/gateway';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { RawData } from 'ws';
import { z } from 'zod';
import { openAskedThread } from '../base/asked-thread.ts';
import { fixed } from '../base/config.ts';
import { jsonExtent } from '../limits/limits.ts';

/** The contract version alone, to refuse another version with a sentence. */
const Hello = z.object({ runner: z.object({ contract: z.number() }) });
const contracts = [...RunnerDescription.shape.contract.values];

/** A message as a runner of this contract reads it: up to contract 2 the stages of a job are called phases, and no loop is explained. */
export function textFor(contract: number, message: ToRunner): string {
	if (contract > 2 || message.type !== 'job') return JSON.stringify(message);
	const { stages: phases, explain: _, ...job } = message.job;
	return JSON.stringify({ type: 'job', job: { ...job, phases } });
}

/** A message as `ws` gives it, as one buffer. */
export const bytesOf = (data: RawData): Buffer =>
	Buffer.isBuffer(data) ? data : Buffer.concat([data].flat().map(asBuffer));

const asBuffer = (part: Buffer | ArrayBuffer): Buffer =>
	Buffer.isBuffer(part) ? part : Buffer.from(part);

export type Parsed = {
	/** The message, or a sentence that explains why it is invalid. */
	message: FromRunner | string;
	/** JSON of the event, if the message is one. */
	text?: string;
};

export function parseMessage(text: string): Parsed {
	// An event is stored as it came, with members that a later member of the same name replaces: no schema sees those.
	if (jsonExtent(Buffer.from(text)).depth > fixed.runnerDepth)
		return {
			message: `A message of this runner was nested deeper than ${fixed.runnerDepth} levels. Run the same version of both.`
		};
	const { data, event } = dataIn(text) ?? {};
	if (data === undefined) return { message: 'A message of this runner was not JSON.' };
	const parsed = FromRunner.safeParse(data);
	if (!parsed.success) return { message: problemOf(data, parsed.error) };
	const message = parsed.data;
	if (message.type === 'event') return { message, text: textOf(message.event, event) };
	// PostgreSQL cannot read one member of a JSON text with U+0000, so one stored report would spoil later ones.
	if (nul.test(text))
		return {
			message: `A message of this runner about itself contained the character U+0000. Run the same version of both.`
		};
	return text.length > fixed.runnerWordsBytes
		? {
				message: `A runner may send ${fixed.runnerWordsBytes / 1024} kB about itself at once, and this runner sent more.`
			}
		: { message };
}

/** U+0000 in a JSON text: always escaped, and not behind an escaped backslash. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/;

/** A message's content, and the JSON of its event if that stands apart (`eventMessage`). Undefined if it is not JSON. */
function dataIn(text: string): { data: unknown; event?: string } | undefined {
	const end = text.indexOf('\n');
	try {
		if (end < 0) return { data: JSON.parse(text) };
		const event = text.slice(end + 1);
		const head: object = JSON.parse(text.slice(0, end));
		return { data: { ...head, event: JSON.parse(event) }, event };
	} catch {
		return undefined;
	}
}

/**
 * The JSON to store and to send to readers: as it came, if it is one line that begins with the event's type. A line break
 * would end a server-sent event, and a second member `type` would give the event two types.
 */
function textOf(event: RunEvent, text: string | undefined): string {
	const isPlain = text?.startsWith(`{"type":"${event.type}"`) && !/[\n\r]/.test(text);
	return text !== undefined && isPlain ? text : JSON.stringify(event);
}

function problemOf(data: unknown, { issues: [issue] }: z.ZodError): string {
	const hello = Hello.safeParse(data);
	const ours = Math.max(...contracts);
	if (hello.success && !contracts.some((one) => one === hello.data.runner.contract))
		return `This runner uses version ${hello.data.runner.contract} of the contract, the site version ${ours}. Update the older of the two.`;
	return `The site did not understand a message of this runner (${issue?.path.join('.')}: ${issue?.message}). Run the same version of both.`;
}

/** To the thread, and back. */
export type ParseOrder = { id: number; bytes: Uint8Array };
export type ParseAnswer = { id: number } & Parsed;

export type MessageReader = {
	/** At once for a small message, else when the thread has parsed it: the event then lacks code, text and raw samples. */
	parse: (bytes: Buffer) => Parsed | Promise<Parsed>;
	close: () => Promise<void>;
};

export function openMessageReader(): MessageReader {
	const thread = openAskedThread<Omit<ParseOrder, 'id'>, Parsed>(
		new URL('./message-thread.ts', import.meta.url),
		'parses messages',
		(posted) => {
			const { id: _, ...parsed } = posted as ParseAnswer;
			return parsed;
		}
	);
	return {
		parse: (bytes) =>
			bytes.length <= fixed.threadMessageBytes
				? parseMessage(bytes.toString())
				: thread.ask({ bytes }),
		close: thread.end
	};
}
