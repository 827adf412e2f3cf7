#include "acts.h"
#include <sys/stat.h>

/* As many files as the limit allows, in folders without any permission. */
static void act(void) {
	char name[32];
	if (mkdir("hidden", 0700) || mkdir("hidden/inner", 0700) || chdir("hidden/inner")) finish();
	for (long made = 0; made < FILES; made++) {
		snprintf(name, sizeof name, "%ld", made);
		int file = open(name, O_CREAT | O_WRONLY, 0);
		if (file < 0) break;
		close(file);
	}
	if (chdir("../..") || chmod("hidden/inner", 0) || chmod("hidden", 0)) finish();
}
