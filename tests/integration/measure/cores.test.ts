/** Exercises that measure with every core: their threads get all cores, and no tool of another run works meanwhile. */
import os from 'node:os';
import { describe, expect, test } from 'vitest';
import type { Target } from '@cyclelab/exercises/schema';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll(['cc', 'dotnet']);

/** Passes a counter to a thread on another core and back in each iteration, and reports the cores of both. */
const pingPong = `#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include "cyclelab.h"
static _Atomic uint64_t ball;
static _Atomic int there;
static void *other(void *none) {
	cyclelab_stay(1);
	there = sched_getcpu();
	for (;;)
		if (ball & 1) ball++;
	return none;
}
void setup(uint64_t seed) {
	pthread_t thread;
	(void)seed;
	if (cyclelab_cores() > 1) pthread_create(&thread, 0, other, 0);
}
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		ball++;
		while (cyclelab_cores() > 1 && ball & 1) ;
	}
	cyclelab_meter("cores", cyclelab_cores() * iterations);
	cyclelab_meter("here", (uint64_t)sched_getcpu() * iterations);
	cyclelab_meter("there", (uint64_t)there * iterations);
	return iterations;
}
`;

/** One iteration takes about 20 ms on both cores. */
const longWork = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 3;
	for (uint64_t i = 0; i < iterations * 20000000; i++) product = (product * 5) ^ i;
	return product;
}
`;

const meter = (id: string) => ({ id, label: id, unit: 'count' as const });
const { facts } = jobFor('');
const needing = (cores: number) => ({ ...facts, needs: { ...facts.needs, cores } });
const exactly = (value: number) => ({ median: value, low: value, high: value });

test.skipIf(os.availableParallelism() < 2)(
	'a kernel runs on the measuring core, and its thread stays on another core',
	{ timeout: 240_000 },
	async () => {
		const meters = ['cores', 'here', 'there'].map(meter);
		const { report } = await bench.run(jobFor(pingPong, { facts: { ...needing(2), meters } }));
		const [point] = report.variants[0]?.points ?? [];
		expect(point?.failure).toBeUndefined();
		const cores = os.availableParallelism();
		expect(point?.measured?.meters).toEqual({
			cores: exactly(cores),
			here: exactly(cores - 1),
			there: exactly(0)
		});
		// Moving a cache line to another core and back takes longer than a few instructions.
		expect(point?.measured?.cyclesPerIteration.low).toBeGreaterThan(50);
		expect(point?.measured?.raw.filter((sample) => 'shared' in sample)).toEqual([]);
	}
);

test.skipIf(os.availableParallelism() < 2)(
	'while a run measures with every core, tool steps of another run wait, and its learner gets a notice',
	{ timeout: 240_000 },
	async () => {
		const log: { run: string; event: RunEvent }[] = [];
		const begun = Promise.withResolvers<void>();
		const measuring = bench.run(
			jobFor(longWork, {
				run: 'whole',
				// Without a claim nothing is measured again, for which the run would take the cores a second time.
				facts: { ...needing(2), claims: [], uncounted: 'One iteration takes 20 ms.' }
			}),
			undefined,
			(event) => {
				log.push({ run: 'whole', event });
				if (event.type === 'stage' && event.stage === 'measure' && !event.notice) begun.resolve();
			}
		);
		await Promise.race([begun.promise, measuring]);
		const source = pingPong.replace('ball++;', 'ball += 2;');
		const other = bench.run(
			jobFor(source, { run: 'other', stages: ['inspect'] }),
			undefined,
			(event) => log.push({ run: 'other', event })
		);
		const [whole, inspected] = await Promise.all([measuring, other]);

		expect(whole.report.variants[0]?.points[0]?.failure).toBeUndefined();
		expect(inspected.report.variants[0]?.failure).toBeUndefined();
		const events = log.map(({ run, event }) => `${run} ${event.type}`);
		const measured = events.lastIndexOf('whole point');
		expect(events.indexOf('other inspected')).toBeGreaterThan(measured);
		const notices = log.flatMap(({ run, event }, at) =>
			run === 'other' && event.type === 'stage' && event.notice !== undefined ? [at] : []
		);
		expect(notices).not.toEqual([]);
		expect(notices.filter((at) => at > measured)).toEqual([]);
	}
);

test(
	'with too few cores every measured point fails with a sentence',
	{ timeout: 240_000 },
	async () => {
		const has = os.availableParallelism();
		const { report } = await bench.run(jobFor(pingPong, { facts: needing(has + 1) }));
		expect(
			report.variants[0]?.points.map(({ failure, measured }) => ({ failure, measured }))
		).toEqual([
			{
				failure: {
					kind: 'too-few-cores',
					stage: 'measure',
					variant: 'mine',
					needed: has + 1,
					has,
					title: `This measurement needs ${has + 1} dedicated cores; this runner has ${has}.`,
					hint: `Give the runner ${has + 1} cores with MEASURE_CPUS and TOOLS_CPUS, or run it on a larger machine.`
				},
				measured: undefined
			}
		]);
	}
);

describe.each(['clang-22', 'gcc-14'] as const)('%s', (compiler) => {
	test.each<Target>(['x86-64', 'arm64'])(
		'a kernel with threads is built and counted for %s',
		{ timeout: 240_000 },
		async (target) => {
			const source = `#include <pthread.h>
#include "cyclelab.h"
static uint64_t wanted, made;
static void *work(void *none) {
	uint64_t product = 3;
	for (uint64_t i = 0; i < wanted; i++) product = (product * 5) ^ i;
	made = product;
	return none;
}
uint64_t kernel(uint64_t iterations) {
	pthread_t thread;
	wanted = iterations;
	if (pthread_create(&thread, 0, work, 0)) return 1;
	pthread_join(thread, 0);
	return made;
}
`;
			const job = jobFor(source, { compiler, target, facts: needing(2) });
			const { report } = await bench.run(job);
			const [variant] = report.variants;
			expect(variant?.failure).toBeUndefined();
			expect(variant?.checksum).toMatch(/^[0-9a-f]{16}$/);
			const measured = variant?.points[0]?.measured;
			if (target === bench.host.arch) expect(measured?.samples).toBeGreaterThan(10);
			else expect(measured).toBeUndefined();
		}
	);
});

describe.each(['coreclr-8.0', 'mono-6.12'] as const)('C# on %s', (compiler) => {
	test.skipIf(os.availableParallelism() < 2)(
		'knows all cores, and its threads stay on their cores',
		{ timeout: 240_000 },
		async () => {
			const source = `using System;
using System.Runtime.InteropServices;
using System.Threading;
public static class Kernel {
	[DllImport("libc.so.6")] static extern int sched_getcpu();
	static volatile int there = 99;
	public static void Setup(ulong seed) {
		var thread = new Thread(() => { Cyclelab.Stay(1); there = sched_getcpu(); });
		thread.Start();
		thread.Join();
	}
	public static ulong Run(ulong iterations) {
		ulong product = 3;
		for (ulong i = 0; i < iterations; i++) product = (product * 5) ^ i;
		Cyclelab.Meter("cores", (ulong)Cyclelab.Cores * iterations);
		Cyclelab.Meter("here", (ulong)sched_getcpu() * iterations);
		Cyclelab.Meter("there", (ulong)there * iterations);
		Cyclelab.Meter("processors", (ulong)Environment.ProcessorCount * iterations);
		return product;
	}
}
`;
			const meters = ['cores', 'here', 'there', 'processors'].map(meter);
			const job = jobFor(source, { language: 'cs', compiler, facts: { ...needing(2), meters } });
			const { report } = await bench.run(job);
			const [variant] = report.variants;
			expect({ of: variant?.failure, at: variant?.points[0]?.failure }).toEqual({});
			const cores = os.availableParallelism();
			expect(variant?.points[0]?.measured?.meters).toEqual({
				cores: exactly(cores),
				here: exactly(cores - 1),
				there: exactly(0),
				processors: exactly(cores)
			});
		}
	);
});
