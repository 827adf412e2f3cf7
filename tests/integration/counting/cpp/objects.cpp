/* A constructor and a destructor in each iteration, also with an early continue. */
struct Guard {
	uint64_t &depth;
	explicit Guard(uint64_t &depth) : depth(depth) {
		MARK(1);
		depth++;
	}
	~Guard() {
		MARK(2);
		depth--;
	}
};

NOINLINE static uint64_t guarded(uint64_t i, uint64_t &depth) {
	Guard guard(depth);
	if (i % 8 == 0) return depth;
	MARK(3);
	Guard another(depth);
	return depth + i;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t depth = 0, sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += guarded(i, depth);
	return sum + depth;
}
