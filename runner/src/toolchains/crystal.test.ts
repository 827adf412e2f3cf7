import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drive, ended } from '../../fixtures/outputs.ts';
import { compileCommand, linkCommand, linkMessages } from './crystal-build.ts';
import { readLink } from './read-build.ts';
import { readIr } from './crystal.ts';
import { disassembleCrystal } from './crystal-disassemble.ts';
import type { Build } from './toolchain.ts';
import { crystalStepLimits, inForce } from '../sandbox/limits.ts';

const build: Build = {
	variant: 'call',
	language: 'cr',
	compiler: 'crystal-1.14',
	target: 'x86-64',
	flags: ['-O2'],
	source: 'fun kernel(n : UInt64) : UInt64\n  n\nend\n'
};

/** Recorded for `fixtures/crystal/kernels/call.cr` with --mcpu=x86-64-v3, shortened to a few of the library's functions. */
const recorded = (name: string) =>
	readFileSync(new URL(`../../fixtures/crystal/call/${name}`, import.meta.url), 'utf8');

test('a build compiles one object with its default flags before the given ones', () => {
	const { argv, files, produces } = compileCommand(build, crystalStepLimits.compile);
	expect({ argv, files, produces }).toEqual({
		argv: [
			'/usr/bin/crystal',
			'build',
			'--release',
			'-O2',
			'--cross-compile',
			'--target=x86_64-linux-gnu',
			'--emit=llvm-ir',
			'--error-trace',
			'--no-color',
			'-o',
			'{out}/call',
			'{in}/call.cr',
			'/opt/cyclelab/crystal/start.cr'
		],
		files: { 'call.cr': build.source },
		produces: ['call.o', 'call.ll']
	});
});

test('for arm64 it compiles and links with that architecture', () => {
	const arm: Build = { ...build, target: 'arm64', flags: [] };
	const compile = compileCommand(arm, crystalStepLimits.compile).argv;
	const link = linkCommand(arm, crystalStepLimits.link).argv;
	expect(compile).toContain('--target=aarch64-linux-gnu');
	expect(link.slice(1, 3)).toEqual(['-m', 'aarch64linux']);
	expect(link.filter((word) => word.includes('x86'))).toEqual([]);
});

describe('what is seen', () => {
	const outputs = ['table.txt', 'starts.jsonl', 'objdump.txt', 'symbols.jsonl'].map((name) => [
		ended({ stdout: recorded(name) })
	]);
	const { asked, result } = drive(
		disassembleCrystal(build, crystalStepLimits.disassemble),
		...outputs
	);

	test("is the code from the file's first function to its last", () => {
		expect(asked[2]?.[0]?.command.argv).toEqual(
			expect.arrayContaining(['--start-address=0x2562a0', '--stop-address=0x257308'])
		);
	});

	test("is the file's functions alone, with their lines", () => {
		if (!result?.ok) throw new Error('not read');
		const listed = result.value.map(({ symbol, address, instructions }) => ({
			symbol,
			address,
			code: instructions.map(({ line, text }) => [line, text])
		}));
		expect(listed).toEqual([
			{
				symbol: 'kernel',
				address: 0x2562a0,
				code: [
					[undefined, 'test rdi, rdi'],
					[undefined, 'je 0x2562bf'],
					[undefined, 'push rbx'],
					[undefined, 'mov rbx, rdi'],
					[undefined, 'xor eax, eax'],
					[undefined, 'nop dword ptr [rax + rax]'],
					[8, 'mov rdi, rax'],
					[8, 'call 0x257300 <*step<UInt64>:UInt64>'],
					[undefined, 'dec rbx'],
					[undefined, 'jne 0x2562b0'],
					[undefined, 'pop rbx'],
					[undefined, 'ret'],
					[undefined, 'xor eax, eax'],
					[undefined, 'ret']
				]
			},
			{
				symbol: '*step<UInt64>:UInt64',
				address: 0x257300,
				code: [
					[2, 'lea rax, [rdi + 2*rdi]'],
					[2, 'inc rax'],
					[2, 'ret']
				]
			}
		]);
	});

	test('is nothing of a file of the same name in the library', () => {
		const exception = { ...build, variant: 'exception' };
		const { result } = drive(
			disassembleCrystal(exception, crystalStepLimits.disassemble),
			...outputs
		);
		expect(result).toEqual({ ok: true, value: [] });
	});

	test('is nothing that a tool which failed had printed', () => {
		const failing = [ended({ stdout: recorded('table.txt'), timedOut: true })];
		const { result } = drive(disassembleCrystal(build, crystalStepLimits.disassemble), failing);
		expect(result).toEqual({
			ok: false,
			failure: { stage: 'disassemble', variant: 'call', kind: 'timeout', limitMs: 5_000 }
		});
	});
});

test("the LLVM IR has the file's functions, without references to debug information", () => {
	expect(readIr(recorded('module.ll'), build)?.phases[0]?.text.split('\n')).toEqual([
		'define i64 @kernel(i64 %iterations) local_unnamed_addr #18 {',
		'alloca:',
		'  %.not = icmp eq i64 %iterations, 0',
		'  br i1 %.not, label %fail, label %body',
		'',
		'body:                                             ; preds = %alloca, %body',
		'  %i.05 = phi i64 [ %1, %body ], [ 0, %alloca ]',
		'  %value.04 = phi i64 [ %0, %body ], [ 0, %alloca ]',
		'  %0 = tail call i64 @"*step<UInt64>:UInt64"(i64 %value.04)',
		'  %1 = add nuw i64 %i.05, 1',
		'  %exitcond.not = icmp eq i64 %1, %iterations',
		'  br i1 %exitcond.not, label %fail, label %body',
		'',
		'fail:                                             ; preds = %body, %alloca',
		'  %value.0.lcssa = phi i64 [ 0, %alloca ], [ %0, %body ]',
		'  ret i64 %value.0.lcssa',
		'}',
		'',
		'define i64 @"*step<UInt64>:UInt64"(i64 %value) local_unnamed_addr #6 {',
		'entry:',
		'  %0 = mul i64 %value, 3',
		'  %1 = add i64 %0, 1',
		'  ret i64 %1',
		'}'
	]);
	expect(readIr(recorded('module.ll'), { ...build, variant: 'exception' })).toBeUndefined();
});

test('LLVM IR beyond the limit is cut, with a note', () => {
	const module = recorded('module.ll').replace(
		'entry:\n',
		`entry:\n${'  ; long\n'.repeat(30_000)}`
	);
	const text = readIr(module, build)?.phases[0]?.text ?? '';
	expect(text.length).toBeLessThan(201_000);
	expect(text.split('\n').at(-1)).toMatch(/^; \d+ more lines are not shown$/);
});

test('a file without a kernel fails with a sentence on how to write one', () => {
	const words = 'ld.lld-22: error: undefined symbol: kernel\n>>> referenced by harness.c\n';
	const output = ended({ exit: { code: 1 }, stderr: words });
	const read = readLink(output, build, inForce(crystalStepLimits.link), linkMessages);
	if (read.ok || read.failure.kind !== 'compile-error') throw new Error('linked');
	expect(read.failure.diagnostics).toEqual([
		{
			variant: 'call',
			severity: 'error',
			message:
				'there is no kernel: write `fun kernel(iterations : UInt64) : UInt64` (`fun`, which gives a name for C, not `def`)'
		}
	]);
});

test('the linker’s words have no path of the sandbox', () => {
	const words = (place: string) =>
		`ld.lld-22: error: undefined symbol: helper\n>>> referenced by call.cr:9${place}\n>>> call.o:(kernel)\n`;
	const output = ended({ exit: { code: 1 }, stderr: words(' (/box/1/in/call.cr:9)') });
	const read = readLink(output, build, inForce(crystalStepLimits.link));
	if (read.ok || read.failure.kind !== 'compile-error') throw new Error('linked');
	expect(read.failure).toMatchObject({ text: words(''), diagnostics: [{ line: 9 }] });
});
