/**
 * Shell: limits what a runner sends before it is accepted. A message is counted when it is whole, and its parts are in memory
 * before that: so the bytes of the connection are counted, too.
 */
import type { Socket } from 'node:net';
import { fixed } from '../base/config.ts';

export const tooEarly = 'The runner sent too much before it was accepted.';

/** For the headers of WebSocket's frames, bytes. */
const frameBytes = 64 * 1024;

/** Calls `onTooMuch` once, when the connection has received as many bytes from now on as are too many for a runner before its acceptance. */
export function watchEarly(
	connection: Pick<Socket, 'bytesRead' | 'on' | 'off'>,
	onTooMuch: () => void
): void {
	const most = connection.bytesRead + fixed.runnerEarlyBytes + frameBytes;
	function look(): void {
		if (connection.bytesRead <= most) return;
		connection.off('data', look);
		onTooMuch();
	}
	connection.on('data', look);
}
