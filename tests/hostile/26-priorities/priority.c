#include "acts.h"
#include <sched.h>
#include <sys/resource.h>

static void act(void) {
	cpu_set_t own, all;
	if (sched_getaffinity(0, sizeof own, &own)) finish();
	report("the cores it has", sched_setaffinity(0, sizeof own, &own));
#ifdef TRY
	CPU_ZERO(&all);
	for (int core = 0; core < 1024; core++)
		if (!CPU_ISSET(core, &own)) CPU_SET(core, &all);
	report("cores of others", sched_setaffinity(0, sizeof all, &all));
	struct sched_param first = {1};
	report("SCHED_FIFO", sched_setscheduler(0, SCHED_FIFO, &first));
	report("a higher priority", setpriority(PRIO_PROCESS, 0, -20));
	struct rlimit any = {RLIM_INFINITY, RLIM_INFINITY};
	report("any number of processes", setrlimit(RLIMIT_NPROC, &any));
	report("any amount of locked memory", setrlimit(RLIMIT_MEMLOCK, &any));
	int score = open("/proc/self/oom_score_adj", O_WRONLY);
	report("nobody's first victim", score < 0 ? score : write(score, "-1000", 5));
	finish();
#else
	(void)all;
#endif
}
