public static class Kernel {
	const int count = 1024;
	static readonly ulong[] values = new ulong[count];

	// Odd numbers: a product of these is never 0.
	public static void Setup(ulong seed) {
		for (ulong i = 0; i < count; i++) values[i] = (seed + i) * 2 + 1;
	}

	// Each product needs the previous product.
	public static ulong Run(ulong iterations) {
		ulong[] from = values;
		ulong product = 1;
		for (ulong i = 0; i < iterations; i++) product *= from[(int)(i % count)];
		return product;
	}
}
