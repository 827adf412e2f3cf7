/** Shell: the WebSocket the runners connect to, `GET /gateway` with a bearer token. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { beatMs, createPulse } from '@cyclelab/runner/pulse';
import {
	closeCode,
	type FromRunner,
	type RunnerDescription,
	type ToRunner
} from '@cyclelab/runner/schema/gateway';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Admission, Pass } from './admission.ts';
import type { Calibrations } from './calibrations.ts';
import { fixed, type SiteConfig } from './config.ts';
import type { Connected } from './connected.ts';
import type { Dispatch } from './dispatch.ts';
import { timeToldIn } from './emulated.ts';
import { openHolding } from './limits.ts';
import { parseMessage } from './messages.ts';
import { openStrikes } from './strikes.ts';
import { bearerOf, revokedSentence } from './tokens.ts';
import { limitedBy, visitorBehind } from './visitor.ts';

export type Gateway = {
	/** Answers upgrade requests of this server. */
	attach: (server: Server) => void;
	/** This runner connected to another site process: a connection it has here is dead. */
	joinedElsewhere: (runner: string) => void;
	/** Closes the connections whose tokens were revoked. */
	checkTokens: () => Promise<void>;
	/** Says goodbye to all runners; what they worked on goes back to the line. */
	close: () => void;
};

/** One open connection; `runner` from its introduction until it is replaced. */
type Peer = {
	socket: WebSocket;
	pass: Pass;
	runner: Connected | undefined;
	/** What came while its introduction is being looked at; and how much has come before it was let in, bytes. */
	turn: Promise<void>;
	early: number;
};

export function openGateway(
	dispatch: Dispatch,
	admission: Admission,
	/** A runner is connected here now. */
	onJoined: (runner: string) => void,
	calibrations: Calibrations,
	config: Pick<SiteConfig, 'TRUST_PROXY' | 'RUNNER_CONNECTIONS'>,
	log: Logger
): Gateway {
	const sockets = new WebSocketServer({
		noServer: true,
		maxPayload: fixed.runnerMessageBytes,
		perMessageDeflate: false
	});
	const open = new Set<Peer>();
	const enter = openHolding(config.RUNNER_CONNECTIONS);
	const knocks = openStrikes({ most: fixed.notedKnocks, everyMs: 60_000 });
	const tokensInUse = () => [...open].flatMap(({ pass }) => pass.token ?? []);
	const noting = setInterval(() => {
		admission
			.note(tokensInUse())
			.catch((error: unknown) => log.warn({ err: error }, 'the use of tokens was not noted'));
	}, fixed.tokenNoteMs);

	async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
		if (request.url?.split('?')[0] !== '/gateway')
			return turnAway(socket, '404 Not Found', 'There is nothing to connect to here.');
		const address = visitorBehind(config.TRUST_PROXY, {
			peer: request.socket.remoteAddress,
			forwarded: [request.headers['x-forwarded-for'] ?? []].flat().join(',')
		});
		const whose = limitedBy(address);
		const token = bearerOf(request.headers.authorization);
		const pass = token === undefined ? 'A runner needs a token.' : await admission.admit(token);
		if (typeof pass === 'string') {
			// whoever knocks all day fills no disk with it
			if (knocks.wait(whose) === 0) log.warn({ address, reason: pass }, 'a runner was turned away');
			knocks.strike(whose);
			return turnAway(socket, '401 Unauthorized', pass);
		}
		const leave = enter(whose);
		if (!leave)
			return turnAway(
				socket,
				'429 Too Many Requests',
				`This address has ${config.RUNNER_CONNECTIONS} runners connected already. Stop one, or raise RUNNER_CONNECTIONS on the site.`
			);
		socket.on('close', leave);
		sockets.handleUpgrade(request, socket, head, (accepted) => serve(accepted, pass));
	}

	/** `atFault`: what it works on may be why it speaks as it does. */
	function refuse(peer: Peer, reason: string, atFault = true): void {
		log.warn({ runner: peer.runner?.description.id, reason }, 'a runner was refused');
		say(peer.socket, { type: 'refused', reason });
		part(peer, closeCode.refused, atFault);
	}

	/** Nothing it says counts from now on. */
	function part(peer: Peer, code: number, killed: boolean): void {
		open.delete(peer);
		if (peer.runner) dispatch.leave(peer.runner, killed);
		peer.runner = undefined;
		peer.socket.close(code);
		setTimeout(() => peer.socket.terminate(), goodbyeMs).unref();
	}

	function serve(socket: WebSocket, pass: Pass): void {
		const peer: Peer = { socket, pass, runner: undefined, turn: Promise.resolve(), early: 0 };
		open.add(peer);
		const pulse = createPulse();
		const beat = setInterval(() => {
			if (pulse.beat()) socket.terminate();
			else socket.ping();
		}, beatMs);
		const hello = setTimeout(
			() => refuse(peer, 'The runner did not introduce itself in time.'),
			fixed.runnerHelloMs
		);
		socket.on('pong', pulse.sign);
		socket.on('message', (data) => {
			pulse.sign();
			const text = data.toString();
			const bytes = Buffer.byteLength(text);
			if (!peer.runner) peer.early += bytes;
			if (peer.early > fixed.runnerEarlyBytes)
				return refuse(peer, 'The runner said too much before it was let in.');
			const message = parseMessage(text);
			if (typeof message === 'string') return refuse(peer, message);
			clearTimeout(hello);
			peer.turn = peer.turn
				.then(() => receive(peer, message, bytes))
				.catch((error: unknown) => {
					log.error({ err: error }, 'a message of a runner');
					refuse(peer, 'The site could not handle a message of this runner. It may connect again.');
				});
		});
		socket.on('error', (error) =>
			log.warn({ reason: error.message }, 'a runner connection failed')
		);
		socket.on('close', (code) => {
			clearInterval(beat);
			clearTimeout(hello);
			open.delete(peer);
			const { runner } = peer;
			if (!runner) return;
			log.info({ runner: runner.description.id, code }, 'a runner left');
			// 1000 and 1001 are goodbyes; 1006 is what is seen of a runner that died
			dispatch.leave(runner, code !== 1000 && code !== 1001);
		});
	}

	async function receive(peer: Peer, message: FromRunner, bytes: number): Promise<void> {
		const { runner } = peer;
		if (!open.has(peer)) return;
		const time = timeToldIn(message, runner?.description);
		if (time !== undefined) return refuse(peer, time);
		if (!runner) {
			if (message.type === 'hello') return introduce(peer, message.runner);
			return refuse(peer, 'The first message of a runner must be "hello".');
		}
		if (message.type === 'hello') {
			const { id, host } = runner.description;
			if (message.runner.id !== id || message.runner.host.arch !== host.arch)
				return refuse(peer, 'A runner cannot become another one. Restart it under its new name.');
			runner.description = message.runner;
			dispatch.changed(runner);
		} else if (message.type === 'state') {
			if (runner.state !== message.state) runner.stateSince = new Date().toISOString();
			runner.state = message.state;
			runner.reason = message.reason;
			dispatch.changed(runner);
		} else if (message.type === 'load') {
			runner.load = message.load;
			dispatch.told();
		} else if (message.type === 'calibrations') {
			calibrations
				.take(runner, message.calibrations)
				.then(dispatch.told, (error: unknown) =>
					log.warn({ err: error }, 'calibrations were not kept')
				);
		} else if (message.type === 'declined') dispatch.declined(runner, message.run);
		else dispatch.heard(runner, message.run, message.event, bytes);
	}

	async function introduce(peer: Peer, description: RunnerDescription): Promise<void> {
		const refusal = await admission.claim(peer.pass, description);
		if (refusal !== undefined) return refuse(peer, refusal, false);
		if (!open.has(peer)) return;
		replace(description.id);
		peer.runner = {
			description,
			state: 'degraded',
			reason: `The runner ${description.id} is getting ready.`,
			send: (message) => say(peer.socket, message),
			connectedAt: new Date().toISOString(),
			stateSince: new Date().toISOString(),
			load: undefined,
			calibratedAt: undefined,
			held: new Map(),
			lastGiven: 0
		};
		log.info({ runner: description.id, token: peer.pass.token }, 'a runner connected');
		dispatch.join(peer.runner);
		onJoined(description.id);
	}

	/** The same runner connected again before its old connection was noticed to be dead. */
	function replace(id: string): void {
		for (const peer of open)
			if (peer.runner?.description.id === id) part(peer, closeCode.replaced, false);
	}

	return {
		attach: (server) =>
			server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
				socket.on('error', () => socket.destroy());
				upgrade(request, socket, head).catch((error: unknown) => {
					log.error({ err: error }, 'a runner could not be let in');
					turnAway(
						socket,
						'503 Service Unavailable',
						'The site cannot check tokens at the moment.'
					);
				});
			}),
		joinedElsewhere: replace,
		checkTokens: async () => {
			const revoked = await admission.revoked([...new Set(tokensInUse())]);
			for (const peer of open)
				if (peer.pass.token !== undefined && revoked.has(peer.pass.token))
					refuse(peer, revokedSentence, false);
		},
		close: () => {
			clearInterval(noting);
			for (const peer of open) part(peer, closeCode.siteStops, false);
			sockets.close();
		}
	};
}

/** Answers to a closing handshake are waited for this long, ms. */
const goodbyeMs = 500;

function say(socket: WebSocket, message: ToRunner): void {
	socket.send(JSON.stringify(message));
}

function turnAway(socket: Duplex, status: string, sentence: string): void {
	const length = Buffer.byteLength(sentence);
	// What it goes on sending is nobody's to read, and no time limit of the server holds for it any more.
	socket.once('finish', () => socket.destroy());
	socket.end(
		`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${sentence}`
	);
}
