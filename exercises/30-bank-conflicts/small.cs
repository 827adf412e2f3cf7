public static class Kernel {
	const ulong Numbers = 4096;
	const int distances = 2112;

	// 16 KiB that are walked over and over, all in L1, and room for the partners of the last ones.
	static readonly int[] data = new int[(int)Numbers + distances];
	static ulong delta, position;

	public static void Setup(ulong seed) {
		delta = Cyclelab.Parameter("delta", 16);
		for (int i = 0; i < data.Length; i++) {
			seed = seed * 6364136223846793005 + 1442695040888963407;
			data[i] = (int)(seed >> 32);
		}
	}

	// The document's loop: is any number smaller than its partner, `delta` further on? It goes on where it stopped.
	public static unsafe ulong Run(ulong iterations) {
		ulong d = delta, i = position, left = iterations;
		bool res = false;
		fixed (int* start = data) {
			while (left > 0) {
				ulong end = left < Numbers - i ? i + left : Numbers;
				left -= end - i;
				int* ptr = start + i;
				for (; i < end; i++) {
					res |= (ptr[0] < ptr[d]);
					ptr++;
				}
				if (i == Numbers) i = 0;
			}
		}
		position = i;
		return res ? 1ul : 0;
	}
}
