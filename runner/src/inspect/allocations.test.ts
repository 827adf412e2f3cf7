/** Calls of allocators as recorded from Go 1.27, Crystal 1.20 and CoreCLR 8. */
import { expect, test } from 'vitest';
import { pathOf } from '../../fixtures/predict/loops.ts';
import { allocationBadges } from './allocations.ts';

function badgesOf(call: string, count: number, iterations = 64) {
	const { symbol, instructions } = pathOf('x86-64', [call, 'dec rdi', 'jne 0x1000']);
	const [first] = instructions;
	const counts = new Map(first ? [[first.address, count]] : []);
	return allocationBadges([{ symbol, address: 0x1000, instructions }], counts, iterations);
}

test.each([
	'call 0x47c1a0 <runtime.growslice>',
	'call 0x411d20 <runtime.newobject>',
	'call 0x411d20 <runtime.mallocgcSmallNoscan>',
	'call 0x44f3a0 <runtime.convTstring>',
	'call 0x247d80 <GC_malloc>',
	'call 0x247d70 <GC_malloc_atomic>',
	'call 0x7f6f3c283fc0 <CORINFO_HELP_NEWSFAST>',
	'call 0x7f6f3c283fc0 <CORINFO_HELP_NEWARR_1_VC>'
])('%s allocates', (call) => {
	expect(badgesOf(call, 64)).toMatchObject([{ id: 'allocates', addresses: ['0x1000'] }]);
	expect(badgesOf(call, 32)).toHaveLength(1);
	expect(badgesOf(call, 31)).toEqual([]);
});

test.each([
	'call 0x481920 <runtime.memmove>',
	'call 0x481920 <main.newobject>',
	'call 0x481920 <runtime.mapaccess1_fast64>',
	'call 0x247d80 <GC_collect_a_little>',
	'call 0x7f6f3c289f90 <CORINFO_HELP_THROW>',
	'mov rax, qword ptr [rdi]'
])('%s does not', (call) => {
	expect(badgesOf(call, 64)).toEqual([]);
});
