/**
 * Shell: the WebSocket to which runners connect, `GET /gateway` with a bearer token, and the messages in both directions. A large
 * message takes 0.1 s or more to parse, and a learner's program decides how large a report is, so a thread parses large messages and
 * no request waits for them.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { beatMs, createHeartbeat } from '@cyclelab/contract/heartbeat';
import {
	closeCode,
	RunnerDescription,
	type ToRunner,
	FromRunner
} from '@cyclelab/contract/schema/gateway';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket, type RawData } from 'ws';
import type { Admission, Pass } from './admission.ts';
import type { Blocks } from './blocks.ts';
import type { Calibrations } from './calibrations.ts';
import { fixed, type SiteConfig } from '../base/config.ts';
import { newlyConnected, type Connected } from '../runs/connected.ts';
import type { Bus } from '../store/bus.ts';
import { openDeclines } from './declines.ts';
import type { Scheduler } from '../runs/scheduler.ts';
import { forbiddenTimeIn } from './emulated.ts';
import { type Requests, jsonExtent } from '../limits/limits.ts';
import { foreignIn } from './identity.ts';
import { revokedSentence } from './tokens.ts';
import { turnAway, upgradeCheck } from './upgrade-check.ts';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { z } from 'zod';
import { openWorkerThread } from '../base/worker-thread.ts';
import { accepted, refused, type Checked } from '../../shared/checked.ts';
import { lightEvent } from '../runs/light-event.ts';

export type Gateway = {
	/** Handles upgrade requests of this server. */
	attach: (server: Server) => void;
	/** Closes the connections whose tokens were revoked. */
	checkTokens: () => Promise<void>;
	/** Closes the connections of all runners; their runs return to the queue. */
	close: () => void;
};

/** An open connection; `runner` is set from its first message until it is replaced. */
type Peer = {
	socket: WebSocket;
	pass: Pass;
	runner: Connected | undefined;
	/** Messages received while the first is checked; and the size of all before the runner is accepted, bytes. */
	turn: Promise<void>;
	early: number;
};

export function openGateway(
	scheduler: Scheduler,
	admission: Admission,
	bus: Bus,
	calibrations: Calibrations,
	blocks: Pick<Blocks, 'take'>,
	config: Pick<SiteConfig, 'TRUST_PROXY' | 'RUNNER_CONNECTIONS'>,
	requests: Pick<Requests, 'count'>,
	log: Logger
): Gateway {
	const sockets = new WebSocketServer({
		noServer: true,
		maxPayload: fixed.runnerMessageBytes,
		perMessageDeflate: false
	});
	const reader = openMessageReader();
	const open = new Set<Peer>();
	const declines = openDeclines();
	const unkept = (what: string) => (err: unknown) => log.warn({ err }, `${what} were not kept`);
	const passOf = upgradeCheck({ admission, config, requests, log });
	const tokensInUse = () => [...open].flatMap(({ pass }) => pass.token ?? []);
	const noting = setInterval(() => {
		admission
			.note(tokensInUse())
			.catch((error: unknown) => log.warn({ err: error }, 'the use of tokens was not recorded'));
	}, fixed.tokenNoteMs);

	async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
		const pass = await passOf(request, socket);
		if (pass)
			sockets.handleUpgrade(request, socket, head, (accepted) =>
				serve(accepted, request.socket, pass)
			);
	}

	/** @param atFault its runs may be the cause of the invalid message */
	function refuse(peer: Peer, reason: string, atFault = true): void {
		log.warn({ runner: peer.runner?.description.id, reason }, 'a runner was refused');
		peer.socket.send(JSON.stringify({ type: 'refused', reason } satisfies ToRunner));
		part(peer, closeCode.refused, atFault);
	}

	/** Ignores all further messages of the connection. */
	function part(peer: Peer, code: number, killed: boolean): void {
		open.delete(peer);
		if (peer.runner) scheduler.leave(peer.runner, killed);
		peer.runner = undefined;
		peer.socket.close(code);
		setTimeout(() => peer.socket.terminate(), closeHandshakeMs).unref();
	}

	function serve(socket: WebSocket, connection: Socket, pass: Pass): void {
		const peer: Peer = { socket, pass, runner: undefined, turn: Promise.resolve(), early: 0 };
		open.add(peer);
		const pulse = createHeartbeat();
		const beat = setInterval(() => {
			// while a large message is parsed, nothing of this runner is read
			if (socket.isPaused) pulse.received();
			if (pulse.tick()) socket.terminate();
			else socket.ping();
		}, beatMs);
		const hello = setTimeout(
			() => refuse(peer, 'The runner did not introduce itself in time.'),
			fixed.runnerHelloMs
		);
		watchEarly(connection, () => {
			if (!open.has(peer) || peer.runner) return;
			refuse(peer, tooEarly);
			socket.pause();
		});
		socket.on('pong', pulse.received);
		socket.on('message', (data) => {
			pulse.received();
			const message = bytesOf(data);
			const bytes = message.length;
			if (!peer.runner) peer.early += bytes;
			if (peer.early > fixed.runnerEarlyBytes) return refuse(peer, tooEarly);
			const parsed = reader.parse(message);
			if (parsed instanceof Promise) {
				// Stops reading the runner's messages until this one is parsed.
				socket.pause();
				parsed.then(
					() => socket.resume(),
					() => socket.resume()
				);
			} else if (!parsed.ok) return refuse(peer, parsed.sentence);
			clearTimeout(hello);
			peer.turn = peer.turn
				.then(async () => receive(peer, await parsed, bytes))
				.catch((error: unknown) => {
					log.error({ err: error }, 'a message of a runner');
					refuse(peer, 'The site could not handle a message of this runner. It may connect again.');
				});
		});
		socket.on('error', ({ message: reason }) => log.warn({ reason }, 'a runner connection failed'));
		socket.on('close', (code) => {
			clearInterval(beat);
			clearTimeout(hello);
			open.delete(peer);
			const { runner } = peer;
			if (!runner) return;
			log.info({ runner: runner.description.id, code }, 'a runner left');
			// 1000 and 1001: an orderly close; 1006: the runner died
			scheduler.leave(runner, code !== 1000 && code !== 1001);
		});
	}

	async function receive(peer: Peer, parsed: Parsed, bytes: number): Promise<void> {
		const { runner } = peer;
		if (!open.has(peer)) return;
		if (!parsed.ok) return refuse(peer, parsed.sentence);
		const { message, text } = parsed.value;
		const time = forbiddenTimeIn(message, runner?.description);
		if (time !== undefined) return refuse(peer, time);
		if (!runner) {
			if (message.type === 'hello') return introduce(peer, message.runner);
			return refuse(peer, 'The first message of a runner must be "hello".');
		}
		const foreign = foreignIn(message, runner.description);
		if (foreign !== undefined) return refuse(peer, foreign);
		if (message.type === 'hello') {
			runner.description = message.runner;
			scheduler.changed(runner);
		} else if (message.type === 'state') {
			if (runner.state !== message.state) runner.stateSince = new Date().toISOString();
			runner.state = message.state;
			runner.reason = message.reason;
			scheduler.changed(runner);
		} else if (message.type === 'load') {
			runner.load = message.load;
			scheduler.updated();
		} else if (message.type === 'calibrations') {
			const taken = calibrations.take(runner, message.calibrations);
			taken.then(scheduler.updated, unkept('calibrations'));
		} else if (message.type === 'blocks') {
			blocks.take(runner, message.report).catch(unkept('measured blocks'));
		} else if (message.type === 'declined') {
			scheduler.declined(runner, message.run);
			const tooMany = declines.record(runner.description.id);
			if (tooMany !== undefined) refuse(peer, tooMany, false);
		} else scheduler.received(runner, message.run, { event: message.event, text }, bytes);
	}

	async function introduce(peer: Peer, description: RunnerDescription): Promise<void> {
		const refusal =
			!isOwn(peer.pass) && hasOwnToken(open, description.id)
				? `The name ${description.id} belongs to a connected runner with the site's own token (RUNNER_TOKEN). Set another RUNNER_ID.`
				: ((await admission.claim(peer.pass, description)) ?? declines.refusal(description.id));
		if (refusal !== undefined) return refuse(peer, refusal, false);
		if (!open.has(peer)) return;
		replace(description.id);
		const runner = newlyConnected(description, (message) =>
			peer.socket.send(JSON.stringify(message))
		);
		peer.runner = runner;
		log.info({ runner: description.id, token: peer.pass.token }, 'a runner connected');
		scheduler.join(runner);
		const at = runner.connectedAt;
		bus.publish({ kind: 'joined', runner: description.id, at, own: isOwn(peer.pass) });
	}

	/**
	 * The same runner connected again before its dead connection was detected.
	 * @param at ISO 8601 time of the new connection at another process: a message about it may come after a still newer one
	 */
	function replace(id: string, at?: string): void {
		for (const peer of open) {
			const { runner } = peer;
			if (runner?.description.id !== id || (at !== undefined && runner.connectedAt > at)) continue;
			part(peer, closeCode.replaced, false);
		}
	}

	async function checkTokens(): Promise<void> {
		const revoked = await admission.revoked([...new Set(tokensInUse())]);
		for (const peer of open)
			if (peer.pass.token !== undefined && revoked.has(peer.pass.token))
				refuse(peer, revokedSentence, false);
	}

	const checking = () =>
		checkTokens().catch((error: unknown) => log.warn({ err: error }, 'tokens were not checked'));
	bus.on('tokens', checking);
	bus.onMissed(checking);
	bus.on('joined', ({ runner, at, own = false }) => {
		// A name stays with the site's own token, wherever its runner is.
		if (own || !hasOwnToken(open, runner)) replace(runner, at);
		else bus.publish({ kind: 'joined', runner, at: new Date().toISOString(), own: true });
	});

	return {
		attach: (server) =>
			server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
				socket.on('error', () => socket.destroy());
				accept(request, socket, head).catch((error: unknown) => {
					log.error({ err: error }, 'a runner could not be accepted');
					turnAway(
						socket,
						'503 Service Unavailable',
						'The site cannot check tokens at the moment.'
					);
				});
			}),
		checkTokens,
		close: () => {
			clearInterval(noting);
			void reader.close();
			for (const peer of open) part(peer, closeCode.siteStops, false);
			sockets.close();
		}
	};
}

/** Time limit for the other side's part of the closing handshake, ms. */
const closeHandshakeMs = 500;

// Limits what a runner sends before it is accepted. A message is counted when it is whole, and its parts are in memory
// before that: so the bytes of the connection are counted, too.

const tooEarly = 'The runner sent too much before it was accepted.';

/** For the headers of WebSocket's frames, bytes. */
const frameBytes = 64 * 1024;

/** Calls `onTooMuch` once, when the connection has received as many bytes from now on as are too many for a runner before its acceptance. */
function watchEarly(
	connection: Pick<Socket, 'bytesRead' | 'on' | 'off'>,
	onTooMuch: () => void
): void {
	const most = connection.bytesRead + fixed.runnerEarlyBytes + frameBytes;
	function look(): void {
		if (connection.bytesRead <= most) return;
		connection.off('data', look);
		onTooMuch();
	}
	connection.on('data', look);
}

// Names of runners that have the site's own token (RUNNER_TOKEN), which the store does not bind to a name.

export const isOwn = ({ token }: Pass): boolean => token === undefined;

/** Whether one of these connections is a runner of this name with the site's own token. */
const hasOwnToken = (
	open: Iterable<{ pass: Pass; runner: Pick<Connected, 'description'> | undefined }>,
	id: string
): boolean => [...open].some(({ pass, runner }) => isOwn(pass) && runner?.description.id === id);

// Messages of a runner, checked by their schema.

/** The contract version alone, to refuse another version with a sentence. */
const Hello = z.object({ runner: z.object({ contract: z.number() }) });
const contract = RunnerDescription.shape.contract.value;

/** A message as `ws` gives it, as one buffer. */
const bytesOf = (data: RawData): Buffer =>
	Buffer.isBuffer(data) ? data : Buffer.concat([data].flat().map(asBuffer));

const asBuffer = (part: Buffer | ArrayBuffer): Buffer =>
	Buffer.isBuffer(part) ? part : Buffer.from(part);

/** A message of a runner, and the JSON of its event if it is one. */
type Parsed = Checked<{ message: FromRunner; text?: string }>;

export function parseMessage(text: string): Parsed {
	// An event is stored as it came, with members that a later member of the same name replaces: no schema sees those.
	if (jsonExtent(Buffer.from(text)).depth > fixed.runnerDepth)
		return refused(
			`A message of this runner was nested deeper than ${fixed.runnerDepth} levels. Run the same version of both.`
		);
	const { data, event } = dataIn(text) ?? {};
	if (data === undefined) return refused('A message of this runner was not JSON.');
	const parsed = FromRunner.safeParse(data);
	if (!parsed.success) return refused(problemOf(data, parsed.error));
	const message = parsed.data;
	if (message.type === 'event') return accepted({ message, text: textOf(message.event, event) });
	// PostgreSQL cannot read one member of a JSON text with U+0000, so one stored report would spoil later ones.
	if (nul.test(text))
		return refused(
			'A message of this runner about itself contained the character U+0000. Run the same version of both.'
		);
	return text.length > fixed.runnerWordsBytes
		? refused(
				`A runner may send ${fixed.runnerWordsBytes / 1024} kB about itself at once, and this runner sent more.`
			)
		: accepted({ message });
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
	if (hello.success && hello.data.runner.contract !== contract)
		return `This runner uses version ${hello.data.runner.contract} of the contract, the site version ${contract}. Update the older of the two.`;
	return `The site did not understand a message of this runner (${issue?.path.join('.')}: ${issue?.message}). Run the same version of both.`;
}

/** In a thread, which imports it by its name: a message without the parts of its event that only watchers need. */
export function parseLarge(bytes: Uint8Array): Parsed {
	const parsed = parseMessage(Buffer.from(bytes).toString());
	if (parsed.ok && parsed.value.message.type === 'event')
		parsed.value.message.event = lightEvent(parsed.value.message.event);
	return parsed;
}

type MessageReader = {
	/** At once for a small message, else when the thread has parsed it: the event then lacks code, text and raw samples. */
	parse: (bytes: Buffer) => Parsed | Promise<Parsed>;
	close: () => Promise<void>;
};

function openMessageReader(): MessageReader {
	const thread = openWorkerThread<Uint8Array, Parsed>(
		new URL(import.meta.url),
		parseLarge.name,
		'parses messages'
	);
	return {
		parse: (bytes) =>
			bytes.length <= fixed.threadMessageBytes ? parseMessage(bytes.toString()) : thread.ask(bytes),
		close: thread.end
	};
}
