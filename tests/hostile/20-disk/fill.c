#include "acts.h"
#include <sys/stat.h>
#include <sys/resource.h>

static void large(void) {
	static char block[1 << 16];
	int file = open("large", O_CREAT | O_EXCL | O_WRONLY, 0600);
	report("nobody was here before", file);
	long written = 0, result;
	while (written < WANTED && (result = write(file, block, sizeof block)) > 0) written += result;
	if (written < WANTED) dprintf(2, "%ld bytes, then %s\n", written, strerrorname_np(errno));
	if (FILES > 1000) report("a sparse file of an exabyte", ftruncate(file, 1l << 60));
	if (ftruncate(file, 0)) finish();
}

static void many(void) {
	char name[32];
	long made = 0;
	for (; made < FILES; made++) {
		snprintf(name, sizeof name, "many-%ld", made);
		int file = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
		if (file < 0) break;
		close(file);
	}
	if (made < FILES) dprintf(2, "%s files, then %s\n", made > 3000 ? "thousands of" : "few", strerrorname_np(errno));
}

static void act(void) {
	/* An ignored SIGXFSZ makes write() return EFBIG instead of ending the program. */
	signal(SIGXFSZ, SIG_IGN);
	large();
	many();
	if (FILES < 1000) return;
	report("/dev/shm", open("/dev/shm/x", O_CREAT | O_WRONLY, 0600));
	report("/tmp", open("/tmp/x", O_CREAT | O_WRONLY, 0600));
	report("/made/kept", open("/made/kept/x", O_CREAT | O_WRONLY, 0600));
	struct rlimit core = {RLIM_INFINITY, RLIM_INFINITY};
	report("core dumps", setrlimit(RLIMIT_CORE, &core));
	finish();
}
