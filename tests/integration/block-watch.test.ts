/** An idle runner measures basic blocks, with real containers on a shared core. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createCoreQueue } from '../../runner/src/core-queue.ts';
import { describeHost } from '../../runner/src/host/describe.ts';
import { readHostTexts } from '../../runner/src/host/read.ts';
import { watchBlocks } from '../../runner/src/job/block-watch.ts';
import { seeded } from '../../runner/src/measure/seeded.ts';
import { openPool } from '../../runner/src/sandbox/pool.ts';
import { BlockReport } from '../../runner/src/schema/gateway.ts';

beforeAll(
	() => ensureImages({ docker: new Docker(), names: ['cc'], onProgress: () => {} }),
	600_000
);

test.skipIf(process.arch !== 'x64')(
	'an idle runner measures blocks and asks every predictor, and interrupts that for a job',
	async () => {
		const { microarchitecture } = describeHost(await readHostTexts());
		const pool = await openPool({
			owner: `test-${randomUUID()}`,
			cores: { tools: '0', measure: '0' }
		});
		pool.offer('cc', { tag: await imageTag('cc'), sizes: { tools: 0, measure: 0 } });
		const turns = createCoreQueue();
		let idle = true;
		const reports: BlockReport[] = [];
		const measuring = Promise.withResolvers<void>();
		const gaveWay = Promise.withResolvers<void>();
		const done = Promise.withResolvers<void>();
		const watch = watchBlocks({
			takeSandbox: (kind, image) => {
				if (kind === 'measure') measuring.resolve();
				return pool.take(kind, image);
			},
			coreQueue: turns,
			microarchitecture,
			microcode: undefined,
			perMinute: 6000,
			isIdle: () => idle,
			onBlocks: (report) => {
				reports.push(BlockReport.parse(report));
				// Some blocks have no time that could be believed; of these many some have.
				const blocks = reports.flatMap((one) => one.blocks);
				if (blocks.some(({ why }) => why) && blocks.some(({ why }) => !why)) done.resolve();
			},
			log: { debug: () => gaveWay.resolve() },
			pauses: { first: 1, look: 1 },
			random: seeded(1)
		});
		try {
			await measuring.promise;
			idle = false;
			await gaveWay.promise;
			expect(reports).toEqual([]);
			(await turns.take(() => {}, AbortSignal.timeout(5_000)))();
			idle = true;
			await done.promise;
		} finally {
			await watch.close();
			await pool.close();
		}
		// The farthest are sent once more, with what their time depends on.
		const measured = reports.flatMap(({ blocks }) => blocks.filter(({ why }) => !why));
		const all = [...measured, ...reports.flatMap(({ dropped }) => dropped)];
		expect(new Set(all.map(({ digest }) => digest)).size).toBe(all.length);
		const { predictors } = reports[0]!;
		for (const { cycles, answers, text, length } of measured) {
			expect(text.split('\n')).toHaveLength(length);
			expect(cycles.low).toBeGreaterThan(0);
			expect(Object.keys(answers).sort()).toEqual(predictors.map(({ id }) => id).sort());
			// The width bound has an answer for each block that llvm-mca knows.
			expect(Object.values(answers).some((answer) => typeof answer === 'number')).toBe(true);
		}
		const explained = reports.flatMap(({ blocks }) => blocks.filter(({ why }) => why));
		for (const { digest, why } of explained) {
			expect(measured.map((one) => one.digest)).toContain(digest);
			expect(why?.tried.some(({ result }) => 'cycles' in result)).toBe(true);
		}
	},
	240_000
);
