/** The Go toolchain in real sandboxes: exact counts, lines, phases, words of the compiler, and a harness under contract. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Target } from '@cyclelab/exercises/schema';
import { kernels } from '../../runner/fixtures/go/kernels.ts';
import { carryOut, type Run } from '../../runner/src/job/carry-out.ts';
import { explain } from '../../runner/src/measure/explain.ts';
import type { Rows } from '../../runner/src/measure/rows.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import type { Pool } from '../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../runner/src/sandbox/taken.ts';
import { compileCommand } from '../../runner/src/toolchains/go-compile.ts';
import { explainingPhases, removablePhases } from '../../runner/src/toolchains/go-flags.ts';
import { go } from '../../runner/src/toolchains/go.ts';
import type { Asked, Build, Made, Seen } from '../../runner/src/toolchains/toolchain.ts';
import { rowsOf } from './harness-rows.ts';
import { poolOf, value } from './toolchain-pool.ts';

let pool: Pool;
let tools: PooledSandbox;

beforeAll(async () => {
	pool = await poolOf('go');
	tools = await pool.take('tools', 'go');
}, 600_000);

afterAll(async () => {
	await tools.dispose();
	await pool.close();
});

const run: Run = (_, command) => tools.run(command);
const asked: Asked = { iterations: 1003, seed: 1, parameters: {} };

let builds = 0;
const buildOf = (source: string, changes: Partial<Build> = {}): Build => ({
	variant: `kernel-${builds++}`,
	language: 'go',
	compiler: 'go-1.24',
	target: 'x86-64',
	flags: [],
	source,
	...changes
});

const kernelSource = (name: string) =>
	readFile(join(import.meta.dirname, `../../runner/fixtures/go/kernels/${name}.go`), 'utf8');

async function inspect(build: Build) {
	const made = value(await carryOut(go.make(build), tools, run));
	const seen = value(await carryOut(go.see(build, made), tools, run));
	return { made, seen };
}

const inTargets = kernels.flatMap((kernel) =>
	Object.keys(kernel.total).map((target) => ({ ...kernel, target: target as Target }))
);

describe('counts are exact', () => {
	test.for(inTargets)('$name, $target', async ({ name, target, line, times, total, checksum }) => {
		const build = buildOf(await kernelSource(name), { target });
		const { made, seen } = await inspect(build);
		const counted = value(await carryOut(go.count(build, made, seen, asked), tools, run));
		const n = asked.iterations;
		const timed = seen.functions.filter(({ symbol }) => !['init.0', 'fill'].includes(symbol));
		const instructions = timed.flatMap((one) => one.instructions);
		const executed = instructions.map(({ address }) => counted.counts.get(address) ?? 0);
		const atLine = instructions
			.filter((instruction) => instruction.line === line)
			.map(({ address }) => counted.counts.get(address) ?? 0);
		expect({
			total: executed.reduce((sum, one) => sum + one, 0),
			times: Math.max(...atLine),
			checksum: BigInt(`0x${counted.checksum}`)
		}).toEqual({ total: total[target]?.(n), times: times(n), checksum: checksum(n) });
	});
});

test('the functions are those of the file, named as in it', async () => {
	const { seen } = await inspect(buildOf(await kernelSource('chase')));
	expect(seen.functions.map(({ symbol }) => symbol)).toEqual(['init.0', 'fill', 'kernel']);
});

test.for(['x86-64', 'arm64'] as const)('the phases end with the code, %s', async (target) => {
	const { seen } = await inspect(buildOf(await kernelSource('add'), { target }));
	const phases = seen.representations?.[0]?.phases ?? [];
	const names = phases.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(['AST', 'start', 'lower', 'regalloc']));
	expect(names.at(-1)).toBe('genssa');
	expect(phases.at(-1)?.text).toContain('main.kernel(SB)');
	expect(phases.find(({ name }) => name === 'lower')?.text).toContain('v1 = InitMem <mem>');
});

test('the same source gives the same program, in whatever folder it is built', async () => {
	const build = buildOf(await kernelSource('slice'), { variant: 'same' });
	const programs = [];
	for (let i = 0; i < 2; i++) {
		const sandbox = await pool.take('tools', 'go');
		try {
			for (let before = 0; before < i; before++)
				await sandbox.run({ argv: ['/bin/true'], env: {}, limits: stepLimits.compile });
			const made = value(await carryOut(go.make(build), sandbox, (_, one) => sandbox.run(one)));
			programs.push(await sandbox.get(made.artifacts[0] ?? ''));
		} finally {
			await sandbox.dispose();
		}
	}
	expect(programs[0]?.equals(programs[1] ?? Buffer.alloc(0))).toBe(true);
});

test("an error in the source comes with its line and column, in the compiler's words", async () => {
	const source = 'package main\n\nfunc kernel(iterations uint64) uint64 {\n\treturn sum\n}\n';
	const build = buildOf(source, { variant: 'wrong' });
	const made = await carryOut(go.make(build), tools, run);
	const diagnostic = {
		...{ variant: 'wrong', line: 4, column: 9 },
		...{ severity: 'error' as const, message: 'undefined: sum' }
	};
	expect(made).toEqual({
		ok: false,
		failure: {
			stage: 'compile',
			variant: 'wrong',
			kind: 'compile-error',
			text: 'wrong.go:4:9: undefined: sum\n',
			diagnostics: [diagnostic]
		}
	});
	if (!made.ok) expect(explain(made.failure).title).toBe('The compiler found an error in line 4.');
});

test('what the linker refuses is an error of the source as well', async () => {
	const source = [
		...['package main', 'import _ "unsafe"', '//go:linkname hidden runtime.nothing'],
		...['func hidden() uint64', 'func kernel(n uint64) uint64 { return hidden() }', '']
	].join('\n');
	const made = await carryOut(go.make(buildOf(source, { variant: 'hidden' })), tools, run);
	expect(made).toMatchObject({ ok: false, failure: { stage: 'link', kind: 'compile-error' } });
});

test('flags reach the compiler: what escapes is said, and without inlining a function stays', async () => {
	const source = `package main
func step(value uint64) uint64 { return value + 3 }
func kernel(iterations uint64) uint64 {
	sum := uint64(0)
	for range iterations {
		sum = step(sum)
	}
	return sum
}
`;
	const flags = ['-m', '-l'];
	const { made, seen } = await inspect(buildOf(source, { flags: ['-m'], variant: 'step' }));
	expect(made.diagnostics).toContainEqual({
		...{ variant: 'step', line: 2, column: 6 },
		...{ severity: 'note', message: 'can inline step' }
	});
	// Inlined or not, the function itself stays in the package.
	const calls = ({ functions }: Seen) =>
		functions
			.flatMap(({ instructions }) => instructions.map(({ callee }) => callee))
			.includes('main.step');
	const plain = await inspect(buildOf(source, { flags }));
	expect([calls(seen), calls(plain.seen)]).toEqual([false, true]);
});

test('the compiler knows every phase that a flag may name', async () => {
	const source = await kernelSource('slice');
	const flags = [
		...removablePhases.map((phase) => `-d=ssa/${phase}/off`),
		...explainingPhases.map((phase) => `-d=ssa/${phase}/debug=1`)
	];
	const exits = await Promise.all(
		[...flags, '-d=ssa/nothing/off'].map(async (flag) => {
			const build = buildOf(source, { flags: [flag] });
			return (await tools.run(compileCommand(build, stepLimits.compile))).exit;
		})
	);
	expect(exits).toEqual([...flags.map(() => ({ code: 0 })), { code: 1 }]);
});

test('the version is the one of the image', async () => {
	const { stdout } = await tools.run({
		argv: [...go.version.argv],
		env: {},
		limits: stepLimits.compile
	});
	expect(go.version.pattern.exec(stdout.toString())?.[1]).toMatch(/^1\.24\.\d+$/);
});

/** One process of the harness in a measuring sandbox. */
async function measure(made: Made, build: Build, env: Record<string, string>): Promise<Rows> {
	const sandbox = await pool.take('measure', 'go');
	try {
		for (const name of made.artifacts) await sandbox.put(name, await tools.get(name));
		const execution = go.execute(build, made);
		const command = {
			...execution,
			env: { ...execution.env, CYCLELAB_MODE: 'time', ...env },
			limits: stepLimits.measure
		};
		const output = await sandbox.run(command);
		expect({ exit: output.exit, stderr: output.stderr.toString() }).toEqual({
			exit: { code: 0 },
			stderr: ''
		});
		return rowsOf(output.results.toString());
	} finally {
		await sandbox.dispose();
	}
}

test('a measuring process sends as many samples as asked, with both rulers', async () => {
	const build = buildOf(await kernelSource('add'));
	const { made } = await inspect(build);
	const env = { CYCLELAB_SAMPLES: '9', CYCLELAB_TARGET_US: '50', CYCLELAB_LOOPS: '1' };
	const { hello, samples, end } = await measure(made, build, env);
	expect({ ...hello, tsc: 0, ns: 0, setupNs: 0, overhead: 0 }).toEqual({
		...{ t: 'hello', v: 1, language: 'go', clock: 'tsc', mode: 'time' },
		...{ overhead: 0, chainCycles: 30_000, loopCycles: 10_000, tsc: 0, ns: 0, setupNs: 0 }
	});
	expect([samples.length, end.samples]).toEqual([9, 9]);
	for (const { n, l0, l1, c0, c1, t1 } of samples) {
		expect(Math.log2(n) % 1).toBe(0);
		expect(Math.min(l0 ?? 0, l1 ?? 0, c0, c1, t1)).toBeGreaterThan(0);
	}
});

test('a kernel that allocates without end is collected between samples', async () => {
	const source = `package main
var last []byte
func kernel(iterations uint64) uint64 {
	for range iterations {
		last = make([]byte, 64<<10)
	}
	return uint64(len(last))
}
`;
	const build = buildOf(source);
	const { made } = await inspect(build);
	const env = { CYCLELAB_SAMPLES: '2000', CYCLELAB_TARGET_US: '500', CYCLELAB_BUDGET_MS: '2000' };
	expect((await measure(made, build, env)).samples.length).toBeGreaterThan(10);
});

/** What a counting process returns. */
async function checksum(source: string, more: Partial<Asked>): Promise<bigint> {
	const build = buildOf(source);
	const { made, seen } = await inspect(build);
	const counting = go.count(build, made, seen, { ...asked, ...more });
	return BigInt(`0x${value(await carryOut(counting, tools, run)).checksum}`);
}

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
	expect(await checksum(source, { seed: 42, parameters })).toBe(1_042_079n);
});

test('the standard library is there, without what needs a network', async () => {
	const source = `package main
import ("fmt"; "math/bits"; "sort"; "strings")
func kernel(iterations uint64) uint64 {
	words := strings.Fields(fmt.Sprint(3, 1, 2))
	sort.Strings(words)
	return uint64(bits.OnesCount64(iterations)) + uint64(len(words[0]))
}
`;
	expect(await checksum(source, { iterations: 7 })).toBe(4n);
	const network = buildOf('package main\nimport "net/http"\nvar _ = http.Get\n');
	expect(await carryOut(go.make(network), tools, run)).toMatchObject({
		ok: false,
		failure: { kind: 'compile-error' }
	});
});

test('the stack begins where the run says, to 16 bytes', async () => {
	const source = `package main
import "unsafe"
func kernel(iterations uint64) uint64 {
	var here uint64
	return uint64(uintptr(unsafe.Pointer(&here)))
}
`;
	const build = buildOf(source);
	const { made } = await inspect(build);
	const at = async (stack: number) => {
		const env = { CYCLELAB_MODE: 'count', CYCLELAB_COUNT: '1', CYCLELAB_STACK: String(stack) };
		return Number(BigInt(`0x${(await measure(made, build, env)).end.checksum}`));
	};
	const [still = 0, little = 0, much = 0] = [await at(0), await at(16), await at(4080)];
	expect([(still - little) & 4095, (still - much) & 4095]).toEqual([16, 4080]);
});
