/** Programs that forge their times, through compiler, sandbox and plan: each is refused with a reason. */
import { expect, test } from 'vitest';
import { measurePlaces } from '../../../runner/src/job/measure-all.ts';
import { measure } from '../../../runner/src/measure/measure.ts';
import { startPlan } from '../../../runner/src/measure/plan.ts';
import { placeDoubt } from '../../../runner/src/measure/plausible.ts';
import { clang } from '../../../runner/src/toolchains/cc.ts';
import { liar } from './liar.ts';
import { builtIn } from './built.ts';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('cc');

/** The reason for which a program with three instructions an iteration is refused; undefined if it is accepted. */
async function refusalOf(source: string): Promise<string | undefined> {
	const { build, made, artifacts } = await builtIn(pool, source);
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
	return placeDoubt(result.measured, { instructionsPerIteration: 3, microarchitecture })?.reason;
}

test('a program that forges all rows with correct clocks and a possible speed is accepted', async () => {
	// No check outside the process can distinguish it from honest code (docs/measuring.md).
	expect(await refusalOf(liar({}))).toBeUndefined();
});

// What a program can forge otherwise, and the reason of each refusal: runner/src/measure/process.test.ts.
test('a program that claims a pace no core has is refused', async () => {
	expect(await refusalOf(liar({ ticks: 1_000 }))).toMatch(
		/^It reports 0\.00\d+ cycles for 3\.00 instructions/
	);
});

test.each([
	[
		'fills an array before main()',
		`
#include "cyclelab.h"
#include <string.h>
static char bytes[256 << 20];
__attribute__((constructor)) static void fill(void) { memset(bytes, 1, sizeof bytes); }
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += bytes[i & 0xfff];
		__asm__ volatile("" : "+r"(sum));
	}
	return sum;
}
`
	],
	[
		'works after main()',
		`
#include "cyclelab.h"
__attribute__((destructor)) static void after(void) {
	for (volatile int i = 0; i < 200000000; i++) {}
}
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile("" : "+r"(i));
	return iterations;
}
`
	],
	[
		'sleeps',
		`
#include "cyclelab.h"
#include <time.h>
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) nanosleep(&(struct timespec){0, 1000000}, NULL);
	return iterations;
}
`
	]
])('an honest program that %s is accepted', async (_, source) => {
	// If the clock changes during a sleep, too few samples remain: the program is not accused either.
	expect([undefined, 'too-noisy']).toContain(await refusalOf(source));
});

test("a program that writes between the harness's rows is refused", async () => {
	const source = `
#include "cyclelab.h"
#include <unistd.h>
uint64_t kernel(uint64_t iterations) {
	write(3, "{}\\n", 3);
	return iterations;
}
`;
	expect(await refusalOf(source)).toBe(
		"The program disturbed the measurement's own rows: a row does not follow the format."
	);
});
