// A small map of numbers: a key that finds its place taken goes to the next free one.
public sealed class Map {
	readonly uint[] keys, values;
	readonly bool[] isTaken;
	readonly uint mask;

	public Map(uint places) {
		keys = new uint[places];
		values = new uint[places];
		isTaken = new bool[places];
		mask = places - 1;
	}

	public void Put(uint key, uint value) {
		uint at = key & mask;
		while (isTaken[at] && keys[at] != key) at = (at + 1) & mask;
		isTaken[at] = true;
		keys[at] = key;
		values[at] = value;
	}

	// The value of a key; 0 if the key is absent.
	public uint Get(uint key) {
		for (uint at = key & mask; isTaken[at]; at = (at + 1) & mask) {
			if (keys[at] == key) return values[at];
		}
		return 0;
	}
}

public static class Kernel {
	static Map map;

	// As on the slide, key 0 is the only entry.
	public static void Setup(ulong seed) {
		map = new Map(8);
		map.Put(0, (uint)seed | 1);
	}

	// The slide's loop: one key, again and again.
	public static ulong Run(ulong iterations) {
		ulong sum = 0;
		for (ulong i = 0; i < iterations; i++) {
			sum += map.Get(0);
		}
		return sum;
	}
}
