/* Executes a hostile act by its name, and prints a line with the result of each call. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void tell(const char *what, long result) {
	printf("%s %s\n", what, result < 0 ? strerrorname_np(errno) : "ok");
}

static void memory(size_t mebibytes) {
	size_t bytes = mebibytes << 20;
	char *all = malloc(bytes);
	for (size_t at = 0; at < bytes; at += 4096) ((volatile char *)all)[at] = 1;
	puts("touched");
}

static void forks(long wanted) {
	long made = 0;
	for (; wanted < 0 || made < wanted; made++) {
		pid_t child = fork();
		if (child == 0) pause();
		if (child < 0 && wanted >= 0) break;
	}
	printf("made %ld\n", made);
}

static void flood(long bytes) {
	static char block[1000];
	memset(block, 'x', sizeof block);
	for (long left = bytes; bytes < 0 || left > 0; left -= 1000)
		if (write(1, block, sizeof block) < 0) break;
}

/* A grandchild in a new session that would outlive its parents. */
static void leave(void) {
	int tellers[2];
	pid_t daemon = 0;
	if (pipe(tellers)) return;
	if (fork() == 0) {
		setsid();
		signal(SIGTERM, SIG_IGN);
		if (fork() == 0) {
			daemon = getpid();
			if (write(tellers[1], &daemon, sizeof daemon) > 0)
				execl("/proc/self/exe", "stayed-behind", "sleep", NULL);
		}
		_exit(0);
	}
	if (read(tellers[0], &daemon, sizeof daemon) == sizeof daemon) tell("alive", kill(daemon, 0));
}

static void products(void) {
	close(open("plain", O_CREAT | O_WRONLY, 0600));
	tell("symlink", symlink("/etc/passwd", "symlink"));
	tell("inside", symlink("plain", "inside"));
	tell("pipe", mkfifo("pipe", 0666));
	tell("folder", mkdir("folder", 0777));
	tell("socket", mknod("socket", S_IFSOCK | 0666, 0));
	int large = open("large", O_CREAT | O_WRONLY, 0666);
	tell("large", ftruncate(large, 33 << 20));
	close(open("locked", O_CREAT | O_WRONLY, 0));
}

/* Fills a nested folder with files until there is no space, and removes all permissions of both folders. */
static void hide(void) {
	char name[32];
	int made = 0;
	if (mkdir("hidden", 0700) || mkdir("hidden/inner", 0700) || chdir("hidden/inner")) tell("hidden", -1);
	for (;; made++) {
		snprintf(name, sizeof name, "%d", made);
		int file = open(name, O_CREAT | O_WRONLY, 0);
		if (file < 0) break;
		close(file);
	}
	printf("%s %s\n", made > 3000 ? "thousands, then" : "few, then", strerrorname_np(errno));
	tell("outer", chmod("..", 0));
	tell("inner", chmod(".", 0));
	tell("inside", open("0", O_RDONLY));
}

/* Nested folders until there is no space. */
static void nest(void) {
	int depth = 0;
	while (!mkdir("inner", 0700) && !chdir("inner")) depth++;
	printf("%s %s\n", depth > 3000 ? "thousands, then" : "few, then", strerrorname_np(errno));
}

static void identity(void) {
	printf("uid %d gid %d\n", getuid(), getgid());
	tell("setuid 0", setuid(0));
	tell("setuid 10001", setuid(getuid() + 1));
	tell("setgroups", syscall(SYS_setgroups, 0, NULL));
	tell("nice -1", setpriority(PRIO_PROCESS, 0, -1));
}

static void calls(void) {
	char much[256] = {0};
	tell("getpid", syscall(SYS_getpid));
	tell("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0));
	tell("perf_event_open", syscall(SYS_perf_event_open, much, 0, -1, -1, 0));
	tell("bpf", syscall(SYS_bpf, 0, much, sizeof much));
	tell("io_uring_setup", syscall(SYS_io_uring_setup, 4, much));
	tell("userfaultfd", syscall(SYS_userfaultfd, 1));
	tell("keyctl", syscall(SYS_keyctl, 0, 0, 0));
	tell("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
	tell("process_vm_readv", syscall(SYS_process_vm_readv, getpid(), 0, 0, 0, 0, 0));
	tell("unshare", unshare(CLONE_NEWUSER));
	tell("setns", setns(0, 0));
	tell("clone", syscall(SYS_clone, CLONE_NEWUSER | 17, 0, 0, 0, 0));
	tell("clone3", syscall(SYS_clone3, much, sizeof much));
	tell("mount", syscall(SYS_mount, "none", "/box", "tmpfs", 0, 0));
	tell("open_by_handle_at", syscall(SYS_open_by_handle_at, 0, much, 0));
	tell("memfd_create", syscall(SYS_memfd_create, "a", 0));
	tell("personality 0", personality(0));
	tell("personality no-random", personality(ADDR_NO_RANDOMIZE));
	tell("personality others", personality(READ_IMPLIES_EXEC));
	tell("SCHED_FIFO", syscall(SYS_sched_setscheduler, 0, 1, much));
}

static void affinity(int core) {
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(core, &set);
	tell("affinity", sched_setaffinity(0, sizeof set, &set));
}

/* Opens the path of a pattern with %d for every step of its sandbox: those before it, and some behind. Its own folder has its number. */
static void search(const char *pattern, int flags) {
	char folder[256];
	int found = 0, own = getcwd(folder, sizeof folder) ? atoi(folder + strlen("/box/")) : 0;
	for (int step = own - 99; step < own + 100; step++) {
		char path[256];
		snprintf(path, sizeof path, pattern, step);
		if (open(path, flags, 0666) >= 0) found++;
	}
	printf("found %d\n", found);
}

int main(int count, char **words) {
	const char *act = words[1];
	long number = count > 2 ? atol(words[2]) : 0;
	setvbuf(stdout, NULL, _IONBF, 0);
	if (!strcmp(act, "memory")) memory(number);
	else if (!strcmp(act, "forks")) forks(number);
	else if (!strcmp(act, "flood")) flood(number);
	else if (!strcmp(act, "leave")) leave();
	else if (!strcmp(act, "sleep")) sleep(60);
	else if (!strcmp(act, "products")) products();
	else if (!strcmp(act, "hide")) hide();
	else if (!strcmp(act, "hide-and-sleep")) hide(), dprintf(3, "hidden\n"), sleep(1);
	else if (!strcmp(act, "nest")) nest();
	else if (!strcmp(act, "identity")) identity();
	else if (!strcmp(act, "calls")) calls();
	else if (!strcmp(act, "affinity")) affinity((int)number);
	else if (!strcmp(act, "read")) search(words[2], O_RDONLY);
	else if (!strcmp(act, "write")) search(words[2], O_WRONLY | O_CREAT);
	else if (!strcmp(act, "run")) execv(words[2], (char *[]){words[2], "identity", NULL}), tell("run", -1);
	return 0;
}
