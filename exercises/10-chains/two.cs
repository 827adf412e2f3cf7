public static class Kernel {
	const int count = 1024;
	static readonly double[] values = new double[count];

	// Small whole numbers: their sums are exact, so the order of the additions changes no result. 8 KiB stay in L1.
	public static void Setup(ulong seed) {
		for (ulong i = 0; i < count; i++) values[i] = (seed + i * 7) % 16;
	}

	// Two sums: an addition needs the sum that was made two elements earlier.
	public static ulong Run(ulong iterations) {
		double[] from = values;
		double a = 0, b = 0;
		ulong i = 0;
		for (; i + 2 <= iterations; i += 2) {
			int at = (int)(i % count);
			a += from[at];
			b += from[at + 1];
		}
		for (; i < iterations; i++) a += from[(int)(i % count)];
		return (ulong)(a + b);
	}
}
