#include "cyclelab.h"

struct page {
	uint64_t number, words[63];
};

static struct page pages[4];

/* A page of 512 bytes with its number, and nothing else in it yet. */
__attribute__((noinline)) static struct page made(uint64_t number) {
	struct page page;
	page.number = number;
	__asm__ volatile("" : : "r"(&page) : "memory");
	return page;
}

/* Makes pages, each by a function that returns it. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) pages[i % 4] = made(i);
	return pages[0].number;
}
