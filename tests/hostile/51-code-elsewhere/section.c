#include "cyclelab.h"

#if defined(ELSEWHERE)
#define PLACE section("elsewhere"),
#elif defined(HARNESS)
#define PLACE section("cyclelab_text"),
#else
#define PLACE
#endif

__attribute__((PLACE noinline)) static uint64_t work(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}

#ifdef INTERPRETER
__attribute__((section(".interp"), used)) static const char interpreter[] = "/usr/bin/true";
#endif
#ifdef LIBRARY
extern int getpid(void);
void setup(uint64_t seed) {
	(void)seed;
	getpid();
}
#endif

#ifdef CHOSEN
static void *choose(void) { return (void *)work; }
uint64_t kernel(uint64_t iterations) __attribute__((ifunc("choose")));
#elif defined(POINTER)
static uint64_t (*volatile found)(uint64_t);
__attribute__((constructor)) static void find(void) { found = work; }
uint64_t kernel(uint64_t iterations) { return found(iterations); }
#else
uint64_t kernel(uint64_t iterations) { return work(iterations); }
#endif
