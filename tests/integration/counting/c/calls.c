NOINLINE static uint64_t inner(uint64_t x) {
	MARK(3);
	__asm__ volatile("" : "+r"(x));
	return x * 3;
}

NOINLINE static uint64_t outer(uint64_t x) {
	MARK(2);
	return inner(x) + inner(x + 1);
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		MARK(1);
		x = outer(x);
	}
	return x;
}
