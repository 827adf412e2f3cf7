public static class Kernel {
	static byte[] data;
	static int position;

	// The document's array, each byte written once.
	public static void Setup(ulong seed) {
		data = new byte[Cyclelab.Parameter("working-set", 4096)];
		for (int i = 0; i < data.Length; i++) data[i] = (byte)seed;
	}

	// The document's loop. It goes on where it stopped, so that a large array is walked from end to end.
	public static ulong Run(ulong iterations) {
		byte[] array = data;
		int mask = array.Length - 1, end = position + (int)iterations;
		for (int i = position; i != end; i++) {
			array[(i * 64) & mask]++;
		}
		position = end;
		return array[((end - 1) * 64) & mask];
	}
}
