/** The sandbox pool: warm, taken, used and removed sandboxes, their runtimes and cores. */
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import {
	containersOf,
	docker,
	imageForAll,
	newOwner,
	nobody,
	nothing,
	plenty,
	statusOf,
	until,
	withPool
} from './pools.ts';

imageForAll();

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
