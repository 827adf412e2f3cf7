/** All kernels of the section `known`, by area. */
import type { AccuracyKernel } from '../kernel.ts';
import { floating } from './floating.ts';
import { flow } from './flow.ts';
import { integer } from './integer.ts';
import { memory } from './memory.ts';
import { vector } from './vector.ts';

export const catalogue: readonly AccuracyKernel[] = [
	...integer,
	...floating,
	...vector,
	...memory,
	...flow
];

/** @throws an error if no kernel has this name */
export function kernelNamed(name: string): AccuracyKernel {
	const kernel = catalogue.find((one) => one.name === name);
	if (!kernel) throw new Error(`there is no kernel ${name}`);
	return kernel;
}
