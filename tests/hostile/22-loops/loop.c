#include "acts.h"

static void ignore_all(void) {
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	for (int one = 1; one < 65; one++) signal(one, SIG_IGN);
}

static void act(void) {
	ignore_all();
#ifdef SLEEP
	for (unsigned turns = SLEEP; turns != 0; turns--) sleep(1);
#elif defined(LOOP)
	for (volatile unsigned long turns = LOOP; turns != 0; turns--) ;
#endif
}
