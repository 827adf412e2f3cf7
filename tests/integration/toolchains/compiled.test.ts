/** Rust and Crystal in real sandboxes: exact counts, lines, LLVM IR, compiler messages, and the harness. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import { describe, expect, test } from 'vitest';
import type { CountedKernel } from '../../../runner/fixtures/counted-kernel.ts';
import { kernels as crystalKernels } from '../../../runner/fixtures/crystal/kernels.ts';
import { kernels as rustKernels } from '../../../runner/fixtures/rust/kernels.ts';
import { crystal } from '../../../runner/src/toolchains/crystal.ts';
import { rust } from '../../../runner/src/toolchains/rust.ts';
import type { Build, Toolchain } from '../../../runner/src/toolchains/toolchain.ts';
import { value } from './pool.ts';
import {
	asked,
	callsOfThree,
	executedInCalls,
	fixture,
	programsForAll,
	type Programs
} from './programs.ts';

type Compiled = {
	image: 'rust' | 'crystal';
	language: 'rs' | 'cr';
	toolchain: Toolchain;
	counted: Record<Target, CountedKernel[]>;
	/** Functions of the kernel `call`, with their lines. */
	lines: [symbol: string, lines: unknown][];
	/** What the LLVM IR of that kernel defines. */
	defined: RegExp[];
	/** Returns `1000 * seed + 2 + 10` for the parameter `place` 1, and ends at 2; warns of the deprecated `old`. */
	told: {
		source: string;
		flags: string[];
		warning: Omit<Diagnostic, 'variant'>;
		old: string;
		crash: object;
	};
	/** Further tests of this language. */
	more: (programs: Programs) => void;
};

const has = (kernels: readonly CountedKernel[], target: Target) =>
	kernels.filter(({ total }) => total[target]);
/** A build of Crystal takes 3 s, so only ten kernels for x86-64 and two for arm64; the accuracy bench counts all. */
const ofCrystal = (...names: string[]) => crystalKernels.filter(({ name }) => names.includes(name));

const compiled: Compiled[] = [
	{
		image: 'rust',
		language: 'rs',
		toolchain: rust,
		counted: { 'x86-64': has(rustKernels, 'x86-64'), arm64: has(rustKernels, 'arm64') },
		lines: [
			['call::step', [3, 4]],
			['kernel', expect.arrayContaining([9, 10, 13])]
		],
		defined: [/@_RNv/, /@kernel$/],
		told: {
			source: fixture('told.rs'),
			flags: ['-Copt-level=0', '--cfg=ten'],
			warning: {
				line: 9,
				column: 54,
				endLine: 9,
				endColumn: 57,
				severity: 'warning',
				message: 'use of deprecated function `old`: no more',
				notes: [{ message: '`#[warn(deprecated)]` on by default' }]
			},
			old: 'told::old',
			crash: {
				signal: 'SIGABRT',
				text: expect.stringMatching(
					/panicked at told\.rs:15:\d+:\nindex out of bounds: the len is 2 but the index is 2/
				)
			}
		},
		more: ({ program, programOf, buildOf, kernelSource, versionOf }) => {
			test('a call names the function that it calls', async () => {
				const { made, seen } = await programOf(rust, 'call');
				const called = seen.functions[1]?.instructions.find(({ flow }) => flow === 'call');
				expect(called?.text).toMatch(/ <call::step>$/);
				expect(made.representations?.[0]?.phases[0]?.text).toContain('; call::step\n');
			});

			test('it has what each pass of LLVM made of the kernel, if asked', async () => {
				const source = await kernelSource('call');
				const build = buildOf(rust, source, { variant: 'call', flags: ['-print-changed'] });
				const { made } = await program(rust, build);
				const passes = made.representations?.find(({ id }) => id === 'passes');
				expect(passes?.title).toBe('LLVM passes on kernel');
				expect(passes?.phases[0]?.name).toBe('0 front end');
				const names = passes?.phases.map(({ name }) => name);
				expect(names).toContainEqual(expect.stringMatching(/ SROA$/));
			});

			test('nothing of a file of the same name in the library is listed', async () => {
				const flags = ['-Copt-level=0'];
				const source = await kernelSource('atomic');
				const { seen } = await program(rust, buildOf(rust, source, { variant: 'atomic', flags }));
				const most = source.split('\n').length;
				const shown = seen.functions.flatMap(({ instructions }) => instructions);
				expect(shown.filter(({ line = 0 }) => line > most)).toEqual([]);
				// The library's generic functions are compiled with the file, and have no line of it.
				const next = seen.functions.find(({ symbol }) => symbol.includes('Range<u64>'));
				expect(next?.instructions.flatMap(({ line }) => line ?? [])).toEqual([]);
			});

			test('the toolchain has the LLVM that its name promises', async () => {
				expect((await versionOf(rust)).text).toMatch(/^LLVM version: 19\./m);
			});
		}
	},
	{
		image: 'crystal',
		language: 'cr',
		toolchain: crystal,
		counted: {
			'x86-64': [
				...ofCrystal('product', 'nested', 'call', 'proc', 'branch'),
				...ofCrystal('atomic', 'chase', 'array', 'struct', 'allocate')
			],
			arm64: ofCrystal('call', 'array')
		},
		lines: [
			['kernel', [8]],
			['*step<UInt64>:UInt64', [2]]
		],
		defined: [/@kernel$/, /@"\*step<UInt64>:UInt64"$/],
		told: {
			source: fixture('told.cr'),
			flags: ['-O0', '-Dten'],
			warning: {
				line: 13,
				column: 15,
				severity: 'warning',
				message: 'Deprecated ::old. No more'
			},
			old: '*old<UInt64>:UInt64',
			crash: {
				exitCode: 1,
				text: expect.stringContaining('Unhandled exception: Index out of bounds (IndexError)')
			}
		},
		more: ({ carry, programOf, buildOf }) => {
			test.for([
				['array', ['kernel']],
				['chase', ['setup', 'kernel']],
				[
					'proc',
					['~procProc(UInt64, UInt64)@proc.cr:1', '~proc2Proc(UInt64, UInt64)@proc.cr:1', 'kernel']
				]
			] as const)(
				"only the file's functions are listed, even if the library has a file of the same name: %s",
				async ([name, listed]) => {
					const { functions } = (await programOf(crystal, name)).seen;
					expect(functions.map(({ symbol }) => symbol)).toEqual(listed);
				}
			);

			test('the LLVM IR calls functions by their names in Crystal', async () => {
				const [ir] = (await programOf(crystal, 'call')).made.representations ?? [];
				expect(ir?.phases[0]?.text).toMatch(/call i64 @"\*step<UInt64>:UInt64"\(i64 %\w+/);
			});

			test('a command of a macro cannot write outside its step', async () => {
				const source = '{{ `touch /tmp/here /usr/here && echo 1` }}\n';
				const read = await carry(crystal.build(buildOf(crystal, source, { variant: 'hostile' })));
				const message = expect.stringMatching(
					/^error executing command: touch \/tmp\/here \/usr\/here && echo 1, got exit status 1/
				);
				expect(read).toMatchObject({
					ok: false,
					failure: {
						stage: 'compile',
						kind: 'compile-error',
						text: expect.stringContaining("cannot touch '/usr/here': Read-only file system"),
						diagnostics: [{ line: 1, message }]
					}
				});
			});
		}
	}
];

describe.each(compiled)('$image', (one) => {
	const { image, language, toolchain, counted, told } = one;
	const programs = programsForAll(image, language);
	const { carry, programOf, buildOf } = programs;
	const named = (variant: string, source: string, changes: Partial<Build> = {}) =>
		buildOf(toolchain, source, { variant, ...changes });
	const targets = ['x86-64', 'arm64'] as const;

	test.for(targets.flatMap((target) => counted[target].map((kernel) => ({ ...kernel, target }))))(
		'counts are exact: $name, $target',
		async ({ name, target, total, checksum }) => {
			const { seen, counted } = await programOf(toolchain, name, target);
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

	test.for(targets)('instructions have their lines, %s', async (target) => {
		const { seen } = await programOf(toolchain, 'call', target);
		const lines = seen.functions.map(({ symbol, instructions }) => [
			symbol,
			[...new Set(instructions.flatMap(({ line }) => line ?? []))].toSorted((a, b) => a - b)
		]);
		expect(lines).toEqual(one.lines);
	});

	test("the LLVM IR has only the file's functions, without debug information", async () => {
		const [ir] = (await programOf(toolchain, 'call')).made.representations ?? [];
		expect(ir).toMatchObject({ id: 'llvm-ir', phases: [{ name: 'after optimisation' }] });
		const text = ir?.phases[0]?.text ?? '';
		expect(text.match(/^define.*?@[^(]+/gm)).toEqual(
			one.defined.map((pattern) => expect.stringMatching(pattern))
		);
		expect(text).not.toContain('!dbg');
	});

	test('flags reach the compiler, and setup, parameters, warnings and failures work', async () => {
		const build = named('told', told.source, { flags: told.flags });
		const made = value(await carry(toolchain.build(build)));
		expect(made.diagnostics).toEqual([{ variant: 'told', ...told.warning }]);
		const seen = value(await carry(toolchain.disassemble(build, made)));
		// Without optimisation the call is not inlined.
		expect(seen.functions.map(({ symbol }) => symbol)).toContain(told.old);
		const count = (place: number) =>
			carry(toolchain.count(build, made, seen, { ...asked, seed: 7, parameters: { place } }));
		expect(value(await count(1)).results[0]).toBe((7012).toString(16).padStart(16, '0'));
		expect(await count(2)).toMatchObject({
			ok: false,
			failure: { stage: 'count', kind: 'crash', ...told.crash }
		});
	});

	one.more(programs);
});
