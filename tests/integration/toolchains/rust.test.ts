/** The Rust toolchain in real sandboxes: exact counts, lines, LLVM IR, compiler messages, and the harness. */
import { describe, expect, test } from 'vitest';
import { Target } from '@cyclelab/exercises/schema';
import { kernels } from '../../../runner/fixtures/rust/kernels.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import { rust } from '../../../runner/src/toolchains/rust.ts';
import type { Build } from '../../../runner/src/toolchains/toolchain.ts';
import { rowsOf } from './harness-rows.ts';
import { value } from './pool.ts';
import { asked, callsOfThree, executedInCalls, inCalls, programsForAll } from './programs.ts';

const { carry, program, buildOf, kernelSource, measure, versionOf } = programsForAll('rust', 'rs');

const inTargets = kernels.flatMap((kernel) =>
	Target.options.filter((target) => kernel.total[target]).map((target) => ({ ...kernel, target }))
);

test.for(inTargets)(
	'counts are exact: $name, $target',
	{ timeout: 60_000 },
	async ({ name, target, total, checksum }) => {
		const build = buildOf(rust, await kernelSource(name), { variant: name, target });
		const { seen, counted } = await program(rust, build, inCalls);
		const timed = seen.functions.filter(({ symbol }) => symbol !== 'setup');
		expect({
			totals: executedInCalls(counted, timed),
			checksum: BigInt(`0x${counted.results[0]}`)
		}).toEqual({
			totals: callsOfThree.map((n) => total[target]?.(n)),
			checksum: checksum(asked.iterations)
		});
	}
);

describe('what is seen', () => {
	test.for(['x86-64', 'arm64'] as const)('has lines and readable names, %s', async (target) => {
		const { seen } = await program(
			rust,
			buildOf(rust, await kernelSource('call'), { variant: 'call', target })
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
		const build = buildOf(rust, await kernelSource('atomic'), {
			variant: 'atomic',
			flags: ['-Copt-level=0']
		});
		const { seen } = await program(rust, build);
		const lines = build.source.split('\n').length;
		const shown = seen.functions.flatMap(({ instructions }) => instructions);
		expect(shown.flatMap(({ line }) => (line !== undefined && line > lines ? [line] : []))).toEqual(
			[]
		);
		// The library's generic functions are compiled with the file, and have no line of it.
		const next = seen.functions.find(({ symbol }) => symbol.includes('Range<u64>'));
		expect(next?.instructions.flatMap(({ line }) => line ?? [])).toEqual([]);
	});

	test('has what each pass of LLVM made of the kernel, if asked', async () => {
		const build = buildOf(rust, await kernelSource('call'), {
			variant: 'call',
			flags: ['-print-changed']
		});
		const { made } = await program(rust, build);
		const passes = made.representations?.find(({ id }) => id === 'passes');
		expect(passes?.title).toBe('LLVM passes on kernel');
		expect(passes?.phases[0]?.name).toBe('0 front end');
		expect(passes?.phases.map(({ name }) => name)).toContainEqual(expect.stringMatching(/ SROA$/));
	});

	test("has the LLVM IR of the file's functions, without debug information", async () => {
		const { made } = await program(
			rust,
			buildOf(rust, await kernelSource('call'), { variant: 'call' })
		);
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
	const read = await carry(rust.build(buildOf(rust, source, changes)));
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
				'error[E0425]: cannot find value `summ` in this scope',
				' --> wrong.rs:3:30',
				'  |',
				'3 |     for i in 0..iterations { summ += i; }'
			].join('\n')
		),
		diagnostics: [
			{
				variant: 'wrong',
				line: 3,
				column: 30,
				endLine: 3,
				endColumn: 34,
				severity: 'error',
				message: 'cannot find value `summ` in this scope',
				notes: [
					{ line: 3, column: 30, endLine: 3, endColumn: 34, message: 'not found in this scope' }
				]
			}
		]
	});
	expect(explain(failure).title).toBe('The compiler found an error in line 3.');
});

test('a kernel whose name was changed by the compiler is listed and reported as missing', async () => {
	const build = buildOf(rust, 'pub fn kernel(n: u64) -> u64 { n }\n', { variant: 'renamed' });
	const made = value(await carry(rust.build(build)));
	expect(made.unfinished).toMatchObject({
		stage: 'link',
		kind: 'compile-error',
		diagnostics: [{ message: expect.stringMatching(/^there is no kernel: write `#\[no_mangle\]`/) }]
	});
	const { functions } = value(await carry(rust.disassemble(build, made)));
	expect(functions.map(({ symbol }) => symbol)).toEqual(['renamed::kernel']);
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
	const build = buildOf(rust, source, { variant: 'told', flags: ['-Copt-level=0', '--cfg=ten'] });
	const made = value(await carry(rust.build(build)));
	expect(made.diagnostics).toEqual([
		{
			variant: 'told',
			line: 9,
			column: 54,
			endLine: 9,
			endColumn: 57,
			severity: 'warning',
			message: 'use of deprecated function \`old\`: no more',
			notes: [{ message: '`#[warn(deprecated)]` on by default' }]
		}
	]);
	const seen = value(await carry(rust.disassemble(build, made)));
	expect(seen.functions.map(({ symbol }) => symbol)).toContain('told::old');
	const count = (place: number) =>
		carry(rust.count(build, made, seen, { ...asked, seed: 7, parameters: { place } }));
	expect(value(await count(1)).results[0]).toBe((7012).toString(16).padStart(16, '0'));
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
	const { build, made } = await program(rust, buildOf(rust, await kernelSource('allocate')));
	const env = { CYCLELAB_SAMPLES: '9', CYCLELAB_TARGET_US: '50' };
	const output = await measure(rust, build, made, env);
	expect(output).toMatchObject({ exit: { code: 0 }, stderr: Buffer.alloc(0) });
	const { hello, samples, end } = rowsOf(output.results.toString());
	expect(hello).toMatchObject({ language: 'rs', mode: 'time' });
	expect([samples.length, end.samples]).toEqual([9, 9]);
});

test('the toolchain reports the version in the image, which has the LLVM that its name promises', async () => {
	const { version, text } = await versionOf(rust);
	expect(version).toMatch(/^1\.85\.\d+$/);
	expect(text).toMatch(/^LLVM version: 19\./m);
});
