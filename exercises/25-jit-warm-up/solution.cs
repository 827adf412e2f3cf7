public static class Kernel {
	static ulong Mix(ulong sum, ulong i) {
		return (sum ^ i) + (i >> 3);
	}

	// Eight turns for one call, in one expression: the sum is not written to the stack between them.
	static ulong MixEight(ulong sum, ulong i) {
		return (((((((((((((((sum ^ i) + (i >> 3)) ^ i + 1) + (i + 1 >> 3)) ^ i + 2) + (i + 2 >> 3)) ^ i + 3) + (i + 3 >> 3)) ^ i + 4) + (i + 4 >> 3)) ^ i + 5) + (i + 5 >> 3)) ^ i + 6) + (i + 6 >> 3)) ^ i + 7) + (i + 7 >> 3);
	}

	public static ulong Run(ulong iterations) {
		ulong sum = 0, i = 0;
		for (; i + 8 <= iterations; i += 8) {
			sum = MixEight(sum, i);
		}
		for (; i < iterations; i++) {
			sum = Mix(sum, i);
		}
		return sum;
	}
}
