public static class Kernel {
	const int Nodes = 1 << 24;
	static readonly uint[] next = new uint[Nodes], data = new uint[Nodes];
	static uint[] divisors;
	static uint at;

	// Twice 64 MB, in one cycle through all nodes: a linear congruential generator of full period (Hull and Dobell). Its
	// next value is computed where a shuffle would hop through the table, so setting up takes a tenth of the time.
	public static void Setup(ulong seed) {
		uint[] primes = { 13, 17, 19, 43, 71, 101, 233, 383, 479, 541 };
		divisors = new uint[Cyclelab.Parameter("work", 10)];
		for (int i = 0; i < divisors.Length; i++) divisors[i] = primes[i % 10];
		for (uint i = 0; i < next.Length; i++) next[i] = (i * 0x9e3779b1 + 0x6a09e667) % Nodes;
		for (uint i = 0; i < data.Length; i++) data[i] = (i * 0x85ebca6b ^ (uint)seed) >> 1;
	}

	// Whether one of the divisors divides x: the document's ten, the first of them again after the last.
	static uint IsNice(uint x, uint[] divisors) {
		bool nice = false;
		for (int i = 0; i < divisors.Length; i++) nice |= x % divisors[i] == 0;
		return nice ? 1u : 0u;
	}

	// To the next node, load its number, test it. It goes on where it stopped.
	public static ulong Run(ulong iterations) {
		uint index = at, found = 0;
		for (ulong i = 0; i < iterations; i++) {
			index = next[index];
			found += IsNice(data[index], divisors);
		}
		at = index;
		return found;
	}
}
