/** `npm start` listens on the loopback only, unless --host or HOST is set. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type EndToEndProduct } from '../../e2e/product.ts';
import { freePort } from '../../free-port.ts';
import { embeddedStore } from './site.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Whether the port accepts connections on 127.0.0.1, on another loopback address, and on ::1. */
const listening = ({ port }: EndToEndProduct) =>
	Promise.all(['127.0.0.1', '127.0.0.2', '::1'].map((address) => connects(address, port)));

async function connects(address: string, port: number): Promise<boolean> {
	const socket = net.connect(port, address);
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

type Settings = Omit<Parameters<typeof startProduct>[0], 'runner'>;

const start = (settings: Settings) => startProduct({ runner: false, ...settings });

async function withProduct(
	settings: Settings,
	use: (product: EndToEndProduct) => Promise<void>
): Promise<void> {
	const store = await embeddedStore();
	const product = await start({ ...settings, env: { ...settings.env, ...store.settings } });
	try {
		await use(product);
	} finally {
		await product.stop();
		await store.remove();
	}
}

const opened = (port: number) =>
	`It listens on 0.0.0.0: anybody who reaches port ${port} can run code in the sandboxes of this machine. Set ORIGIN to the address people use. Read "What an operator must do" in SECURITY.md.`;

describe('without a setting', () => {
	let product: EndToEndProduct;
	beforeAll(async () => {
		product = await start({ env: { HOST: undefined } });
	}, 240_000);
	afterAll(() => product?.stop());

	test('only this machine can connect, and `npm start` prints how to change that', async () => {
		expect(await listening(product)).toEqual([true, false, false]);
		expect(product.output()).toContain(
			'Only this machine can open it. `npm start -- --host 0.0.0.0`, or HOST=0.0.0.0, lets other machines connect.'
		);
		expect(product.output()).toContain(`Cyclelab is at http://localhost:${product.port} `);
	});

	test('a browser that resolves localhost to ::1 first still connects', async () => {
		const both = [
			{ address: '::1', family: 6 },
			{ address: '127.0.0.1', family: 4 }
		];
		const lookup: net.LookupFunction = (_name, _options, done) => done(null, both);
		const request = http.get(`${product.url}/healthz`, { lookup });
		const [response]: http.IncomingMessage[] = await once(request, 'response');
		response?.resume();
		expect([response?.statusCode, response?.socket.remoteAddress]).toEqual([200, '127.0.0.1']);
	});
});

test.each([
	{ how: '--host 0.0.0.0', settings: { words: ['--host', '0.0.0.0'], env: { HOST: '127.0.0.1' } } },
	{ how: 'HOST=0.0.0.0', settings: { env: { HOST: '0.0.0.0' } } }
])('$how accepts other machines, and `npm start` prints a warning', ({ settings }) =>
	withProduct(settings, async (product) => {
		expect(await listening(product)).toEqual([true, true, false]);
		expect(product.output()).toContain(opened(product.port));
	})
);

test.each([
	{ words: ['--host', '192.0.2.7'], said: 'This machine has no address "192.0.2.7" to listen on.' },
	{ words: ['--host', 'a host'], said: 'This machine has no address "a host" to listen on.' },
	{ words: ['--host'], said: '`--host` needs an address: `npm start -- --host 0.0.0.0`.' },
	{ words: ['0.0.0.0'], said: '`npm start` does not know "0.0.0.0".' }
])('`npm start` with the wrong arguments $words ends with a sentence', async ({ words, said }) => {
	const dataDir = await mkdtemp(join(tmpdir(), 'cyclelab-address-'));
	const env = { ...process.env, PORT: `${await freePort()}`, DATA_DIR: dataDir };
	const { status, stdout, stderr } = spawnSync(
		'node',
		[join(root, 'start.mjs'), 'start', '--no-install', '--without-runner', ...words],
		{ cwd: tmpdir(), encoding: 'utf8', env }
	);
	await rm(dataDir, { recursive: true });
	expect([status, stderr]).toEqual([1, '']);
	expect(stdout.split('\n').filter(Boolean)).toEqual([expect.stringContaining(said)]);
});
