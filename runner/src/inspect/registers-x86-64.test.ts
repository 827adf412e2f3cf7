import { expect, test } from 'vitest';
import { isaOf } from './isa-of.ts';
import { decode } from './objdump.ts';

const isa = isaOf('x86-64');

test.each([
	['add\trax, rcx', { reads: ['rcx', 'rax'], writes: ['rax', 'flags'] }],
	['imul\trax, rcx', { reads: ['rcx', 'rax'], writes: ['rax', 'flags'] }],
	['imul\trax, rcx, 0x7', { reads: ['rcx'], writes: ['rax', 'flags'] }],
	['imul\trcx', { reads: ['rax', 'rcx'], writes: ['rax', 'rdx', 'flags'] }],
	['mul\trcx', { reads: ['rax', 'rcx'], writes: ['rax', 'rdx', 'flags'] }],
	['div\trcx', { reads: ['rax', 'rdx', 'rcx'], writes: ['rax', 'rdx'] }],
	['pmovmskb\teax, xmm0', { reads: ['xmm0'], writes: ['rax'] }],
	['vpmovmskb\teax, ymm0', { reads: ['xmm0'], writes: ['rax'] }],
	['pmovzxbw\txmm1, xmm0', { reads: ['xmm0'], writes: ['xmm1'] }],
	['vpternlogd\tzmm0, zmm1, zmm2, 0x96', { reads: ['xmm1', 'xmm2', 'xmm0'], writes: ['xmm0'] }],
	['xor\teax, eax', { reads: [], writes: ['rax', 'flags'] }]
])('%s reads and writes these registers', (words, expected) => {
	expect(isa.access(decode(0, words, isa))).toEqual(expected);
});
