public static class Kernel {
	const int count = 1024;
	const ulong factor = 0x9e3779b97f4a7c15;
	static readonly ulong[] values = new ulong[count];

	public static void Setup(ulong seed) {
		for (ulong i = 0; i < count; i++) values[i] = seed + i * 7;
	}

	// Each product needs the previous sum, and the sum needs that product.
	public static ulong Run(ulong iterations) {
		ulong[] from = values;
		ulong hash = 0;
		for (ulong i = 0; i < iterations; i++) hash = hash * factor + from[(int)(i % count)];
		return hash;
	}
}
