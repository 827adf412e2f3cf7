/** Honest programs of the shapes in `shapes.yaml`, drawn by a seed. Pure: the same seed gives the same programs. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { boundNames } from '@cyclelab/contract/schema/bound-name';
import { z } from 'zod';
import { parseFile } from '../../../exercises/src/parse-file.ts';
import { drawn } from '../drawn.ts';

const C = z.string().min(1);

/** A part of a kernel's iteration, C, in which `SIZE` stands for a drawn number: how much it does. */
const Shape = z.strictObject({
	id: z.string(),
	file: C.optional(),
	/** Changes `seed`. */
	setup: C.optional(),
	/** Statements that change `x`; `i` is the iteration and `n` how many there are. */
	step: C,
	/** Reasons that are true of it, beside those of the machine: the page gives no number, and says why. */
	mayBe: z.array(z.enum([...boundNames, 'no-line', 'empty-kernel'])).optional()
});
type Shape = z.infer<typeof Shape>;

const shapes = parseFile(
	'shapes.yaml',
	readFileSync(new URL('shapes.yaml', import.meta.url), 'utf8'),
	z.array(Shape)
);

export type HonestProgram = { shapes: readonly (Shape & { size: number })[] };

/** The programs of a seed. */
export function programsOf(seed: number, howMany: number): HonestProgram[] {
	const shape = fc
		.record({ shape: fc.constantFrom(...shapes), size: fc.integer({ min: 8, max: 1000 }) })
		.map(({ shape, size }) => ({ ...shape, size }));
	const program = fc.record({
		shapes: fc.uniqueArray(shape, { minLength: 1, maxLength: 3, selector: ({ id }) => id })
	});
	return drawn(program, seed, howMany);
}

/** The program's name in a list of tests. */
export const nameOf = ({ shapes }: HonestProgram) =>
	shapes.map(({ id, size }) => `${id} ${size}`).join(' + ');

const partsOf = ({ shapes }: HonestProgram, part: 'file' | 'setup' | 'step') =>
	shapes.flatMap((shape) => shape[part]?.replaceAll('SIZE', `${shape.size}`) ?? []);

/** The program as a C file. */
export const textOf = (program: HonestProgram) => `/* ${nameOf(program)} */
#define _GNU_SOURCE
#include "cyclelab.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
${partsOf(program, 'file').join('\n')}
void setup(uint64_t seed) {
	seed |= 1;
	${partsOf(program, 'setup').join('\n\t')}
}
uint64_t kernel(uint64_t n) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < n; i++) {
		${partsOf(program, 'step').join('\n\t\t')}
	}
	return x;
}
`;
