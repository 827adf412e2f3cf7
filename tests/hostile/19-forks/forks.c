#include "acts.h"
#include <pthread.h>
#include <sys/wait.h>

static void *wait_for_ever(void *nothing) {
	(void)nothing;
	for (;;) pause();
}

static void act(void) {
#ifdef BOMB
	for (;;) fork();
#endif
	long made = 0, result = 0;
	for (; made < WANTED; made++) {
#ifdef THREADS
		pthread_t thread;
		errno = pthread_create(&thread, NULL, wait_for_ever, NULL);
		if (errno) break;
#else
		result = fork();
		if (result < 0) break;
		if (result == 0) wait_for_ever(NULL);
#endif
	}
	if (made < WANTED) {
		dprintf(2, "%ld made, then %s\n", made, strerrorname_np(errno));
		finish();
	}
}
