/** The Go toolchain in real sandboxes: exact counts, lines, compiler phases and messages, and the harness. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Target } from '@cyclelab/exercises/schema';
import { kernelsBy } from '../../runner/fixtures/go/kernels.ts';
import { runSteps, type RunCommand } from '../../runner/src/job/run-steps.ts';
import { explain } from '../../runner/src/measure/explain.ts';
import type { Rows } from '../../runner/src/measure/rows.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import type { Pool } from '../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../runner/src/sandbox/pooled-sandbox.ts';
import { compileCommand, gos } from '../../runner/src/toolchains/go-compile.ts';
import { explainingPhases, removablePhases } from '../../runner/src/toolchains/go-flags.ts';
import { go, goToolchains } from '../../runner/src/toolchains/go.ts';
import type {
	Build,
	BuiltProgram,
	DisassembledProgram
} from '../../runner/src/toolchains/toolchain.ts';
import type { CountRequest } from '../../runner/src/toolchains/harness-env.ts';
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

const run: RunCommand = (_, command) => tools.run(command);
const asked: CountRequest = { iterations: 1003, seed: 1, parameters: {} };

let builds = 0;
const buildOf = (source: string, changes: Partial<Build> = {}): Build => ({
	variant: `kernel-${builds++}`,
	language: 'go',
	compiler: 'go-1.27',
	target: 'x86-64',
	flags: [],
	source,
	...changes
});

const kernelSource = (name: string) =>
	readFile(join(import.meta.dirname, `../../runner/fixtures/go/kernels/${name}.go`), 'utf8');

async function inspect(build: Build) {
	const made = value(await runSteps(go.build(build), tools, run));
	const seen = value(await runSteps(go.disassemble(build, made), tools, run));
	return { made, seen };
}

async function countedIn(sandbox: PooledSandbox, build: Build) {
	const inside: RunCommand = (_, command) => sandbox.run(command);
	const made = value(await runSteps(go.build(build), sandbox, inside));
	const seen = value(await runSteps(go.disassemble(build, made), sandbox, inside));
	const counting = go.count(build, made, seen, asked);
	return { seen, counted: value(await runSteps(counting, sandbox, inside)) };
}

const cases = gos.flatMap((compiler) =>
	kernelsBy(compiler).flatMap((kernel) =>
		Object.keys(kernel.total).map((target) => ({ ...kernel, compiler, target: target as Target }))
	)
);

describe('counts are exact', () => {
	test.for(cases)('$name, $target, by $compiler', async (one) => {
		const { name, compiler, target, line, times, total, checksum } = one;
		const build = buildOf(await kernelSource(name), { compiler, target });
		// Of its own, since a sandbox has no room for the programs of all cases.
		const sandbox = await pool.take('tools', 'go');
		const { seen, counted } = await countedIn(sandbox, build).finally(() => sandbox.dispose());
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

test("only the file's functions are listed, with their names in the source", async () => {
	const { seen } = await inspect(buildOf(await kernelSource('chase')));
	expect(seen.functions.map(({ symbol }) => symbol)).toEqual(['init.0', 'fill', 'kernel']);
});

test.for(['x86-64', 'arm64'] as const)(
	'the last compiler phase is the machine code, %s',
	async (target) => {
		const { seen } = await inspect(buildOf(await kernelSource('add'), { target }));
		const phases = seen.representations?.[0]?.phases ?? [];
		const names = phases.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(['AST', 'start', 'lower', 'regalloc']));
		expect(names.at(-1)).toBe('genssa');
		expect(phases.at(-1)?.text).toContain('main.kernel(SB)');
		expect(phases.find(({ name }) => name === 'lower')?.text).toContain('v1 = InitMem <mem>');
	}
);

test('equal sources built in different folders give equal programs', async () => {
	const build = buildOf(await kernelSource('slice'), { variant: 'same' });
	const programs = [];
	for (let i = 0; i < 2; i++) {
		const sandbox = await pool.take('tools', 'go');
		try {
			for (let before = 0; before < i; before++)
				await sandbox.run({ argv: ['/bin/true'], env: {}, limits: stepLimits.compile });
			const made = value(await runSteps(go.build(build), sandbox, (_, one) => sandbox.run(one)));
			programs.push(await sandbox.get(made.artifacts[0] ?? ''));
		} finally {
			await sandbox.dispose();
		}
	}
	expect(programs[0]?.equals(programs[1] ?? Buffer.alloc(0))).toBe(true);
});

test("a compile error has its line and column and the compiler's message", async () => {
	const source = 'package main\n\nfunc kernel(iterations uint64) uint64 {\n\treturn sum\n}\n';
	const build = buildOf(source, { variant: 'wrong' });
	const made = await runSteps(go.build(build), tools, run);
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

test('a linker error is reported as an error of the source', async () => {
	const source = [
		...['package main', 'import _ "unsafe"', '//go:linkname hidden runtime.nothing'],
		...['func hidden() uint64', 'func kernel(n uint64) uint64 { return hidden() }', '']
	].join('\n');
	const made = await runSteps(go.build(buildOf(source, { variant: 'hidden' })), tools, run);
	expect(made).toMatchObject({ ok: false, failure: { stage: 'link', kind: 'compile-error' } });
});

test('flags reach the compiler: -m prints escapes, and -l keeps a function from being inlined', async () => {
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
	// The function itself stays in the package in either case.
	const calls = ({ functions }: DisassembledProgram) =>
		functions
			.flatMap(({ instructions }) => instructions.map(({ callee }) => callee))
			.includes('main.step');
	const plain = await inspect(buildOf(source, { flags }));
	expect([calls(seen), calls(plain.seen)]).toEqual([false, true]);
});

test.for(gos)('the compiler has every phase that a flag may name, %s', async (compiler) => {
	const source = await kernelSource('slice');
	const flags = [
		...removablePhases.map((phase) => `-d=ssa/${phase}/off`),
		...explainingPhases.map((phase) => `-d=ssa/${phase}/debug=1`)
	];
	const exits = await Promise.all(
		[...flags, '-d=ssa/nothing/off'].map(async (flag) => {
			const build = { ...buildOf(source, { flags: [flag] }), compiler };
			return (await tools.run(compileCommand(build, stepLimits.compile))).exit;
		})
	);
	expect(exits).toEqual([...flags.map(() => ({ code: 0 })), { code: 1 }]);
});

test.for(goToolchains)('$compiler reports the version in the image', async (one) => {
	const argv = [...one.version.argv];
	const { stdout } = await tools.run({ argv, env: {}, limits: stepLimits.compile });
	const version = one.version.pattern.exec(stdout.toString())?.[1] ?? '';
	expect(`go-${version.split('.').slice(0, 2).join('.')}`).toBe(one.compiler);
});

/** One process of the harness in a measuring sandbox. */
async function measure(
	made: BuiltProgram,
	build: Build,
	env: Record<string, string>
): Promise<Rows> {
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

test('a measuring process sends the requested number of samples with both calibration loops', async () => {
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
	const build = buildOf(source);
	const { made } = await inspect(build);
	const env = { CYCLELAB_SAMPLES: '2000', CYCLELAB_TARGET_US: '500', CYCLELAB_BUDGET_MS: '2000' };
	expect((await measure(made, build, env)).samples.length).toBeGreaterThan(10);
});

/** The kernel's return value in a count run. */
async function checksum(source: string, more: Partial<CountRequest>): Promise<bigint> {
	const build = buildOf(source);
	const { made, seen } = await inspect(build);
	const counting = go.count(build, made, seen, { ...asked, ...more });
	return BigInt(`0x${value(await runSteps(counting, tools, run)).checksum}`);
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

test('the standard library is available without the packages for a network', async () => {
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
	expect(await runSteps(go.build(network), tools, run)).toMatchObject({
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
	const build = buildOf(source);
	const { made } = await inspect(build);
	const at = async (stack: number) => {
		const env = { CYCLELAB_MODE: 'count', CYCLELAB_COUNT: '1', CYCLELAB_STACK: String(stack) };
		return Number(BigInt(`0x${(await measure(made, build, env)).end.checksum}`));
	};
	const [still = 0, little = 0, much = 0] = [await at(0), await at(16), await at(4080)];
	expect([(still - little) & 4095, (still - much) & 4095]).toEqual([16, 4080]);
});
