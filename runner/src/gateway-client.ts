/** Shell: the outbound WebSocket to the site's gateway. Reconnects by itself; the caller handles jobs. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import WebSocket from 'ws';
import { z } from 'zod';
import { parseJson } from './inspect/parse-json.ts';
import { beatMs, createHeartbeat } from '@cyclelab/contract/heartbeat';
import {
	closeCode,
	eventMessage,
	ToRunner,
	type FromRunner
} from '@cyclelab/contract/schema/gateway';

type GatewayOptions = {
	/** Addresses of the site's processes, http or https, tried in turn. */
	siteUrls: readonly [string, ...string[]];
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
	/** The same for an event of a run that is JSON already: this thread does not read it. */
	sendEvent: (run: string, event: string) => void;
	close: () => void;
};

/** A site that does not answer an attempt within this time is taken for dead, ms. */
const answerMs = 5000;
/** Longest sentence of a site that turns us away, bytes. */
const sentenceBytes = 1000;

/** The part of a job that is read from a site of another version: its run. */
const JobOfOthers = z.object({ type: z.literal('job'), job: z.object({ run: z.string() }) });
const stranger: FromRunner = {
	type: 'state',
	state: 'degraded',
	reason:
		'This runner does not understand the jobs of the site. Run the same version of both, and start it again.'
};

const howOf = (code: number) =>
	code === closeCode.refused
		? 'refused'
		: code === closeCode.replaced
			? 'replaced'
			: ('lost' as const);

export function connectGateway(options: GatewayOptions): Gateway {
	const { log } = options;
	const attempts = createReconnection(options.siteUrls);
	let socket: WebSocket | undefined;
	let closed = false;
	let retry: NodeJS.Timeout | undefined;
	/** The connection over which a job came that cannot be read. */
	let misunderstood: WebSocket | undefined;

	const open = () => {
		const site = attempts.address();
		const current = new WebSocket(`${site.replace(/^http/, 'ws').replace(/\/+$/, '')}/gateway`, {
			headers: { authorization: `Bearer ${options.token}` },
			perMessageDeflate: false,
			maxPayload: 4 * 1024 * 1024,
			handshakeTimeout: answerMs
		});
		socket = current;
		const pulse = createHeartbeat();
		let beat: NodeJS.Timeout | undefined;
		let isTurnedAway = false;
		// the site pings whom it let in; its silence is its end
		current.on('ping', () => {
			pulse.received();
			attempts.reached();
		});
		current.on('open', () => {
			beat = setInterval(() => {
				if (pulse.tick()) current.terminate();
			}, beatMs);
			log.info({ site }, 'connected to the site');
			for (const message of options.introduce()) current.send(JSON.stringify(message));
		});
		current.on('unexpected-response', (request, response) => {
			isTurnedAway = response.statusCode === 401;
			void sentenceOf(response).then((reason) => {
				log.error(
					{ site, status: response.statusCode, reason },
					'the site turned this runner away'
				);
				request.destroy();
				current.terminate();
			});
		});
		current.on('message', (data) => {
			pulse.received();
			receive(data.toString(), current);
		});
		current.on('error', (error) => log.debug({ err: error }, 'gateway socket'));
		current.on('close', (code) => {
			clearInterval(beat);
			if (socket !== current) return;
			socket = undefined;
			options.onDrop();
			if (closed) return;
			const pauseMs = attempts.next(isTurnedAway ? 'refused' : howOf(code));
			if (howOf(code) === 'replaced')
				log.error({ site }, 'another runner has this name; give one of them another RUNNER_ID');
			log.info({ site, code, pauseMs }, 'not connected to the site; trying again');
			retry = setTimeout(open, pauseMs);
		});
	};

	const receive = (text: string, current: WebSocket) => {
		const data = parseJson(text);
		const message = ToRunner.safeParse(data);
		if (message.success) return options.onMessage(message.data);
		log.warn(
			{ issues: message.error.issues.slice(0, 3) },
			'a message from the site was not understood'
		);
		const job = JobOfOthers.safeParse(data);
		if (!job.success) return;
		// the site requeues the job; this runner takes none until it has reconnected
		misunderstood = current;
		current.send(JSON.stringify(stranger));
		current.send(JSON.stringify({ type: 'declined', run: job.data.job.run } satisfies FromRunner));
	};

	open();
	return {
		send: (message) => {
			if (socket?.readyState !== WebSocket.OPEN) return;
			const isStrange = message.type === 'state' && socket === misunderstood;
			socket.send(JSON.stringify(isStrange ? stranger : message));
		},
		sendEvent: (run, event) => {
			if (socket?.readyState !== WebSocket.OPEN) return;
			socket.send(eventMessage(run, event));
		},
		close: () => {
			closed = true;
			clearTimeout(retry);
			socket?.close(1000, 'runner stops');
			setTimeout(() => socket?.terminate(), 1000).unref();
		}
	};
}

async function sentenceOf(response: IncomingMessage): Promise<string> {
	let text = '';
	try {
		for await (const chunk of response) {
			text += String(chunk);
			if (text.length > sentenceBytes) break;
		}
	} catch {
		// what came is what there is
	}
	return text.slice(0, sentenceBytes);
}

// The address a runner connects to next, and the back-off before it.

/** First and longest pause between attempts, ms: short, so that a restarted site is found soon. */
const pauseMs = { first: 250, longest: 2000 };
/** Pause after a site refused this runner, ms. */
const refusedMs = 5000;
/** Pause if another process uses this runner's name, ms: reconnecting at once would only replace that process. */
const replacedMs = 10_000;

type Reconnection = {
	/** The next address. */
	address: () => string;
	/** The site accepted this runner. */
	reached: () => void;
	/** That connection, or the attempt, is over: returns the pause before the next address is tried, ms. */
	next: (how: 'lost' | 'refused' | 'replaced') => number;
};

/** Pauses grow with every round of all addresses in which none accepted the runner. */
export function createReconnection(addresses: readonly [string, ...string[]]): Reconnection {
	let current = 0;
	let failures = 0;
	return {
		address: () => addresses[current] ?? addresses[0],
		reached: () => {
			failures = 0;
		},
		next: (how) => {
			current = (current + 1) % addresses.length;
			const round = Math.floor(failures / addresses.length);
			failures += 1;
			if (how === 'replaced') return replacedMs;
			if (how === 'refused') return refusedMs;
			return Math.min(pauseMs.first * 2 ** round, pauseMs.longest);
		}
	};
}
