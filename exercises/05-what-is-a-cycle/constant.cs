public static class Kernel {
	static ulong mask = 1;

	// From outside, so that no compiler knows them.
	public static void Setup(ulong seed) {
		mask = seed * 0x9e3779b97f4a7c15;
	}

	// The same three operations, but what is added is a constant in the instruction itself.
	public static ulong Run(ulong iterations) {
		ulong x = 0, bits = mask;
		for (ulong i = 0; i < iterations; i++) {
			x = ((x + 1) ^ bits) + 1;
		}
		return x;
	}
}
