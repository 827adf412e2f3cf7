#include "acts.h"
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>

static void act(void) {
	char own[32];
	snprintf(own, sizeof own, "/proc/%d/status", getpid());
	report("its own status", open(own, O_RDONLY));
	if (!TRY) return;
	static const char *const paths[] = {
		"/proc/1/mem", "/proc/1/environ", "/proc/1/maps", "/proc/1/fd/0", "/proc/1/root/etc/hostname", "/proc/1/cwd",
		"/proc/1/stack", "/proc/1/syscall", "/proc/1/auxv"
	};
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) report(paths[i], open(paths[i], O_RDONLY));
	char byte;
	struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
	report("ptrace", ptrace(PTRACE_ATTACH, 1, 0, 0));
	report("process_vm_readv", process_vm_readv(1, &here, 1, &there, 1, 0));
	report("process_vm_writev", process_vm_writev(1, &here, 1, &there, 1, 0));
	report("pidfd_getfd", syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, 1, 0), 0, 0));
	report("kcmp", syscall(SYS_kcmp, 1, 1, 0, 0, 0));
	report("process_madvise", syscall(SYS_process_madvise, 0, &there, 1, 4, 0));
	report("move_pages", syscall(SYS_move_pages, 1, 0, 0, 0, 0, 0));
	report("shared memory", syscall(SYS_shmget, 1, 4096, 0600 | 01000));
	report("message queue", syscall(SYS_msgget, 1, 0600 | 01000));
	report("memfd_secret", syscall(SYS_memfd_secret, 0));
	finish();
}
