#ifdef QUOTED
#line 1
#include "/etc/passwd"
#elif defined(OWNER)
#line 1
#include "/proc/1/environ"
#elif defined(SHADOW)
__asm__(".section .rodata\n.incbin \"/etc/shadow\"\n.text");
#elif defined(EMBED)
#line 1
const unsigned char shadow[] = {
#embed "/etc/shadow"
};
#elif defined(KERNEL)
#line 1
#include "/proc/kmsg"
#endif
#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
