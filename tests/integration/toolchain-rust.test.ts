/** The Rust toolchain in real sandboxes: exact counts, lines, LLVM IR, compiler messages, and the harness. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Target } from '@cyclelab/exercises/schema';
import { kernels } from '../../runner/fixtures/rust/kernels.ts';
import { runSteps } from '../../runner/src/job/run-steps.ts';
import { explain } from '../../runner/src/measure/explain.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import type { Pool } from '../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../runner/src/sandbox/pooled-sandbox.ts';
import { rust } from '../../runner/src/toolchains/rust.ts';
import type { Build, Steps } from '../../runner/src/toolchains/toolchain.ts';
import type { CountRequest } from '../../runner/src/toolchains/harness-env.ts';
import { rowsOf } from './harness-rows.ts';
import { poolOf, value } from './toolchain-pool.ts';

let pool: Pool;
let tools: PooledSandbox;

const asked: CountRequest = { iterations: 1003, seed: 1, parameters: {} };

const buildOf = (source: string, changes: Partial<Build> = {}): Build => ({
	variant: 'kernel',
	language: 'rs',
	compiler: 'rust-1.85',
	target: 'x86-64',
	flags: [],
	source,
	...changes
});

const kernelSource = (name: string) =>
	readFile(join(import.meta.dirname, `../../runner/fixtures/rust/kernels/${name}.rs`), 'utf8');

const carry = <T>(steps: Steps<T>, sandbox = tools) =>
	runSteps(steps, sandbox, (_, command) => sandbox.run(command));

async function program(build: Build, request = asked) {
	const made = value(await carry(rust.build(build)));
	const seen = value(await carry(rust.disassemble(build, made)));
	const counted = value(await carry(rust.count(build, made, seen, request)));
	return { build, made, seen, counted };
}

beforeAll(async () => {
	pool = await poolOf('rust');
	tools = await pool.take('tools', 'rust');
}, 600_000);

afterAll(async () => {
	await tools.dispose();
	await pool.close();
});

const inTargets = kernels.flatMap((kernel) =>
	Target.options.filter((target) => kernel.total[target]).map((target) => ({ ...kernel, target }))
);

test.for(inTargets)(
	'counts are exact: $name, $target',
	{ timeout: 60_000 },
	async ({ name, target, total, checksum }) => {
		const build = buildOf(await kernelSource(name), { variant: name, target });
		const { seen, counted } = await program(build);
		const executed = seen.functions
			.filter(({ symbol }) => symbol !== 'setup')
			.flatMap(({ instructions }) => instructions)
			.map(({ address }) => counted.counts.get(address) ?? 0);
		expect({
			total: executed.reduce((sum, one) => sum + one, 0),
			checksum: BigInt(`0x${counted.checksum}`)
		}).toEqual({ total: total[target]?.(asked.iterations), checksum: checksum(asked.iterations) });
	}
);

describe('what is seen', () => {
	test.for(['x86-64', 'arm64'] as const)('has lines and readable names, %s', async (target) => {
		const { seen } = await program(
			buildOf(await kernelSource('call'), { variant: 'call', target })
		);
		const lines = seen.functions.map(({ symbol, instructions }) => [
			symbol,
			[...new Set(instructions.flatMap(({ line }) => line ?? []))].toSorted((a, b) => a - b)
		]);
		expect(lines).toEqual([
			['call::step', [3, 4]],
			['kernel', expect.arrayContaining([9, 10, 13])]
		]);
		const called = seen.functions[1]?.instructions.find(({ flow }) => flow === 'call');
		expect(called?.text).toMatch(/ <call::step>$/);
	});

	test('is nothing of a file of the same name in the library', async () => {
		const build = buildOf(await kernelSource('atomic'), {
			variant: 'atomic',
			flags: ['-Copt-level=0']
		});
		const { seen } = await program(build);
		const lines = build.source.split('\n').length;
		const shown = seen.functions.flatMap(({ instructions }) => instructions);
		expect(shown.flatMap(({ line }) => (line !== undefined && line > lines ? [line] : []))).toEqual(
			[]
		);
		// The library's generic functions are compiled with the file, and have no line of it.
		const next = seen.functions.find(({ symbol }) => symbol.includes('Range<u64>'));
		expect(next?.instructions.flatMap(({ line }) => line ?? [])).toEqual([]);
	});

	test("has the LLVM IR of the file's functions, without debug information", async () => {
		const { made } = await program(buildOf(await kernelSource('call'), { variant: 'call' }));
		const [ir] = made.representations ?? [];
		expect(ir).toMatchObject({ id: 'llvm-ir', phases: [{ name: 'after optimisation' }] });
		const text = ir?.phases[0]?.text ?? '';
		expect(text.match(/^; \S+$|^define.*?@[^(]+/gm)).toEqual([
			'; call::step',
			expect.stringMatching(/^define .*@_RNv/),
			expect.stringMatching(/^define .*@kernel$/)
		]);
		expect(text).not.toContain('!dbg');
	});
});

const failing = async (source: string, changes: Partial<Build> = {}) => {
	const read = await carry(rust.build(buildOf(source, changes)));
	if (read.ok) throw new Error('it was built');
	return read.failure;
};

test("a compile error has its line and column and the compiler's message", async () => {
	const source = `#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    for i in 0..iterations { summ += i; }
    0
}
`;
	const failure = await failing(source, { variant: 'wrong' });
	expect(failure).toEqual({
		stage: 'compile',
		variant: 'wrong',
		kind: 'compile-error',
		text: expect.stringContaining(
			[
				...['error[E0425]: cannot find value `summ` in this scope', ' --> wrong.rs:3:30', '  |'],
				'3 |     for i in 0..iterations { summ += i; }'
			].join('\n')
		),
		diagnostics: [
			{
				variant: 'wrong',
				line: 3,
				column: 30,
				severity: 'error',
				message: 'cannot find value `summ` in this scope'
			}
		]
	});
	expect(explain(failure).title).toBe('The compiler found an error in line 3.');
});

test('a kernel whose name was changed by the compiler is reported as missing', async () => {
	const failure = await failing('pub fn kernel(n: u64) -> u64 { n }\n');
	expect(failure).toMatchObject({
		stage: 'link',
		kind: 'compile-error',
		diagnostics: [{ message: expect.stringMatching(/^there is no kernel: write `#\[no_mangle\]`/) }]
	});
});

test('flags reach the compiler, and setup, parameters, warnings and panics work', async () => {
	const source = `use cyclelab::parameter;

static mut SEED: u64 = 0;

#[deprecated(note = "no more")]
fn old(value: u64) -> u64 { value }

#[no_mangle]
pub extern "C" fn setup(seed: u64) { unsafe { SEED = old(seed) } }

#[no_mangle]
pub extern "C" fn kernel(_: u64) -> u64 {
    let values = vec![1u64, 2];
    let ten = if cfg!(ten) { 10 } else { 0 };
    values[parameter("place", 0) as usize] + 1000 * unsafe { SEED } + ten
}
`;
	const build = buildOf(source, { variant: 'told', flags: ['-Copt-level=0', '--cfg=ten'] });
	const made = value(await carry(rust.build(build)));
	expect(made.diagnostics).toEqual([
		{
			variant: 'told',
			line: 9,
			column: 54,
			severity: 'warning',
			message: 'use of deprecated function \`old\`: no more'
		}
	]);
	const seen = value(await carry(rust.disassemble(build, made)));
	expect(seen.functions.map(({ symbol }) => symbol)).toContain('told::old');
	const count = (place: number) =>
		carry(rust.count(build, made, seen, { ...asked, seed: 7, parameters: { place } }));
	expect(value(await count(1)).checksum).toBe((7012).toString(16).padStart(16, '0'));
	expect(await count(2)).toMatchObject({
		ok: false,
		failure: {
			stage: 'count',
			kind: 'crash',
			signal: 'SIGABRT',
			text: expect.stringMatching(
				/panicked at told\.rs:15:\d+:\nindex out of bounds: the len is 2 but the index is 2/
			)
		}
	});
});

test('a measuring process sends the requested number of samples', async () => {
	const { build, made } = await program(buildOf(await kernelSource('allocate')));
	const measuring = await pool.take('measure', 'rust');
	try {
		for (const name of made.artifacts) await measuring.put(name, await tools.get(name));
		const env = { CYCLELAB_MODE: 'time', CYCLELAB_SAMPLES: '9', CYCLELAB_TARGET_US: '50' };
		const output = await measuring.run({
			...rust.execute(build, made),
			env,
			limits: stepLimits.measure
		});
		expect(output).toMatchObject({ exit: { code: 0 }, stderr: Buffer.alloc(0) });
		const { hello, samples, end } = rowsOf(output.results.toString());
		expect(hello).toMatchObject({ language: 'rs', mode: 'time' });
		expect([samples.length, end.samples]).toEqual([9, 9]);
	} finally {
		await measuring.dispose();
	}
});

test('the toolchain reports the version in the image, which has the LLVM that its name promises', async () => {
	const { stdout } = await tools.run({
		argv: [...rust.version.argv],
		env: {},
		limits: stepLimits.compile
	});
	expect(rust.version.pattern.exec(stdout.toString())?.[1]).toMatch(/^1\.85\.\d+$/);
	expect(stdout.toString()).toMatch(/^LLVM version: 19\./m);
});
