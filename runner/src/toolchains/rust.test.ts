import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import { readLlvmIr } from './llvm-ir.ts';
import { compileCommand, linkCommand, linkMessages } from './rust-build.ts';
import { withoutHashes } from './rust.ts';
import { readLink } from './read-build.ts';
import type { Build } from './toolchain.ts';

const build: Build = {
	variant: 'by-pointer',
	language: 'rs',
	compiler: 'rust-1.85',
	target: 'x86-64',
	flags: ['-Copt-level=1'],
	source: '#[no_mangle]\npub extern "C" fn kernel(n: u64) -> u64 { n }\n'
};

test('a build compiles one object with its default flags before the given ones', () => {
	const { argv, files, produces } = compileCommand(build, stepLimits.compile);
	expect({ argv, files, produces }).toEqual({
		argv: [
			'/usr/bin/rustc',
			'--crate-type=lib',
			'--crate-name=by_pointer',
			'--target=x86_64-unknown-linux-gnu',
			'--edition=2021',
			'-Copt-level=3',
			'-Ctarget-cpu=x86-64-v3',
			'-Copt-level=1',
			'-Ccodegen-units=1',
			'-Crelocation-model=static',
			'-Cembed-bitcode=no',
			'-Cdebuginfo=line-tables-only',
			'-Csymbol-mangling-version=v0',
			'--error-format=json',
			'--remap-path-prefix={in}/=',
			'--extern=cyclelab=/opt/cyclelab/lib/x86-64/libcyclelab.rlib',
			'--emit=obj={out}/by-pointer.o,llvm-ir={out}/by-pointer.ll',
			'{in}/by-pointer.rs'
		],
		files: { 'by-pointer.rs': build.source },
		produces: ['by-pointer.o', 'by-pointer.ll']
	});
});

test('calls of the library are named without hashes', () => {
	const callee = 'std::io::stdio::_print';
	const call = (name: string) => ({
		address: 16,
		text: `call 0x20 <${name}>`,
		mnemonic: 'call',
		prefixes: [],
		operands: [`0x20 <${name}>`],
		callee: name
	});
	const kernel = { symbol: 'kernel', address: 16 };
	const hashed = `${callee}::he1deaf81f02b6c64`;
	expect(withoutHashes({ ...kernel, instructions: [call(hashed)] })).toMatchObject({
		...kernel,
		instructions: [{ text: `call 0x20 <${callee}>`, callee }]
	});
	const own = { ...kernel, instructions: [call('mine::habcdef')] };
	expect(withoutHashes(own)).toEqual(own);
});

test('an edition of the learner takes the place of the usual one, which rustc accepts only once', () => {
	const { argv } = compileCommand({ ...build, flags: ['--edition=2024'] }, stepLimits.compile);
	expect(argv.filter((word) => word.startsWith('--edition'))).toEqual(['--edition=2024']);
});

test('for arm64 it compiles and links with that architecture, in the form of atomics that is wanted', () => {
	const arm: Build = { ...build, target: 'arm64', flags: [] };
	const compile = compileCommand(arm, stepLimits.compile).argv;
	const link = linkCommand(arm, stepLimits.link).argv;
	expect(compile).toContain('--target=aarch64-unknown-linux-gnu');
	expect(compile).toContain('-Ctarget-feature=-outline-atomics');
	expect(compileCommand({ ...arm, atomics: 'lse' }, stepLimits.compile).argv).toContain(
		'-Ctarget-feature=+lse'
	);
	expect(link.slice(1, 3)).toEqual(['-m', 'aarch64linux']);
	expect([...compile, ...link].filter((word) => word.includes('x86'))).toEqual([]);
});

test('a file without a kernel fails with a sentence on how to write one', () => {
	const words = 'ld.lld-22: error: undefined symbol: kernel\n>>> referenced by harness.c\n';
	const output = ended({ exit: { code: 1 }, stderr: words });
	const read = readLink(output, build, inForce(stepLimits.link), linkMessages);
	if (read.ok || read.failure.kind !== 'compile-error') throw new Error('linked');
	expect(read.failure.diagnostics).toEqual([
		{
			variant: 'by-pointer',
			severity: 'error',
			message:
				'there is no kernel: write `#[no_mangle]` and then `pub extern "C" fn kernel(iterations: u64) -> u64`'
		}
	]);
});

test("the LLVM IR is the file's functions, each under its readable name", () => {
	const module = `; by_pointer::step
; Function Attrs: noinline
define internal i64 @_RNvCs1_10by_pointer4step(i64 %value) unnamed_addr #0 !dbg !7 {
start:
  %_0 = add i64 %value, 1, !dbg !9
  ret i64 %_0, !dbg !9
}

; <core::ops::range::Range<u64> as core::iter::Iterator>::next
define i64 @_RNvXs_next(ptr %self) #0 !dbg !8 {
start:
  ret i64 0, !dbg !10
}

; Function Attrs: nounwind
define noundef i64 @kernel(i64 %n) #1 !dbg !11 {
start:
    #dbg_value(i64 %n, !12, !DIExpression(), !13)
  ret i64 %n, !dbg !13
}

!3 = !DIFile(filename: "by-pointer.rs", directory: "")
!4 = !DIFile(filename: "/usr/src/rustc-1.85.1/library/core/src/by-pointer.rs", directory: "")
!7 = distinct !DISubprogram(name: "step", scope: !5, file: !3, line: 1, unit: !1)
!8 = distinct !DISubprogram(name: "next", scope: !6, file: !4, line: 1, unit: !1)
!11 = distinct !DISubprogram(name: "kernel", scope: !5, file: !3, line: 5, unit: !1)
`;
	expect(readLlvmIr(module, { file: 'by-pointer.rs' })?.phases[0]?.text.split('\n')).toEqual([
		'; by_pointer::step',
		'define internal i64 @_RNvCs1_10by_pointer4step(i64 %value) unnamed_addr #0 {',
		'start:',
		'  %_0 = add i64 %value, 1',
		'  ret i64 %_0',
		'}',
		'',
		'define noundef i64 @kernel(i64 %n) #1 {',
		'start:',
		'  ret i64 %n',
		'}'
	]);
});
