#include "acts.h"
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0cyclelab-hostile-daemon"};
static const socklen_t length = offsetof(struct sockaddr_un, sun_path) + 24;

/* A grandchild in a new session, which outlives its parents, listens for the next program. */
static void stay(void) {
	int ready[2];
	char byte = 1;
	if (pipe(ready)) finish();
	if (fork() == 0) {
		setsid();
		prctl(PR_SET_PDEATHSIG, 0);
		for (int one = 1; one < 65; one++) signal(one, SIG_IGN);
		if (fork() == 0) {
			int listener = socket(AF_UNIX, SOCK_STREAM, 0);
			int bound = bind(listener, (struct sockaddr *)&address, length);
			if (!bound) listen(listener, 8);
			byte = bound ? 2 : 1;
			if (write(ready[1], &byte, 1) < 0) _exit(1);
			for (;;) pause();
		}
		_exit(0);
	}
	if (read(ready[0], &byte, 1) != 1 || byte != 1) finish();
	report("somebody listens", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, length));
}

static void act(void) {
	int found = connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, length);
	report("somebody was here before", found);
#ifdef STAY
	stay();
#else
	(void)stay;
#endif
	if (found == 0 || REPORT) finish();
}
