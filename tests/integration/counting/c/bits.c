/* One pass for each set bit of a number (Kernighan). */
uint64_t kernel(uint64_t iterations) {
	uint64_t ones = 0;
	for (uint64_t i = 0; i < iterations; i++)
		for (uint64_t x = i; x != 0; x &= x - 1) {
			MARK(1);
			__asm__ volatile("" : "+r"(x));
			ones++;
		}
	return ones;
}
