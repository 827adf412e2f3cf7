#include "acts.h"
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/syscall.h>
#include <time.h>

static void act(void) {
	struct timespec now;
	report("read a clock", clock_gettime(CLOCK_REALTIME, &now));
	if (!TRY) return;
	struct timeval then = {1, 0};
	struct timex change = {.modes = ADJ_FREQUENCY};
	report("settimeofday", settimeofday(&then, NULL));
	report("clock_settime", clock_settime(CLOCK_REALTIME, &now));
	report("adjtimex", adjtimex(&change));
	report("clock_adjtime", syscall(SYS_clock_adjtime, 0, &change));
	report("a time namespace", syscall(SYS_unshare, 0x80));
	report("the time namespace of others", open("/proc/1/timens_offsets", O_WRONLY));
	finish();
}
