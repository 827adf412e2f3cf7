#include "cyclelab.h"
#include <immintrin.h>

enum { vectors = 512 };

static __m256i buffer[vectors];

/* Fills a buffer of 16 KiB with ordinary stores, and adds it up. A turn is the whole buffer. */
uint64_t kernel(uint64_t iterations) {
	uint64_t result = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		__m256i value = _mm256_set1_epi64x((int64_t)i), sum = value;
#pragma clang loop unroll(disable)
		for (uint64_t at = 0; at < vectors; at++) _mm256_store_si256(buffer + at, value);
		__asm__ volatile("" ::: "memory");
#pragma clang loop unroll(disable)
		for (uint64_t at = 0; at < vectors; at++) sum = _mm256_add_epi64(sum, _mm256_load_si256(buffer + at));
		result += (uint64_t)_mm256_extract_epi64(sum, 0);
	}
	return result;
}
