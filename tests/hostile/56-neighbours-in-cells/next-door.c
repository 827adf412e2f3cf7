#include "acts.h"
#include <sys/stat.h>

/* Everything that the kernel may be asked to signal, and the numbers of the maker, the relay and other cells' supervisors. */
static void signals(void) {
	report("itself", kill(getpid(), 0));
	char own[64];
	for (int pid = 1; pid < 5000; pid++) {
		/* A thread of the emulator is this process, by another number. */
		snprintf(own, sizeof own, "/proc/self/task/%d", pid);
		if (access(own, F_OK) && !kill(pid, SIGKILL)) dprintf(2, "killed %d\n", pid);
	}
}

static void fill(void) {
	static char block[1 << 16];
	signal(SIGXFSZ, SIG_IGN);
	char name[32];
	int made = 0;
	for (long written = 1; made < 100 && written > 0; made++) {
		snprintf(name, sizeof name, "large-%d", made);
		int file = open(name, O_CREAT | O_WRONLY, 0600);
		while ((written = write(file, block, sizeof block)) > 0) {}
		written = errno == EFBIG;
	}
	report("one more byte", open("one-more", O_CREAT | O_WRONLY, 0600) < 0 ? -1 : write(open("one-more", O_WRONLY), block, 1));
}

static void act(void) {
	if (TRY == 2) signals();
	if (TRY == 3) fill();
	if (TRY) finish();
}
