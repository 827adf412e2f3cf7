#include "acts.h"
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>

static void act(void) {
	report("fork", fork() == 0 ? (_exit(0), 0) : 0);
	if (!TRY) return;
	char much[256] = {0};
	report("unshare a user namespace", unshare(CLONE_NEWUSER));
	report("unshare a network", unshare(CLONE_NEWNET));
	report("clone into a user namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
	report("clone3", syscall(SYS_clone3, much, sizeof much));
	report("setns", setns(open("/proc/1/ns/net", O_RDONLY), 0));
	report("mount", mount("none", ".", "tmpfs", 0, NULL));
	report("umount", umount2("/proc/kcore", MNT_DETACH));
	report("pivot_root", syscall(SYS_pivot_root, ".", "."));
	report("chroot", chroot("."));
	report("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
	report("open_tree", syscall(SYS_open_tree, -100, "/", 1));
	report("move_mount", syscall(SYS_move_mount, 0, "", -100, "/", 4));
	report("mount_setattr", syscall(SYS_mount_setattr, -100, "/", 0, much, 32));
	report("name_to_handle_at", syscall(SYS_name_to_handle_at, -100, "/", much, much, 0));
	report("open_by_handle_at", syscall(SYS_open_by_handle_at, -100, much, 0));
	report("perf_event_open", syscall(SYS_perf_event_open, much, 0, -1, -1, 0));
	report("bpf", syscall(SYS_bpf, 0, much, sizeof much));
	report("userfaultfd", syscall(SYS_userfaultfd, 1));
	report("io_uring_setup", syscall(SYS_io_uring_setup, 4, much));
	report("keyctl", syscall(SYS_keyctl, 0, 0, 0));
	report("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
	report("request_key", syscall(SYS_request_key, "user", "a", 0, 0));
	report("seccomp", syscall(SYS_seccomp, 1, 8, much));
	report("landlock", syscall(SYS_landlock_create_ruleset, 0, 0, 1));
	report("init_module", syscall(SYS_init_module, much, 1, ""));
	report("kexec_load", syscall(SYS_kexec_load, 0, 0, 0, 0));
	report("reboot", syscall(SYS_reboot, 0, 0, 0, 0));
	report("swapon", syscall(SYS_swapon, "/x", 0));
	report("quotactl", syscall(SYS_quotactl, 0, "", 0, 0));
	report("acct", syscall(SYS_acct, "x"));
	report("iopl", syscall(SYS_iopl, 3));
	report("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
	report("lookup_dcookie", syscall(SYS_lookup_dcookie, 0, 0, 0));
	finish();
}
