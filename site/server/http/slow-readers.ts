/**
 * Shell: disconnects clients that do not read their responses, at every path, because each response occupies memory and a
 * connection until it is read.
 */
import type { RequestHandler, Response } from 'express';
import { fixed } from '../base/config.ts';

/** The bytes that a reader must read next, and since when, by `performance.now()`. */
type Owed = { since: number; bytes: number; upTo: number };
type Reader = { began: number; owed?: Owed };

export type SlowReaders = {
	/** Watches the response to each request. */
	watch: RequestHandler;
	close: () => void;
};

export function openSlowReaders(): SlowReaders {
	const readers = new Map<Response, Reader>();
	const look = () => {
		for (const [response, reader] of readers)
			if (isSlow(response, reader, performance.now())) response.destroy();
	};
	const looking = setInterval(look, fixed.readersLookMs);
	looking.unref();
	return {
		watch: (_request, response, next) => {
			readers.set(response, { began: performance.now() });
			response.on('close', () => readers.delete(response));
			next();
		},
		close: () => clearInterval(looking)
	};
}

/**
 * Whether bytes wait that the reader should have read by now. Node counts a chunk as waiting until the kernel has all of
 * it, so the time limit grows with its size.
 */
function isSlow(response: Response, reader: Reader, at: number): boolean {
	const { socket } = response;
	const waiting = response.writableLength;
	if (!socket || waiting === 0) {
		delete reader.owed;
		return false;
	}
	const taken = socket.bytesWritten - socket.writableLength;
	if (!reader.owed || taken >= reader.owed.upTo)
		reader.owed = { since: at, bytes: waiting, upTo: socket.bytesWritten };
	const { since, bytes } = reader.owed;
	const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
	if (!isStream && at - reader.began > fixed.responseMs) return true;
	return at - since > fixed.readPauseMs + (bytes / fixed.readBytesPerSecond) * 1000;
}
