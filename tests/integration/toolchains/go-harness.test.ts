/** Go's harness in real sandboxes: samples, garbage collection, setup, parameters, the library and the stack. */
import { expect, test } from 'vitest';
import { go } from '../../../runner/src/toolchains/go.ts';
import type { Build, BuiltProgram } from '../../../runner/src/toolchains/toolchain.ts';
import { expectNineSamples, rowsOf } from './harness-rows.ts';
import { programsForAll } from './programs.ts';

const { carry, inspect, checksum, buildOf, kernelSource, measure } = programsForAll('go', 'go');

/** The rows of one process of the harness in a measuring sandbox. */
async function measuredRows(made: BuiltProgram, build: Build, env: Record<string, string>) {
	const output = await measure(go, build, made, env);
	expect({ exit: output.exit, stderr: output.stderr.toString() }).toEqual({
		exit: { code: 0 },
		stderr: ''
	});
	return rowsOf(output.results.toString());
}

test('a measuring process sends the requested number of samples with both calibration loops', async () => {
	const build = buildOf(go, await kernelSource('add'));
	const { made } = await inspect(go, build);
	const env = { CYCLELAB_SAMPLES: '9', CYCLELAB_TARGET_US: '50', CYCLELAB_LOOPS: '1' };
	const rows = await measuredRows(made, build, env);
	expectNineSamples('go', rows);
	for (const { n, l0, l1, c0, c1, t1 } of rows.samples) {
		expect(Math.log2(n) % 1).toBe(0);
		expect(Math.min(l0 ?? 0, l1 ?? 0, c0, c1, t1)).toBeGreaterThan(0);
	}
});

test('the garbage of a kernel that allocates endlessly is collected between samples', async () => {
	const source = `package main
var last []byte
func kernel(iterations uint64) uint64 {
	for range iterations {
		last = make([]byte, 64<<10)
	}
	return uint64(len(last))
}
`;
	const build = buildOf(go, source);
	const { made } = await inspect(go, build);
	const env = { CYCLELAB_SAMPLES: '2000', CYCLELAB_TARGET_US: '500', CYCLELAB_BUDGET_MS: '2000' };
	expect((await measuredRows(made, build, env)).samples.length).toBeGreaterThan(10);
});

test('setup runs once with the seed, and parameters reach the kernel', async () => {
	const source = `package main
import "cyclelab"
var seeded, setups uint64
func init() { cyclelab.OnSetup(func(seed uint64) { seeded = seed; setups++ }) }
func kernel(iterations uint64) uint64 {
	return (setups*1000+seeded)*1000 + cyclelab.Parameter("working-set", 9)*10 + cyclelab.Parameter("other", 9)
}
`;
	const parameters = { 'working-set': 7, 'working-set-too': 8 };
	expect(await checksum(go, source, { seed: 42, parameters })).toBe(1_042_079n);
});

test('the standard library is available without the packages for a network', async () => {
	const source = `package main
import ("fmt"; "math/bits"; "sort"; "strings")
func kernel(iterations uint64) uint64 {
	words := strings.Fields(fmt.Sprint(3, 1, 2))
	sort.Strings(words)
	return uint64(bits.OnesCount64(iterations)) + uint64(len(words[0]))
}
`;
	expect(await checksum(go, source, { iterations: 7 })).toBe(4n);
	const network = buildOf(go, 'package main\nimport "net/http"\nvar _ = http.Get\n');
	expect(await carry(go.build(network))).toMatchObject({
		ok: false,
		failure: { kind: 'compile-error' }
	});
});

test('the stack begins at the requested address, aligned to 16 bytes', async () => {
	const source = `package main
import "unsafe"
func kernel(iterations uint64) uint64 {
	var here uint64
	return uint64(uintptr(unsafe.Pointer(&here)))
}
`;
	const build = buildOf(go, source);
	const { made } = await inspect(go, build);
	const at = async (stack: number) => {
		const env = { CYCLELAB_MODE: 'count', CYCLELAB_COUNT: '1', CYCLELAB_STACK: String(stack) };
		return Number(BigInt(`0x${(await measuredRows(made, build, env)).first.result}`));
	};
	const [still = 0, little = 0, much = 0] = [await at(0), await at(16), await at(4080)];
	expect([(still - little) & 4095, (still - much) & 4095]).toEqual([16, 4080]);
});
