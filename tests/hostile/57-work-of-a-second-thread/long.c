#include "cyclelab.h"
#include <pthread.h>

#ifdef THREAD
static void *works(void *nothing) {
	for (;;) __asm__ volatile("");
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	pthread_t thread;
	pthread_create(&thread, NULL, works, NULL);
}
#endif

/* A pass has more instructions than a quarter of those that the observer steps through. */
uint64_t kernel(uint64_t n) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < n; i++) __asm__ volatile(".rept 2000\n\timulq %0, %0\n\t.endr" : "+r"(x));
	return x;
}
