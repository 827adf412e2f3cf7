enum { length = 103 };
static double a[length], b[length];

void setup(uint64_t seed) {
	for (int i = 0; i < length; i++) a[i] = 1, b[i] = (double)(seed + 1);
}

/* 103 additions a pass: a vector loop, and a remainder smaller than a vector. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		for (int j = 0; j < length; j++) a[j] += b[j];
		__asm__ volatile("" : : : "memory");
	}
	return (uint64_t)a[0];
}
