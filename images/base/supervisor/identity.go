package main

import (
	"runtime"
	"syscall"
	"time"
)

// The supervisor is uid 0 without the capabilities that let root ignore file permissions. To make, read or remove what
// belongs to a step it takes on the step's identity for a moment, on one thread, and can then do what the step could do
// and no more: a name the step prepared cannot lead it to anything the step could not open itself.

const unchanged = ^uintptr(0)

// Runs `do` with a step's file-system uid and gid. `do` must stay on its goroutine.
func withFilesOf(uid, gid uint32, do func() error) error {
	runtime.LockOSThread()
	syscall.RawSyscall(syscall.SYS_SETFSGID, uintptr(gid), 0, 0)
	syscall.RawSyscall(syscall.SYS_SETFSUID, uintptr(uid), 0, 0)
	err := do()
	syscall.RawSyscall(syscall.SYS_SETFSUID, 0, 0, 0)
	syscall.RawSyscall(syscall.SYS_SETFSGID, 0, 0, 0)
	// These calls report no errors, only what was set before.
	nowUid, _, _ := syscall.RawSyscall(syscall.SYS_SETFSUID, unchanged, 0, 0)
	nowGid, _, _ := syscall.RawSyscall(syscall.SYS_SETFSGID, unchanged, 0, 0)
	if nowUid != 0 || nowGid != 0 {
		die("a thread kept a step's identity", nil)
	}
	runtime.UnlockOSThread()
	return err
}

// The real uid of a thread that kills: of no step, and not of the server of the tools either (9999, images/tools/llvm).
const killerUid = 9998

// Sends SIGKILL to every process of a uid in one call, so that none can fork its way past a list. The kernel compares the
// sender's real uid as well: root's would reach the launchers of other steps, which are root's until they become steps.
func killEvery(uid uint32) {
	runtime.LockOSThread()
	_, _, changed := syscall.RawSyscall(syscall.SYS_SETRESUID, killerUid, uintptr(uid), unchanged)
	if changed != 0 {
		die("cannot take on a step's uid", changed)
	}
	// Without CAP_KILL (a uid other than 0 has none in effect), -1 means: whatever this uid may signal.
	syscall.Kill(-1, syscall.SIGKILL)
	_, _, back := syscall.RawSyscall(syscall.SYS_SETRESUID, 0, 0, unchanged)
	if back != 0 {
		die("a thread kept a step's uid", back)
	}
	runtime.UnlockOSThread()
}

// Whether a process or thread of the uid exists in this container. Zombies count.
func exists(uid uint32) bool {
	const byUid = 2 // PRIO_USER
	_, _, err := syscall.RawSyscall(syscall.SYS_GETPRIORITY, byUid, uintptr(uid), 0)
	return err != syscall.ESRCH
}

// Returns once no process of the uid is left. A process that the kernel is taking apart needs a core, and one with hundreds of MiB
// needs it for long: on a machine with 25 processes for each core some compilers were there for more than 5 s. A runner gives a
// container up 20 s after a step's limit (`engineLimits.graceMs`).
func killAll(uid uint32) {
	const patience = 15 * time.Second
	pause := 20 * time.Microsecond
	for end := time.Now().Add(patience); exists(uid); pause = min(2*pause, 5*time.Millisecond) {
		if time.Now().After(end) {
			die("a process outlived SIGKILL", nil)
		}
		killEvery(uid)
		time.Sleep(pause)
	}
}
