/**
 * Shell: a relay between two programs that misbehaves on demand, as networks and engines do. It passes bytes on and knows
 * nothing of what they say, but for answers of its own to whoever speaks HTTP.
 */
import net from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Behaviour =
	| { is: 'good' }
	/** Every piece of every answer comes this much later, ms. */
	| { is: 'slow'; ms: number }
	/** Connections stay, and nothing that is said arrives on either side. */
	| { is: 'silent' }
	/** Nobody is there: connections end, and none is accepted. */
	| { is: 'away' }
	/** Each request is answered with status 500 and these words. */
	| { is: 'failing'; words: string };

export type Relay = {
	/** Where to connect: a path of a Unix socket, or a TCP port of the loopback. */
	path: string;
	port: number;
	behave: (behaviour: Behaviour) => void;
	/** Each of these words is passed on as the other one, which is as long. */
	rename: (from: string, to: string) => void;
	close: () => Promise<void>;
};

type Target = { path: string } | { host: string; port: number };

/** @param by how it is connected to */
export async function openRelay(by: 'socket' | 'port', target: Target): Promise<Relay> {
	const folder = mkdtempSync(join(tmpdir(), 'cyclelab-relay-'));
	const path = join(folder, 'relay.sock');
	const open = new Set<net.Socket>();
	const names = new Map<string, string>();
	let now: Behaviour = { is: 'good' };

	const serve = (near: net.Socket) => {
		if (now.is === 'away') return near.destroy();
		const far = net.connect(target);
		/** It is no conversation of requests and answers any more. */
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
			if (now.is === 'failing' && !isTaken) return near.end(failure(now.words));
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

function failure(words: string): string {
	const body = JSON.stringify({ message: words });
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
