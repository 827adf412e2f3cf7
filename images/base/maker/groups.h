/*
 * Control groups: each cell has its own limits of memory and processes and its own share of the processors, below the
 * container's group, of which it sees only its own. Version 2 has one tree. Version 1 has one for each controller, and a cell
 * stays in the container's group of the other controllers: cpuset, which the engine moves, and devices.
 */
#include <linux/magic.h>
#include <stdbool.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#define GROUPS "/box/groups" /* in the maker's mount namespace alone */

static const char *const controllers[] = {"memory", "pids", "cpu"};
enum { CONTROLLERS = 3 };
static bool is_v2;

struct group_limits {
	unsigned memory_mib, processes;
};

/* The names that are mounted together with a controller, from /proc/self/cgroup: "4:cpu,cpuacct:/..." */
static int mount_v1(const char *controller, const char *folder) {
	char line[4096], names[128];
	FILE *file = fopen("/proc/self/cgroup", "re");
	if (!file) return -1;
	names[0] = 0;
	while (!names[0] && fgets(line, sizeof line, file)) {
		char found[128], copy[128];
		if (sscanf(line, "%*d:%127[^:]", found) != 1) continue;
		strcpy(copy, found);
		for (char *name = strtok(copy, ","); name; name = strtok(NULL, ","))
			if (!strcmp(name, controller)) strcpy(names, found);
	}
	fclose(file);
	errno = ENOENT;
	if (!names[0]) return -1;
	return mount("cgroup", folder, "cgroup", MS_NOSUID | MS_NODEV | MS_NOEXEC, names);
}

static void path_of(char *path, size_t room, int at, const char *name) {
	if (is_v2) snprintf(path, room, GROUPS "/%s", name);
	else snprintf(path, room, GROUPS "/%s/%s", controllers[at], name);
}

/* How many folders a group has. */
static int trees(void) { return is_v2 ? 1 : CONTROLLERS; }

/* Version 2 allows no processes in a group that passes controllers on: the maker moves to a group of its own. */
static int open_v2(void) {
	if (mount("cgroup2", GROUPS, "cgroup2", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL)) return -1;
	if (mkdir(GROUPS "/maker", 0755) && errno != EEXIST) return -1;
	if (put_text(AT_FDCWD, GROUPS "/maker/cgroup.procs", "0")) return -1;
	return put_text(AT_FDCWD, GROUPS "/cgroup.subtree_control", "+memory +pids +cpu");
}

static int open_groups(void) {
	struct statfs about;
	if (mkdir(GROUPS, 0700)) return -1;
	is_v2 = !statfs("/sys/fs/cgroup", &about) && about.f_type == CGROUP2_SUPER_MAGIC;
	if (is_v2) return open_v2();
	for (int at = 0; at < CONTROLLERS; at++) {
		char folder[256];
		path_of(folder, sizeof folder, at, "");
		if (mkdir(folder, 0700) || mount_v1(controllers[at], folder)) return -1;
	}
	return 0;
}

static int set_limit(const char *group, int at, const char *file, unsigned long long value) {
	char path[256], text[32];
	path_of(path, sizeof path, at, group);
	strcat(strcat(path, "/"), file);
	snprintf(text, sizeof text, "%llu", value);
	return put_text(AT_FDCWD, path, text);
}

/* Memory and swap together are limited to the same, as by the engine; a kernel may not count swap. */
static int make_group(const char *group, const struct group_limits *limits) {
	char path[256];
	for (int at = 0; at < trees(); at++) {
		path_of(path, sizeof path, at, group);
		if (mkdir(path, 0755)) return -1;
	}
	unsigned long long memory = (unsigned long long)limits->memory_mib << 20;
	if (set_limit(group, 0, is_v2 ? "memory.max" : "memory.limit_in_bytes", memory)) return -1;
	if (set_limit(group, 0, is_v2 ? "memory.swap.max" : "memory.memsw.limit_in_bytes", is_v2 ? 0 : memory) &&
	    errno != ENOENT)
		return -1;
	return set_limit(group, 1, "pids.max", limits->processes);
}

/* The calling process joins a group. */
static void join_group(const char *group) {
	char path[256];
	for (int at = 0; at < trees(); at++) {
		path_of(path, sizeof path, at, group);
		strcat(path, "/cgroup.procs");
		if (put_text(AT_FDCWD, path, "0")) fail(path);
	}
}

/* Its processes have ended; the kernel may need a moment to notice. */
static void remove_group(const char *group) {
	char path[256];
	for (int at = 0; at < trees(); at++) {
		path_of(path, sizeof path, at, group);
		for (int tries = 0; rmdir(path) && errno == EBUSY && tries < 100; tries++) usleep(1000);
	}
}
