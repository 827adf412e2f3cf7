public static class Kernel {
	const int count = 1024;
	static readonly double[] values = new double[count];

	// Small whole numbers: their sums are exact, so the order of the additions changes no result. 8 KiB stay in L1.
	public static void Setup(ulong seed) {
		for (ulong i = 0; i < count; i++) values[i] = (seed + i * 7) % 16;
	}

	// Four sums: an addition needs the sum that was made four elements earlier.
	public static ulong Run(ulong iterations) {
		double[] from = values;
		double a = 0, b = 0, c = 0, d = 0;
		ulong i = 0;
		for (; i + 4 <= iterations; i += 4) {
			int at = (int)(i % count);
			a += from[at];
			b += from[at + 1];
			c += from[at + 2];
			d += from[at + 3];
		}
		for (; i < iterations; i++) a += from[(int)(i % count)];
		return (ulong)((a + b) + (c + d));
	}
}
