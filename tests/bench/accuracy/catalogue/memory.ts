/** Kernels of loads, stores, store forwarding and atomics. */
import { chain, fromFile, independent, type AccuracyKernel } from '../kernel.ts';
import { publishedLoads } from '../load-to-use.ts';
import {
	agner,
	amdGuide,
	goldenCove,
	iceLakeOn,
	intelManual,
	prototype,
	skylake,
	zen3to5,
	zen5
} from '../sources.ts';

/** An operation on one memory location, with or without a lock prefix. */
const onMemory = (instruction: string) => `#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	static uint64_t memory[8] __attribute__((aligned(64)));
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("${instruction}" : "+r"(x) : "r"(memory) : "rax", "cc", "memory");
	return memory[0];
}
`;

export const memory: readonly AccuracyKernel[] = [
	{
		name: 'chase',
		area: 'loads',
		label: 'mov r,[r], chain, first cache',
		source: await fromFile('chase'),
		answers: publishedLoads.map(({ names, cycles, source }) => ({ on: names, cycles, source }))
	},
	{
		name: 'chase-indexed',
		area: 'loads',
		label: 'mov r,[r+r*8], chain, first cache',
		source: await fromFile('chase-indexed'),
		answers: [
			{ on: zen3to5, cycles: [4, 5], source: `${amdGuide}: an index costs a cycle more` },
			{ on: iceLakeOn, cycles: 5, source: intelManual },
			{ on: skylake, cycles: 5, source: intelManual }
		]
	},
	{
		name: 'load-throughput',
		area: 'loads',
		label: 'mov r,[m], independent',
		source: independent('mov (%1), %w', 8, 'integer'),
		answers: [
			{ on: zen5, cycles: [0.25, 0.35], source: `${amdGuide}: four a cycle` },
			{ on: goldenCove, cycles: 1 / 3, source: `${intelManual}: three a cycle` },
			{ on: skylake, cycles: 0.5, source: `${intelManual}: two a cycle` }
		]
	},
	{
		name: 'vector-load-throughput',
		area: 'loads',
		label: 'vmovaps ymm,[m], independent',
		source: independent('vmovaps (%1), %w', 8),
		answers: [
			{ on: zen3to5, cycles: 0.5, source: `${amdGuide}: two vectors a cycle` },
			{ on: goldenCove, cycles: 1 / 3, source: `${intelManual}: three a cycle` },
			{ on: skylake, cycles: 0.5, source: `${intelManual}: two a cycle` }
		]
	},
	{
		name: 'chase-second',
		area: 'loads',
		label: 'pointers in 256 KiB, second cache',
		source: await fromFile('chase-second'),
		unmodelled: 'cache misses',
		answers: [
			{ on: zen3to5, cycles: [12, 15], source: `${amdGuide}: 14 from the second cache` },
			{ on: goldenCove, cycles: [14, 17], source: `${intelManual}; ${prototype}` }
		]
	},
	{
		name: 'far-loads',
		area: 'loads',
		label: 'memory[random()], 16 MiB',
		source: await fromFile('far-loads'),
		unmodelled: 'cache misses',
		answers: []
	},
	{
		name: 'increment',
		area: 'store forwarding',
		label: 'counter++ in memory',
		source: await fromFile('increment'),
		unmodelled: 'store forwarding',
		answers: [{ on: goldenCove, cycles: 1, source: prototype }]
	},
	{
		name: 'forward',
		area: 'store forwarding',
		label: 'store, load by the same registers, add',
		source: await fromFile('forward'),
		unmodelled: 'store forwarding',
		answers: []
	},
	{
		name: 'forward-elsewhere',
		area: 'store forwarding',
		label: 'store, add from memory by another register',
		source: await fromFile('forward-elsewhere'),
		unmodelled: 'store forwarding',
		answers: [
			{
				on: /^znver[34]$/,
				cycles: [8, 9],
				source: `${agner}, ${amdGuide}: 7 to 8, and the addition`
			}
		]
	},
	{
		name: 'forward-fails',
		area: 'store forwarding',
		label: 'two stores, load of both',
		source: await fromFile('forward-fails'),
		unmodelled: 'store forwarding',
		answers: []
	},
	{
		name: 'locked-add',
		area: 'atomics',
		label: 'lock add [m],r',
		source: onMemory('lock addq %0, (%1)'),
		unmodelled: 'locked operation',
		answers: [{ on: goldenCove, cycles: 18, source: prototype }]
	},
	{
		name: 'locked-exchange-add',
		area: 'atomics',
		label: 'lock xadd [m],r',
		source: onMemory('lock xaddq %0, (%1)'),
		unmodelled: 'locked operation',
		answers: [{ on: goldenCove, cycles: 18, source: prototype }]
	},
	{
		name: 'exchange',
		area: 'atomics',
		label: 'xchg [m],r',
		source: onMemory('xchgq %0, (%1)'),
		unmodelled: 'locked operation',
		answers: [{ on: goldenCove, cycles: 17, source: prototype }]
	},
	{
		name: 'compare-exchange',
		area: 'atomics',
		label: 'lock cmpxchg [m],r',
		source: onMemory('lock cmpxchgq %0, (%1)'),
		unmodelled: 'locked operation',
		answers: []
	},
	{
		name: 'fence',
		area: 'atomics',
		label: 'mfence',
		source: onMemory('mfence'),
		unmodelled: 'fence',
		answers: []
	},
	{
		name: 'pause',
		area: 'atomics',
		label: 'pause',
		source: chain('pause'),
		unmodelled: 'pause',
		answers: []
	},
	{
		name: 'strings',
		area: 'loads',
		label: 'rep movsb, 256 bytes',
		source: await fromFile('strings'),
		unmodelled: 'repeated string instruction',
		answers: []
	}
];
