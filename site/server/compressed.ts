/** Shell: what a stream's reader gets, compressed where they take that, piece by piece: nothing said waits for the next. */
import { constants, createGzip, gzipSync, type ZlibOptions } from 'node:zlib';
import type { Request, Response } from 'express';

export type Body = {
	/** To be sent before anything else. */
	headers: Record<string, string>;
	write: (text: string) => void;
	end: () => void;
	/** Bytes the reader has not taken yet. */
	behind: () => number;
};

const always = { Vary: 'Accept-Encoding' };
const zipped = { ...always, 'Content-Encoding': 'gzip' };

/**
 * Every write comes out whole. A window of 16 kB and small tables: about 100 kB of memory for each reader, of whom there may
 * be hundreds, and events that repeat each other's words are a fifth of their size all the same.
 */
const stepwise: ZlibOptions = {
	flush: constants.Z_SYNC_FLUSH,
	level: 4,
	windowBits: 14,
	memLevel: 6
};

const takesGzip = (request: Request) => request.acceptsEncodings('gzip') === 'gzip';

export function openBody(request: Request, response: Response): Body {
	if (!takesGzip(request))
		return {
			headers: always,
			write: (text) => void response.write(text),
			end: () => void response.end(),
			behind: () => response.writableLength
		};
	const gzip = createGzip(stepwise);
	// A reader who does not keep up is cut (streams.ts), so what is compressed need not wait for them.
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

/** A whole stream that may be said again and again: its text, and the same compressed when it is first asked for. */
export type Whole = { plain: Buffer; gzip: () => Buffer };

export function wholeOf(text: string): Whole {
	const plain = alone(Buffer.from(text));
	let bytes: Buffer | undefined;
	return { plain, gzip: () => (bytes ??= alone(gzipSync(plain))) };
}

/** In memory of its own. What zlib answers, and what is small, is part of a piece of 64 KiB, all of which stays with it. */
function alone(bytes: Buffer): Buffer {
	const copy = Buffer.allocUnsafeSlow(bytes.length);
	bytes.copy(copy);
	return copy;
}

export function endWith({ plain, gzip }: Whole, request: Request, response: Response): void {
	const isZipped = takesGzip(request);
	const bytes = isZipped ? gzip() : plain;
	const headers = { ...(isZipped ? zipped : always), 'Content-Length': `${bytes.length}` };
	response.set(headers).end(bytes);
}
