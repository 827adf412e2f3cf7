enum class Way { up, down, still };

static Way wayOf(uint64_t i) { return i % 6 < 3 ? Way::up : i % 6 < 5 ? Way::down : Way::still; }

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		switch (wayOf(i)) {
			case Way::up:
				MARK(1);
				x += i;
				break;
			case Way::down:
				MARK(2);
				x ^= i;
				break;
			case Way::still:
				MARK(3);
		}
	}
	return x;
}
