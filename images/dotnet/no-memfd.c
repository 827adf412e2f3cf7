/*
 * Loaded into qemu before its C library. To show a guest its /proc/self/maps, which both runtimes read when they start,
 * qemu 7.2 makes a file in memory (memfd_create) and, where the kernel has no such call, a temporary one. The sandbox forbids
 * the call, as a way around its noexec, with another error than ENOSYS; this function returns ENOSYS.
 */
#include <errno.h>

int memfd_create(const char *name, unsigned int flags) {
	(void)name, (void)flags;
	errno = ENOSYS;
	return -1;
}
