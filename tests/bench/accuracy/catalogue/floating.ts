/** Kernels of scalar floating point instructions. */
import { chain, fromFile, type AccuracyKernel } from '../kernel.ts';
import {
	agner,
	amdGuide,
	gccZen,
	goldenCove,
	iceLakeOn,
	prototype,
	skylake,
	uops,
	zen3to5,
	zen4to5,
	zen5
} from '../sources.ts';

const area = 'floating point';

export const floating: readonly AccuracyKernel[] = [
	{
		name: 'fp-add',
		area,
		label: 'addsd, chain',
		source: chain('vaddsd %1, %0, %0', 'double'),
		answers: [
			{
				on: zen5,
				cycles: [2, 3],
				source: `${gccZen}: 3; ${amdGuide}: 2 from an addition to the next`
			},
			{ on: zen3to5, cycles: 3, source: `${gccZen}; ${agner}` },
			{ on: goldenCove, cycles: [2, 3], source: `${uops}; ${prototype}` },
			{ on: skylake, cycles: 4, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'fp-multiply',
		area,
		label: 'mulsd, chain',
		source: chain('vmulsd %1, %0, %0', 'double'),
		answers: [
			{ on: zen3to5, cycles: 3, source: `${gccZen}; ${agner}` },
			{ on: iceLakeOn, cycles: 4, source: `${agner}; ${uops}` },
			{ on: skylake, cycles: 4, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'fused',
		area,
		label: 'vfmadd213sd, chain',
		source: chain('vfmadd213sd %1, %1, %0', 'double'),
		answers: [
			{ on: zen3to5, cycles: 4, source: `${gccZen}; ${agner}` },
			{ on: iceLakeOn, cycles: 4, source: `${agner}; ${uops}` },
			{ on: skylake, cycles: 4, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'dot',
		area,
		label: 'sum = fma(a[i], b[i], sum)',
		source: await fromFile('dot'),
		answers: [
			{ on: zen3to5, cycles: 4, source: `the sums' chain: ${gccZen}` },
			{ on: iceLakeOn, cycles: 4, source: `the sums' chain: ${agner}` },
			{ on: skylake, cycles: 4, source: `the sums' chain: ${agner}` }
		]
	},
	{
		name: 'divide-double',
		area,
		label: 'divsd, chain',
		source: chain('vdivsd %1, %0, %0', 'double'),
		answers: [
			{ on: zen3to5, cycles: [11, 13.5], source: `${gccZen}: 13; fewer for simple operands` },
			{ on: iceLakeOn, cycles: [13, 14], source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'divide-single',
		area,
		label: 'divss, chain',
		source: chain('vdivss %1, %0, %0', 'float'),
		answers: [
			{
				on: zen3to5,
				cycles: [8, 11],
				source: `${gccZen}: 10; LLVM's model of Zen 3: 11; fewer for simple operands`
			},
			{ on: iceLakeOn, cycles: 11, source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'root-double',
		area,
		label: 'sqrtsd, chain',
		source: chain('vsqrtsd %0, %0, %0', 'double'),
		answers: [
			{
				on: zen3to5,
				cycles: [14, 21],
				source: `${agner}, ${amdGuide}: 20 to 21; fewer for simple operands`
			},
			{ on: iceLakeOn, cycles: [13, 19], source: `${agner}; ${uops}` }
		]
	},
	{
		name: 'to-double',
		area,
		label: 'cvtsi2sd and back',
		source: chain('vcvtsi2sd %0, %%xmm7, %%xmm7\\n\\tvcvttsd2si %%xmm7, %0'),
		answers: [{ on: zen4to5, cycles: [11, 16], source: `${agner}, Zen 4` }]
	}
];
