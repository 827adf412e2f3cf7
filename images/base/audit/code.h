/* The instructions that were stepped through (audit.c): where each is, and its bytes just before it ran. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>

/* An instruction of x86-64 has at most 15 bytes; those that follow a shorter one are read as well. */
enum { MOST_STEPS = 1 << 14, MOST_BYTES = 15 };
struct executed {
	uint64_t at;
	uint8_t bytes[MOST_BYTES], length;
};
static struct executed path[MOST_STEPS];

/* Whole words, so that no read crosses into a page that is not mapped. */
static struct executed before(pid_t pid, uint64_t at) {
	struct executed one = {.at = at};
	uint64_t words[3], from = at & ~(uint64_t)7, skipped = at - from, read = 0;
	for (unsigned i = 0; i < 3; i++, read += 8) {
		errno = 0;
		words[i] = (uint64_t)ptrace(PTRACE_PEEKTEXT, pid, from + read, 0);
		if (errno) break;
	}
	if (read <= skipped) return one;
	one.length = read - skipped < MOST_BYTES ? (uint8_t)(read - skipped) : MOST_BYTES;
	memcpy(one.bytes, (const char *)words + skipped, one.length);
	return one;
}

/* The harness's code, at two moments. What cannot be read is 0. */
enum { MOST_TEXT = 1 << 15 };
static uint64_t harness[2][MOST_TEXT / 8 + 1];

static void readText(int moment, uint64_t from, uint64_t bytes) {
	for (uint64_t at = 0; at < bytes; at += 8) {
		errno = 0;
		long word = pid ? ptrace(PTRACE_PEEKTEXT, pid, from + at, 0) : 0;
		harness[moment][at / 8] = errno ? 0 : (uint64_t)word;
	}
}

static void writeText(FILE *out, uint64_t bytes) {
	for (int moment = 0; moment < 2; moment++) {
		fputs(moment ? "\",\"" : "\"harness\":[\"", out);
		for (uint64_t at = 0; at < bytes; at++) fprintf(out, "%02x", ((const uint8_t *)harness[moment])[at]);
	}
	fputs("\"],", out);
}

static int compare(const void *a, const void *b) {
	const struct executed *x = a, *y = b;
	if (x->at != y->at) return x->at > y->at ? 1 : -1;
	return memcmp(x->bytes, y->bytes, sizeof x->bytes + sizeof x->length);
}

/* [address, times, bytes in hexadecimal] of each; an address whose bytes changed meanwhile comes more than once. */
static void writePath(FILE *out, uint64_t count) {
	qsort(path, count, sizeof *path, compare);
	for (uint64_t i = 0, next; i < count; i = next) {
		for (next = i; next < count && !compare(path + next, path + i);) next++;
		fprintf(out, "%s[%llu,%llu,\"", i ? "," : "", (unsigned long long)path[i].at, (unsigned long long)(next - i));
		for (unsigned byte = 0; byte < path[i].length; byte++) fprintf(out, "%02x", path[i].bytes[byte]);
		fputs("\"]", out);
	}
}
