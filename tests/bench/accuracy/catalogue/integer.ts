/** Kernels of integer instructions. */
import { chain, fromFile, independent, type AccuracyKernel } from '../kernel.ts';
import {
	any,
	agner,
	amdGuide,
	gccZen,
	iceLakeOn,
	intel,
	intelManual,
	prototype,
	goldenCove,
	uops,
	zen3to5,
	zen4to5
} from '../sources.ts';

const area = 'integer';
const one = (source: string) => [{ on: any, cycles: 1, source }];

export const integer: readonly AccuracyKernel[] = [
	{
		name: 'add',
		area,
		label: 'add r,r, chain',
		source: await fromFile('add'),
		answers: one(`${agner}; all cores`)
	},
	{
		name: 'add-constant',
		area,
		label: 'add r,1, chain',
		source: chain('add $1, %0'),
		answers: [
			{ on: zen3to5, cycles: 1, source: gccZen },
			{ on: goldenCove, cycles: [0.12, 0.26], source: prototype }
		]
	},
	{
		name: 'imul',
		area,
		label: 'imul r,r, chain',
		source: await fromFile('imul'),
		answers: [
			{ on: zen4to5, cycles: 3, source: gccZen },
			{ on: any, cycles: 3, source: `${agner}; ${intelManual}` }
		]
	},
	{
		name: 'add-with-carry',
		area,
		label: 'adc r,r, chain',
		source: chain('adc %1, %0'),
		answers: one(`${agner}, Zen and Broadwell on`)
	},
	{
		name: 'rotate',
		area,
		label: 'rol r,7, chain',
		source: chain('rol $7, %0'),
		answers: [
			{ on: zen4to5, cycles: 1, source: gccZen },
			{ on: intel, cycles: 1, source: agner }
		]
	},
	{
		name: 'move-conditionally',
		area,
		label: 'cmovc r,r, chain',
		source: chain('cmovc %1, %0'),
		answers: one(`${agner}; Zen and Broadwell on`)
	},
	{
		name: 'population-count',
		area,
		label: 'popcnt r,r, chain',
		source: chain('popcnt %0, %0'),
		answers: [
			{ on: zen3to5, cycles: 1, source: `${agner}; ${amdGuide}` },
			{ on: intel, cycles: 3, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'leading-zeros',
		area,
		label: 'lzcnt r,r, chain',
		source: chain('lzcnt %0, %0'),
		answers: [
			{ on: zen3to5, cycles: 1, source: `${agner}; ${amdGuide}` },
			{ on: intel, cycles: 3, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'cyclic-redundancy',
		area,
		label: 'crc32 r,r, chain',
		source: chain('crc32q %1, %0'),
		answers: [{ on: any, cycles: 3, source: `${agner}; Zen and Nehalem on` }]
	},
	{
		name: 'deposit-bits',
		area,
		label: 'pdep r,r,r, chain',
		source: chain('pdep %1, %0, %0'),
		answers: [
			{ on: zen3to5, cycles: 3, source: `${agner}; ${amdGuide}` },
			{ on: intel, cycles: 3, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'address',
		area,
		// Zen 4 takes two cycles from the base, and one from the index.
		label: 'lea r,[r+r*4+1], chain through the base',
		source: chain('lea 1(%0,%1,4), %0'),
		answers: [{ on: /^znver[34]$/, cycles: 2, source: `${agner}; ${amdGuide}` }]
	},
	{
		name: 'xorshift',
		area,
		label: 'x ^= x << 13, >> 7, << 17',
		source: await fromFile('xorshift'),
		answers: [{ on: any, cycles: 6, source: 'six instructions of one cycle in a chain' }]
	},
	{
		name: 'congruence',
		area,
		label: 'x = x * a + c',
		source: await fromFile('congruence'),
		answers: [
			{ on: any, cycles: 4, source: 'a multiplication of three cycles and an addition of one' }
		]
	},
	{
		name: 'imul-throughput',
		area,
		label: 'imul r,r, independent',
		source: independent('imul %0, %w', 8, 'integer'),
		answers: [{ on: iceLakeOn, cycles: 1, source: `${agner}; ${uops}` }]
	}
];
