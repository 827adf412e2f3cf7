/* Rows of JSON, gathered in memory and written in few large pieces. No printf: it would be the learner's to replace,
 * and under qemu it is most of what a short count run executes. */
#ifndef CYCLELAB_ROWS_H
#define CYCLELAB_ROWS_H

#include "cal.h"

enum { ROWS_BYTES = 1 << 15, LONGEST_ROW = 512 };
static char rows[ROWS_BYTES];
static uint32_t rowsUsed;

CYCLELAB_CODE static void row_letter(char letter) {
	if (rowsUsed < ROWS_BYTES) rows[rowsUsed++] = letter;
}

CYCLELAB_CODE static void row_text(const char *text) {
	while (*text) row_letter(*text++);
}

CYCLELAB_CODE static void row_digits(uint64_t value, uint64_t base, int width) {
	char digits[24];
	int i = sizeof digits - 1;
	digits[i] = 0;
	do {
		digits[--i] = "0123456789abcdef"[value % base];
		value /= base;
		width--;
	} while (value || width > 0);
	row_text(digits + i);
}

CYCLELAB_CODE static void row_number(const char *before, uint64_t value) {
	row_text(before);
	row_digits(value, 10, 1);
}

CYCLELAB_CODE static void row_hexadecimal(const char *before, uint64_t value) {
	row_text(before);
	row_digits(value, 16, 16);
}

/* Whether another row surely fits. */
CYCLELAB_CODE static int row_room(void) { return rowsUsed + LONGEST_ROW <= ROWS_BYTES; }

CYCLELAB_CODE static void row_flush(int descriptor) {
	cal_write(descriptor, rows, rowsUsed);
	rowsUsed = 0;
}
#endif
