import { expect, test } from 'vitest';
import { readCounts } from './count.ts';
import { parseListing } from './objdump.ts';
import { isaOf } from './isa-of.ts';
import { unshownIn } from './unshown-code.ts';

const listing = [
	'Disassembly of section .text:',
	'0000000000401000 <kernel>:',
	'  401000:\tinc\teax',
	'  401002:\tret',
	'Disassembly of section mine:',
	'0000000000402000 <work>:',
	'  402000:\tret',
	'Disassembly of section cyclelab_text:',
	'0000000000403000 <main>:',
	'  403000:\tret',
	'Disassembly of section .plt:',
	'0000000000404000 <.plt>:',
	'  404000:\tret',
	'0000000000404010 <printf@plt>:',
	'  404010:\tret',
	'0000000000404020 <mine>:',
	'  404020:\tret'
].join('\n');
const functions = parseListing(listing, isaOf('x86-64'));

test('code of every section is shown, but for the harness and the linker’s stubs', () => {
	expect(functions.map(({ symbol }) => symbol)).toEqual(['kernel', 'work', 'mine']);
});

const counts = (n: number) =>
	[
		'start 5 1 2',
		'region 401000 405000 a.elf',
		'region 7f0000000000 7f0000002000 libc.so.6',
		'region 500000 501000 -',
		`401000 2 0 ${n}`,
		`402000 1 0 ${n}`,
		`403000 1 0 900`,
		`7f0000001000 3 0 ${2 * n}`,
		`500010 4 0 ${n / 2}`
	].join('\n');

const readUnshown = (iterations: number) =>
	readCounts(Buffer.from(counts(iterations)), functions)?.calls[0]?.unshown;

test('blocks outside of the listing are reported by file, or as anonymous memory', () => {
	expect(readUnshown(4096)).toEqual([
		{ file: 'libc.so.6', from: 0x7f0000001000, to: 0x7f0000001000, executed: 6 * 4096 },
		{ from: 0x500010, to: 0x500010, executed: 2 * 4096 },
		{ file: 'a.elf', from: 0x403000, to: 0x403000, executed: 900 }
	]);
});

test('a place whose count grows with the iterations is reported, with its part of all instructions', () => {
	const run = (iterations: number) => ({
		iterations,
		unshown: readUnshown(iterations)
	});
	expect(unshownIn(run(4096), run(2048), 2)).toEqual([
		{
			file: 'libc.so.6',
			from: '0x7f0000001000',
			to: '0x7f0000001000',
			instructionsPerIteration: 6,
			share: 0.6
		},
		{ from: '0x500010', to: '0x500010', instructionsPerIteration: 2, share: 0.2 }
	]);
	// The harness's 900 are in both runs, and 1 % is not worth a word.
	expect(unshownIn(run(4096), run(2048), 800)).toBeUndefined();
	expect(unshownIn({ iterations: 2 }, { iterations: 1 }, 2)).toBeUndefined();
});

test('a file that works beside the kernel is left out, and memory without a file is not', () => {
	const run = (iterations: number) => ({
		iterations,
		unshown: readUnshown(iterations)
	});
	const places = (runtime: { isInFile?: boolean; others?: number }) =>
		unshownIn(run(4096), run(2048), 2, runtime)?.map(({ file, from }) => [file, from]);
	expect(places({ isInFile: true })).toEqual([[undefined, '0x500010']]);
	// Of two instructions an iteration, as many may be of a runtime's threads.
	expect(places({ others: 2 })).toEqual([['libc.so.6', '0x7f0000001000']]);
});
