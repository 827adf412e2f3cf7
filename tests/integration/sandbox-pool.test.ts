/** The sandbox pool, with a working engine and with a failing one. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../runner/src/sandbox/command.ts';
import { connectEngine } from '../../runner/src/sandbox/docker.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import { openPool, type Pool, type PoolOptions } from '../../runner/src/sandbox/pool.ts';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import type { PooledImage } from '../../runner/src/sandbox/sub-pool.ts';

const docker = new Docker();
const engineSocket =
	/^unix:\/\/(.*)/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock';
const nothing = { argv: ['/bin/true'], env: {}, limits: stepLimits.compile };
let image: string;

beforeAll(async () => {
	await ensureImages({ docker, names: ['cc'], onProgress: () => undefined });
	image = await imageTag('cc');
}, 600_000);

const newOwner = () => `test-${randomUUID()}`;

async function containersOf(owner: string): Promise<string[]> {
	const filters = { label: [`${ownerLabel}=${owner}`] };
	return (await docker.listContainers({ all: true, filters })).map(({ Id }) => Id);
}

async function withPool(
	{
		sizes = { tools: 0, measure: 0 },
		...changes
	}: Partial<PoolOptions & Pick<PooledImage, 'sizes'>>,
	use: (pool: Pool) => Promise<void>
) {
	const owner = newOwner();
	const cores = { tools: '0', measure: '0' };
	const pool = await openPool({ owner, cores, ...changes });
	pool.offer('cc', { tag: image, sizes });
	try {
		await use(pool);
	} finally {
		await pool.close();
	}
	expect(await containersOf(changes.owner ?? owner)).toEqual([]);
}

const statusOf = (pool: Pool, kind: 'tools' | 'measure') =>
	pool.status().find((one) => one.kind === kind);

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A socket in front of the engine that can be closed. */
async function switchable() {
	const path = join(tmpdir(), `engine-${randomUUID()}.sock`);
	const open = new Set<net.Socket>();
	const server = net.createServer((client) => {
		const engine = net.connect(engineSocket);
		for (const [one, other] of [
			[client, engine],
			[engine, client]
		] as const) {
			open.add(one);
			one.pipe(other).on('error', () => one.destroy());
			one.on('close', () => open.delete(one));
		}
	});
	const listen = () => new Promise<void>((resolve) => server.listen(path, resolve));
	await listen();
	return {
		engine: connectEngine(new Docker({ socketPath: path })),
		cut: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of open) socket.destroy();
			await closed;
			await rm(path, { force: true });
		},
		restore: listen
	};
}

const plenty = { mib: 4096, warmMiB: 8 };
const nobody = { starting: 0, waiting: 0, taken: 0, spent: 0 };

test('a warm sandbox is taken once, and replaced when the work is done', async () => {
	await withPool({ sizes: { tools: 2, measure: 1 } }, async (pool) => {
		await until(() => statusOf(pool, 'tools')?.warm === 2 && statusOf(pool, 'measure')?.warm === 1);
		const first = await pool.take('tools', 'cc');
		const second = await pool.take('tools', 'cc');
		expect(statusOf(pool, 'tools')).toMatchObject({ warm: 0, taken: 2 });
		expect(first).not.toBe(second);
		expect((await first.run(nothing)).exit).toEqual({ code: 0 });
		await Promise.all([first.dispose(), second.dispose()]);
		await until(() => statusOf(pool, 'tools')?.warm === 2);
		expect(pool.status()).toEqual([
			{ image: 'cc', kind: 'tools', size: 2, warm: 2, ...nobody },
			{ image: 'cc', kind: 'measure', size: 1, warm: 1, ...nobody },
			{ image: 'cc', kind: 'audit', size: 0, warm: 0, ...nobody }
		]);
	});
});

test('the pool keeps as many warm sandboxes as the last burst took, within its memory', async () => {
	for (const [warm, size] of [
		[9, 3],
		[2, 2]
	] as const) {
		const memory = { mib: warm, warmMiB: 1 };
		await withPool({ sizes: { tools: 1, measure: 0 }, memory }, async (pool) => {
			const full = { image: 'cc', kind: 'tools', size, warm: size, ...nobody };
			// A pause ends the burst: a second burst of the same size does not enlarge the pool.
			for (let time = 0; time < 2; time++) {
				for (let asked = 0; asked < 3; asked++) (await pool.take('tools', 'cc')).retire();
				await until(
					() => statusOf(pool, 'tools')?.warm === size && statusOf(pool, 'tools')?.spent === 0
				);
				expect(statusOf(pool, 'tools')).toEqual(full);
			}
		});
	}
});

test('a used sandbox is removed in the next pause, and never taken again', async () => {
	const owner = newOwner();
	await withPool({ owner, memory: plenty }, async (pool) => {
		const first = await pool.take('tools', 'cc');
		first.retire();
		await expect(first.run(nothing)).rejects.toMatchObject({ code: 'CLOSED' });
		await expect(first.put('late', Buffer.from('late'))).rejects.toMatchObject({ code: 'CLOSED' });
		const second = await pool.take('tools', 'cc');
		expect(second.container).not.toBe(first.container);
		expect(statusOf(pool, 'tools')).toMatchObject({ taken: 1, spent: 1 });
		expect(await containersOf(owner)).toContain(first.container);
		await second.dispose();
		await until(() => statusOf(pool, 'tools')?.spent === 0);
		await until(async () => !(await containersOf(owner)).includes(first.container));
	});
});

test('a sandbox returned with a running step is removed at once', async () => {
	await withPool({ memory: plenty }, async (pool) => {
		const sandbox = await pool.take('tools', 'cc');
		const step = sandbox.run({ ...nothing, argv: ['/bin/sleep', '5'] });
		sandbox.retire();
		expect(statusOf(pool, 'tools')).toMatchObject({ spent: 0 });
		await expect(step).rejects.toMatchObject({ code: 'CLOSED' });
	});
});

test('used sandboxes are removed at once if there is no memory for them', async () => {
	const owner = newOwner();
	await withPool({ owner }, async (pool) => {
		const sandbox = await pool.take('tools', 'cc');
		sandbox.retire();
		expect(statusOf(pool, 'tools')).toMatchObject({ taken: 0, spent: 0 });
		await until(async () => (await containersOf(owner)).length === 0);
	});
});

test('the runtime for tool sandboxes can differ from the runtime for measuring sandboxes', async () => {
	const { DefaultRuntime: own, Runtimes } = await docker.info();
	// Two names of one program, so that the requested runtime differs from the default.
	const other = Object.keys(Runtimes).find((name) => name !== own && name.endsWith('.v2'));
	await withPool({ toolsRuntime: other }, async (pool) => {
		const both = [await pool.take('tools', 'cc'), await pool.take('measure', 'cc')];
		const runtimes = both.map(async ({ container, run }) => {
			expect((await run(nothing)).exit).toEqual({ code: 0 });
			return (await docker.getContainer(container).inspect()).HostConfig.Runtime;
		});
		expect(await Promise.all(runtimes)).toEqual([other, own]);
		await Promise.all(both.map((sandbox) => sandbox.dispose()));
	});
});

test.skipIf(availableParallelism() < 2)(
	'tool sandboxes leave the measuring core during a measurement, also running and waiting ones',
	() => {
		const idle = { cores: { tools: '0', measure: '1', idle: '0-1' } };
		return withPool({ ...idle, sizes: { tools: 2, measure: 0 } }, async (pool) => {
			await until(() => statusOf(pool, 'tools')?.warm === 2);
			const tools = await pool.take('tools', 'cc');
			const cores = async (sandbox: Sandbox) => {
				const status = await sandbox.run({
					argv: ['/bin/cat', '/proc/self/status'],
					env: {},
					limits: stepLimits.compile
				});
				return /Cpus_allowed_list:\s+(\S+)/.exec(status.stdout.toString())?.[1];
			};
			expect(await cores(tools)).toBe('0-1');
			const measuring = await pool.take('measure', 'cc');
			expect([await cores(measuring), await cores(tools)]).toEqual(['1', '0']);
			expect(statusOf(pool, 'tools')?.warm).toBe(1);
			const late = [await pool.take('tools', 'cc'), await pool.take('tools', 'cc')];
			expect(await Promise.all(late.map(cores))).toEqual(['0', '0']);
			await measuring.dispose();
			const all = [tools, ...late];
			expect(await Promise.all(all.map(cores))).toEqual(['0-1', '0-1', '0-1']);
			await Promise.all(all.map((sandbox) => sandbox.dispose()));
		});
	}
);

test('a runner removes the containers of its killed predecessor when it opens its pool', async () => {
	const owner = newOwner();
	const HostConfig = { NetworkMode: 'none' };
	const Labels = { [ownerLabel]: owner };
	const left = await docker.createContainer({ Image: image, Labels, HostConfig });
	const stranger = newOwner();
	const other = await docker.createContainer({
		Image: image,
		Labels: { [ownerLabel]: stranger },
		HostConfig
	});
	expect(await containersOf(owner)).toEqual([left.id]);
	await withPool({ owner }, async () => expect(await containersOf(owner)).toEqual([]));
	expect(await containersOf(stranger)).toEqual([other.id]);
	await other.remove();
});

test('a container ends by itself when no client is attached any more', async () => {
	const { engine, cut } = await switchable();
	const owner = newOwner();
	const cores = { tools: '0', measure: '0' };
	const pool = await openPool({ owner, cores, engine });
	pool.offer('cc', { tag: image, sizes: { tools: 1, measure: 0 } });
	await until(() => statusOf(pool, 'tools')?.warm === 1);
	expect(await containersOf(owner)).toHaveLength(1);
	await cut();
	await until(async () => (await containersOf(owner)).length === 0);
	await pool.close();
});

test.each(['closes its pool', 'dies'] as const)(
	'while one runner measures, a second runner of the host waits for the core until the first %s',
	async (how) => {
		const { engine, cut } = await switchable();
		const [first, second] = [newOwner(), newOwner()];
		const cores = { tools: '0', measure: '0' };
		const sizes = { tools: 0, measure: 0 };
		const pools = [
			await openPool({ owner: first, cores, engine }),
			await openPool({ owner: second, cores })
		] as const;
		for (const pool of pools) pool.offer('cc', { tag: image, sizes });
		const measuring = await pools[0].take('measure', 'cc');
		const heard: string[] = [];
		const impatient = new AbortController();
		const leaves = expect(
			pools[1].take('measure', 'cc', { signal: impatient.signal })
		).rejects.toThrow('no more');
		const taken = pools[1].take('measure', 'cc', {
			onHeld: () => heard.push('held'),
			onReleased: () => heard.push('released')
		});
		await until(() => heard.length > 0);
		impatient.abort(new Error('no more'));
		await leaves;
		expect(heard).toEqual(['held']);
		if (how === 'dies') await cut();
		else await measuring.dispose();
		const next = await taken;
		expect([heard, await containersOf(first)]).toEqual([['held', 'released'], []]);
		expect((await next.run(nothing)).exit).toEqual({ code: 0 });
		await next.dispose();
		await Promise.all(pools.map((pool) => pool.close()));
		if (how !== 'dies') await cut();
	}
);

test('taking a sandbox of a missing image fails with a sentence that names it', async () => {
	await withPool({}, async (pool) => {
		pool.offer('go', { tag: 'cyclelab/go:none', sizes: { tools: 0, measure: 0 } });
		await expect(pool.take('tools', 'go')).rejects.toMatchObject({
			code: 'IMAGE_MISSING',
			message: 'The image cyclelab/go:none is not built.'
		});
		await expect(pool.take('tools', 'crystal')).rejects.toMatchObject({
			code: 'IMAGE_MISSING',
			message: 'The image crystal is not built yet.'
		});
	});
});

test('a killed container is reported, and the next sandbox works', async () => {
	const owner = newOwner();
	await withPool({ owner }, async (pool) => {
		const sandbox = await pool.take('tools', 'cc');
		const running = sandbox.run({ ...nothing, argv: ['/bin/sleep', '9'] });
		const heard = expect(running).rejects.toMatchObject({ code: 'CONTAINER_DIED' });
		for (const id of await containersOf(owner)) await docker.getContainer(id).kill();
		await heard;
		await sandbox.dispose();
		const next = await pool.take('tools', 'cc');
		expect((await next.run(nothing)).exit).toEqual({ code: 0 });
		await next.dispose();
	});
});

test('taking a sandbox fails at once while the engine is unreachable, and works again afterwards', async () => {
	const { engine, cut, restore } = await switchable();
	const owner = newOwner();
	const one = { tools: 1, measure: 0 };
	await withPool({ engine, owner, sizes: one, memory: plenty }, async (pool) => {
		const served = await pool.take('tools', 'cc');
		const sandbox = await pool.take('tools', 'cc');
		served.retire();
		expect(statusOf(pool, 'tools')).toMatchObject({ taken: 1, spent: 1 });
		const running = sandbox.run({ ...nothing, argv: ['/bin/sleep', '9'] });
		const heard = expect(running).rejects.toMatchObject({ code: 'ENGINE_DOWN' });
		await cut();
		await heard;
		await sandbox.dispose();
		await expect(pool.take('tools', 'cc')).rejects.toMatchObject({ code: 'ENGINE_DOWN' });
		await restore();
		// The last burst took two sandboxes; refused requests do not count.
		await until(() => statusOf(pool, 'tools')?.warm === 2);
		await until(async () => (await containersOf(owner)).length === 2);
		expect(statusOf(pool, 'tools')).toMatchObject({ size: 2, ...nobody });
		const next = await pool.take('tools', 'cc');
		expect((await next.run(nothing)).exit).toEqual({ code: 0 });
		await next.dispose();
	});
});
