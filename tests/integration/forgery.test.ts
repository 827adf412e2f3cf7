/** Programs that lie about how fast they are, through compiler, sandbox and plan: each is found out, and says how. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildVariant } from '../../runner/src/job/build-variant.ts';
import { measurePlaces } from '../../runner/src/job/measure-places.ts';
import { measure } from '../../runner/src/measure/measure.ts';
import { startPlan } from '../../runner/src/measure/plan.ts';
import { placeDoubt } from '../../runner/src/measure/plausible.ts';
import { openPool, type Pool } from '../../runner/src/sandbox/pool.ts';
import { clang } from '../../runner/src/toolchains/cc.ts';
import type { Build } from '../../runner/src/toolchains/toolchain.ts';

let pool: Pool;
beforeAll(async () => {
	await ensureImages({ docker: new Docker(), names: ['cc'], onProgress: () => {} });
	pool = await openPool({ owner: `test-${randomUUID()}`, cores: { tools: '0', measure: '0' } });
	pool.offer('cc', { tag: await imageTag('cc'), sizes: { tools: 0, measure: 0 } });
}, 600_000);
afterAll(() => pool.close());

type Lie = { samples?: number; chain?: number; ticks?: number };

/** Writes a whole measurement of its own, with clocks that are right, and leaves. */
const liar = ({ samples = 11, chain = 30_000, ticks = 300_000 }: Lie) => `
#include "cyclelab.h"
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static unsigned long long tsc(void) { return __builtin_ia32_rdtsc(); }
static unsigned long long ns(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}
void setup(uint64_t seed) {
	unsigned long long at = tsc(), when = ns();
	dprintf(3, "{\\"t\\":\\"hello\\",\\"v\\":1,\\"language\\":\\"c\\",\\"clock\\":\\"tsc\\",\\"mode\\":\\"time\\",\\"overhead\\":52,"
		"\\"chainCycles\\":${chain},\\"tsc\\":%llu,\\"ns\\":%llu,\\"setupNs\\":0}\\n", at, when);
	while (ns() - when < 50000000) seed++;
	for (int i = 0; i < ${samples}; i++)
		dprintf(3, "{\\"t\\":\\"s\\",\\"n\\":1000000,\\"t1\\":%d,\\"t2\\":%d,\\"c0\\":20052,\\"c1\\":20052,\\"nivcsw\\":0,\\"minflt\\":0}\\n",
			${ticks} + i % 3, 2 * ${ticks} + i % 3);
	dprintf(3, "{\\"t\\":\\"end\\",\\"samples\\":${samples},\\"checksum\\":\\"1\\",\\"tsc\\":%llu,\\"ns\\":%llu,\\"nivcsw\\":0}\\n", tsc(), ns());
	_exit(0);
}
uint64_t kernel(uint64_t iterations) { return iterations; }
`;

/** What is found wrong with a program whose loop executes three instructions an iteration. */
async function foundOut(source: string): Promise<string | undefined> {
	const build: Build = {
		...{ variant: 'liar', source, language: 'c', compiler: 'clang-19', flags: [] },
		target: 'x86-64'
	};
	const tools = await pool.take('tools', 'cc');
	const built = await buildVariant(
		{ build, edited: true },
		clang,
		tools,
		(_stage, command) => tools.run(command),
		() => {}
	);
	await tools.dispose();
	if (!built.program) throw new Error(built.report.compilerText);
	const { made, artifacts } = built.program;
	const sandbox = await pool.take('measure', 'cc');
	for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
	const place = { variant: 'liar', execute: clang.execute(build, made), parameters: {} };
	const { signal } = new AbortController();
	const { places } = await measurePlaces(
		startPlan([place], clang.limits.measure, 1),
		sandbox,
		() => undefined,
		() => {},
		signal
	);
	await sandbox.dispose();
	const [state] = places;
	if (!state) throw new Error('no place');
	if (state.failure)
		return state.failure.kind === 'implausible' ? state.failure.reason : state.failure.kind;
	const result = measure(state.processes, 'liar');
	if (!result.ok) return result.failure.kind;
	const microarchitecture = 'znver5';
	return placeDoubt(result.measured, { instructionsPerIteration: 3, microarchitecture });
}

test('a program that writes its own rows with our clocks and a possible pace is believed', async () => {
	// Nothing outside can tell it from honest code: the README says so.
	expect(await foundOut(liar({}))).toBeUndefined();
});

test.each([
	['a pace no core has', { ticks: 1_000 }, /^It reports 0\.00\d+ cycles for 3\.00 instructions/],
	['a longer ruler', { chain: 300_000 }, /^Its rulers are not as long as ours\.$/],
	['more samples', { samples: 40 }, /^It reports 40 samples, and was asked for 11\.$/],
	[
		'more time than passed',
		{ ticks: 30_000_000 },
		/^Its samples add up to more time than passed between its first and last row\.$/
	]
])('a program that claims %s is found out', async (_, lie, reason) => {
	expect(await foundOut(liar(lie))).toMatch(reason);
});

test('a program that writes between our rows is found out', async () => {
	const source = `
#include "cyclelab.h"
#include <unistd.h>
uint64_t kernel(uint64_t iterations) {
	write(3, "{}\\n", 3);
	return iterations;
}
`;
	expect(await foundOut(source)).toBe(
		"The program disturbed the measurement's own rows: a row does not follow the format."
	);
});
