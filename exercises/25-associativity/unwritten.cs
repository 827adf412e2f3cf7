using System;

public static class Kernel {
	static int[,] matrix;
	static int side, row;

	// The document's array. Nobody writes to it.
	public static void Setup(ulong seed) {
		side = (int)Cyclelab.Parameter("side", 512);
		matrix = new int[side, side];
	}

	// The greatest number of the first column, over and over. It goes on in the row where it stopped.
	public static ulong Run(ulong iterations) {
		int[,] a = matrix;
		int n = side, i = row, max = 0;
		ulong left = iterations;
		while (left > 0) {
			int end = left < (ulong)(n - i) ? i + (int)left : n;
			left -= (ulong)(end - i);
			for (; i < end; i++) {
				max = Math.Max(max, a[i, 0]);
			}
			if (i == n) i = 0;
		}
		row = i;
		return (ulong)(max + i);
	}
}
