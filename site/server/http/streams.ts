/** Shell: a response as a stream of server-sent events, from its headers to its end. */
import type { Request, Response } from 'express';
import type { Gauge } from 'prom-client';
import { openBody, type Body } from '../runs/compressed.ts';
import { fixed } from '../base/config.ts';
import { beat } from '../runs/frames.ts';

export type StreamParts = {
	/** Streams that are open now. */
	streams: Gauge;
	/** Resolves when the site stops: streams end, and browsers reconnect to the next process. */
	stopping: AbortSignal;
};

/** A proxy that compresses may buffer events, so events are compressed here and proxies must not. */
export const streamHeaders = {
	'Content-Type': 'text/event-stream; charset=utf-8',
	'Cache-Control': 'no-store, no-transform',
	'X-Accel-Buffering': 'no'
};

export type Stream = {
	/** Sends the headers, and from then on a heartbeat during silence. */
	open: () => void;
	send: (frame: string) => void;
	end: () => void;
	/** Called when the reader has disconnected or the stream has ended; at once if it already has. */
	onGone: (act: () => void) => void;
	isGone: () => boolean;
};

/** @param leave called when the stream is closed */
export function openStream(
	request: Request,
	response: Response,
	{ streams, stopping }: StreamParts,
	leave: () => void
): Stream {
	let body: Body | undefined;
	const end = () => (body ? body.end() : void response.end());
	let gone = false;
	let onGone = () => {};
	let beating: NodeJS.Timeout | undefined;
	let largest = 0;
	/** Bytes unread when this turn of the event loop began; bytes written in the same turn cannot be read yet. */
	let untaken: number | undefined;
	let isFull = false;
	const send = (frame: string) => {
		if (!body || gone || isFull) return;
		if (untaken === undefined) {
			untaken = body.behind();
			setImmediate(() => (untaken = undefined));
		}
		// A frame just written cannot be read yet: even a large one alone is no reason to disconnect.
		const most = fixed.streamBacklogBytes + largest;
		if (untaken > most) return void response.destroy();
		if (body.behind() > most) {
			// The reader gets the data written so far, reconnects and continues after it.
			isFull = true;
			setTimeout(() => response.destroy(), fixed.requestMs).unref();
			return end();
		}
		largest = Math.max(largest, Buffer.byteLength(frame));
		body.write(frame);
	};
	streams.inc();
	stopping.addEventListener('abort', end);
	const close = () => {
		if (gone) return;
		gone = true;
		clearInterval(beating);
		stopping.removeEventListener('abort', end);
		leave();
		streams.dec();
		onGone();
	};
	response.on('close', close);
	if (request.socket.destroyed) close();
	return {
		open: () => {
			body = openBody(request, response);
			response.writeHead(200, { ...streamHeaders, ...body.headers });
			request.socket.setNoDelay(true);
			if (!gone) beating = setInterval(() => send(beat), fixed.streamBeatMs);
		},
		send,
		end,
		onGone: (act) => {
			if (gone) act();
			else onGone = act;
		},
		isGone: () => gone
	};
}
