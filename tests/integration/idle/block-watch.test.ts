/** An idle runner measures basic blocks, with real containers on a shared core. */
import { expect, test } from 'vitest';
import { createCoreQueue } from '../../../runner/src/core-queue.ts';
import { describeHost } from '../../../runner/src/host/describe.ts';
import { readHostTexts } from '../../../runner/src/host/read.ts';
import { watchBlocks } from '../../../runner/src/job/block-watch.ts';
import { waitingPredictor } from '../../../runner/src/blocks/waiting-blocks.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { BlockReport } from '@cyclelab/contract/schema/gateway';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('cc');

const hasOwn = ({ answers }: MeasuredBlock) => waitingPredictor.id in answers;

test.skipIf(process.arch !== 'x64')(
	'an idle runner measures blocks and asks every predictor, and interrupts that for a job',
	async () => {
		const { microarchitecture } = describeHost(await readHostTexts());
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
				const blocks = reports.flatMap((report) => report.blocks);
				const isExplained = blocks.some(({ why }) => why) && blocks.some(({ why }) => !why);
				if (isExplained && blocks.some(hasOwn)) done.resolve();
			},
			log: { debug: () => gaveWay.resolve() },
			pauses: { first: 1, look: 1 },
			random: seeded(2)
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
		}
		// The farthest are sent once more, with what their time depends on.
		const measured = reports.flatMap(({ blocks }) => blocks.filter(({ why }) => !why));
		const dropped = reports.flatMap((report) => report.dropped.map((drop) => drop.digest));
		// A block that had to wait for the figures of its forms is sent once more with our own answer.
		const all = [...measured.map((block) => `${block.digest} ${hasOwn(block)}`), ...dropped];
		expect(new Set(all).size).toBe(all.length);
		const { predictors } = reports[0]!;
		for (const { cycles, answers, figures, text, length } of measured) {
			expect(text.split('\n')).toHaveLength(length);
			expect(cycles.low).toBeGreaterThan(0);
			const names = new Set([...Object.keys(answers), waitingPredictor.id]);
			expect([...names].sort()).toEqual(predictors.map(({ id }) => id).sort());
			expect(figures !== undefined).toBe(typeof answers[waitingPredictor.id] === 'number');
			// The width bound has an answer for each block that llvm-mca knows.
			expect(Object.values(answers).some((answer) => typeof answer === 'number')).toBe(true);
		}
		const explained = reports.flatMap(({ blocks }) => blocks.filter(({ why }) => why));
		for (const { digest, why } of explained) {
			expect(measured.map((block) => block.digest)).toContain(digest);
			expect(why?.tried.some(({ result }) => 'cycles' in result)).toBe(true);
		}
	},
	480_000
);
