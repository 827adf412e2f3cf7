/** The sandbox pool when a container, a runner or the engine fails, or an image is missing. */
import { expect, test } from 'vitest';
import { connectEngine } from '../../../runner/src/sandbox/docker.ts';
import { openPool } from '../../../runner/src/sandbox/pool.ts';
import { ownerLabel } from '../../../runner/src/sandbox/profile.ts';
import { SandboxError } from '../../../runner/src/sandbox/sandbox-error.ts';
import {
	containersOf,
	docker,
	imageForAll,
	newOwner,
	nobody,
	nothing,
	plenty,
	statusOf,
	switchable,
	testImage,
	until,
	withPool
} from './pools.ts';

imageForAll();

test('a runner removes the containers of its killed predecessor when it opens its pool', async () => {
	const owner = newOwner();
	const { tag } = testImage({ tools: 0, measure: 0 });
	const HostConfig = { NetworkMode: 'none' };
	const Labels = { [ownerLabel]: owner };
	const left = await docker.createContainer({ Image: tag, Labels, HostConfig });
	const stranger = newOwner();
	const other = await docker.createContainer({
		Image: tag,
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
	pool.offer('cc', testImage({ tools: 1, measure: 0 }));
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
		for (const pool of pools) pool.offer('cc', testImage(sizes));
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

test.each([
	{ refusals: 1, troubles: [] },
	{ refusals: 2, troubles: ['refused'] }
])(
	'a container that the engine refuses is started once more: $refusals refusals',
	async (tried) => {
		const engine = connectEngine();
		const create: typeof engine.create = async (...wish) => {
			if (tried.refusals-- > 0) throw new SandboxError('CONTAINER_DIED', 'refused');
			return engine.create(...wish);
		};
		const heard: string[] = [];
		const onTrouble = ({ message }: Error) => heard.push(message);
		await withPool({ engine: { ...engine, create }, onTrouble }, async (pool) => {
			const taken = pool.take('tools', 'cc').then(
				(sandbox) => sandbox.dispose(),
				({ message }: Error) => message
			);
			expect(await taken).toBe(tried.troubles[0]);
		});
		expect(heard).toEqual(tried.troubles);
	}
);

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
	const sizes = { tools: 1, measure: 0 };
	await withPool({ engine, owner, sizes, memory: plenty }, async (pool) => {
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
