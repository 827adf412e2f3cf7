/** Shell: response streams, compressed if the reader accepts gzip. Each event is flushed at once. */
import { constants, createGzip, gzipSync, type ZlibOptions } from 'node:zlib';
import type { Request, Response } from 'express';

export type Body = {
	/** Response headers, sent first. */
	headers: Record<string, string>;
	write: (text: string) => void;
	end: () => void;
	/** Bytes not yet read by the client. */
	behind: () => number;
};

const always = { Vary: 'Accept-Encoding' };
const zipped = { ...always, 'Content-Encoding': 'gzip' };

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

export const takesGzip = (request: Request) => request.acceptsEncodings('gzip') === 'gzip';

export function openBody(request: Request, response: Response): Body {
	if (!takesGzip(request))
		return {
			headers: always,
			write: (text) => void response.write(text),
			end: () => void response.end(),
			behind: () => response.writableLength
		};
	const gzip = createGzip(stepwise);
	// A slow reader is disconnected (streams.ts), so compressed data need not wait for it.
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

/** A complete stream that is sent many times: its text, and the gzipped text, which is made at first use. */
export type Whole = { plain: Buffer; gzip: () => Buffer };

export function wholeOf(text: string): Whole {
	const plain = alone(Buffer.from(text));
	let bytes: Buffer | undefined;
	return { plain, gzip: () => (bytes ??= alone(gzipSync(plain))) };
}

/** Copies bytes into separate memory. Small buffers and zlib's results share 64 KiB of memory that would all be retained. */
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
