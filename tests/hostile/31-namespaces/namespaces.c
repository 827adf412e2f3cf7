#include "acts.h"
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>

static void act(void) {
	tell("fork", fork() == 0 ? (_exit(0), 0) : 0);
	if (!TRY) return;
	char much[256] = {0};
	tell("unshare a user namespace", unshare(CLONE_NEWUSER));
	tell("unshare a network", unshare(CLONE_NEWNET));
	tell("clone into a user namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
	tell("clone3", syscall(SYS_clone3, much, sizeof much));
	tell("setns", setns(open("/proc/1/ns/net", O_RDONLY), 0));
	tell("mount", mount("none", ".", "tmpfs", 0, NULL));
	tell("umount", umount2("/proc/kcore", MNT_DETACH));
	tell("pivot_root", syscall(SYS_pivot_root, ".", "."));
	tell("chroot", chroot("."));
	tell("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
	tell("open_tree", syscall(SYS_open_tree, -100, "/", 1));
	tell("move_mount", syscall(SYS_move_mount, 0, "", -100, "/", 4));
	tell("mount_setattr", syscall(SYS_mount_setattr, -100, "/", 0, much, 32));
	tell("name_to_handle_at", syscall(SYS_name_to_handle_at, -100, "/", much, much, 0));
	tell("open_by_handle_at", syscall(SYS_open_by_handle_at, -100, much, 0));
	tell("perf_event_open", syscall(SYS_perf_event_open, much, 0, -1, -1, 0));
	tell("bpf", syscall(SYS_bpf, 0, much, sizeof much));
	tell("userfaultfd", syscall(SYS_userfaultfd, 1));
	tell("io_uring_setup", syscall(SYS_io_uring_setup, 4, much));
	tell("keyctl", syscall(SYS_keyctl, 0, 0, 0));
	tell("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
	tell("request_key", syscall(SYS_request_key, "user", "a", 0, 0));
	tell("seccomp", syscall(SYS_seccomp, 1, 8, much));
	tell("landlock", syscall(SYS_landlock_create_ruleset, 0, 0, 1));
	tell("init_module", syscall(SYS_init_module, much, 1, ""));
	tell("kexec_load", syscall(SYS_kexec_load, 0, 0, 0, 0));
	tell("reboot", syscall(SYS_reboot, 0, 0, 0, 0));
	tell("swapon", syscall(SYS_swapon, "/x", 0));
	tell("quotactl", syscall(SYS_quotactl, 0, "", 0, 0));
	tell("acct", syscall(SYS_acct, "x"));
	tell("iopl", syscall(SYS_iopl, 3));
	tell("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
	tell("lookup_dcookie", syscall(SYS_lookup_dcookie, 0, 0, 0));
	over();
}
