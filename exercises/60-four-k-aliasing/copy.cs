using System;
using System.Runtime.InteropServices;

public static class Kernel {
	const int Page = 4096, Length = 16 * 1024;
	static readonly byte[] data = new byte[64 * 1024];
	static int from, to;

	// As in the document: the array does not move, and the work begins at its first address that is a multiple of 4 KB.
	public static void Setup(ulong seed) {
		long address = GCHandle.Alloc(data, GCHandleType.Pinned).AddrOfPinnedObject().ToInt64();
		from = (int)((Page - address % Page) % Page);
		to = from + (int)Cyclelab.Parameter("distance", 24 * 1024);
		for (int i = 0; i < Length; i++) data[from + i] = (byte)(((ulong)i + seed) * 0x9e3779b97f4a7c15 >> 56);
	}

	// 16 KB to an address `distance` above, by the runtime's own means.
	public static ulong Run(ulong iterations) {
		for (ulong i = 0; i < iterations; i++) Array.Copy(data, from, data, to, Length);
		ulong sum = 0;
		for (int i = 0; i < Length; i++) sum = sum * 31 + data[to + i];
		return sum;
	}
}
