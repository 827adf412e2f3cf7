/** Jobs in separate threads, with real sandboxes: the same report as on one thread, and limits that end one job alone. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { LRUCache } from 'lru-cache';
import { beatMs } from '@cyclelab/contract/heartbeat';
import { reportOf } from '@cyclelab/contract/measure/progress';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { createJobThreads, type ThreadLimits } from '../../../runner/src/threads/job-threads.ts';
import { jobFor } from './job-bench.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll(['cc'], { kept: 1 });

const { signal: never } = new AbortController();

function openThreads(limits: Partial<ThreadLimits> = {}) {
	const { takeSandbox, takeWhole, coreQueue, calibrate, ...others } = bench.workshop;
	const { inspections: _i, opinions: _o, onStageSeconds, ...circumstances } = others;
	const kept = {
		inspections: new LRUCache<string, Uint8Array>({
			maxSize: 2 ** 24,
			sizeCalculation: ({ byteLength }) => byteLength
		}),
		opinions: new LRUCache<string, Uint8Array>({ max: 16 })
	};
	const threads = createJobThreads({
		served: { takeSandbox, takeWhole, coreQueue, calibrate, kept },
		circumstances: () => circumstances,
		onStageSeconds,
		kept: 2,
		limits
	});
	const run = async (job: Job, signal = never): Promise<Report> => {
		const events: RunEvent[] = [];
		await threads.run(job, ({ json }) => events.push(JSON.parse(json) as RunEvent), signal);
		const report = reportOf(events);
		if (!report) throw new Error(`The last event is ${events.at(-1)?.type}.`);
		return report;
	};
	return { run, close: threads.close };
}

const add = `#include "cyclelab.h"
uint64_t kernel(uint64_t n) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < n; i++) __asm__ volatile("add %1, %0" : "+r"(sum) : "r"(i));
	return sum;
}
`;
const inspected = (source: string) => jobFor(source, { stages: ['inspect'] });

test('a job in a thread has the same report as on the main thread, with and without a cached inspection', async () => {
	const { run, close } = openThreads();
	try {
		const whole = { ...inspected(add), models: 'all' as const };
		const { report } = await bench.run(whole);
		const reports = [await run(whole), await run(whole)];
		const encoded = ({ variants, claims, runner }: Report) => ({ variants, claims, runner });
		expect(reports.map(encoded)).toEqual([encoded(report), encoded(report)]);
		const measured = await run(jobFor(add));
		expect(measured.variants[0]?.points[0]?.measured?.samples).toBeGreaterThan(10);
	} finally {
		await close();
	}
});

test('an aborted job ends at once and returns its sandboxes', async () => {
	const { run, close } = openThreads();
	try {
		const abort = new AbortController();
		const endless = jobFor(add.replace('return sum', 'for (;;) __asm__ volatile("")'));
		setTimeout(() => abort.abort('cancelled'), 700);
		await expect(run(endless, abort.signal)).rejects.toThrow('cancelled');
		expect((await run(jobFor(add))).variants[0]?.failure).toBeUndefined();
	} finally {
		await close();
	}
});

/** The kernel and `count` functions of one instruction, each a heading and a line of the listing. */
const functions = (count: number) =>
	`${add}__asm__(".text\\n.macro one\\nmany\\\\@: cltd\\n.endm\\n.rept ${count}\\none\\n.endr\\n");\n`;

test('a job whose output takes too long or too much memory to read fails with a sentence, and no other job does', async () => {
	const slow = openThreads({ processorMs: 0 });
	const small = openThreads({ heapMiB: 48 });
	const ordinary = openThreads();
	try {
		const ends = await Promise.allSettled([
			slow.run(inspected(functions(20_000))),
			small.run(inspected(functions(49_000))),
			ordinary.run(inspected(add))
		]);
		expect(
			ends.map((end) =>
				end.status === 'fulfilled' ? 'finished' : [end.reason.code, end.reason.message]
			)
		).toEqual([
			[
				'UNREADABLE',
				'Reading what the tools wrote about this code takes more than 0 seconds of processor time. Make the code smaller, or let it write less.'
			],
			[
				'UNREADABLE',
				'Reading what the tools wrote about this code takes more than 48 MiB of memory. Make the code smaller, or let it write less.'
			],
			'finished'
		]);
	} finally {
		await Promise.all([slow.close(), small.close(), ordinary.close()]);
	}
}, 240_000);

test('the main thread is not blocked while a job reads ten thousand functions', async () => {
	const { run, close } = openThreads();
	try {
		await run(inspected(add));
		const delay = monitorEventLoopDelay({ resolution: 5 });
		delay.enable();
		const report = await run(inspected(functions(10_000)));
		delay.disable();
		expect(report.variants[0]?.functions.length).toBeGreaterThan(10_000);
		// The site closes a runner's connection after this silence (`heartbeat.ts`); `npm run bench reading` prints the margin.
		expect(delay.max / 1e6).toBeLessThan(5 * beatMs);
	} finally {
		await close();
	}
}, 240_000);
