#include "acts.h"
#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

static int compare(const void *one, const void *other) {
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/*
 * Opens every device below a folder, in the order of names, except links into /proc. /dev/core, a link to /proc/kcore where the
 * host's kernel has one, is opened apart, so that the lines are the same on every host.
 */
static void look(const char *folder) {
	static char *names[64];
	int count = 0;
	DIR *open_folder = opendir(folder);
	if (!open_folder) {
		report(folder, -1);
		return;
	}
	for (struct dirent *entry; (entry = readdir(open_folder)) && count < 64;)
		if (entry->d_name[0] != '.' && strcmp(entry->d_name, "core")) names[count++] = strdup(entry->d_name);
	qsort(names, (size_t)count, sizeof *names, compare);
	for (int i = 0; i < count; i++) {
		char path[PATH_MAX];
		struct stat about;
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		if (stat(path, &about)) report(path, -1);
		else if (S_ISDIR(about.st_mode)) dprintf(2, "%s is a folder\n", path);
		else if (S_ISCHR(about.st_mode) || S_ISBLK(about.st_mode)) report(path, open(path, O_RDWR | O_NOCTTY));
	}
}

static void act(void) {
	report("/dev/null", open("/dev/null", O_RDWR));
	if (!TRY) return;
	report("/dev/core", open("/dev/core", O_RDONLY));
	look("/dev");
	look("/dev/pts");
	report("a new terminal", open("/dev/pts/ptmx", O_RDWR | O_NOCTTY));
	report("a queue of messages", open("/dev/mqueue/queue", O_RDWR | O_CREAT, 0600));
	report("a new device", mknod("tty", S_IFCHR | 0600, makedev(5, 2)));
	finish();
}
