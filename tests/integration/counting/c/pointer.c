NOINLINE static uint64_t even(uint64_t x) {
	MARK(1);
	return x / 2;
}
NOINLINE static uint64_t odd(uint64_t x) {
	MARK(2);
	return 3 * x + 1;
}
static uint64_t (*volatile const ways[])(uint64_t) = {even, odd};

/* Calls through alternating pointers. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 27;
	for (uint64_t i = 0; i < iterations; i++) x += ways[i % 2](x);
	return x;
}
