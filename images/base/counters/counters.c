/*
 * Counts one event of one container on one processor. The runner copies this program out of the image and runs it beside
 * itself: programs in a sandbox may not count (perf_event_open stays forbidden there), and are not asked to.
 *
 * counters EVENT                 can it be counted here at all? Counts this process.
 * counters EVENT CPU CGROUP      counts what runs on CPU in the cgroup whose folder is CGROUP
 *
 * Answers "ready", or "error NAME" (of errno) and ends. Then, for each line of standard input: "start" resets and starts
 * the counter ("started"), "stop" stops it ("count VALUE ENABLED RUNNING", the latter two in ns; if less time was
 * running than enabled, others used the counter and VALUE is not exact). Ends with its standard input.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct event {
	const char *name;
	uint32_t type;
	uint64_t config;
} events[] = {
	{"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
	{"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
	{"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
	{"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
	{"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
	/* The kernel's own counts: there on every machine, so that all but the last step can be proved anywhere. */
	{"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
	{"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
	{"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
};

static int refuse(void) {
	const char *name = strerrorname_np(errno);
	printf("error %s\n", name ? name : "unknown");
	return 1;
}

static const struct event *find(const char *name) {
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (!strcmp(events[i].name, name)) return &events[i];
	errno = EINVAL;
	return NULL;
}

static int open_event(const struct event *event, const char *cpu, const char *folder) {
	struct perf_event_attr attr = {0};
	attr.size = sizeof attr;
	attr.type = event->type;
	attr.config = event->config;
	attr.disabled = 1;
	/* What the processor counts in the kernel is not the learner's; what the kernel counts, it counts there. */
	attr.exclude_kernel = attr.exclude_hv = event->type == PERF_TYPE_HARDWARE;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	unsigned long flags = PERF_FLAG_FD_CLOEXEC;
	int of = 0, on = -1;
	if (folder) {
		of = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (of < 0) return -1;
		on = atoi(cpu);
		flags |= PERF_FLAG_PID_CGROUP;
	}
	return (int)syscall(SYS_perf_event_open, &attr, of, on, -1, flags);
}

int main(int count, char **words) {
	setvbuf(stdout, NULL, _IOLBF, 0);
	errno = EINVAL;
	if (count != 2 && count != 4) return refuse();
	const struct event *event = find(words[1]);
	if (!event) return refuse();
	int counter = open_event(event, words[2], count == 4 ? words[3] : NULL);
	if (counter < 0) return refuse();
	puts("ready");
	char line[16];
	while (fgets(line, sizeof line, stdin)) {
		if (!strcmp(line, "start\n")) {
			if (ioctl(counter, PERF_EVENT_IOC_RESET, 0) || ioctl(counter, PERF_EVENT_IOC_ENABLE, 0)) return refuse();
			puts("started");
		} else if (!strcmp(line, "stop\n")) {
			uint64_t values[3];
			if (ioctl(counter, PERF_EVENT_IOC_DISABLE, 0) || read(counter, values, sizeof values) != sizeof values)
				return refuse();
			printf("count %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", values[0], values[1], values[2]);
		} else return 2;
	}
	return 0;
}
