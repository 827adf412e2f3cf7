/** Shell: the one outbound WebSocket to the site's gateway. Reconnects by itself; the caller hands out jobs. */
import type { Logger } from 'pino';
import WebSocket from 'ws';
import { ToRunner, type FromRunner } from './schema/gateway.ts';

export type GatewayOptions = {
	/** The site's address, http or https. */
	siteUrl: string;
	token: string;
	/** Messages that introduce this runner, sent whenever a connection is made. */
	introduce: () => FromRunner[];
	onMessage: (message: ToRunner) => void;
	/** The connection is gone; the site has handed our jobs to others. */
	onDrop: () => void;
	log: Logger;
};

export type Gateway = {
	/** Sends if connected; while disconnected a message is dropped, since its job is no longer ours. */
	send: (message: FromRunner) => void;
	close: () => void;
};

/** First and longest pause between attempts, ms. */
const retryMs = { first: 250, longest: 5000 };
/** A connection that answers no ping within this time is dead, ms. */
const heartbeatMs = 10_000;

export function connectGateway(options: GatewayOptions): Gateway {
	const { log } = options;
	const url = new URL('/gateway', options.siteUrl.replace(/^http/, 'ws'));
	let socket: WebSocket | undefined;
	let pauseMs = retryMs.first;
	let closed = false;
	let retry: NodeJS.Timeout | undefined;

	const open = () => {
		const current = new WebSocket(url, {
			headers: { authorization: `Bearer ${options.token}` },
			perMessageDeflate: false,
			maxPayload: 4 * 1024 * 1024
		});
		socket = current;
		let alive = true;
		const heartbeat = setInterval(() => {
			if (!alive) return current.terminate();
			alive = false;
			if (current.readyState === WebSocket.OPEN) current.ping();
		}, heartbeatMs);
		current.on('pong', () => (alive = true));
		current.on('open', () => {
			alive = true;
			pauseMs = retryMs.first;
			log.info({ site: options.siteUrl }, 'connected to the site');
			for (const message of options.introduce()) current.send(JSON.stringify(message));
		});
		current.on('message', (data) => receive(data.toString()));
		current.on('error', (error) => log.debug({ err: error }, 'gateway socket'));
		current.on('close', (code) => {
			clearInterval(heartbeat);
			if (socket !== current) return;
			socket = undefined;
			options.onDrop();
			if (closed) return;
			log.info({ code, pauseMs }, 'not connected to the site; trying again');
			retry = setTimeout(open, pauseMs);
			pauseMs = Math.min(pauseMs * 2, retryMs.longest);
		});
	};

	const receive = (text: string) => {
		const message = ToRunner.safeParse(parseJson(text));
		if (message.success) options.onMessage(message.data);
		else
			log.warn(
				{ issues: message.error.issues.slice(0, 3) },
				'a message from the site was not understood'
			);
	};

	open();
	return {
		send: (message) => {
			if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
		},
		close: () => {
			closed = true;
			clearTimeout(retry);
			socket?.close(1000, 'runner stops');
			setTimeout(() => socket?.terminate(), 1000).unref();
		}
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
