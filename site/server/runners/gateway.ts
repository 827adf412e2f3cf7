/** Shell: the WebSocket to which runners connect, `GET /gateway` with a bearer token. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { beatMs, createHeartbeat } from '@cyclelab/runner/heartbeat';
import { closeCode, type RunnerDescription, type ToRunner } from '@cyclelab/runner/schema/gateway';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Admission, Pass } from './admission.ts';
import type { Blocks } from './blocks.ts';
import type { Calibrations } from './calibrations.ts';
import { fixed, type SiteConfig } from '../base/config.ts';
import { newlyConnected, type Connected } from '../runs/connected.ts';
import type { Bus } from '../store/bus.ts';
import { openDeclines } from './declines.ts';
import type { Dispatch } from '../runs/dispatch.ts';
import { forbiddenTimeIn } from './emulated.ts';
import type { Requests } from '../limits/limits.ts';
import { tooEarly, watchEarly } from './early-bytes.ts';
import { foreignIn } from './identity.ts';
import { bytesOf, openMessageReader, textFor, type Parsed } from './messages.ts';
import { hasOwnToken, isOwn, ownNameSentence } from './own-names.ts';
import { revokedSentence } from './tokens.ts';
import { turnAway, upgradeCheck } from './upgrade-check.ts';

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
	dispatch: Dispatch,
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
		if (peer.runner) dispatch.leave(peer.runner, killed);
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
			} else if (typeof parsed.message === 'string') return refuse(peer, parsed.message);
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
			dispatch.leave(runner, code !== 1000 && code !== 1001);
		});
	}

	async function receive(peer: Peer, { message, text }: Parsed, bytes: number): Promise<void> {
		const { runner } = peer;
		if (!open.has(peer)) return;
		if (typeof message === 'string') return refuse(peer, message);
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
			dispatch.changed(runner);
		} else if (message.type === 'state') {
			if (runner.state !== message.state) runner.stateSince = new Date().toISOString();
			runner.state = message.state;
			runner.reason = message.reason;
			dispatch.changed(runner);
		} else if (message.type === 'load') {
			runner.load = message.load;
			dispatch.updated();
		} else if (message.type === 'calibrations') {
			const taken = calibrations.take(runner, message.calibrations);
			taken.then(dispatch.updated, unkept('calibrations'));
		} else if (message.type === 'blocks') {
			blocks.take(runner, message.report).catch(unkept('measured blocks'));
		} else if (message.type === 'declined') {
			dispatch.declined(runner, message.run);
			const tooMany = declines.record(runner.description.id);
			if (tooMany !== undefined) refuse(peer, tooMany, false);
		} else dispatch.received(runner, message.run, { event: message.event, text }, bytes);
	}

	async function introduce(peer: Peer, description: RunnerDescription): Promise<void> {
		const refusal =
			!isOwn(peer.pass) && hasOwnToken(open, description.id)
				? ownNameSentence(description.id)
				: ((await admission.claim(peer.pass, description)) ?? declines.refusal(description.id));
		if (refusal !== undefined) return refuse(peer, refusal, false);
		if (!open.has(peer)) return;
		replace(description.id);
		peer.runner = newlyConnected(description, (message) =>
			peer.socket.send(textFor(description.contract, message))
		);
		log.info({ runner: description.id, token: peer.pass.token }, 'a runner connected');
		dispatch.join(peer.runner);
		bus.publish({ kind: 'joined', runner: description.id, own: isOwn(peer.pass) });
	}

	/** The same runner connected again before its dead connection was detected. */
	function replace(id: string): void {
		for (const peer of open)
			if (peer.runner?.description.id === id) part(peer, closeCode.replaced, false);
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
	bus.on('joined', ({ runner, own = false }) => {
		// A name stays with the site's own token, wherever its runner is.
		if (own || !hasOwnToken(open, runner)) replace(runner);
		else bus.publish({ kind: 'joined', runner, own: true });
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
