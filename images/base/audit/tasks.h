/* The threads of an observed step (audit.c), of all its processes. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Calls `act` for each thread of a process of this uid, and returns how many there are. */
static unsigned eachThread(uid_t uid, void (*act)(pid_t thread)) {
	unsigned count = 0;
	DIR *processes = opendir("/proc");
	for (struct dirent *one; processes && (one = readdir(processes));) {
		struct stat about;
		char name[32];
		if (atoi(one->d_name) <= 0) continue;
		snprintf(name, sizeof name, "/proc/%d/task", atoi(one->d_name));
		if (stat(name, &about) || about.st_uid != uid) continue;
		DIR *tasks = opendir(name);
		for (struct dirent *task; tasks && (task = readdir(tasks));)
			if (atoi(task->d_name) > 0) count++, act(atoi(task->d_name));
		if (tasks) closedir(tasks);
	}
	if (processes) closedir(processes);
	return count;
}
