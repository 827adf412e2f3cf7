public static class Kernel {
	static ulong sum, step = 1;

	// From outside, so that no compiler knows it.
	public static void Setup(ulong seed) {
		step = seed | 1;
	}

	// One addition an iteration, each of the sum before.
	public static ulong Run(ulong iterations) {
		ulong at = sum, by = step;
		for (ulong i = 0; i < iterations; i++) {
			at += by;
		}
		sum = at;
		return at;
	}
}
