public static class Kernel {
	public struct Struct4 {
		public byte X1, X2, X3, X4;
	}

	static readonly Struct4[] structs = new Struct4[256];
	static int at;

	public static void Setup(ulong seed) {
		for (int i = 0; i < structs.Length; i++) {
			structs[i].X1 = (byte)(i * 7 + (int)seed);
			structs[i].X2 = (byte)(i * 11 + (int)seed);
		}
	}

	// The document's loop: the whole element goes into a local variable, of which two bytes are used.
	public static ulong Run(ulong iterations) {
		int sum = 0, i = at;
		for (ulong n = 0; n < iterations; n++) {
			var s = structs[i];
			sum += s.X1 + s.X2;
			i = (i + 1) & 255;
		}
		at = i;
		return (ulong)sum;
	}
}
