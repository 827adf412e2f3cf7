public static class Kernel {
	// Sixteen numbers of four bytes are a cache line. The first of them is the position of the next line.
	const int line = 16;

	static int[] next;
	static readonly int[] here = new int[2];

	public static void Setup(ulong seed) {
		int lines = (int)(Cyclelab.Parameter("working-set", 4096) / (line * sizeof(int)));
		next = new int[lines * line];
		ulong random = seed | 1;
		for (int i = 0; i < here.Length; i++) {
			int first = lines / here.Length * i;
			Cycle(first, lines / here.Length, ref random);
			here[i] = first * line;
		}
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

	// Two alternating chases, each through its half of the lines. A load needs the result of the load two before it.
	public static ulong Run(ulong iterations) {
		int[] lines = next;
		int a = here[0], b = here[1];
		ulong sum = 0, done = 0;
		for (; done + 2 <= iterations; done += 2) {
			a = lines[a];
			b = lines[b];
			sum += (uint)a / line;
			sum += (uint)b / line;
		}
		if (done < iterations) {
			a = lines[a];
			sum += (uint)a / line;
		}
		here[0] = a;
		here[1] = b;
		return sum;
	}
}
