import type { Target } from '@cyclelab/exercises/schema';
import { expect, test } from 'vitest';
import { findHotLoop, tookAnotherWay, wholeFactor } from './hot-loop.ts';
import { isaOf } from './isa-of.ts';
import { parseListing } from './objdump.ts';

test('a ratio next to a whole number is an unrolling factor, any other stays what it is', () => {
	expect([8, 7.97, 31.8, 1.004, 0.125, 1 / 64.3, 2.5, 17.4].map(wholeFactor)).toEqual([
		8,
		8,
		32,
		1,
		0.125,
		1 / 64,
		2.5,
		17.4
	]);
});

const functions = parseListing(
	[
		'0000000000001000 <kernel>:',
		'  1000:      	mov	ecx, 0x100',
		'  1005:      	dec	ecx',
		'  1007:      	jne	0x1005 <kernel+0x5>',
		'  1009:      	ret'
	].join('\n'),
	isaOf('x86-64')
);
const counts = (passes: number) =>
	new Map([
		[0x1000, 1],
		[0x1005, passes],
		[0x1007, passes],
		[0x1009, 1]
	]);

test('a loop that does not grow with the iterations is not what was declared', () => {
	const run = (iterations: number) => ({ iterations, counts: counts(256) });
	expect(findHotLoop('v', functions, run(4096), run(2048))).toEqual({
		failure: {
			stage: 'count',
			variant: 'v',
			kind: 'empty-kernel',
			declaredIterations: 2048,
			executedIterations: 0,
			instructionsOnce: 514
		}
	});
});

test('few iterations that one pass of an unrolled loop does are not taken for none', () => {
	const run = (iterations: number, passes = iterations / 8) => ({
		iterations,
		counts: counts(passes)
	});
	const hot = findHotLoop('v', functions, run(16), run(8));
	expect('found' in hot && hot.found.sourceIterations).toBe(8);
	expect(findHotLoop('v', functions, run(16, 1), run(8, 1))).toMatchObject({
		failure: { kind: 'empty-kernel', declaredIterations: 8, executedIterations: 0 }
	});
});

test('a loop that grows is found, with the iterations of the source in one pass', () => {
	const run = (iterations: number) => ({ iterations, counts: counts(iterations / 4 + 1) });
	const result = findHotLoop('v', functions, run(4096), run(2048));
	if (!('found' in result)) throw new Error('no loop');
	expect([
		result.instructionsPerIteration,
		{ ...result.found, path: result.found.path.key }
	]).toEqual([
		0.5,
		{
			path: '1005 1007',
			share: 1,
			pathCoverage: 1,
			passes: 512,
			sourceIterations: 4,
			irreducible: 0
		}
	]);
});

/** A function as objdump prints it, with how often each instruction was executed for n iterations. */
type Line = readonly [text: string, count: (n: number) => number];
const once = () => 1;

function hotOf(
	parts: Record<string, readonly Line[]>,
	target: Target,
	total?: (n: number) => number
) {
	let address = 0x1000;
	const text: string[] = [];
	const counts: [number, Line[1]][] = [];
	for (const [symbol, lines] of Object.entries(parts)) {
		text.push(`${address.toString(16).padStart(16, '0')} <${symbol}>:`);
		for (const [words, count] of lines) {
			text.push(`  ${address.toString(16)}:      \t${words}`);
			counts.push([address, count]);
			address += 4;
		}
		address += 0x100 - (address % 0x100);
	}
	const read = parseListing(text.join('\n'), isaOf(target));
	const run = (iterations: number) => ({
		iterations,
		counts: new Map(counts.map(([at, count]) => [at, count(iterations)])),
		...(total ? { total: total(iterations) } : {})
	});
	const hot = findHotLoop('v', read, run(4096), run(2048));
	if (!('found' in hot)) return hot;
	const { instructionsPerIteration } = hot;
	const { path, ...found } = hot.found;
	return {
		...found,
		instructionsPerIteration,
		path: path.instructions.map(({ text: words }) => words)
	};
}

test('a loop of a function that is called through a pointer is found, and one that does not grow is not', () => {
	const functions = parseListing(
		[
			'0000000000001000 <kernel>:',
			'  1000:      	call	qword ptr [rip + 0x2000]',
			'  1006:      	ret',
			'0000000000001010 <hot>:',
			'  1010:      	dec	edi',
			'  1012:      	jne	0x1010 <hot>',
			'  1014:      	ret',
			'0000000000001020 <setup>:',
			'  1020:      	dec	ecx',
			'  1022:      	jne	0x1020 <setup>',
			'  1024:      	ret'
		].join('\n'),
		isaOf('x86-64')
	);
	const run = (iterations: number) => ({
		iterations,
		counts: new Map([
			...[0x1000, 0x1006, 0x1014, 0x1024].map((address) => [address, 1] as const),
			...[0x1010, 0x1012].map((address) => [address, iterations] as const),
			...[0x1020, 0x1022].map((address) => [address, 9999] as const)
		])
	});
	const result = findHotLoop('v', functions, run(4096), run(2048));
	if (!('found' in result)) throw new Error('no loop');
	expect([
		result.instructionsPerIteration,
		result.found.path.key,
		result.found.share,
		result.found.sourceIterations
	]).toEqual([2, '1010 1012', 1, 1]);
});

test('a switch is followed: what runs more often than anything leads to it is where the table jumps', () => {
	const hot = hotOf(
		{
			kernel: [
				['mov ecx, 0x1', once],
				['jmp qword ptr [8*rdx + 0x2000]', (n) => n],
				['add eax, 0x1', (n) => n / 8],
				['add eax, 0x2', (n) => n],
				['dec rdi', (n) => n],
				['jne 0x1004 <kernel+0x4>', (n) => n],
				['ret', once]
			]
		},
		'x86-64'
	);
	expect(hot).toEqual({
		// Entered in its middle by 7 of 8 passes.
		path: ['add eax, 0x2', 'dec rdi', 'jne 0x1004'],
		share: 1,
		pathCoverage: 0.875,
		passes: 2048,
		sourceIterations: 1,
		instructionsPerIteration: 4.125,
		irreducible: 0
	});
});

test('a retry that is never needed is straight code in the loop around it', () => {
	const hot = hotOf(
		{
			kernel: [
				['eor\tx3, x3, x0', (n) => n],
				['ldaxr\tx4, [x2]', (n) => n],
				['stlxr\tw5, x4, [x2]', (n) => n],
				['cbnz\tw5, 0x1004 <kernel+0x4>', (n) => n],
				['subs\tx0, x0, #0x1', (n) => n],
				['b.ne\t0x1000 <kernel>', (n) => n],
				['ret', once]
			]
		},
		'arm64'
	);
	expect('path' in hot && hot.path.map((text) => text.split(' ')[0])).toEqual([
		'eor',
		'ldaxr',
		'stlxr',
		'cbnz',
		'subs',
		'b.ne'
	]);
});

/** A search inside the loop that counts: it takes so many passes in all, and its second step repeats of itself in part of them. */
const search = (passes: number, repeats: number) =>
	hotOf(
		{
			kernel: [
				['mov r8, rax', (n) => n],
				['add r8, 0x10', (n) => passes * n],
				['cmp qword ptr [r8], r9', (n) => (passes + repeats) * n],
				['je 0x1018 <kernel+0x18>', (n) => (passes + repeats) * n],
				['jne 0x1008 <kernel+0x8>', (n) => (passes - 1 + repeats) * n],
				['jmp 0x1004 <kernel+0x4>', (n) => (passes - 1) * n],
				['dec rdi', (n) => n],
				['jne 0x1000 <kernel>', (n) => n],
				['ret', once]
			]
		},
		'x86-64'
	);

test('a search that mostly ends in its first pass is straight code in the loop around it', () => {
	const hot = search(1 + 1 / 32, 1 / 64);
	expect('path' in hot && [hot.path, hot.pathCoverage > 0.95]).toEqual([
		['mov r8, rax', 'add r8, 0x10', 'cmp qword ptr [r8], r9', 'je 0x1018', 'dec rdi', 'jne 0x1000'],
		true
	]);
});

test('a loop without a way around it that is taken most is said to repeat', () => {
	expect(search(1 + 1 / 2, 5 / 8)).toMatchObject({
		none: expect.stringMatching(/^The passes of the kernel’s loop take different ways/)
	});
});

test('a loop with two entries is named, not taken for an empty kernel', () => {
	const hot = hotOf(
		{
			kernel: [
				['test dil, 0x1', once],
				['jne 0x100c <kernel+0xc>', once],
				['add rax, 0x3', (n) => n],
				['xor rax, rdx', (n) => n],
				['dec rdi', (n) => n],
				['jne 0x1008 <kernel+0x8>', (n) => n],
				['ret', once]
			]
		},
		'x86-64'
	);
	expect(hot).toEqual({
		none: 'The kernel repeats by a loop that is entered at several places, and only loops with one entry are analysed; try a plain loop that counts.',
		instructionsPerIteration: 4
	});
});

test('what a called library executes is part of the whole, and alone no empty kernel', () => {
	const caller = (n: number): number => n;
	const loop: readonly Line[] = [
		['call\t0x9000 <memset@plt>', caller],
		['dec rdi', caller],
		['jne 0x1000 <kernel>', caller],
		['ret', once]
	];
	const hot = hotOf({ kernel: loop }, 'x86-64', (n) => 12 * n + 5000);
	expect('share' in hot && hot.share).toBe(0.25);
	// Called once, so that whatever else grew is not the kernel's.
	const first: Line = ['call\t0x9000 <memset@plt>', once];
	const beside: readonly Line[] = [
		first,
		['dec rdi', caller],
		['jne 0x1004 <kernel>', caller],
		['ret', once]
	];
	const alone = hotOf({ kernel: beside }, 'x86-64', (n) => 12 * n + 5000);
	expect('share' in alone && alone.share).toBe(1);
	const straight: readonly Line[] = [
		['call\t0x9000 <memset@plt>', once],
		['ret', once]
	];
	expect(hotOf({ kernel: straight }, 'x86-64', (n) => n + 5000)).toEqual({
		none: 'The kernel itself has no loop that repeats: its work is done in memset, outside of its file.',
		instructionsPerIteration: 0
	});
	expect(hotOf({ kernel: straight }, 'x86-64', () => 5000)).toMatchObject({
		failure: { kind: 'empty-kernel' }
	});
});

test('a loop inside that hardly ever runs does not hide the loop around it', () => {
	const hot = hotOf(
		{
			kernel: [
				['add rax, 0x1', (n) => n],
				['test al, al', (n) => n],
				['jne 0x1014 <kernel+0x14>', (n) => n],
				['dec rcx', (n) => n / 64],
				['jne 0x100c <kernel+0xc>', (n) => n / 64],
				['dec rdi', (n) => n],
				['jne 0x1000 <kernel>', (n) => n],
				['ret', once]
			]
		},
		'x86-64'
	);
	expect('path' in hot && hot.path).toEqual([
		'add rax, 0x1',
		'test al, al',
		'jne 0x1014',
		'dec rdi',
		'jne 0x1000'
	]);
});

test('a loop that only the longer run enters is another way; work that is done once is not', () => {
	const run = (iterations: number, passes: number) => ({ iterations, counts: counts(passes) });
	const differ = (long: number, short: number) => {
		const [whole, half] = [run(4096, long), run(2048, short)];
		return tookAnotherWay(findHotLoop('v', functions, whole, half), whole, half);
	};
	expect(differ(4096, 0)).toBe(true);
	expect(differ(4096, 1024)).toBe(true);
	expect(differ(4096, 2048)).toBe(false);
	expect(differ(4096 + 300, 2048 + 300)).toBe(false);
});

const sumOfDoubles = ['vaddsd xmm1, xmm1, qword ptr [r8]', 'add r8, 0x8', 'cmp r8, rcx'];
/** Two loops inside one that counts, as clang unrolls the outer one by two. */
const twoInside = (
	second: readonly string[],
	inner = sumOfDoubles,
	passes = (n: number) => 8 * n
) => {
	return hotOf(
		{
			kernel: [
				['mov r8, rax', (n) => n / 2],
				...inner.map((text): Line => [text, passes]),
				['jne 0x1004 <kernel+0x4>', passes],
				['mov r9, rax', (n) => n / 2],
				...second.map((text): Line => [text, (n) => 8 * n]),
				['jne 0x1018 <kernel+0x18>', (n) => 8 * n],
				['dec rdi', (n) => n / 2],
				['jne 0x1000 <kernel>', (n) => n / 2],
				['ret', once]
			]
		},
		'x86-64'
	);
};

test('copies of a loop in other registers count as that loop; one with another constant does not', () => {
	const copy = ['vaddsd xmm3, xmm3, qword ptr [r9]', 'add r9, 0x8', 'cmp r9, rcx'];
	const hot = twoInside(copy);
	expect('path' in hot && hot).toEqual({
		path: ['vaddsd xmm1, xmm1, qword ptr [r8]', 'add r8, 0x8', 'cmp r8, rcx', 'jne 0x1004'],
		copies: 2,
		share: 64 / 66,
		pathCoverage: 1,
		passes: 16_384,
		passesPerEntry: 16,
		// Eight passes of each in an iteration.
		sourceIterations: 1 / 16,
		instructionsPerIteration: 66,
		irreducible: 0
	});
	const old = ['add eax, dword ptr [r8]', 'inc r8', 'cmp r8, rcx'];
	const numbered = ['add r10d, dword ptr [r9]', 'inc r9', 'cmp r9, rcx'];
	expect(twoInside(numbered, old)).toMatchObject({ copies: 2 });
	const others = [
		copy.with(1, 'add r9, 0x10'),
		copy.with(0, 'vaddsd xmm3, xmm4, qword ptr [r9]'),
		copy.with(2, 'cmp r9d, ecx'),
		copy.with(0, 'vsubsd xmm3, xmm3, qword ptr [r9]')
	].map((second) => twoInside(second));
	expect(others.map((other) => 'path' in other && [other.copies, other.sourceIterations])).toEqual(
		others.map(() => [undefined, 1 / 8])
	);
});

test('a copy with more passes than the other has its own part of them', () => {
	const copy = ['vaddsd xmm3, xmm3, qword ptr [r9]', 'add r9, 0x8', 'cmp r9, rcx'];
	expect(twoInside(copy, sumOfDoubles, (n) => 12 * n)).toMatchObject({
		copies: 2,
		part: 12 / 20,
		sourceIterations: 1 / 20
	});
});
