public static class Kernel {
	const ulong Numbers = 4096;
	const int distances = 2112;

	// As in `small`.
	static readonly uint[] data = new uint[(int)Numbers + distances];
	static ulong delta, position;

	public static void Setup(ulong seed) {
		delta = Cyclelab.Parameter("delta", 16);
		for (int i = 0; i < data.Length; i++) {
			seed = seed * 6364136223846793005 + 1442695040888963407;
			data[i] = (uint)(seed >> 32);
		}
	}

	// The same pairs, only added up, four a turn and in four sums, so that little but loads is left to do.
	public static unsafe ulong Run(ulong iterations) {
		ulong d = delta, i = position, left = iterations;
		uint even = 0, odd = 0, evenPartners = 0, oddPartners = 0;
		fixed (uint* start = data) {
			while (left > 0) {
				ulong end = left < Numbers - i ? i + left : Numbers;
				left -= end - i;
				for (; i + 4 <= end; i += 4) {
					uint* from = start + i;
					uint* partner = from + d;
					even += from[0];
					evenPartners += partner[0];
					odd += from[1];
					oddPartners += partner[1];
					even += from[2];
					evenPartners += partner[2];
					odd += from[3];
					oddPartners += partner[3];
				}
				for (; i < end; i++) {
					even += start[i];
					evenPartners += start[i + d];
				}
				if (i == Numbers) i = 0;
			}
		}
		position = i;
		return even + odd + evenPartners + oddPartners;
	}
}
