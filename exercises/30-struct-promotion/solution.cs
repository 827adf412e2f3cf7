public static class Kernel {
	public struct Struct8 {
		public byte X1, X2, X3, X4, X5, X6, X7, X8;
	}

	static readonly Struct8[] structs = new Struct8[256];
	static int at;

	public static void Setup(ulong seed) {
		for (int i = 0; i < structs.Length; i++) {
			structs[i].X1 = (byte)(i * 7 + (int)seed);
			structs[i].X2 = (byte)(i * 11 + (int)seed);
		}
	}

	// Two fields of the element where it lies. No variable ever holds the struct, so there is nothing to copy.
	public static ulong Run(ulong iterations) {
		int sum = 0, i = at;
		for (ulong n = 0; n < iterations; n++) {
			sum += structs[i].X1 + structs[i].X2;
			i = (i + 1) & 255;
		}
		at = i;
		return (ulong)sum;
	}
}
