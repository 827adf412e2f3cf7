#include "cyclelab.h"

/* Switches to flushing, and back: a subnormal result becomes zero, and so does a subnormal operand. */
#ifdef __x86_64__
using control_word = uint32_t;

static void set(control_word control) {
	__asm__ volatile("ldmxcsr %0" : : "m"(control) : "memory");
}
static control_word flush() {
	control_word before;
	__asm__ volatile("stmxcsr %0" : "=m"(before) : : "memory");
	set(before | 0x8040);
	return before;
}
#else
using control_word = uint64_t;

static void set(control_word control) {
	__asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
}
static control_word flush() {
	control_word before;
	__asm__ volatile("mrs %0, fpcr" : "=r"(before) : : "memory");
	set(before | 1 << 24);
	return before;
}
#endif

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
	const control_word before = flush();
	float output = level;
	uint64_t from = at;
	int64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		output = output * decay + input[from++ % count];
		sum += int32_t(output * 32768.0f);
	}
	level = output;
	at = from;
	set(before);
	return uint64_t(sum);
}
