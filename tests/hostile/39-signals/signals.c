#include "acts.h"
#include <sys/syscall.h>

static void act(void) {
	report("a signal for itself", kill(getpid(), SIGCONT));
	if (!TRY) return;
	report("kill process 1", kill(1, SIGKILL));
	report("stop process 1", kill(1, SIGSTOP));
	report("kill the parent", kill(getppid(), SIGKILL));
	report("kill by descriptor", syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, 1, 0), SIGKILL, 0, 0));
	long others = 0;
	for (int pid = 2; pid < 5000; pid++) others += pid != getpid() && kill(pid, 0) == 0;
	dprintf(2, "%ld others\n", others);
	report("kill everybody", kill(-1, SIGKILL));
	finish();
}
