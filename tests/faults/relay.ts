/**
 * Shell: a relay that forwards bytes between two programs and, on demand, delays or drops them, closes connections, or
 * returns HTTP status 500 itself.
 */
import net from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Behaviour =
	| { is: 'good' }
	/** Every chunk of a response is delayed by this time, ms. */
	| { is: 'slow'; ms: number }
	/** Connections stay open, and no byte is forwarded in either direction. */
	| { is: 'silent' }
	/** Connections are closed, and none is accepted. */
	| { is: 'away' }
	/** Each request gets status 500 with this message. */
	| { is: 'failing'; message: string };

export type Relay = {
	/** The relay's own address: the path of a Unix socket, or a TCP port of the loopback. */
	path: string;
	port: number;
	behave: (behaviour: Behaviour) => void;
	/** Replaces `from` by `to`, of equal length, in forwarded requests. */
	rename: (from: string, to: string) => void;
	close: () => Promise<void>;
};

type RelayTarget = { path: string } | { host: string; port: number };

/** @param by whether the relay listens at a Unix socket or at a TCP port */
export async function openRelay(by: 'socket' | 'port', target: RelayTarget): Promise<Relay> {
	const folder = mkdtempSync(join(tmpdir(), 'cyclelab-relay-'));
	const path = join(folder, 'relay.sock');
	const open = new Set<net.Socket>();
	const names = new Map<string, string>();
	let now: Behaviour = { is: 'good' };

	const serve = (near: net.Socket) => {
		if (now.is === 'away') return near.destroy();
		const far = net.connect(target);
		/** Whether the connection was upgraded, so that no HTTP requests follow. */
		let isTaken = false;
		for (const [one, other] of [
			[near, far],
			[far, near]
		] as const) {
			open.add(one);
			one.on('error', () => other.destroy());
			one.on('close', () => {
				open.delete(one);
				other.destroy();
			});
			one.on('end', () => now.is !== 'silent' && other.end());
		}
		near.on('data', (bytes) => {
			if (now.is === 'silent') return;
			if (now.is === 'failing' && !isTaken) return near.end(failure(now.message));
			far.write(isTaken ? bytes : renamed(bytes, names));
		});
		far.on('data', (bytes) => {
			if (now.is === 'silent') return;
			isTaken ||= /^HTTP\/1\.1 101 /.test(bytes.toString('latin1', 0, 16));
			if (now.is !== 'slow') near.write(bytes);
			else setTimeout(() => near.write(bytes), now.ms);
		});
	};

	const server = net.createServer(serve);
	await new Promise<void>((resolve) =>
		by === 'socket' ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)
	);
	const address = server.address();
	return {
		path,
		port: address !== null && typeof address === 'object' ? address.port : 0,
		behave: (behaviour) => {
			now = behaviour;
			if (behaviour.is === 'away') for (const socket of open) socket.destroy();
		},
		rename: (from, to) => names.set(from, to),
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of open) socket.destroy();
			await closed;
			rmSync(folder, { recursive: true, force: true });
		}
	};
}

function failure(message: string): string {
	const body = JSON.stringify({ message });
	return (
		'HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/json\r\nConnection: close\r\n' +
		`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
	);
}

function renamed(bytes: Buffer, names: ReadonlyMap<string, string>): Buffer {
	let text = bytes.toString('latin1');
	for (const [from, to] of names) text = text.replaceAll(from, to);
	return Buffer.from(text, 'latin1');
}
