using System.Runtime.InteropServices;

public static class Kernel {
	struct Struct3 {
		public byte X1, X2, X3;
	}

	static readonly Struct3[] array = new Struct3[256];
	static int position;

	public static void Setup(ulong seed) {
		for (int i = 0; i < array.Length; i++) {
			array[i].X1 = (byte)(seed + (ulong)i);
			array[i].X2 = (byte)(i >> 2);
		}
	}

	// The document's loop: copy a struct, add two of its three bytes.
	static int Sum(Struct3[] struct3, int from, int end) {
		int res = 0;
		for (int i = from; i < end; i++) {
			var s = struct3[i];
			res += s.X1 + s.X2;
		}
		return res;
	}

	// It goes on where it stopped.
	public static unsafe ulong Run(ulong iterations) {
		Struct3[] structs = array;
		int i = position, sum = 0;
		ulong left = iterations;
		while (left > 0) {
			int end = left < (ulong)(structs.Length - i) ? i + (int)left : structs.Length;
			left -= (ulong)(end - i);
			sum += Sum(structs, i, end);
			i = end == structs.Length ? 0 : end;
		}
		position = i;
		// From one element to the next in the array, and the size of a copy for code outside of the runtime, as on the slide.
		fixed (Struct3* first = &structs[0], second = &structs[1]) {
			Cyclelab.Meter("step", iterations * (ulong)((byte*)second - (byte*)first));
		}
		Cyclelab.Meter("marshalled", iterations * (ulong)Marshal.SizeOf(typeof(Struct3)));
		return (ulong)sum;
	}
}
