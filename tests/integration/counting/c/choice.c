/* A jump table. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		switch (i % 5) {
			case 0: MARK(1); x += i; break;
			case 1: MARK(2); x ^= i << 3; break;
			case 2: MARK(3); x *= 7; /* falls through */
			case 3: MARK(4); x -= i; break;
			default: MARK(5); x = ~x;
		}
	}
	return x;
}
