#include "cyclelab.h"

/* Volatile: the value is stored and loaded again in each turn. */
static volatile uint64_t variable;

/* Each turn loads what the previous turn stored, in the same place. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) variable = variable + 1;
	return variable;
}
