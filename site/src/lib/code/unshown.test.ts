import { expect, test } from 'vitest';
import { unshownSentence } from './unshown.ts';

const place = { from: '0x1000', to: '0x2000', share: 0.9 };
const inCode = '90 % of the executed instructions ran in code that is not shown: ';

test.each([
	[undefined, 'memory that is of no file'],
	['a.elf', 'other parts of the program (its start, its library)'],
	['libstdc++.so.6.0.33', 'libstdc++.so.6.0.33']
])('code of %s that is not shown is named', (file, words) => {
	const of = { ...place, ...(file === undefined ? {} : { file }) };
	expect(unshownSentence(of, false)).toBe(`${inCode}${words}, 0x1000–0x2000.`);
});

test('of a library that chooses its functions by processor, the functions for the emulator’s are counted', () => {
	const of = { ...place, file: 'libc.so.6' };
	expect(unshownSentence(of, false)).toBe(
		`${inCode}libc.so.6, 0x1000–0x2000. The library chooses functions by what the processor has: counted are those for the emulator’s.`
	);
});

test('steps on the processor tell no files', () => {
	expect(unshownSentence(place, true)).toBe(
		`${inCode}libraries, or other parts of the program, 0x1000–0x2000.`
	);
});
