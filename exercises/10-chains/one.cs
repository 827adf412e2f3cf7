public static class Kernel {
	const int count = 1024;
	static readonly double[] values = new double[count];

	// Small whole numbers: their sums are exact, so the order of the additions changes no result. 8 KiB stay in L1.
	public static void Setup(ulong seed) {
		for (ulong i = 0; i < count; i++) values[i] = (seed + i * 7) % 16;
	}

	// Each addition needs the previous sum.
	public static ulong Run(ulong iterations) {
		double[] from = values;
		double sum = 0;
		for (ulong i = 0; i < iterations; i++) sum += from[(int)(i % count)];
		return (ulong)sum;
	}
}
