/** The Crystal toolchain in real sandboxes: exact counts, lines, LLVM IR, compiler messages, and the harness. */
import { describe, expect, test } from 'vitest';
import { explain } from '@cyclelab/contract/measure/explain';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { crystal } from '../../../runner/src/toolchains/crystal.ts';
import {
	buildOf,
	carry,
	crystalForAll,
	inTargets,
	type CrystalProgram
} from './crystal-programs.ts';
import { rowsOf } from './harness-rows.ts';
import { value } from './pool.ts';
import { asked, callsOfThree, executedInCalls } from './programs.ts';

const { tools, takeMeasuring, programOf } = crystalForAll();

// The first tests wait for the builds, which share the cores.
describe('counts are exact', { timeout: 300_000 }, () => {
	test.for(inTargets)('$name, $target', async ({ name, target, total, checksum }) => {
		const { seen, counted } = await programOf(name, target);
		const timed = seen.functions.filter(({ symbol }) => symbol !== 'setup');
		expect({
			totals: executedInCalls(counted, timed),
			checksum: BigInt(`0x${counted.results[0]}`)
		}).toEqual({
			totals: callsOfThree.map((n) => total[target]?.(n)),
			checksum: checksum(asked.iterations)
		});
	});
});

test("only the file's functions are listed, even if the library has a file of the same name", async () => {
	const symbols = ({ seen }: CrystalProgram) => seen.functions.map(({ symbol }) => symbol);
	expect(symbols(await programOf('array'))).toEqual(['kernel']);
	expect(symbols(await programOf('chase'))).toEqual(['setup', 'kernel']);
	expect(symbols(await programOf('proc'))).toEqual([
		'~procProc(UInt64, UInt64)@proc.cr:1',
		'~proc2Proc(UInt64, UInt64)@proc.cr:1',
		'kernel'
	]);
});

test.for(['x86-64', 'arm64'] as const)('instructions have their lines, %s', async (target) => {
	const { seen } = await programOf('call', target);
	const lines = seen.functions.map(({ symbol, instructions }) => [
		symbol,
		[...new Set(instructions.flatMap(({ line }) => line ?? []))]
	]);
	expect(lines).toEqual([
		['kernel', [8]],
		['*step<UInt64>:UInt64', [2]]
	]);
});

test("the LLVM IR has only the file's functions, without debug information", async () => {
	const [ir] = (await programOf('call')).made.representations ?? [];
	expect(ir).toMatchObject({ id: 'llvm-ir', phases: [{ name: 'after optimisation' }] });
	const text = ir?.phases[0]?.text ?? '';
	expect(text.match(/^define.*?@[^(]+/gm)?.map((line) => line.replace(/^.*@/, ''))).toEqual([
		'kernel',
		'"*step<UInt64>:UInt64"'
	]);
	expect(text).toMatch(/call i64 @"\*step<UInt64>:UInt64"\(i64 %\w+/);
	expect(text).not.toContain('!dbg');
});

const failing = async (source: string, variant: string, flags: readonly string[] = []) => {
	const read = await carry(crystal.build(buildOf(source, { variant, flags })), tools());
	if (read.ok) throw new Error('it was built');
	return read.failure;
};

test("a compile error has its line and column and the compiler's message", async () => {
	const source = `fun kernel(iterations : UInt64) : UInt64
  iterations.times { |i| summ += i }
  0_u64
end
`;
	const failure = await failing(source, 'wrong');
	expect(failure).toEqual({
		stage: 'compile',
		variant: 'wrong',
		kind: 'compile-error',
		text: [
			'In wrong.cr:2:33',
			'',
			' 2 | iterations.times { |i| summ += i }',
			'                                   ^',
			"Error: '+=' before definition of 'summ'",
			''
		].join('\n'),
		diagnostics: [
			{
				variant: 'wrong',
				line: 2,
				column: 33,
				severity: 'error',
				message: "'+=' before definition of 'summ'"
			}
		]
	});
	expect(explain(failure).title).toBe('The compiler found an error in line 2.');
});

test('a kernel that is not a `fun` is listed and reported as missing', async () => {
	const source = 'def kernel(n : UInt64) : UInt64\n  n\nend\n';
	const build = buildOf(source, { variant: 'missing', flags: ['-O0'] });
	const sandbox = tools();
	const made = value(await carry(crystal.build(build), sandbox));
	expect(made.unfinished).toMatchObject({
		stage: 'link',
		kind: 'compile-error',
		diagnostics: [{ message: expect.stringMatching(/^there is no kernel: write `fun kernel/) }]
	});
	const { functions } = value(await carry(crystal.disassemble(build, made), sandbox));
	expect(functions.map(({ symbol }) => symbol)).toEqual([
		'kernel(UInt64)',
		'*kernel<UInt64>:UInt64'
	]);
});

test('a command of a macro cannot write outside its step', async () => {
	const source = '{{ `touch /tmp/here /usr/here && echo 1` }}\n';
	expect(await failing(source, 'hostile')).toMatchObject({
		stage: 'compile',
		kind: 'compile-error',
		text: expect.stringContaining("cannot touch '/usr/here': Read-only file system"),
		diagnostics: [
			{
				line: 1,
				message: expect.stringMatching(
					/^error executing command: touch \/tmp\/here \/usr\/here && echo 1, got exit status 1/
				)
			}
		]
	});
});

test('flags reach the compiler, and setup, parameters, warnings and exceptions work', async () => {
	const source = `require "cyclelab"

class Told
  class_property seed = 0_u64
end

@[Deprecated("No more")]
def old(value : UInt64)
  value
end

fun setup(seed : UInt64) : Void
  Told.seed = old(seed)
end

fun kernel(iterations : UInt64) : UInt64
  values = [1_u64, 2_u64]
  values[Cyclelab.parameter("place", 0)] &+ 1000_u64 &* Told.seed &+ {{ flag?(:ten) ? 10_u64 : 0_u64 }}
end
`;
	const build = buildOf(source, { variant: 'told', flags: ['-O0', '-Dten'] });
	const sandbox = tools();
	const made = value(await carry(crystal.build(build), sandbox));
	expect(made.diagnostics).toEqual([
		{
			variant: 'told',
			line: 13,
			column: 15,
			severity: 'warning',
			message: 'Deprecated ::old. No more'
		}
	]);
	const seen = value(await carry(crystal.disassemble(build, made), sandbox));
	// Without optimisation the call is not inlined.
	expect(seen.functions.map(({ symbol }) => symbol)).toContain('*old<UInt64>:UInt64');
	const count = (place: number) =>
		carry(crystal.count(build, made, seen, { ...asked, seed: 7, parameters: { place } }), sandbox);
	expect(value(await count(1)).results[0]).toBe((7012).toString(16).padStart(16, '0'));
	const outside = await count(2);
	expect(outside).toMatchObject({
		ok: false,
		failure: {
			stage: 'count',
			kind: 'crash',
			exitCode: 1,
			text: expect.stringContaining('Unhandled exception: Index out of bounds (IndexError)')
		}
	});
});

test('a measuring process sends the requested number of samples', async () => {
	const { build, made, sandbox } = await programOf('allocate');
	const measuring = await takeMeasuring();
	try {
		for (const name of made.artifacts) await measuring.put(name, await sandbox.get(name));
		const execution = crystal.execute(build, made);
		const env = { CYCLELAB_MODE: 'time', CYCLELAB_SAMPLES: '9', CYCLELAB_TARGET_US: '50' };
		const output = await measuring.run({
			...execution,
			env: { ...execution.env, ...env },
			limits: stepLimits.measure
		});
		expect(output).toMatchObject({ exit: { code: 0 }, stderr: Buffer.alloc(0) });
		const { hello, samples, end } = rowsOf(output.results.toString());
		expect(hello).toMatchObject({ language: 'cr', mode: 'time' });
		expect([samples.length, end.samples]).toEqual([9, 9]);
	} finally {
		await measuring.dispose();
	}
});

test('the toolchain reports the version in the image', async () => {
	const { stdout } = await tools().run({
		argv: [...crystal.version.argv],
		env: {},
		limits: stepLimits.compile
	});
	expect(crystal.version.pattern.exec(stdout.toString())?.[1]).toMatch(/^1\.14\.\d+$/);
});
