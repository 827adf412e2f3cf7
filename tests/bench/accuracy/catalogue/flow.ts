/** Kernels of divisions, branches and calls. */
import { chain, fromFile, type AccuracyKernel } from '../kernel.ts';
import {
	agner,
	amdGuide,
	any,
	gccZen,
	goldenCove,
	iceLakeOn,
	prototype,
	zen3to5,
	zen4to5
} from '../sources.ts';

export const flow: readonly AccuracyKernel[] = [
	{
		name: 'divide',
		area: 'divisions',
		label: 'x = ~(x / y), 64 bits',
		source: await fromFile('divide'),
		answers: [
			{
				on: zen4to5,
				cycles: [12, 20],
				source: `${gccZen}: at most 18, and one or two for the complement`
			},
			{ on: iceLakeOn, cycles: [15, 20], source: `${agner}: 14 to 18` }
		],
		unmodelled: 'division by value'
	},
	{
		name: 'divide-word',
		area: 'divisions',
		label: 'div r32 by 5, chain',
		source: chain(
			`xor %%edx, %%edx\\n\\tmov %k0, %%eax\\n\\tdiv %k1\\n\\tlea 1(%%rax,%%rax,4), %k0`
		),
		answers: [
			{
				on: zen4to5,
				cycles: [9, 16],
				source: `${gccZen}: at most 12, and an lea of one to two cycles and a move`
			},
			{ on: iceLakeOn, cycles: [12, 16], source: `${agner}: 12, and an lea` }
		],
		unmodelled: 'division by value'
	},
	{
		name: 'empty-loop',
		area: 'branches',
		label: 'counter and branch',
		source: await fromFile('empty-loop'),
		answers: [{ on: any, cycles: 1, source: `one taken branch and one addition a cycle: ${agner}` }]
	},
	{
		name: 'branch-pattern',
		area: 'branches',
		label: 'a branch by turns',
		source: await fromFile('branch-pattern'),
		answers: [
			{ on: zen3to5, cycles: [1, 2], source: `${amdGuide}: one or two taken branches a cycle` },
			{ on: goldenCove, cycles: [1, 2], source: prototype }
		]
	},
	{
		name: 'branch-random',
		area: 'branches',
		label: 'a branch at random',
		source: await fromFile('branch-random'),
		unmodelled: 'mispredictions',
		answers: [
			{
				on: zen3to5,
				cycles: [11, 18],
				source: `six cycles, and half of the 11 to 18 of a misprediction: ${agner}`
			},
			{ on: goldenCove, cycles: [13, 15], source: prototype }
		]
	},
	{
		name: 'call',
		area: 'branches',
		label: 'call and return',
		source: await fromFile('call'),
		unmodelled: 'call',
		answers: [{ on: goldenCove, cycles: [3, 5.3], source: prototype }]
	}
];
