/**
 * Shell: responses that a slow reader could make expensive. Streams of server-sent events are compressed if the reader accepts
 * gzip, and each event is flushed at once. Large immutable bodies are in memory once for all concurrent readers: they are loaded one
 * after another, sent as stored, and refused while the responses being read fill the memory reserved for them.
 */
import { constants, createGzip, type ZlibOptions } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Gauge } from '@prometheus-io/client';
import { always, takesGzip, zipped } from '../runs/compressed.ts';
import { fixed } from '../base/config.ts';
import { beat } from '../runs/events.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SiteError } from '../base/errors.ts';
import { openTurns } from '../base/turns.ts';

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

type Stream = {
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

/** Bytes written at once: the memory that a slow reader needs besides the shared body. */
const pieceBytes = 64 * 1024;
/** Pieces written in one turn of the event loop, for all readers together. */
const piecesInTurn = 4;
/** Smaller bodies are sent even if the reserved memory is full. Bytes. */
const smallBytes = 1024 * 1024;

/** As a stream, because joining the parts would copy 10 MiB in one turn of the event loop. */
async function gzipped(parts: readonly Buffer[]): Promise<Buffer[]> {
	const chunks: Buffer[] = [];
	const gzip = createGzip({ level: 4, chunkSize: pieceBytes });
	await pipeline(Readable.from(parts), gzip, async (zipping: AsyncIterable<Buffer>) => {
		for await (const chunk of zipping) chunks.push(chunk);
	});
	return chunks;
}

/** A loaded body in chunks of any size, with its metadata. */
export type LoadedBody<M> = { parts: Buffer[]; meta: M };

type BodyEntry = {
	loading: Promise<LoadedBody<unknown>>;
	bytes: number;
	readers: number;
	gzip?: Promise<Buffer[]>;
};

export type Bodies = {
	/**
	 * Holds a body while `use` reads it.
	 * @param key identifies the body; equal keys must have equal `load`
	 */
	using: <M>(
		key: string,
		load: () => Promise<LoadedBody<M>>,
		use: (body: HeldBody<M>) => Promise<void>
	) => Promise<void>;
};

type HeldBody<M> = LoadedBody<M> & {
	/** The whole body, compressed once for all readers, in chunks of any size. */
	gzip: () => Promise<Buffer[]>;
};

export function openBodies(): Bodies {
	const entries = new Map<string, BodyEntry>();
	let turn: Promise<unknown> = Promise.resolve();

	const evict = () => {
		let bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
		for (const [key, entry] of entries) {
			if (bytes <= fixed.bodiesBytes) return;
			if (entry.readers > 0) continue;
			entries.delete(key);
			bytes -= entry.bytes;
		}
	};

	function begin(key: string, load: () => Promise<LoadedBody<unknown>>): BodyEntry {
		const loading = turn.then(load);
		turn = loading.catch(() => undefined);
		const entry: BodyEntry = { loading, bytes: 0, readers: 0 };
		entries.set(key, entry);
		loading.then(
			({ parts }) => {
				entry.bytes = parts.reduce((sum, part) => sum + part.length, 0);
			},
			() => entries.delete(key)
		);
		return entry;
	}

	return {
		using: async <M>(
			key: string,
			load: () => Promise<LoadedBody<M>>,
			use: (body: HeldBody<M>) => Promise<void>
		) => {
			const entry = entries.get(key) ?? begin(key, load);
			// The body read last is evicted last.
			entries.delete(key);
			entries.set(key, entry);
			entry.readers += 1;
			try {
				const loaded = (await entry.loading) as LoadedBody<M>;
				const others = [...entries.values()].filter(
					(bodyEntry) => bodyEntry !== entry && bodyEntry.readers > 0
				);
				const held = others.reduce((sum, { bytes }) => sum + bytes, 0);
				if (entry.bytes > smallBytes && held + entry.bytes > fixed.bodiesBytes) throw tooMuch();
				await use({
					...loaded,
					gzip: () => (entry.gzip ??= gzipped(loaded.parts))
				});
			} finally {
				entry.readers -= 1;
				evict();
			}
		}
	};
}

const tooMuch = () =>
	new SiteError(
		503,
		'TOO_MUCH_READ',
		'The site is sending as many large reports as it can hold at once. Try again in a few seconds.',
		{ retryAfterSeconds: 5 }
	);

/**
 * The kernel takes some MiB at once for each reader, so without this limit a crowd of them would hold up all other
 * requests.
 */
const turnToSend = openTurns(piecesInTurn);

/** Large parts are cut, small ones joined: most events of a run have some kB. */
export function* piecesOf(parts: readonly Buffer[]): Generator<Buffer, void, undefined> {
	let small: Buffer[] = [];
	let bytes = 0;
	for (const part of parts) {
		if (bytes > 0 && bytes + part.length > pieceBytes) {
			yield Buffer.concat(small);
			small = [];
			bytes = 0;
		}
		if (part.length <= pieceBytes) {
			small.push(part);
			bytes += part.length;
		} else
			for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes);
	}
	if (bytes > 0) yield Buffer.concat(small);
}

/** Sends bytes as fast as the reader reads them; resolves when all are sent or the reader has disconnected. */
export async function sendBytes(response: Response, parts: readonly Buffer[]): Promise<void> {
	for (const piece of piecesOf(parts)) {
		await turnToSend();
		if (response.destroyed) return;
		if (!response.write(piece)) await taken(response);
	}
	if (response.destroyed) return;
	response.end();
	await new Promise<void>((resolve) => {
		if (response.closed) resolve();
		else response.once('close', resolve);
	});
}

/** Resolves when more may be written, or the reader has disconnected. */
function taken(response: Response): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			response.off('drain', done).off('close', done);
			resolve();
		};
		response.on('drain', done).on('close', done);
	});
}

/** Sends the whole body, compressed if the reader accepts that. Proxies must not change it. */
export async function sendBody(
	body: HeldBody<unknown>,
	request: Request,
	response: Response
): Promise<void> {
	response.vary('Accept-Encoding');
	const isZipped = takesGzip(request);
	const parts = isZipped ? await body.gzip() : body.parts;
	if (isZipped) response.set('Content-Encoding', 'gzip');
	response.set('Content-Length', `${parts.reduce((sum, part) => sum + part.length, 0)}`);
	if (request.method === 'HEAD') return void response.end();
	await sendBytes(response, parts);
}
