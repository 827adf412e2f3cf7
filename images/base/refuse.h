/*
 * A second filter of system calls, which every step gets (step.c). A sandbox that times programs allows the observer two calls
 * more than other sandboxes, and no step may make them: so a timed program and an observed one have the same filters.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

#ifdef __x86_64__
enum { OWN_ARCHITECTURE = AUDIT_ARCH_X86_64 };
#else
enum { OWN_ARCHITECTURE = AUDIT_ARCH_AARCH64 };
#endif

/* Not 0: the step could make these calls, for errno's reason. After `become`, which sets no_new_privs. */
static int refuse(void) {
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
	if (!syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)) return 0;
	/* The first filter of other sandboxes refuses both; an emulator in the kernel's place has neither. */
	enum { NO_REQUEST = 0x7fff };
	int why = errno;
	if (syscall(SYS_ptrace, NO_REQUEST, 0, 0, 0) == -1 && (errno == EPERM || errno == ENOSYS)) return 0;
	errno = why;
	return -1;
}
