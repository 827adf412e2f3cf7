/*
 * How a process becomes one step, on its way from the supervisor's identity to the program: the launcher (images/base) does
 * it before it executes a program, the static tools in a child of their own. What fails is said in one line on descriptor
 * STATUS, and ends the process.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATUS = 4, SMALLEST_UID = 10000 };

struct step {
	uid_t uid; /* the gid as well */
	rlim_t cpu_seconds, address_space, file_size, processes, open_files; /* an address space of 0: no limit */
	const char *folder;
};

static inline void fail(const char *what) {
	dprintf(STATUS, "%s: %s\n", what, strerror(errno));
	_exit(127);
}

static inline void limit(int resource, const char *name, rlim_t soft, rlim_t hard) {
	struct rlimit both = {soft, hard};
	if (setrlimit(resource, &both)) fail(name);
}

/* Keeps the descriptors up to STATUS. */
static inline void become(const struct step *step) {
	if (step->uid < SMALLEST_UID) {
		errno = EPERM;
		fail("uid");
	}
	if (close_range(STATUS + 1, ~0u, 0)) fail("close_range");
	umask(022);
	if (setsid() < 0) fail("setsid");

	/* The kernel's memory killer must choose a step, never the supervisor. */
	int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	if (score < 0 || write(score, "1000", 4) != 4 || close(score)) fail("oom_score_adj");

	limit(RLIMIT_CORE, "RLIMIT_CORE", 0, 0);
	limit(RLIMIT_CPU, "RLIMIT_CPU", step->cpu_seconds, step->cpu_seconds + 1);
	if (step->address_space) limit(RLIMIT_AS, "RLIMIT_AS", step->address_space, step->address_space);
	limit(RLIMIT_FSIZE, "RLIMIT_FSIZE", step->file_size, step->file_size);
	limit(RLIMIT_NPROC, "RLIMIT_NPROC", step->processes, step->processes);
	limit(RLIMIT_NOFILE, "RLIMIT_NOFILE", step->open_files, step->open_files);

	if (setgroups(0, NULL)) fail("setgroups");
	if (setresgid(step->uid, step->uid, step->uid)) fail("setresgid");
	if (setresuid(step->uid, step->uid, step->uid)) fail("setresuid");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("no_new_privs");
	if (chdir(step->folder)) fail("chdir");
}
