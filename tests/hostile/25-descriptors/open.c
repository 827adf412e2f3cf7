#include "acts.h"
#include <sys/socket.h>

static void act(void) {
	long opened = 0;
	int pair[2], result = 0;
	for (; opened < WANTED; opened++) {
#ifdef PAIRS
		result = socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
#else
		(void)pair;
		result = open("/dev/null", O_RDONLY);
#endif
		if (result < 0) break;
	}
	if (opened == WANTED) return;
	dprintf(2, "%ld opened, then %s\n", opened, strerrorname_np(errno));
	finish();
}
