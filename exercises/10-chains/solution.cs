public static class Kernel {
	const int count = 1024;
	const ulong factor = 0x9e3779b97f4a7c15;
	static readonly ulong[] values = new ulong[count];

	public static void Setup(ulong seed) {
		for (ulong i = 0; i < count; i++) values[i] = seed + i * 7;
	}

	// Four elements in one step of the chain: the factor's fourth power is known before the loop, and the rest needs no earlier hash.
	public static ulong Run(ulong iterations) {
		ulong[] from = values;
		ulong second = unchecked(factor * factor), third = second * factor, fourth = second * second;
		ulong hash = 0, i = 0;
		for (; i + 4 <= iterations; i += 4) {
			int at = (int)(i % count);
			ulong rest = (from[at] * third + from[at + 1] * second) + (from[at + 2] * factor + from[at + 3]);
			hash = hash * fourth + rest;
		}
		for (; i < iterations; i++) hash = hash * factor + from[(int)(i % count)];
		return hash;
	}
}
