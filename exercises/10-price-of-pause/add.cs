public static class Kernel {
	static ulong sum, step = 1;

	// From outside, so that no compiler knows it.
	public static void Setup(ulong seed) {
		step = seed | 1;
	}

	// One addition an iteration, each of the sum before. Eight a turn: a turn of so short a loop may itself take two
	// cycles, by where the compiler has put it, and then it would be no clock.
	public static ulong Run(ulong iterations) {
		ulong at = sum, by = step, i = 0;
		for (; i + 8 <= iterations; i += 8) {
			at += by;
			at += by;
			at += by;
			at += by;
			at += by;
			at += by;
			at += by;
			at += by;
		}
		for (; i < iterations; i++) {
			at += by;
		}
		sum = at;
		return at;
	}
}
