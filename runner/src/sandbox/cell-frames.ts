/** The runner's end of the relay's protocol, which images/base/supervisor/relay.go defines. */
import type { Frame } from './frames.ts';

/** Bytes in the form in which the Docker Engine sends a container's output: 1 is standard output, 2 standard error. */
export function engineRecord({ kind, payload }: Pick<Frame, 'kind' | 'payload'>): Buffer {
	const header = Buffer.alloc(8);
	header[0] = Number(kind);
	header.writeUInt32BE(payload.length, 4);
	return Buffer.concat([header, payload]);
}

export const cellRequests = { make: 'N', data: 'D', quit: 'Q' } as const;
export const cellAnswers = { made: 'K', refused: 'F', gone: 'X' } as const;
