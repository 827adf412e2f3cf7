#include "cyclelab.h"

enum { LENGTH = 16 * 1024 };

static _Alignas(4096) uint8_t data[64 * 1024];
static uint64_t distance = 24 * 1024;

void setup(uint64_t seed) {
	distance = cyclelab_parameter("distance", distance);
	for (uint64_t i = 0; i < LENGTH; i++) data[i] = (uint8_t)((i + seed) * 0x9e3779b97f4a7c15 >> 56);
}

/*
 * One instruction copies it all, with its own microcode and paths. The C library's memcpy uses it for such lengths on
 * processors that promise to be quick at it. Other architectures: whatever their C library does.
 */
static inline void copy(uint8_t *to, const uint8_t *from) {
	uint64_t length = LENGTH;
#ifdef __x86_64__
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(length) : : "memory");
#else
	__builtin_memcpy(to, from, length);
	__asm__ volatile("" : : : "memory");
#endif
}

uint64_t kernel(uint64_t iterations) {
	uint8_t *const to = data + distance;
	for (uint64_t i = 0; i < iterations; i++) copy(to, data);
	uint64_t sum = 0;
	for (uint64_t i = 0; i < LENGTH; i++) sum = sum * 31 + to[i];
	return sum;
}
