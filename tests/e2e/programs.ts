/** Faulty programs of learners, one for each kind of failure. */

const kernel = (body: string, before = '') => `#include "cyclelab.h"
${before}
uint64_t kernel(uint64_t iterations) {
	${body}
}
`;

export const unfinished = kernel('uint64_t sum = iterations\n\treturn sum;');

export const endless = kernel(
	'volatile uint64_t turns = iterations;\n\tfor (;;) turns = turns + 1;\n\treturn turns;'
);

export const crashing = kernel(
	'volatile uint64_t *nowhere = 0;\n\t*nowhere = iterations;\n\treturn *nowhere;'
);

export const flooding = kernel(
	'for (;;) puts("and on and on and on and on and on and on");\n\treturn iterations;',
	'#include <stdio.h>'
);

export const hungry = kernel(
	`for (uint64_t block = 0;; block++) {
		volatile char *taken = malloc(16 << 20);
		for (int i = 0; i < 16 << 20; i += 4096) taken[i] = 1;
	}
	return iterations;`,
	'#include <stdlib.h>'
);

/** The sum is unused, so the compiler deletes the loop. */
export const empty = kernel(`uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += i * i;
	return iterations;`);

/** A kernel and a function `long_one` of this many instructions, which `.rept` makes without work for the compiler. */
export const longBeside = (instructions: number) => `
void long_one(void) {
${'\t__asm__ volatile(".rept 100\\n\\tnop\\n\\t.endr");\n'.repeat(instructions / 100)}}
`;
