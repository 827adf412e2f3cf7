/* Hanoi: a tower of n takes 2^n - 1 moves and 2^(n+1) - 1 calls. */
struct Hanoi {
	uint64_t moves = 0;
	NOINLINE void move(int height, int from, int to) {
		MARK(1);
		if (height == 0) return;
		move(height - 1, from, 6 - from - to);
		MARK(2);
		moves += static_cast<uint64_t>(from * to);
		move(height - 1, 6 - from - to, to);
	}
};

uint64_t kernel(uint64_t iterations) {
	Hanoi hanoi;
	int height = 4;
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile("" : "+r"(height));
		hanoi.move(height, 1, 3);
	}
	return hanoi.moves;
}
