import type { Language } from '@cyclelab/exercises/schema';
import { expect, test } from 'vitest';
import { wrapInElf } from '../toolchains/dotnet-elf.ts';
import { uncalledSetup, withHiddenKernel } from './hidden-functions.ts';

const program = (...names: string[]) =>
	wrapInElf(
		names.map((name, index) => ({ name, at: 0x1000 + 16 * index, bytes: Buffer.from([0xc3]) }))
	);
const lineOf = (language: Language, source: string, ...names: string[]) =>
	uncalledSetup('a', source, language, program('kernel', ...names)).map(({ line }) => line);

test.each<[Language, string]>([
	['cpp', '#include <vector>\nvoid setup(std::uint64_t seed) {}'],
	['cpp', '\nstatic void setup() {}'],
	['c', '\nstatic inline void setup(unsigned long seed) {}'],
	['rs', '\npub fn setup(seed: u64) {}'],
	['rs', '\nfn setup() {}'],
	['rs', '\npub unsafe extern "C" fn setup(seed: u64) {}']
])('in %s, a setup that the program does not have by this name is said: %j', (language, source) => {
	expect(lineOf(language, source, '_Z5setupm')).toEqual([2]);
	expect(lineOf(language, source, 'setup')).toEqual([]);
});

test.each<[Language, string]>([
	['cpp', 'struct World {\n\tvoid setup(int size) {}\n};'],
	['cpp', 'void setup_all(int size) {}'],
	['rs', 'impl World {\n    fn setup(&mut self) {}\n}'],
	['rs', '// fn setup() runs once'],
	['go', 'func setup(seed uint64) {}']
])('in %s, %j is none', (language, source) => {
	expect(lineOf(language, source)).toEqual([]);
});

test('it is a warning with what to write', () => {
	expect(uncalledSetup('b', 'fn setup() {}', 'rs', program('kernel'))).toEqual([
		{
			variant: 'b',
			line: 1,
			severity: 'warning',
			message:
				'the harness does not find this setup() by its name, so it is not called: write `#[no_mangle]` and then `pub extern "C" fn setup(seed: u64)`'
		}
	]);
});

test.each<[Language, string, number | undefined]>([
	['rs', '// pub fn kernel() repeats\npub fn kernel(iterations: u64) -> u64 {', 2],
	['cpp', 'static std::uint64_t kernel(std::uint64_t iterations) {', 1],
	['c', 'static unsigned long kernel(unsigned long n) {', 1],
	['c', 'int square(int n) {\n\treturn kernel(n);\n}', undefined],
	['rs', 'impl World {\n    fn kernel(&self) {}\n}', undefined],
	['go', 'func kernel(n int) {}', undefined]
])('in %s, the kernel of %j is hidden in line %s', (language, source, line) => {
	const none = {
		variant: 'a',
		severity: 'error',
		message: 'there is no kernel: write one'
	} as const;
	const other = { variant: 'a', severity: 'error', message: 'undefined symbol: f' } as const;
	expect(withHiddenKernel([none, other], source, language)).toEqual([
		line === undefined
			? none
			: {
					...none,
					line,
					message: 'the harness does not find this kernel() by its name: write one'
				},
		other
	]);
});
