/*
 * The main process of a container that holds cells. A cell is what a container is otherwise: the supervisor and its steps, in
 * namespaces, control groups and two tmpfs of their own, without this process's capabilities, behind the filter of system calls
 * of a sandbox. This process alone may mount and make namespaces. It has never seen a learner's data: it reads numbers from the
 * relay, its child without capabilities, which passes the bytes between the runner and the cells through named pipes.
 *
 * maker KEY=VALUE...   memory (MiB) and processes: limits of a cell; box, made: options of its two tmpfs;
 *                      huge: a program to have in pages of 2 MiB; mask: a path to hide; call: a rule of filter.h. The last
 *                      two are repeated.
 *
 * From the relay, on descriptor 3 there: struct request. To it, on descriptor 4: struct answer. When the relay ends, as it does
 * when the runner's connection ends, this process ends, and the kernel kills all cells with it.
 */
#define _GNU_SOURCE
#include "failure.h"

#include "filter.h"
#include "groups.h"
#include "huge.h"
#include "room.h"

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>

#define PIPES "/box/pipes"
#define SUPERVISOR "/opt/cyclelab/bin/supervisor"

enum { MOST_CELLS = 256, MOST_WORDS = 512, PATIENCE_MS = 10000 };
enum { MAKE = 1, KILL = 2 };
enum { MADE = 1, REFUSED = 2, GONE = 3 };
/* linux/capability.h: what the supervisor needs (profile.ts): CAP_KILL, CAP_SETGID, CAP_SETUID. */
static const unsigned long long supervisor_capabilities = 1 << 5 | 1 << 6 | 1 << 7;

struct request {
	uint32_t what, cell;
};
struct answer {
	uint32_t what, cell;
	char why[120];
};
static struct cell {
	pid_t pid; /* 0: free */
	uint32_t number;
} cells[MOST_CELLS];
static struct group_limits limits;
static struct room room;
static char *masked[MOST_WORDS], *calls[MOST_WORDS], *program;
static int call_count, ask, tell;
static pid_t relay;

static void end(const char *what) {
	fprintf(stderr, "maker: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void answer(uint32_t what, uint32_t cell, const char *why) {
	struct answer answer = {.what = what, .cell = cell};
	snprintf(answer.why, sizeof answer.why, "%s", why);
	if (write(tell, &answer, sizeof answer) != sizeof answer) end("the relay");
}

static void read_words(char **words) {
	for (; *words; words++) {
		char *value = strchr(*words, '=');
		if (!value) end(*words);
		*value++ = 0;
		if (!strcmp(*words, "memory")) limits.memory_mib = (unsigned)atoi(value);
		else if (!strcmp(*words, "processes")) limits.processes = (unsigned)atoi(value);
		else if (!strcmp(*words, "box")) room.box = value;
		else if (!strcmp(*words, "made")) room.made = value;
		else if (!strcmp(*words, "huge")) program = value;
		else if (!strcmp(*words, "mask") && room.masks < MOST_WORDS) masked[room.masks++] = value;
		else if (!strcmp(*words, "call") && call_count < MOST_WORDS) calls[call_count++] = value;
		else end(*words);
	}
	room.masked = masked;
	errno = EINVAL;
	if (!limits.memory_mib || !limits.processes || !room.box || !room.made || !call_count) end("words");
}

static void name_group(char *name, size_t space, uint32_t number) { snprintf(name, space, "cell-%u", number); }

/* The process becomes the supervisor of a cell. */
__attribute__((noreturn)) static void enter(uint32_t number) {
	char group[32], path[64];
	name_group(group, sizeof group, number);
	for (int end = 0; end <= 2; end++) {
		snprintf(path, sizeof path, PIPES "/%u.%d", number, end);
		int file = open(path, (end ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
		if (file < 0 || dup2(file, end) < 0) fail(path);
	}
	if (fcntl(WHY, F_SETFD, FD_CLOEXEC) || close_range(WHY + 1, ~0u, 0)) fail("close_range");
	join_group(group);
	if (unshare(CLONE_NEWCGROUP)) fail("unshare");
	furnish(&room, group);
	if (sethostname("sandbox", 7) || setsid() < 0 || chdir("/")) fail("setsid");
	signal(SIGPIPE, SIG_DFL);
	sigset_t none;
	sigemptyset(&none);
	if (sigprocmask(SIG_SETMASK, &none, NULL)) fail("sigprocmask");
	confine(supervisor_capabilities);
	char *words[] = {SUPERVISOR, NULL};
	execve(SUPERVISOR, words, environ);
	fail(SUPERVISOR);
}

/* Reads why a process could not become a cell; nothing if it could. A process that takes too long is killed. */
static void wait_for(int why, pid_t pid, char *text, size_t space) {
	struct pollfd one = {.fd = why, .events = POLLIN};
	int there;
	while ((there = poll(&one, 1, PATIENCE_MS)) < 0 && errno == EINTR) {}
	if (there <= 0) {
		kill(pid, SIGKILL);
		snprintf(text, space, "the cell took too long");
		return;
	}
	ssize_t length = read(why, text, space - 1);
	text[length > 0 ? length : 0] = 0;
}

static void make(uint32_t number) {
	struct cell *cell = NULL;
	for (int at = 0; at < MOST_CELLS; at++)
		if (!cells[at].pid) cell = &cells[at];
	if (!cell) return answer(REFUSED, number, "there are too many cells");
	char group[32], text[120] = "";
	name_group(group, sizeof group, number);
	int why[2];
	if (pipe2(why, O_CLOEXEC)) end("pipe2");
	if (make_group(group, &limits)) {
		snprintf(text, sizeof text, "control groups: %s", strerror(errno));
	} else {
		const unsigned long spaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET;
		long pid = syscall(SYS_clone, spaces | SIGCHLD, 0, 0, 0, 0);
		if (pid == 0) {
			if (dup2(why[1], WHY) < 0) _exit(126);
			enter(number);
		}
		if (pid < 0) snprintf(text, sizeof text, "namespaces: %s", strerror(errno));
		close(why[1]);
		why[1] = -1;
		if (pid > 0) {
			wait_for(why[0], (pid_t)pid, text, sizeof text);
			if (text[0]) waitpid((pid_t)pid, NULL, 0);
			else *cell = (struct cell){(pid_t)pid, number};
		}
	}
	close(why[0]);
	if (why[1] >= 0) close(why[1]);
	if (text[0]) remove_group(group);
	answer(text[0] ? REFUSED : MADE, number, text);
}

/* With a cell's first process, the kernel kills all others of the cell; it can be waited for when they are gone. */
static void reap(void) {
	for (pid_t pid; (pid = waitpid(-1, NULL, WNOHANG)) > 0;) {
		if (pid == relay) exit(0);
		for (int at = 0; at < MOST_CELLS; at++) {
			if (cells[at].pid != pid) continue;
			char group[32];
			name_group(group, sizeof group, cells[at].number);
			remove_group(group);
			cells[at].pid = 0;
			answer(GONE, cells[at].number, "");
		}
	}
}

static void obey(const struct request *request) {
	if (request->what == MAKE) return make(request->cell);
	for (int at = 0; at < MOST_CELLS; at++)
		if (cells[at].pid && cells[at].number == request->cell) kill(cells[at].pid, SIGKILL);
}

static void start_relay(void) {
	int asks[2], answers[2];
	if (mkdir(PIPES, 0700) || pipe2(asks, O_CLOEXEC) || pipe2(answers, O_CLOEXEC)) end("pipes");
	relay = fork();
	if (relay < 0) end("fork");
	if (relay == 0) {
		/* What fails from here on is on standard error. */
		int write_asks = fcntl(asks[1], F_DUPFD, 10), read_answers = fcntl(answers[0], F_DUPFD, 10);
		if (dup2(2, WHY) < 0) _exit(126);
		confine(0);
		if (dup2(write_asks, 3) < 0 || dup2(read_answers, 4) < 0 || close_range(5, ~0u, 0)) _exit(126);
		char *words[] = {SUPERVISOR, "--relay", NULL};
		execve(SUPERVISOR, words, environ);
		_exit(127);
	}
	ask = asks[0], tell = answers[1];
	close(asks[1]);
	close(answers[0]);
}

static void heard(int number) { (void)number; }

int main(int count, char **words) {
	(void)count;
	umask(0);
	read_words(words + 1);
	if (make_filter(calls, call_count)) end("filter");
	if (open_groups()) end("control groups");
	if (program) use_huge_pages(program);
	sigset_t child, none;
	sigemptyset(&none);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	if (sigprocmask(SIG_BLOCK, &child, NULL)) end("sigprocmask");
	signal(SIGCHLD, heard);
	signal(SIGPIPE, SIG_IGN);
	start_relay();
	for (struct pollfd asked = {.fd = -1, .events = POLLIN};;) {
		reap();
		asked.fd = ask;
		/* SIGCHLD arrives here alone. */
		if (ppoll(&asked, 1, NULL, &none) <= 0) continue;
		struct request request;
		ssize_t length = read(ask, &request, sizeof request);
		if (length == sizeof request) obey(&request);
		else if (length == 0) exit(0);
	}
}
