NOINLINE static uint64_t fibonacci(uint64_t n) {
	MARK(2);
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* fibonacci(n) calls itself 2 fibonacci(n + 1) - 1 times: 177 for 10. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, ten = 10;
	for (uint64_t i = 0; i < iterations; i++) {
		MARK(1);
		__asm__ volatile("" : "+r"(ten));
		sum += fibonacci(ten);
	}
	return sum;
}
