/** Shell: the WebSocket the runners connect to, `GET /gateway` with a bearer token. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { FromRunner, RunnerDescription, type ToRunner } from '@cyclelab/runner/schema/gateway';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { fixed } from './config.ts';
import type { Connected, Dispatch } from './dispatch.ts';
import { bearerOf } from './tokens.ts';

export type Gateway = {
	/** Answers upgrade requests of this server. */
	attach: (server: Server) => void;
	/** Says goodbye to all runners; what they worked on goes back to the line. */
	close: () => void;
};

/** Close codes of ours (RFC 6455 leaves 4000-4999 to applications). */
const closeCode = { refused: 4001, replaced: 4002 };

export function openGateway(
	dispatch: Dispatch,
	isKnownToken: (token: string) => Promise<boolean>,
	log: Logger
): Gateway {
	const sockets = new WebSocketServer({
		noServer: true,
		maxPayload: fixed.runnerMessageBytes,
		perMessageDeflate: false
	});
	const open = new Map<WebSocket, Connected | undefined>();

	async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
		if (request.url?.split('?')[0] !== '/gateway')
			return turnAway(socket, '404 Not Found', 'There is nothing to connect to here.');
		const token = bearerOf(request.headers.authorization);
		if (token === undefined || !(await isKnownToken(token))) {
			log.warn(
				{ address: request.socket.remoteAddress },
				'a runner with a wrong token was turned away'
			);
			return turnAway(socket, '401 Unauthorized', 'The site does not know this runner token.');
		}
		sockets.handleUpgrade(request, socket, head, serve);
	}

	function serve(socket: WebSocket): void {
		open.set(socket, undefined);
		const send = (message: ToRunner) => socket.send(JSON.stringify(message));
		const refuse = (reason: string) => {
			log.warn({ reason }, 'a runner was refused');
			send({ type: 'refused', reason });
			socket.close(closeCode.refused, reason.slice(0, 100));
		};
		let lastSign = Date.now();
		const sign = () => (lastSign = Date.now());
		const beat = setInterval(() => {
			if (Date.now() - lastSign > fixed.runnerSilenceMs) socket.terminate();
			else socket.ping();
		}, fixed.runnerBeatMs);
		const hello = setTimeout(
			() => refuse('The runner did not introduce itself in time.'),
			fixed.runnerHelloMs
		);
		socket.on('pong', sign);
		socket.on('message', (data) => {
			sign();
			const message = parseMessage(data.toString());
			if (typeof message === 'string') return refuse(message);
			clearTimeout(hello);
			receive(socket, send, message);
		});
		socket.on('error', (error) =>
			log.warn({ reason: error.message }, 'a runner connection failed')
		);
		socket.on('close', (code) => {
			clearInterval(beat);
			clearTimeout(hello);
			const runner = open.get(socket);
			open.delete(socket);
			if (!runner) return;
			log.info({ runner: runner.description.id, code }, 'a runner left');
			// 1000 and 1001 are goodbyes; 1006 is what is seen of a runner that died
			dispatch.leave(runner, code !== 1000 && code !== 1001 && code !== closeCode.replaced);
		});
	}

	function receive(socket: WebSocket, send: Connected['send'], message: FromRunner): void {
		const runner = open.get(socket);
		if (message.type === 'hello' && !runner) {
			for (const [other, connected] of open)
				if (connected?.description.id === message.runner.id) replace(other, connected);
			const joined: Connected = {
				description: message.runner,
				state: 'degraded',
				reason: `The runner ${message.runner.id} is getting ready.`,
				send,
				held: new Map()
			};
			open.set(socket, joined);
			log.info({ runner: message.runner.id }, 'a runner connected');
			dispatch.join(joined);
		} else if (!runner) {
			send({ type: 'refused', reason: 'The first message of a runner must be "hello".' });
			socket.close(closeCode.refused);
		} else if (message.type === 'hello') {
			runner.description = message.runner;
			dispatch.changed(runner);
		} else if (message.type === 'state') {
			runner.state = message.state;
			runner.reason = message.reason;
			dispatch.changed(runner);
		} else if (message.type === 'event') dispatch.heard(runner, message.run, message.event);
	}

	/** The same runner connected again before its old connection was noticed to be dead. */
	function replace(socket: WebSocket, runner: Connected): void {
		open.set(socket, undefined);
		dispatch.leave(runner, false);
		socket.close(closeCode.replaced, 'connected again');
		setTimeout(() => socket.terminate(), 1000).unref();
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
		close: () => {
			for (const [socket, runner] of open) {
				if (runner) dispatch.leave(runner, false);
				open.set(socket, undefined);
				socket.close(1001, 'the site stops');
				setTimeout(() => socket.terminate(), 500).unref();
			}
			sockets.close();
		}
	};
}

/** The version of the contract alone, to refuse another one in words. */
const Hello = z.object({ runner: z.object({ contract: z.number() }) });
const contract = RunnerDescription.shape.contract.value;

/** A message, or a sentence saying why it is none. */
export function parseMessage(text: string): FromRunner | string {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return 'A message of this runner was not JSON.';
	}
	const message = FromRunner.safeParse(data);
	if (message.success) return message.data;
	const hello = Hello.safeParse(data);
	if (hello.success && hello.data.runner.contract !== contract)
		return `This runner speaks version ${hello.data.runner.contract} of the contract, the site version ${contract}. Update the older of the two.`;
	const [issue] = message.error.issues;
	return `The site did not understand a message of this runner (${issue?.path.join('.')}: ${issue?.message}). Run the same version of both.`;
}

function turnAway(socket: Duplex, status: string, sentence: string): void {
	const length = Buffer.byteLength(sentence);
	socket.end(
		`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${sentence}`
	);
}
