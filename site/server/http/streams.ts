/**
 * Shell: a response as a stream of server-sent events, from its headers to its end: compressed if the reader accepts gzip, each
 * event flushed at once.
 */
import { constants, createGzip, type ZlibOptions } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Gauge } from 'prom-client';
import { always, takesGzip, zipped } from '../runs/compressed.ts';
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

type Body = {
	/** Response headers, sent first. */
	headers: Record<string, string>;
	write: (text: string) => void;
	end: () => void;
	/** Bytes not yet read by the client. */
	behind: () => number;
};

/**
 * Every write is flushed. A window of 16 kB and small tables need about 100 kB of memory for each of possibly hundreds of
 * readers, and still compress repetitive events to a fifth of their size.
 */
const stepwise: ZlibOptions = {
	flush: constants.Z_SYNC_FLUSH,
	level: 4,
	windowBits: 14,
	memLevel: 6
};

function openBody(request: Request, response: Response): Body {
	if (!takesGzip(request))
		return {
			headers: always,
			write: (text) => void response.write(text),
			end: () => void response.end(),
			behind: () => response.writableLength
		};
	const gzip = createGzip(stepwise);
	// A slow reader is disconnected, so compressed data need not wait for it.
	gzip.on('data', (chunk: Buffer) => response.write(chunk));
	gzip.on('end', () => response.end());
	gzip.on('error', () => response.destroy());
	response.on('close', () => gzip.destroy());
	return {
		headers: zipped,
		write: (text) => {
			if (gzip.writable) gzip.write(text);
		},
		end: () => void gzip.end(),
		behind: () => response.writableLength + gzip.writableLength
	};
}
