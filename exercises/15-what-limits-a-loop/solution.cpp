#include "cyclelab.h"

enum { count = 4096 };

/* Aligned, so that no store crosses a cache line. */
alignas(16) static uint8_t bytes[count];

/* A product with this constant has the byte in each of its eight places: two stores instead of sixteen. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		volatile uint64_t *at = reinterpret_cast<volatile uint64_t *>(bytes + i * 16 % count);
		const uint64_t eight = (i & 255) * 0x0101010101010101;
		at[0] = eight, at[1] = eight;
	}
	uint64_t sum = 0;
	for (uint64_t i = 0; i < count; i++) sum = sum * 31 + bytes[i];
	return sum;
}
