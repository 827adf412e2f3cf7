/** Shell: loads on the site while /healthz is requested. All are bounded and on the loopback. */
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openRoom } from '../workshop/people.ts';

export const exercise = 'store-forwarding';

/** Readers that read a response slowly, for a given time. Returns how many of them the site disconnected. */
export async function readSlowly(
	url: string,
	path: string,
	{ readers, ms }: { readers: number; ms: number }
): Promise<number> {
	const { hostname, port } = new URL(url);
	let cut = 0;
	let isOver = false;
	const sockets = Array.from({ length: readers }, () => {
		const socket = net.connect(Number(port), hostname);
		socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`);
		socket.on('data', () => {
			socket.pause();
			setTimeout(() => socket.resume(), 500);
		});
		socket.on('error', () => {});
		socket.on('close', () => (cut += isOver ? 0 : 1));
		return socket;
	});
	await pause(ms);
	isOver = true;
	for (const socket of sockets) socket.destroy();
	return cut;
}

/** Repeats a task `times` times with limited concurrency. */
export async function crowd(
	times: number,
	atOnce: number,
	act: (at: number) => Promise<unknown>
): Promise<void> {
	let next = 0;
	const one = async () => {
		while (next < times) await act(next++);
	};
	await Promise.all(Array.from({ length: atOnce }, one));
}

/** Requests a WebSocket as a runner without a token; resolves to the status. */
export function upgrade(url: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const headers = { connection: 'Upgrade', upgrade: 'websocket' };
		const asked = http.get(`${url}/gateway`, { headers, agent: false }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		});
		asked.on('error', reject);
	});
}

/** Sends sources of variants that do not exist; resolves to the size of the response, bytes. */
export async function wrongSources(url: string, sources: number): Promise<number> {
	const names = Array.from({ length: sources }, (_, i) => [`v${i}`, '']);
	const answer = await fetch(`${url}/api/runs`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ exercise, sources: Object.fromEntries(names) })
	});
	return (await answer.arrayBuffer()).byteLength;
}

export type Storm = { joined: () => Promise<void>; votes: () => Promise<void>; leave: () => void };

/** A workshop whose participants join, watch and vote repeatedly within some seconds. */
export async function storm(
	url: string,
	{ people, votes, ms }: { people: number; votes: number; ms: number }
): Promise<Storm> {
	const room = await openRoom(url, [exercise]);
	const tokens: string[] = [];
	const requests: http.ClientRequest[] = [];
	const ask = (path: string, token: string | undefined, body: object) =>
		fetch(url + path, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(token === undefined ? {} : { authorization: `Bearer ${token}` })
			},
			body: JSON.stringify(body)
		});
	const join = async (at: number) => {
		const answer = await ask(`/api/workshops/${room.code}/seats`, undefined, {
			name: `person ${at}`
		});
		const { token } = await answer.json();
		tokens.push(token);
		const asked = http.get(
			`${url}/api/seat/events`,
			{ agent: false, headers: { authorization: `Bearer ${token}` } },
			(response) => response.resume().on('error', () => {})
		);
		requests.push(asked.on('error', () => {}));
	};
	return {
		joined: () => crowd(people, 10, join),
		votes: async () => {
			const vote = async (token: string) => {
				for (let i = 0; i < votes; i++) {
					await pause((2 * ms * Math.random()) / votes);
					await (
						await ask('/api/seat/votes', token, { exercise, ratio: 1 + Math.random() * 9 })
					).arrayBuffer();
				}
			};
			await Promise.all(tokens.map(vote));
		},
		leave: () => {
			room.leave();
			for (const one of requests) one.destroy();
		}
	};
}
