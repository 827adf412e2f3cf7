/* The cores of a measurement that has several, in CYCLELAB_CORES: the measuring one first. */
#ifndef CYCLELAB_CORES_H
#define CYCLELAB_CORES_H

#include "environment.h"

enum { CORES_AT_MOST = 64 };
static uint64_t coreNumbers[CORES_AT_MOST];
static unsigned cores;

CYCLELAB_CODE static void cores_open(const char *list) {
	while (list && *list >= '0' && *list <= '9' && cores < CORES_AT_MOST) {
		coreNumbers[cores++] = digits(&list);
		if (*list == ',') list++;
	}
}

CYCLELAB_CODE unsigned cyclelab_cores(void) { return cores ? cores : 1; }

CYCLELAB_CODE void cyclelab_stay(unsigned core) {
	if (core < cores) cal_stay(coreNumbers[core]);
}
#endif
