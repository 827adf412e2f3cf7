public static class Kernel {
	// Sixteen numbers of four bytes are a cache line. The first of them is the position of the next line.
	const int line = 16;

	static int[] next;
	static int here;

	public static void Setup(ulong seed) {
		int lines = (int)(Cyclelab.Parameter("working-set", 4096) / (line * sizeof(int)));
		next = new int[lines * line];
		ulong random = seed | 1;
		Cycle(0, lines, ref random);
	}

	// Joins so many lines into one cycle in random order (Sattolo's shuffle: an ordinary one gives several short ones).
	static void Cycle(int first, int count, ref ulong random) {
		var order = new int[count];
		for (int i = 0; i < count; i++) order[i] = first + i;
		for (int i = count - 1; i > 0; i--) {
			random = random * 6364136223846793005 + 1442695040888963407;
			int j = (int)((random >> 32) * (ulong)i >> 32), swapped = order[i];
			order[i] = order[j];
			order[j] = swapped;
		}
		for (int i = 0; i < count; i++) next[(first + i) * line] = order[i] * line;
	}

	// Every load needs the previous load. It goes on where it stopped, and returns the sum of the lines' numbers.
	public static ulong Run(ulong iterations) {
		int[] lines = next;
		int at = here;
		ulong sum = 0;
		for (ulong i = 0; i < iterations; i++) {
			at = lines[at];
			sum += (uint)at / line;
		}
		here = at;
		return sum;
	}
}
