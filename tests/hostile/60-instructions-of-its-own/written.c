#include "cyclelab.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The page lists multiplications. A flag selects how setup replaces each by a NOP of the same length. */
enum { MULTIPLICATIONS = 16, BYTES = 4, PAGE = 4096 };

#if defined(WRITTEN) || defined(THROUGH_A_FILE)
static const unsigned char nop[BYTES] = {0x0f, 0x1f, 0x40, 0x00};
static unsigned char *multiplications(void) {
	unsigned char *at = (unsigned char *)(uintptr_t)kernel;
	while (at[0] != 0x48 || at[1] != 0x0f || at[2] != 0xaf) at++;
	return at;
}
#endif

#ifdef WRITTEN
void setup(uint64_t seed) {
	(void)seed;
	unsigned char *first = multiplications();
	unsigned char *page = (unsigned char *)((uintptr_t)first & ~(uintptr_t)(PAGE - 1));
	mprotect(page, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
	for (int i = 0; i < MULTIPLICATIONS; i++) memcpy(first + i * BYTES, nop, BYTES);
}
#elif defined(THROUGH_A_FILE)
void setup(uint64_t seed) {
	(void)seed;
	off_t first = (off_t)(uintptr_t)multiplications();
	int memory = open("/proc/self/mem", O_RDWR);
	for (int i = 0; i < MULTIPLICATIONS; i++)
		if (pwrite(memory, nop, BYTES, first + i * BYTES) != BYTES) _exit(1);
	close(memory);
}
#endif

/* A symbol amid the loop makes two functions of it in a listing, and no loop in either. */
#ifdef IN_TWO
#define LABEL "middle: "
#else
#define LABEL ""
#endif

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile(LABEL ".rept 16\n\timulq %0, %0\n\t.endr" : "+r"(x));
	return x;
}
