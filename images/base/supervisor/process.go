package main

import (
	"io"
	"os"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

const launcher = "/opt/cyclelab/bin/step"

// A program that has been started as a step, in its folder.
type process struct {
	folder folder
	pid    int
	done   <-chan ending
	stdin  *os.File // nil: /dev/null
	output [3]*os.File
	status *os.File // empty, or why the program could not be started
	// What a pre-started program had used before its request, for nobody waited for that.
	cpuBefore time.Duration
}

// `file` is executed as `argv`, whose first word is its name.
func launch(r *reaper, f folder, file string, argv, environment []string, l limits, withStdin bool) (*process, error) {
	p := &process{folder: f}
	var theirs []int
	defer func() {
		for _, fd := range theirs {
			syscall.Close(fd)
		}
	}()
	if withStdin {
		read, write, err := inputPipe()
		if err != nil {
			return nil, err
		}
		p.stdin, theirs = write, append(theirs, read)
	} else {
		null, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return nil, err
		}
		theirs = append(theirs, null)
	}
	for _, end := range []**os.File{&p.output[0], &p.output[1], &p.output[2], &p.status} {
		read, write, err := outputPipe()
		if err != nil {
			p.close()
			return nil, err
		}
		*end, theirs = read, append(theirs, write)
	}
	words := []string{launcher}
	for _, number := range []uint64{uint64(f.uid), uint64(l.cpuSeconds), uint64(l.addressSpaceMiB) << 20,
		uint64(l.fileMiB) << 20, uint64(l.processes), uint64(l.openFiles)} {
		words = append(words, strconv.FormatUint(number, 10))
	}
	files := make([]uintptr, len(theirs))
	for i, fd := range theirs {
		files[i] = uintptr(fd)
	}
	var err error
	p.pid, p.done, err = r.start(append(append(words, f.out(), file), argv...), &syscall.ProcAttr{Env: environment, Files: files})
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *process) close() {
	for _, file := range []*os.File{p.stdin, p.output[0], p.output[1], p.output[2], p.status} {
		if file != nil {
			file.Close()
		}
	}
}

func (p *process) feed(text []byte) {
	if p.stdin != nil {
		// A step that does not read its input is no fault.
		p.stdin.Write(text)
		p.stdin.Close()
	}
}

// Kills everything the step started. Until the launcher has taken on the step's uid, only its pid leads to it.
func (p *process) kill(r *reaper) {
	r.kill(p.pid)
	killAll(p.folder.uid)
}

// Ends once every writing end is closed. A descriptor handed to another step could keep one open: hence the deadline.
func (p *process) stopReading() {
	for _, file := range p.output {
		file.SetReadDeadline(time.Now().Add(time.Second))
	}
}

func (p *process) whyNotStarted() string {
	p.status.SetReadDeadline(time.Now().Add(time.Second))
	text, _ := io.ReadAll(io.LimitReader(p.status, 4096))
	return string(text)
}

// CPU time a living process has used so far: its clock, as clock_getcpuclockid(3) numbers it.
func cpuTime(pid int) time.Duration {
	const wholeProcess = 2
	var used syscall.Timespec
	clock := int32(^pid<<3 | wholeProcess)
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&used)), 0)
	return time.Duration(used.Nano())
}
