/** Rust's names and flags. The steps in a sandbox are tested in tests/integration/toolchains/compiled.test.ts. */
import { expect, test } from 'vitest';
import { stepLimits } from '../sandbox/limits.ts';
import { compileCommand } from './rust-build.ts';
import { withoutHashes } from './rust.ts';
import type { Build } from './toolchain.ts';

const build: Build = {
	variant: 'by-pointer',
	language: 'rs',
	compiler: 'rust-1.85',
	target: 'x86-64',
	flags: ['-Copt-level=1'],
	source: '#[no_mangle]\npub extern "C" fn kernel(n: u64) -> u64 { n }\n'
};

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
