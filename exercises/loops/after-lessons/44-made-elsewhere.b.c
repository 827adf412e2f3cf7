#include "cyclelab.h"

struct page {
	uint64_t number, words[63];
};

static struct page pages[4];

/* Gives a page of 512 bytes its number, and nothing else yet. */
__attribute__((noinline)) static void make(struct page *page, uint64_t number) {
	page->number = number;
	__asm__ volatile("" : : "r"(page) : "memory");
}

/* Makes pages, each by a function that gets its address. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) make(&pages[i % 4], i);
	return pages[0].number;
}
