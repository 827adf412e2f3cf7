public static class Kernel {
	// Sixteen numbers of four bytes are a cache line. The first of them is the position of the next line.
	const int line = 16;

	static int[] next;
	static readonly int[] here = new int[4];

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

	// Four alternating chases, each through its quarter of the lines. A load needs the result of the load four before it.
	public static ulong Run(ulong iterations) {
		int[] lines = next;
		int a = here[0], b = here[1], c = here[2], d = here[3];
		ulong sum = 0, done = 0;
		for (; done + 4 <= iterations; done += 4) {
			a = lines[a];
			b = lines[b];
			c = lines[c];
			d = lines[d];
			sum += (uint)a / line;
			sum += (uint)b / line;
			sum += (uint)c / line;
			sum += (uint)d / line;
		}
		for (; done < iterations; done++) {
			a = lines[a];
			sum += (uint)a / line;
		}
		here[0] = a;
		here[1] = b;
		here[2] = c;
		here[3] = d;
		return sum;
	}
}
