/* What order.sh compiles: integers, floating point, memory, calls, branches, vectors; C and C++. */
typedef unsigned long u64;

struct pair {
	unsigned key;
	double value;
};
static struct pair table[256];
static volatile unsigned shared;
static float left[1024], right[1024];

#ifdef __cplusplus
template <class Number> static Number smaller(Number one, Number other) { return one < other ? one : other; }
extern "C" {
#endif

u64 kernel(u64 iterations);
void setup(u64 seed);

static unsigned mixed(unsigned value) {
	value ^= value >> 15;
	return value * 0x2c1b3c6du;
}

__attribute__((noinline)) static double found(unsigned key) {
	for (int at = 0; at < 256; at++)
		if (table[at].key == key) return table[at].value;
	return 0;
}

void setup(u64 seed) {
	for (int at = 0; at < 256; at++) {
		table[at].key = mixed((unsigned)seed + (unsigned)at);
		table[at].value = at / 3.0;
	}
}

u64 kernel(u64 iterations) {
	u64 sum = 0;
	double total = 0;
	for (u64 turn = 0; turn < iterations; turn++) {
		shared = (unsigned)turn << 8 | (unsigned)(sum & 0xff);
		sum += shared;
		if (sum % 7 == 3) total += found((unsigned)sum);
		for (int at = 0; at < 1024; at++) left[at] += right[at] * 0.5f;
#ifdef __cplusplus
		sum = smaller(sum, turn * 1000003);
#endif
		switch (sum & 7) {
		case 1: sum += 5; break;
		case 2: sum ^= turn; break;
		case 5: sum = sum << 3 | sum >> 61; break;
		default: __atomic_fetch_add(&shared, 1, __ATOMIC_SEQ_CST);
		}
	}
	return sum + (u64)total + (u64)left[iterations % 1024];
}

#ifdef __cplusplus
}
#endif
