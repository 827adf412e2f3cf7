/** Shell: a complete stream that is sent many times, compressed if the reader accepts gzip. */
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** Headers of a compressed response, and of every response that may be compressed. */
export const always = { Vary: 'Accept-Encoding' };
export const zipped = { ...always, 'Content-Encoding': 'gzip' };

export const takesGzip = (request: Request) => request.acceptsEncodings('gzip') === 'gzip';

/** A complete stream: its text, and the gzipped text, which is made at first use. */
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
