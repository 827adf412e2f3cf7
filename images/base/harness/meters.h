/* What a kernel reports of itself besides its time: a running total for each id in CYCLELAB_METERS, in that order. */
#ifndef CYCLELAB_METERS_H
#define CYCLELAB_METERS_H

#include "rows.h"

enum { METERS_AT_MOST = 4 };
/* Each ends with a comma or the text's end. */
static const char *meterIds[METERS_AT_MOST];
/* Volatile: read between two calls of the kernel, and copied without a library's memcpy. */
static volatile uint64_t meterTotals[METERS_AT_MOST];
static int meters;

CYCLELAB_CODE static void meters_open(const char *ids) {
	while (ids && *ids && meters < METERS_AT_MOST) {
		meterIds[meters++] = ids;
		while (*ids && *ids != ',') ids++;
		if (*ids) ids++;
	}
}

CYCLELAB_CODE void cyclelab_meter(const char *id, uint64_t amount) {
	for (int i = 0; i < meters; i++) {
		const char *known = meterIds[i], *asked = id;
		while (*asked && *known == *asked) known++, asked++;
		if (!*asked && (!*known || *known == ',')) meterTotals[i] += amount;
	}
}

CYCLELAB_CODE static void meters_read(uint64_t *totals) {
	for (int i = 0; i < meters; i++) totals[i] = meterTotals[i];
}

/* ,"meters":["id","id"] if there are any. */
CYCLELAB_CODE static void row_meter_ids(void) {
	for (int i = 0; i < meters; i++) {
		row_text(i == 0 ? ",\"meters\":[\"" : "\",\"");
		for (const char *id = meterIds[i]; *id && *id != ','; id++) row_letter(*id);
	}
	if (meters) row_text("\"]");
}

/* What each counted between two readings, in the order of the ids. */
CYCLELAB_CODE static void row_meters(const char *before, const uint64_t *from, const uint64_t *to) {
	for (int i = 0; i < meters; i++) row_number(i == 0 ? before : ",", to[i] - from[i]);
	if (meters) row_text("]");
}
#endif
