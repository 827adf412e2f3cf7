/*
 * Becomes one step: takes on its limits and its own uid, then the program. The supervisor starts it as root with the
 * descriptors 0 to 3 of the step and, on 4, a pipe: closed by a successful execve, else it carries one line saying what
 * failed. Everything that must hold for the program is done here, between fork and exec, where the supervisor (a program
 * with threads) could not.
 *
 * step UID CPU_SECONDS ADDRESS_SPACE_BYTES FILE_BYTES PROCESSES OPEN_FILES FOLDER PROGRAM [ARGUMENT...]
 * The gid equals the uid. An address space of 0 means no limit. The environment is passed on as it is.
 */
#define _GNU_SOURCE
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

enum { STATUS = 4, PROGRAM = 8, SMALLEST_UID = 10000 };

extern char **environ;

static void fail(const char *what) {
	dprintf(STATUS, "%s: %s\n", what, strerror(errno));
	_exit(127);
}

static unsigned long long number(const char *text) {
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (errno || end == text || *end) {
		errno = EINVAL;
		fail(text);
	}
	return value;
}

static void limit(int resource, const char *name, rlim_t soft, rlim_t hard) {
	struct rlimit both = {soft, hard};
	if (setrlimit(resource, &both)) fail(name);
}

int main(int count, char **words) {
	if (fcntl(STATUS, F_SETFD, FD_CLOEXEC)) _exit(126);
	if (count <= PROGRAM) {
		errno = EINVAL;
		fail("step");
	}
	uid_t uid = (uid_t)number(words[1]);
	if (uid < SMALLEST_UID) {
		errno = EPERM;
		fail("uid");
	}
	rlim_t cpu = number(words[2]), space = number(words[3]), file = number(words[4]);
	rlim_t processes = number(words[5]), files = number(words[6]);

	if (close_range(STATUS + 1, ~0u, 0)) fail("close_range");
	umask(022);
	if (setsid() < 0) fail("setsid");

	/* The kernel's memory killer must choose a step, never the supervisor. */
	int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	if (score < 0 || write(score, "1000", 4) != 4 || close(score)) fail("oom_score_adj");

	limit(RLIMIT_CORE, "RLIMIT_CORE", 0, 0);
	limit(RLIMIT_CPU, "RLIMIT_CPU", cpu, cpu + 1);
	if (space) limit(RLIMIT_AS, "RLIMIT_AS", space, space);
	limit(RLIMIT_FSIZE, "RLIMIT_FSIZE", file, file);
	limit(RLIMIT_NPROC, "RLIMIT_NPROC", processes, processes);
	limit(RLIMIT_NOFILE, "RLIMIT_NOFILE", files, files);

	if (setgroups(0, NULL)) fail("setgroups");
	if (setresgid(uid, uid, uid)) fail("setresgid");
	if (setresuid(uid, uid, uid)) fail("setresuid");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("no_new_privs");
	if (chdir(words[7])) fail("chdir");

	execve(words[PROGRAM], words + PROGRAM, environ);
	fail(words[PROGRAM]);
}
