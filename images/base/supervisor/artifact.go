package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"unsafe"
)

const kept = made + "/kept" // nobody but the supervisor may even look into it

// openat2(2): the syscall package does not know it. The number is the same on every architecture.
const (
	sysOpenat2       = 437
	resolveNoXdev    = 0x01
	resolveNoMagic   = 0x02
	resolveNoSymlink = 0x04
	resolveBeneath   = 0x08
)

type openHow struct{ flags, mode, resolve uint64 }

var arrivals atomic.Uint32

func artifactPath(name string) string { return filepath.Join(kept, name) }

// Keeps a regular file a step left in its folder. The step's processes are dead by now, so nothing changes meanwhile;
// what they prepared (a link, a pipe, a device, a file too large) is refused by how it is opened and by what it is.
func keep(f folder, name string, largest int64) bool {
	var file *os.File
	err := withFilesOf(f.uid, f.uid, func() (err error) {
		file, err = openPlain(f.out(), name)
		return err
	})
	if err != nil {
		return false
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil || !about.Mode().IsRegular() || about.Size() > largest {
		return false
	}
	return store(name, io.LimitReader(file, largest)) == nil
}

func openPlain(folder, name string) (*os.File, error) {
	directory, err := syscall.Open(folder, syscall.O_DIRECTORY|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(directory)
	text, err := syscall.BytePtrFromString(name)
	if err != nil {
		return nil, err
	}
	how := openHow{
		flags:   syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOFOLLOW | syscall.O_CLOEXEC,
		resolve: resolveNoXdev | resolveNoMagic | resolveNoSymlink | resolveBeneath,
	}
	fd, _, failed := syscall.Syscall6(sysOpenat2, uintptr(directory), uintptr(unsafe.Pointer(text)),
		uintptr(unsafe.Pointer(&how)), unsafe.Sizeof(how), 0, 0)
	if failed != 0 {
		return nil, failed
	}
	return os.NewFile(fd, name), nil
}

// Complete under its name or not there at all; an artifact of that name is replaced.
func store(name string, from io.Reader) error {
	arriving := filepath.Join(made, "arriving-"+strconv.Itoa(int(arrivals.Add(1))))
	file, err := os.OpenFile(arriving, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o555)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(arriving, artifactPath(name))
	}
	if err != nil {
		os.Remove(arriving)
	}
	return err
}

func load(name string, largest int64) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	about, err := os.Stat(artifactPath(name))
	if os.IsNotExist(err) {
		return nil, refusal{"NO_ARTIFACT", "no artifact " + name}
	}
	if err == nil && about.Size() > largest {
		return nil, refusal{"BAD_REQUEST", "the artifact is larger than its cap"}
	}
	return os.ReadFile(artifactPath(name))
}
