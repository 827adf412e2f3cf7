/** The client side of the Docker Engine's protocol, against a server that reports a removal only when the test makes it. */
import Docker from 'dockerode';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEngine, type Engine } from './docker.ts';

const wish = { kind: 'tools', image: 'cc', cores: '0', owner: 'me' } as const;

let folder: string;
let server: Server;
let engine: Engine;
/** Statuses for removals, renames and moves, in order; the last one repeats. */
let answers: { removed: number[]; renamed: number[]; updated: number[] };
let asked: string[];
/** The answer when a container is gone; undefined: it never goes. */
let gone: object | undefined;
let isRunning: boolean;
/** Accepts requests and answers none. */
let isSilent: boolean;
/** Answers held back until the test sends them. */
let late: (() => void)[];

const take = (statuses: number[]) => (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 500;

function answer({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
	if (url === '/_ping') return void (isSilent || response.end('OK'));
	const [, what = ''] = /^\/containers\/(?:[\w-]+\/)?(\w+)/.exec(url) ?? [];
	asked.push(method === 'DELETE' ? 'remove' : what);
	if (isSilent) return void late.push(() => reply(method, what, response));
	reply(method, what, response);
}

function reply(method: string | undefined, what: string, response: ServerResponse): void {
	if (what === 'json') return void response.end(JSON.stringify({ State: { Running: isRunning } }));
	if (what === 'wait' && !gone) return;
	if (what === 'wait') return void response.end(JSON.stringify(gone));
	const status =
		method === 'DELETE'
			? take(answers.removed)
			: what === 'rename'
				? take(answers.renamed)
				: what === 'update'
					? take(answers.updated)
					: what === 'create'
						? 201
						: 204;
	const said = status >= 400 ? { message: 'as configured' } : { Id: 'made' };
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(status === 204 ? undefined : JSON.stringify(said));
}

beforeEach(async () => {
	asked = [];
	gone = undefined;
	isRunning = true;
	isSilent = false;
	late = [];
	answers = { removed: [204], renamed: [204], updated: [200] };
	folder = await mkdtemp(join(tmpdir(), 'cyclelab-engine-'));
	const socketPath = join(folder, 'docker.sock');
	server = createServer(answer);
	server.on('upgrade', (_request, socket: Duplex) => {
		socket.on('error', () => undefined);
		socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
	});
	server.listen(socketPath);
	await once(server, 'listening');
	engine = connectEngine(new Docker({ socketPath }));
});
afterEach(async () => {
	server.closeAllConnections();
	server.close();
	await rm(folder, { recursive: true });
});

const make = async () => {
	const container = await engine.create(wish);
	container.stream.on('error', () => undefined);
	asked = [];
	return container;
};

test('a container that the engine is removing already is asked about again until it is gone', async () => {
	answers.removed = [409, 409, 404];
	const container = await make();
	await container.remove();
	expect(asked).toEqual(['wait', 'remove', 'wait', 'remove', 'wait', 'remove']);
});

test('a container ends with its stream, and is removed only if the engine cannot', async () => {
	gone = { StatusCode: 0 };
	const ending = await make();
	await ending.remove();
	expect([asked, ending.stream.destroyed]).toEqual([['wait'], true]);
	gone = { StatusCode: 0, Error: { Message: 'the driver failed' } };
	const failing = await make();
	await failing.remove();
	expect(asked).toEqual(['wait', 'remove']);
});

test('a name is requested again although the engine never reports that its holder is gone', async () => {
	answers.renamed = [409, 409, 204];
	const container = await make();
	const heard: string[] = [];
	await container.claim('cyclelab-measures-on-1', {
		onHeld: () => heard.push('held'),
		onReleased: () => heard.push('released')
	});
	expect(asked).toEqual(['rename', 'wait', 'rename', 'wait', 'rename']);
	expect(heard).toEqual(['held', 'released']);
	container.stream.destroy();
});

test('a container that the engine will not move is an error, unless it is ending or gone', async () => {
	const container = await make();
	await container.confine('1');
	expect(asked).toEqual(['update']);
	answers.updated = [500];
	await expect(container.confine('1')).rejects.toMatchObject({
		code: 'CONTAINER_DIED',
		message: 'The Docker Engine refused a request of this runner (HTTP 500).'
	});
	isRunning = false;
	await container.confine('1');
	isRunning = true;
	gone = { StatusCode: 0 };
	await container.confine('1');
	expect(asked.slice(1)).toEqual([
		'update',
		'wait',
		'json',
		'update',
		'wait',
		'json',
		'update',
		'wait'
	]);
	container.stream.destroy();
});

test('whoever waits for a name can give up', async () => {
	answers.renamed = [409];
	const container = await make();
	const stop = new AbortController();
	const claim = container.claim('cyclelab-measures-on-1', { signal: stop.signal });
	const gaveUp = expect(claim).rejects.toThrow('enough');
	await expect.poll(() => asked).toContain('wait');
	stop.abort(new Error('enough'));
	await gaveUp;
	container.stream.destroy();
});

test('an engine that falls silent is found out while it is asked, and asked nothing more until it is back', async () => {
	const container = await make();
	isSilent = true;
	await expect(container.confine('1')).rejects.toMatchObject({ code: 'ENGINE_DOWN' });
	await expect(engine.digestOf('cc')).rejects.toMatchObject({ code: 'ENGINE_DOWN' });
	expect(asked).toEqual(['update']);
	isSilent = false;
	await container.confine('1');
	expect(asked).toEqual(['update', 'update']);
	container.stream.destroy();
}, 30_000);

test('a container that is made when nobody waits for it any more is removed', async () => {
	(await make()).stream.destroy();
	isSilent = true;
	await expect(engine.create(wish)).rejects.toMatchObject({ code: 'ENGINE_DOWN' });
	isSilent = false;
	gone = {};
	for (const answerNow of late.splice(0)) answerNow();
	await vi.waitFor(() => expect(asked).toEqual(['create', 'start', 'wait']));
}, 30_000);
