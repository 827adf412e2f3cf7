#include "cyclelab.h"

enum { count = 8192 };

static constexpr float decay = 0.9f;
static float input[count];
static float level;
static uint64_t at = 0;

/* A click, and silence for the other 8,191 samples. */
void setup(uint64_t seed) {
	for (int i = 0; i < count; i++) input[i] = i == 0 ? 0.5f + float(seed % 8) / 64.0f : 0.0f;
}

/* A low-pass filter: a part of the last output, and the input. The outputs are added up in steps of 1/32,768. */
uint64_t kernel(uint64_t iterations) {
	float output = level;
	uint64_t from = at;
	int64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		output = output * decay + input[from++ % count];
		sum += int32_t(output * 32768.0f);
	}
	level = output;
	at = from;
	return uint64_t(sum);
}
