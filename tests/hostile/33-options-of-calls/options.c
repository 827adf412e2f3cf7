#include "acts.h"
#include <sys/prctl.h>
#include <sys/syscall.h>

#define OPTION(name, ...) report(#name, syscall(SYS_prctl, name, __VA_ARGS__))
#define OWN(name, ...) report(#name, syscall(SYS_arch_prctl, name, __VA_ARGS__))

enum {
	ARCH_SET_GS = 0x1001, ARCH_GET_FS = 0x1003, ARCH_SET_CPUID = 0x1012, ARCH_REQ_XCOMP_PERM = 0x1023,
	ARCH_SHSTK_ENABLE = 0x5001
};

static void act(void) {
	/* One instruction: allow everything. */
	struct { unsigned short code; unsigned char yes, no; unsigned value; } allow = {0x06, 0, 0, 0x7fff0000};
	struct { unsigned short length; void *filter; } program = {1, &allow};
	unsigned long address = 0;
	OPTION(PR_SET_NAME, "named", 0, 0, 0);
	OPTION(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!TRY) return;
	OPTION(PR_SET_SECCOMP, 2, &program, 0, 0);
	OPTION(PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0);
	OPTION(PR_SCHED_CORE, PR_SCHED_CORE_CREATE, 0, 0, 0);
	OPTION(PR_SET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS, PR_SPEC_ENABLE, 0, 0);
	OPTION(PR_SET_DUMPABLE, 1, 0, 0, 0);
	OPTION(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	OPTION(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	OPTION(PR_SET_PDEATHSIG, 0, 0, 0, 0);
	OPTION(PR_SET_TIMERSLACK, 1000000000, 0, 0, 0);
	OPTION(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	OPTION(PR_SET_MEMORY_MERGE, 1, 0, 0, 0);
	OPTION(PR_SET_MDWE, 1, 0, 0, 0);
	OPTION(PR_SET_MM, PR_SET_MM_BRK, 0, 0, 0);
	OPTION(PR_SET_VMA, 0, &address, 8, "name");
	OPTION(PR_SET_SYSCALL_USER_DISPATCH, 0, 0, 0, 0);
	OPTION(PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0);
	OPTION(PR_MCE_KILL, PR_MCE_KILL_SET, PR_MCE_KILL_EARLY, 0, 0);
	OPTION(PR_SET_IO_FLUSHER, 1, 0, 0, 0);
	OPTION(PR_SET_KEEPCAPS, 1, 0, 0, 0);
	OPTION(PR_SET_SECUREBITS, 0, 0, 0, 0);
	OPTION(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	OWN(ARCH_SET_GS, &address);
	OWN(ARCH_GET_FS, &address);
	OWN(ARCH_SET_CPUID, 1);
	OWN(ARCH_REQ_XCOMP_PERM, 18);
	OWN(ARCH_SHSTK_ENABLE, 1);
	finish();
}
