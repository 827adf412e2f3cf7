import { expect, test } from 'vitest';
import { signatureOf, withKernel } from './kernels.mjs';

test.each([
	['c', 'hot', 'uint64_t hot(uint64_t iterations)', 'uint64_t kernel(uint64_t iterations) {'],
	[
		'cpp',
		'codec::hot',
		'std::uint64_t codec::hot(std::uint64_t iterations)',
		'extern "C" std::uint64_t kernel(std::uint64_t iterations) {'
	],
	[
		'rs',
		'codec::hot',
		'fn hot(iterations: u64) -> u64',
		'pub extern "C" fn kernel(iterations: u64) -> u64 {'
	],
	['go', 'hot', 'func hot(iterations uint64) uint64', 'func kernel(iterations uint64) uint64 {'],
	[
		'cs',
		'Codec.Hot',
		'public static ulong Hot(ulong iterations)',
		'public static ulong Run(ulong iterations) {'
	],
	['cr', 'hot', 'def hot(iterations : UInt64) : UInt64', 'fun kernel(iterations : UInt64) : UInt64']
])(
	'in %s the function %s becomes the kernel behind the text of the file',
	(language, name, needed, added) => {
		expect(signatureOf(language, name)).toBe(needed);
		const lines = withKernel('first\nlast\n', language, name).split('\n');
		expect(lines.slice(0, 4)).toEqual([
			'first',
			'last',
			'',
			`${language === 'cr' ? '#' : '//'} Added by cyclelab --kernel ${name}`
		]);
		expect(lines.some((line) => line.startsWith(added) || line.startsWith(`\t${added}`))).toBe(
			true
		);
	}
);

test('a file whose function is named kernel is sent as it is', () => {
	expect(withKernel('first', 'c', 'kernel')).toBe('first');
});
