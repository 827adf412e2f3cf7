/*
 * The harness as a shared library, for languages whose programs start a runtime of their own: kernel and setup arrive as
 * function pointers when that runtime is up. The way through them costs the same for every call, so it cancels in the
 * difference between calls of two lengths.
 *
 * Compiled with harness.c, which gets -DCYCLELAB_MAIN=cyclelab_main -DCYCLELAB_BEFORE_END=cyclelab_before_end.
 */
#include "cyclelab.h"
#include "cal.h"

#define EXPORT CYCLELAB_CODE __attribute__((visibility("default")))

enum { RESULTS = 3 };

extern int cyclelab_main(void);

static uint64_t (*theKernel)(uint64_t);
static void (*theSetup)(uint64_t);
static void (*beforeEnd)(void);

CYCLELAB_CODE uint64_t kernel(uint64_t iterations) { return theKernel(iterations); }

CYCLELAB_CODE void setup(uint64_t seed) {
	if (theSetup) theSetup(seed);
}

CYCLELAB_CODE void cyclelab_before_end(void) {
	if (beforeEnd) beforeEnd();
}

/* Does what a C program of ours does from start to end. `setup` may be NULL; `before_end` runs after the last sample and
 * may add rows, or is NULL. Returns the status to exit with. */
EXPORT int cyclelab_run(uint64_t (*kernel)(uint64_t), void (*setup)(uint64_t), void (*before_end)(void)) {
	theKernel = kernel;
	theSetup = setup;
	beforeEnd = before_end;
	return cyclelab_main();
}

/* Writes a row of the language's own: `length` bytes, the line's end among them. */
EXPORT void cyclelab_row(const char *bytes, uint64_t length) { cal_write(RESULTS, bytes, length); }

/* cyclelab_parameter for callers outside of this library. */
EXPORT uint64_t cyclelab_parameter_of(const char *name, uint64_t fallback) {
	return cyclelab_parameter(name, fallback);
}

/* Likewise. */
EXPORT void cyclelab_meter_of(const char *id, uint64_t amount) { cyclelab_meter(id, amount); }
EXPORT unsigned cyclelab_cores_of(void) { return cyclelab_cores(); }
EXPORT void cyclelab_stay_of(unsigned core) { cyclelab_stay(core); }
