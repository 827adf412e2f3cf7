/** Shell: one answer as a stream of server-sent events, from its headers to its end. */
import type { Request, Response } from 'express';
import type { Gauge } from 'prom-client';
import { openBody, type Body } from './compressed.ts';
import { fixed } from './config.ts';
import { beat } from './frames.ts';

export type StreamParts = {
	/** Streams that are open now. */
	streams: Gauge;
	/** Resolves when the site stops: streams end, and browsers come back to the next process. */
	stopping: AbortSignal;
};

/** What compresses on the way may hold events back, so nothing shall: they are compressed here. */
export const streamHeaders = {
	'Content-Type': 'text/event-stream; charset=utf-8',
	'Cache-Control': 'no-store, no-transform',
	'X-Accel-Buffering': 'no'
};

export type Stream = {
	/** Headers, and from now on a sign of life where there is silence. */
	open: () => void;
	send: (frame: string) => void;
	end: () => void;
	/** Called when the reader is gone or the stream ended; at once if that was before. */
	onGone: (act: () => void) => void;
	isGone: () => boolean;
};

/** @param leave called when the stream is over: it is not held open any more */
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
	/** What the reader had not taken when this turn of the event loop began: of what is written in it nobody can have. */
	let untaken: number | undefined;
	let isFull = false;
	const send = (frame: string) => {
		if (!body || gone || isFull) return;
		if (untaken === undefined) {
			untaken = body.behind();
			setImmediate(() => (untaken = undefined));
		}
		// Nobody has taken a frame that was just written: however large, it alone is no reason.
		const most = fixed.streamBacklogBytes + largest;
		if (untaken > most) return void response.destroy();
		if (body.behind() > most) {
			// They get what there is, come back for the rest, and are further then.
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
