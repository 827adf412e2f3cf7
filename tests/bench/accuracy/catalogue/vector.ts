/** Kernels of 256-bit vector instructions. */
import { chain, independent, type AccuracyKernel } from '../kernel.ts';
import {
	agner,
	amdGuide,
	gccZen,
	goldenCove,
	intel,
	skylake,
	uops,
	zen3to5,
	zen4to5,
	zen5,
	iceLakeOn
} from '../sources.ts';

const area = 'vector';

export const vector: readonly AccuracyKernel[] = [
	{
		name: 'fused-throughput',
		area,
		label: 'vfmadd231pd ymm, 12 sums',
		source: independent('vfmadd231pd %0, %0, %w', 12),
		answers: [
			{ on: zen3to5, cycles: 0.5, source: `two units: ${gccZen}; ${agner}` },
			{ on: intel, cycles: 0.5, source: `two units: ${agner}; ${uops}` }
		]
	},
	{
		name: 'fp-add-throughput',
		area,
		label: 'vaddpd ymm, 12 sums',
		source: independent('vaddpd %0, %w, %w', 12),
		answers: [
			{ on: zen3to5, cycles: 0.5, source: `two units: ${gccZen}; ${agner}` },
			{ on: intel, cycles: 0.5, source: `two units: ${agner}; ${uops}` }
		]
	},
	{
		name: 'vector-fused',
		area,
		label: 'vfmadd213pd ymm, chain',
		source: chain('vfmadd213pd %1, %1, %0', 'vector'),
		answers: [
			{ on: zen3to5, cycles: 4, source: `${gccZen}; ${agner}` },
			{ on: intel, cycles: 4, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'vector-add',
		area,
		label: 'vpaddd ymm, chain',
		source: chain('vpaddd %1, %0, %0', 'vector'),
		answers: [
			{
				on: zen5,
				cycles: [1, 2],
				source: `${gccZen}: 1; A. J. Yee, Zen5's AVX512 Teardown: 2 when the scheduler is full`
			},
			{ on: zen3to5, cycles: 1, source: `${gccZen}; ${agner}` },
			{ on: intel, cycles: 1, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'vector-add-throughput',
		area,
		label: 'vpaddd ymm, 12 sums',
		source: independent('vpaddd %0, %w, %w', 12),
		answers: [
			{ on: zen4to5, cycles: 0.25, source: `four units: ${gccZen}` },
			{ on: skylake, cycles: 1 / 3, source: `three units: ${agner}; ${uops}` },
			{ on: goldenCove, cycles: 1 / 3, source: `three units: ${agner}; ${uops}` }
		]
	},
	{
		name: 'vector-multiply',
		area,
		label: 'vpmulld ymm, chain',
		source: chain('vpmulld %1, %0, %0', 'vector'),
		answers: [
			{ on: zen3to5, cycles: 3, source: `${agner}; ${amdGuide}` },
			{ on: intel, cycles: 10, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'encrypt',
		area,
		label: 'aesenc xmm, chain',
		source: chain('vaesenc %x1, %x0, %x0', 'vector'),
		answers: [
			{ on: zen3to5, cycles: 4, source: `${agner}; ${amdGuide}` },
			{ on: iceLakeOn, cycles: 3, source: `${agner}; ${uops}` },
			{ on: skylake, cycles: 4, source: `${agner}; ${uops}` }
		]
	}
];
