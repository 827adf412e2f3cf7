import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { clang, withoutHarness } from './cc.ts';
import { compileCommand, syntaxAskedFor } from './cc-compile.ts';
import { wrapInElf } from './dotnet-elf.ts';
import type { Build, StepResult } from './toolchain.ts';

/** A program with the code sections `names`, in whose table of names their names take the place of `.text`'s. */
function program(...names: string[]): Buffer {
	const file = wrapInElf(
		names.map((name, index) => ({ name, at: 0x1000 + 16 * index, bytes: Buffer.from([0xc3]) }))
	);
	const table = Buffer.from(`\0${names.map((name) => `${name}\0`).join('')}`, 'latin1');
	const sectionsAt = Number(file.readBigUInt64LE(0x28));
	const lastSection = file.readUInt16LE(0x3c);
	// A string table of our own at the end of the file, whose header replaces that of section 0.
	const whole = Buffer.concat([file, table]);
	whole.writeUInt32LE(3, sectionsAt + 4);
	whole.writeBigUInt64LE(BigInt(file.length), sectionsAt + 0x18);
	whole.writeBigUInt64LE(BigInt(table.length), sectionsAt + 0x20);
	whole.writeUInt16LE(0, 0x3e);
	for (let index = 1; index < lastSection; index++) {
		const name = names[index - 1];
		const at = name === undefined ? 0 : table.indexOf(`\0${name}\0`, 0, 'latin1') + 1;
		whole.writeUInt32LE(at, sectionsAt + 64 * index);
	}
	return whole;
}

test('all code is listed but the harness', () => {
	expect(withoutHarness(program('.text', 'cyclelab_text', 'mine'))).toEqual(['.text', 'mine']);
});

test.each([
	['there is no harness', ['.text', 'mine']],
	['a name has a blank', ['.text', 'cyclelab_text', 'a b']],
	['a name is long', ['.text', 'cyclelab_text', 'x'.repeat(65)]],
	['there are many', ['cyclelab_text', ...Array.from({ length: 16 }, (_, at) => `s${at}`)]]
])('everything is listed if %s', (_, names) => {
	expect(withoutHarness(program(...names))).toEqual([]);
});

test('everything is listed of a program that was not read', () => {
	expect(withoutHarness(undefined)).toEqual([]);
});

const build: Build = {
	variant: 'sum',
	language: 'c',
	compiler: clang.compiler,
	target: 'x86-64',
	flags: [],
	source: ''
};

test.each([
	[[], undefined, []],
	[['-masm=att'], 'att', ['-masm=att']],
	[['--show-raw-insn'], 'intel', []],
	[['-masm=intel', '--show-raw-insn'], 'intel', ['-masm=intel']]
])('with %j the listing is in %s syntax, and the compiler has %j', (flags, syntax, given) => {
	const asked = { ...build, compiler: 'clang-22', language: 'c', flags } as const;
	const { argv } = compileCommand(asked, clang.limits.compile);
	expect(syntaxAskedFor(asked)).toBe(syntax);
	expect(argv.filter((word) => /^(-masm|--show)/.test(word))).toEqual(given);
});

test('forms of the code that flags ask for are made beside the object, and shown without what is of other files', () => {
	const building = clang.build({ ...build, flags: ['-emit-llvm', '-O3', '-E'] });
	const asked = (step = building.next()) => {
		if (!Array.isArray(step.value)) throw new Error('nothing was asked');
		return step.value.map(({ command: { argv } }) => argv.slice(-6).join(' '));
	};
	const gave = (fetched: Record<string, string>, then?: StepResult): StepResult[] => [
		{
			...ended({
				fetched: new Map(Object.entries(fetched).map(([name, text]) => [name, Buffer.from(text)]))
			}),
			...(then && { then })
		}
	];
	expect(asked()[0]).toMatch(
		/-fdiagnostics-parseable-fixits -c \{in\}\/sum\.c -o \{out\}\/sum\.o$/
	);
	const linked = ended({
		produced: ['sum.elf'],
		fetched: new Map([['sum.elf', program()]])
	});
	const next = building.next(gave({}, linked));
	expect(asked(next)[0]).toMatch(
		/-fdebug-compilation-dir=\. -S -emit-llvm \{in\}\/sum\.c -o \{out\}\/sum\.ll$/
	);
	const ir = `define i64 @kernel(i64 %0) !dbg !9 {
  ret i64 %0, !dbg !12
}
define i64 @of_a_header(i64 %0) !dbg !10 {
  ret i64 %0
}
!1 = !DIFile(filename: "sum.c", directory: ".")
!2 = !DIFile(filename: "other.h", directory: ".")
!9 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 3)
!10 = distinct !DISubprogram(name: "of_a_header", scope: !2, file: !2, line: 1)`;
	const last = building.next(gave({ 'sum.ll': ir }));
	expect(asked(last)[0]).toMatch(/ -E \{in\}\/sum\.c -o \{out\}\/sum\.i$/);
	const text =
		'# 1 "/job/sum.c"\n# 1 "/usr/include/x.h" 1\nint x;\n# 2 "/job/sum.c" 2\n\n\n\nint y = 2;\n';
	const { value: made } = building.next(gave({ 'sum.i': text }));
	expect(made).toMatchObject({
		ok: true,
		value: {
			representations: [
				{
					id: 'llvm-ir',
					title: 'LLVM IR',
					phases: [
						{
							name: 'after optimisation',
							text: 'define i64 @kernel(i64 %0) {\n  ret i64 %0\n}'
						}
					]
				},
				{
					id: 'preprocessed',
					title: 'Preprocessed source',
					phases: [{ name: 'after the preprocessor', text: 'int y = 2;' }]
				}
			]
		}
	});
});

test.each([
	['kernel', ['helper', 'kernel']],
	['_Z6squarei', ['_Z6squarei', 'main']]
])('the passes are asked for of %s, of %j', (symbol, functions) => {
	const building = clang.build({ ...build, flags: ['-print-changed'] });
	building.next();
	const gave = (output: Partial<StepResult>) => [ended(output)];
	const linked = ended({ produced: ['sum.elf'], fetched: new Map([['sum.elf', program()]]) });
	building.next(gave({ then: linked }));
	const module = `${functions.map((name) => `define i64 @${name}(i64 %0) !dbg !9 {`).join('\n')}
!1 = !DIFile(filename: "sum.c", directory: ".")
!9 = distinct !DISubprogram(name: "named", scope: !1, file: !1, line: 3)`;
	const asked = building.next(gave({ fetched: new Map([['sum.ll', Buffer.from(module)]]) }));
	if (!Array.isArray(asked.value)) throw new Error('nothing was asked');
	const [{ command }] = asked.value;
	expect(command.argv.join(' ')).toContain(
		`-mllvm -filter-print-funcs=${symbol} {in}/sum.c -o {out}/sum.ll`
	);
	expect(command.argv).not.toContain('-print-changed');
	expect(command.limits.outputKiB).toBeGreaterThan(clang.limits.compile.outputKiB);
	const stderr = Buffer.from(
		`*** IR Dump After SROAPass on ${symbol} ***\ndefine i64 @${symbol}(i64 %0) {\n}\n`
	);
	expect(building.next(gave({ stderr })).value).toMatchObject({
		ok: true,
		value: {
			representations: [
				{ id: 'passes', title: 'LLVM passes on named', phases: [{ name: '0 SROA' }] }
			]
		}
	});
});

/** The first step of the disassembly of a program that was compiled, linked and listed by one message. */
function disassembles(linked: Buffer) {
	const building = clang.build(build);
	const asked = building.next().value;
	const outputs = ended({
		then: ended({
			produced: ['sum.elf'],
			fetched: new Map([['sum.elf', linked]]),
			then: ended({ stdout: '\n0000000000001000 <kernel>:\n    1000:      \tret\n' })
		})
	});
	const made = building.next([outputs]).value;
	if (!('ok' in made) || !made.ok) throw new Error('it was not built');
	const first = clang.disassemble(build, made.value).next().value;
	return { asked, first };
}

const words = (argv: readonly string[] = []) =>
	[argv[0], ...argv.filter((word) => word.startsWith('--section'))].join(' ');

test('a program is compiled, linked and listed by one message, and not listed again', () => {
	const { asked, first } = disassembles(program('.text', 'cyclelab_text'));
	if (!Array.isArray(asked) || !Array.isArray(first)) throw new Error('nothing was asked');
	const [{ command, next }] = asked;
	expect([command, next?.command, next?.next?.command].map((one) => words(one?.argv))).toEqual([
		'/usr/bin/clang-22',
		'/usr/bin/ld.lld-22',
		'/usr/bin/llvm-objdump-22 --section=.text'
	]);
	expect(first.map(({ command: { argv } }) => words(argv))).toEqual([
		'/usr/bin/llvm-symbolizer-22'
	]);
});

test('a program with code in another section is listed again, whole', () => {
	const { first } = disassembles(program('.text', 'cyclelab_text', 'mine'));
	if (!Array.isArray(first)) throw new Error('nothing was asked');
	expect(first.map(({ command: { argv } }) => words(argv))).toEqual([
		'/usr/bin/llvm-objdump-22 --section=.text --section=mine'
	]);
});

test('a file without a kernel is linked once more to be shown, with the reason why it cannot run', () => {
	const missing = ended({
		exit: { code: 1 },
		stderr: 'ld.lld: error: undefined symbol: kernel\n'
	});
	const building = clang.build(build);
	building.next();
	building.next([ended({ then: missing })]);
	const shown = building.next([missing]).value;
	if (!Array.isArray(shown)) throw new Error('nothing was asked');
	expect(shown.map(({ command: { argv } }) => argv.includes('--warn-unresolved-symbols'))).toEqual([
		true
	]);
	const made = building.next([
		ended({ produced: ['sum.elf'], fetched: new Map([['sum.elf', program('.text')]]) })
	]).value;
	expect(made).toMatchObject({
		ok: true,
		value: {
			artifacts: ['sum.elf'],
			unfinished: {
				kind: 'compile-error',
				stage: 'link',
				diagnostics: [{ message: expect.stringMatching(/^there is no kernel: /) }]
			}
		}
	});
});
