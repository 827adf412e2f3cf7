public static class Kernel {
	static ulong step = 1, mask = 1;

	// From outside, so that no compiler knows them.
	public static void Setup(ulong seed) {
		step = seed * 4 + 3;
		mask = seed * 0x9e3779b97f4a7c15;
	}

	// An addition, an exclusive or, an addition, all on one value. The number added is in a register.
	public static ulong Run(ulong iterations) {
		ulong x = 0, by = step, bits = mask;
		for (ulong i = 0; i < iterations; i++) {
			x = ((x + by) ^ bits) + by;
		}
		return x;
	}
}
