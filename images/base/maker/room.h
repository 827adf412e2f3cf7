/*
 * What a cell sees: the image, read-only, as in a container; its own /proc, /box, /made and control groups. Of the maker's
 * mounts, only the copy of a program is left in it (huge.h), read-only.
 */
#include <sched.h>

struct room {
	const char *box, *made; /* options of the two tmpfs */
	char **masked; /* paths that become empty, as the engine masks them */
	int masks;
};

static void mount_or_fail(const char *from, const char *to, const char *type, unsigned long flags, const char *options) {
	if (mount(from, to, type, flags, options)) fail(to);
}

static void make_read_only(const char *path, unsigned long flags) {
	mount_or_fail(path, path, NULL, MS_BIND | MS_REC, NULL);
	mount_or_fail(NULL, path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | flags, NULL);
}

static const unsigned long plain = MS_NOSUID | MS_NODEV | MS_NOEXEC;

/* The paths of the engine that may be read and not written. */
static const char *const read_only[] = {"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"};

static void mount_proc(const struct room *room) {
	if (umount2("/proc", MNT_DETACH)) fail("/proc");
	mount_or_fail("proc", "/proc", "proc", plain, NULL);
	for (size_t at = 0; at < sizeof read_only / sizeof *read_only; at++)
		if (!access(read_only[at], F_OK)) make_read_only(read_only[at], plain);
	for (int at = 0; at < room->masks; at++) {
		struct stat about;
		const char *path = room->masked[at];
		/* Those outside of /proc are masked by the engine already. */
		if (strncmp(path, "/proc/", 6) || stat(path, &about)) continue;
		if (S_ISDIR(about.st_mode)) mount_or_fail("tmpfs", path, "tmpfs", plain | MS_RDONLY, "size=4k,nr_inodes=1");
		else mount_or_fail("/dev/null", path, NULL, MS_BIND, NULL);
	}
}

/* `group`: the name of the cell's control group, whose counts of processes killed for memory the supervisor reads. */
static void mount_groups(const char *group) {
	char path[256];
	if (umount2("/sys/fs/cgroup", MNT_DETACH)) fail("/sys/fs/cgroup");
	if (is_v2) {
		path_of(path, sizeof path, 0, group);
		mount_or_fail(path, "/sys/fs/cgroup", NULL, MS_BIND, NULL);
		mount_or_fail(NULL, "/sys/fs/cgroup", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | plain, NULL);
		return;
	}
	mount_or_fail("tmpfs", "/sys/fs/cgroup", "tmpfs", plain, "size=4k,nr_inodes=8,mode=755");
	for (int at = 0; at < CONTROLLERS; at++) {
		char target[64];
		snprintf(target, sizeof target, "/sys/fs/cgroup/%s", controllers[at]);
		if (mkdir(target, 0755)) fail(target);
		path_of(path, sizeof path, at, group);
		mount_or_fail(path, target, NULL, MS_BIND, NULL);
		mount_or_fail(NULL, target, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | plain, NULL);
	}
	mount_or_fail(NULL, "/sys/fs/cgroup", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | plain, NULL);
}

/* In new namespaces of mounts and processes. Ends with the unmounting of /box, which hides the maker's folders. */
static void furnish(const struct room *room, const char *group) {
	mount_or_fail(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
	mount_groups(group);
	mount_proc(room);
	/* Devices can be used, and nothing be left beside them. */
	mount_or_fail(NULL, "/dev", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC, NULL);
	if (umount2("/made", MNT_DETACH) || umount2("/box", MNT_DETACH)) fail("umount2");
	mount_or_fail("tmpfs", "/box", "tmpfs", plain, room->box);
	mount_or_fail("tmpfs", "/made", "tmpfs", plain, room->made);
}
