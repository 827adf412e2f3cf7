/** The Go toolchain in real sandboxes: exact counts, lines, compiler phases and messages. */
import { describe, expect, test } from 'vitest';
import type { Target } from '@cyclelab/exercises/schema';
import { kernelsBy } from '../../../runner/fixtures/go/kernels.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { compileCommand, gos } from '../../../runner/src/toolchains/go-compile.ts';
import { explainingPhases, removablePhases } from '@cyclelab/contract/flags/go-flags';
import { go } from '../../../runner/src/toolchains/go.ts';
import type { DisassembledProgram } from '../../../runner/src/toolchains/toolchain.ts';
import { value } from './pool.ts';
import { asked, callsOfThree, executedInCalls, inCalls, programsForAll } from './programs.ts';

const { tools, carry, inspect, program, withSandbox, buildOf, kernelSource } = programsForAll(
	'go',
	'go'
);

const cases = gos.flatMap((compiler) =>
	kernelsBy(compiler).flatMap((kernel) =>
		Object.keys(kernel.total).map((target) => ({ ...kernel, compiler, target: target as Target }))
	)
);

describe('counts are exact', () => {
	test.for(cases)('$name, $target, by $compiler', async (one) => {
		const { name, compiler, target, line, times, total, checksum } = one;
		const build = buildOf(go, await kernelSource(name), { compiler, target });
		// One sandbox has no room for the programs of all cases.
		const { seen, counted } = await withSandbox('tools', (sandbox) =>
			program(go, build, inCalls, sandbox)
		);
		const n = asked.iterations;
		const timed = seen.functions.filter(({ symbol }) => !['init.0', 'fill'].includes(symbol));
		const instructions = timed.flatMap((shown) => shown.instructions);
		const atLine = instructions
			.filter((instruction) => instruction.line === line)
			.map(({ address }) => counted.counts.get(address) ?? 0);
		// The walk through memory goes on where the first call stopped, and the sum is of a walk from its beginning.
		const compared = name === 'chase' ? [n] : callsOfThree;
		expect({
			totals: executedInCalls(counted, timed).slice(0, compared.length),
			times: Math.max(...atLine),
			checksum: BigInt(`0x${counted.results[0]}`)
		}).toEqual({
			totals: compared.map((n) => total[target]?.(n)),
			times: times(n),
			checksum: checksum(n)
		});
	});
});

test("only the file's functions are listed, with their names in the source", async () => {
	const { seen } = await inspect(go, buildOf(go, await kernelSource('chase')));
	expect(seen.functions.map(({ symbol }) => symbol)).toEqual(['init.0', 'fill', 'kernel']);
});

test.for(['x86-64', 'arm64'] as const)(
	'the last compiler phase is the machine code, %s',
	async (target) => {
		const { seen } = await inspect(go, buildOf(go, await kernelSource('add'), { target }));
		const phases = seen.representations?.[0]?.phases ?? [];
		const names = phases.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(['AST', 'start', 'lower', 'regalloc']));
		expect(names.at(-1)).toBe('genssa');
		expect(phases.at(-1)?.text).toContain('main.kernel(SB)');
		expect(phases.find(({ name }) => name === 'lower')?.text).toContain('v1 = InitMem <mem>');
	}
);

test('equal sources built in different folders give equal programs', async () => {
	const build = buildOf(go, await kernelSource('slice'), { variant: 'same' });
	const programs = [];
	for (let i = 0; i < 2; i++) {
		const program = await withSandbox('tools', async (sandbox) => {
			for (let before = 0; before < i; before++)
				await sandbox.run({ argv: ['/bin/true'], env: {}, limits: stepLimits.compile });
			const made = value(await carry(go.build(build), sandbox));
			return sandbox.get(made.artifacts[0] ?? '');
		});
		programs.push(program);
	}
	expect(programs[0]?.equals(programs[1] ?? Buffer.alloc(0))).toBe(true);
});

test('a linker error is reported as an error of the source', async () => {
	const source = [
		'package main',
		'import _ "unsafe"',
		'//go:linkname hidden runtime.nothing',
		'func hidden() uint64',
		'func kernel(n uint64) uint64 { return hidden() }',
		''
	].join('\n');
	const made = await carry(go.build(buildOf(go, source, { variant: 'hidden' })));
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
	const { made, seen } = await inspect(go, buildOf(go, source, { flags: ['-m'], variant: 'step' }));
	expect(made.diagnostics).toContainEqual({
		variant: 'step',
		line: 2,
		column: 6,
		severity: 'note',
		message: 'can inline step'
	});
	// The function itself stays in the package in either case.
	const calls = ({ functions }: DisassembledProgram) =>
		functions
			.flatMap(({ instructions }) => instructions.map(({ callee }) => callee))
			.includes('main.step');
	const plain = await inspect(go, buildOf(go, source, { flags }));
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
			const build = { ...buildOf(go, source, { flags: [flag] }), compiler };
			return (await tools().run(compileCommand(build, stepLimits.compile))).exit;
		})
	);
	expect(exits).toEqual([...flags.map(() => ({ code: 0 })), { code: 1 }]);
});
