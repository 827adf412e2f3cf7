/**
 * The system calls a sandbox may make: an allow-list for each kind of sandbox, each group with its reason. Absent calls fail
 * with EPERM. Deliberately absent: perf_event_open, bpf, io_uring_*, userfaultfd, keyctl and its family, ptrace (but for the observer),
 * process_vm_*, pidfd_getfd, unshare, setns, mount and its family, personality, System V and POSIX message queues and shared
 * memory, splice and its family, changing xattrs, chown, scheduling classes, clocks, 32-bit calls (no sub-architecture is named).
 */
import type { SandboxKind } from './limits.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Calls that the supervisor, the launcher and every program need. */
const everywhere: Record<string, string[]> = {
	'memory of a process': words(`brk mmap munmap mprotect mremap madvise msync membarrier`),
	'files and folders it may reach by their permissions': words(`
		open openat openat2 creat close close_range read readv pread64 preadv preadv2 write writev pwrite64 pwritev pwritev2
		lseek stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 readlink readlinkat getdents
		getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink
		symlinkat mknod mknodat chmod fchmod fchmodat umask truncate ftruncate copy_file_range fsync
		fdatasync flock fcntl ioctl dup dup2 dup3`),
	'waiting for descriptors, and pipes': words(`
		pipe pipe2 poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
		eventfd eventfd2`),
	'processes and threads (clone, prctl and arch_prctl have separate rules)': words(`
		fork vfork execve execveat exit exit_group wait4 waitid kill tkill tgkill getpid getppid gettid getpgid getpgrp
		setpgid getsid setsid set_tid_address set_robust_list get_robust_list rseq futex pidfd_open
		pidfd_send_signal sched_yield sched_getaffinity sched_setaffinity sched_getparam sched_getscheduler
		sched_get_priority_max sched_get_priority_min getpriority getcpu`),
	'signals and timers': words(`
		rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait rt_sigqueueinfo
		rt_tgsigqueueinfo sigaltstack restart_syscall pause alarm getitimer setitimer timer_create timer_delete
		timer_gettime timer_settime timer_getoverrun nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time
		times`),
	'who and where it is': words(`
		getuid geteuid getgid getegid getresuid getresgid getgroups uname sysinfo getrusage getrlimit setrlimit prlimit64
		getrandom capget`),
	'the supervisor and the launcher change identity; steps lack the capabilities': words(
		`setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups`
	)
};

const allow = 'SCMP_ACT_ALLOW';
const equals = (value: number) => [{ index: 0, value, op: 'SCMP_CMP_EQ' }];

/**
 * The options of prctl(2) and arch_prctl(2) that anything in the images uses, as the kernel's trace of these calls showed
 * while every language was built, counted and timed. Every other option is refused: options that install a filter
 * (PR_SET_SECCOMP), make the time-stamp counter or CPUID fault (PR_SET_TSC, ARCH_SET_CPUID), choose who shares a core
 * (PR_SCHED_CORE), change mitigations (PR_SET_SPECULATION_CTRL), the layout of the process (PR_SET_MM), who may trace it
 * (PR_SET_PTRACER), who inherits its orphans (PR_SET_CHILD_SUBREAPER) or when its timers end (PR_SET_TIMERSLACK).
 */
const options: Record<'prctl' | 'arch_prctl', { name: string; value: number; reason: string }[]> = {
	// linux/prctl.h
	prctl: [
		{ name: 'PR_SET_NAME', value: 15, reason: 'Mono, CoreCLR, qemu and LLVM name their threads' },
		{ name: 'PR_SET_NO_NEW_PRIVS', value: 38, reason: 'the launcher, before it executes a step' }
	],
	// asm/prctl.h of x86-64; arm64 has no such call.
	arch_prctl: [
		{
			name: 'ARCH_SET_FS',
			value: 0x1002,
			reason: 'every program sets its thread pointer when it starts'
		}
	]
};

/** linux/sched.h: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaceFlags = 0x7e020000;
const unixFamily = 1;
const notImplemented = 38;

const timing = {
	// A step is refused both by a second filter, its launcher's (images/base/refuse.h).
	'the observer, which is the parent of every program': words(`ptrace seccomp`),
	"runtimes and learners' programs talk within the container (socket and socketpair have rules of their own)":
		words(
			`bind connect listen accept accept4 getsockname getpeername getsockopt setsockopt sendto recvfrom sendmsg recvmsg
			shutdown`
		)
};

/** Calls that only some kinds need: compilers and tools; programs that run on the processor. */
const only: Record<SandboxKind, Record<string, string[]>> = {
	tools: {
		'compilers and linkers make and date large files': words(
			`fallocate fadvise64 readahead getxattr lgetxattr fgetxattr utime utimes utimensat futimesat`
		)
	},
	measure: timing,
	audit: timing
};

/** Calls that are allowed with some arguments only. */
const unixSockets = (names: readonly string[]) =>
	names.map((name) => ({ names: [name], action: allow, args: equals(unixFamily) }));

/**
 * The maker of cells needs these beside what tools need: namespaces and mounts of each cell, and taking its own capabilities from
 * it. It has the capabilities for them and runs no program but the relay and the supervisors, which get the filter of a sandbox
 * (`cell-words.ts`) and no capability for them.
 */
const making = words(`clone unshare mount umount2 sethostname capset seccomp prctl`);

/** The profile of a container that holds cells. */
export const makerProfile = () => {
	const tools = seccompProfile('tools');
	return { ...tools, syscalls: [...tools.syscalls, { names: making, action: allow }] };
};

/** The profile as the Docker Engine reads it (the JSON behind `--security-opt seccomp=`). */
export const seccompProfile = (kind: SandboxKind) => ({
	defaultAction: 'SCMP_ACT_ERRNO',
	archMap: [
		{ architecture: 'SCMP_ARCH_X86_64', subArchitectures: [] },
		{ architecture: 'SCMP_ARCH_AARCH64', subArchitectures: [] }
	],
	syscalls: [
		...[...Object.values(everywhere), ...Object.values(only[kind])].map((names) => ({
			names,
			action: allow
		})),
		{
			names: ['clone'],
			action: allow,
			args: [{ index: 0, value: namespaceFlags, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }]
		},
		...Object.entries(options).flatMap(([call, allowed]) =>
			allowed.map(({ value }) => ({ names: [call], action: allow, args: equals(value) }))
		),
		// Its flags are in memory, where a filter cannot see them. With ENOSYS, C libraries use clone.
		{ names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: notImplemented },
		// A way around noexec. With ENOSYS, qemu-user uses a file to show a program its own memory map.
		{ names: ['memfd_create'], action: 'SCMP_ACT_ERRNO', errnoRet: notImplemented },
		...(kind === 'tools' ? [] : unixSockets(['socket', 'socketpair']))
	]
});
