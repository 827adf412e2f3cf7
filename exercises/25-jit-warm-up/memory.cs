public static class Kernel {
	// Each line of 16 numbers begins with the position of the next line: 2^19 lines, 32 MiB.
	const int line = 16, count = 1 << 19;

	static int[] next;
	static int here;

	// A generator of numbers that has every number below a power of two once puts the lines into one cycle.
	public static void Setup(ulong seed) {
		next = new int[line * count];
		uint at = (uint)seed & (count - 1);
		for (int i = 0; i < count; i++) {
			uint after = (at * 1664525 + 1013904223) & (count - 1);
			next[at * line] = (int)after * line;
			at = after;
		}
	}

	// Every load needs the previous load, and nearly every load goes to memory.
	public static ulong Run(ulong iterations) {
		int[] lines = next;
		int at = here;
		for (ulong i = 0; i < iterations; i++) {
			at = lines[at];
		}
		here = at;
		return (ulong)at;
	}
}
