package main

import (
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	launcher = "/opt/cyclelab/bin/step"
	observer = "/opt/cyclelab/bin/audit"

	// A word of the observer is this long, whatever it is asked, as a program could read how long it is.
	askedBytes = 256

	// The observer's word for a step that it only waits for.
	timed = "timed"
)

// The parts of a step besides its program and limits. Descriptor 0 is a pipe to write to if `stdin`, else memory for counts if
// there is any, else /dev/null.
type extras struct {
	stdin  bool
	counts *os.File
	audit  []string // what the observer is asked; empty: the step has no observer as its parent
}

// A program that has been started as a step, in its folder.
type process struct {
	folder folder
	pid    int
	done   <-chan ending
	stdin  *os.File // nil: /dev/null
	output [3]*os.File
	status *os.File // empty, or why the program could not be started
	counts *os.File // nil: nothing is counted

	// Of a step that has an observer as its parent, else nil: where the observer is told of the first row; and what nobody reads: what
	// an observed step prints, in whose place is what the observer finds out, or of a step that is timed the latter, which is empty.
	firstRow, unread *os.File
}

// `file` is executed as `argv`, whose first word is its name.
func launch(r *reaper, f folder, file string, argv, environment []string, l limits, more extras) (*process, error) {
	p := &process{folder: f, counts: more.counts}
	var theirs []int
	defer func() {
		for _, fd := range theirs {
			syscall.Close(fd)
		}
	}()
	if more.stdin {
		read, write, err := inputPipe()
		if err != nil {
			return nil, err
		}
		p.stdin, theirs = write, append(theirs, read)
	} else if more.counts != nil {
		own, _, failed := syscall.Syscall(syscall.SYS_FCNTL, more.counts.Fd(), syscall.F_DUPFD_CLOEXEC, 0)
		if failed != 0 {
			return nil, failed
		}
		theirs = append(theirs, int(own))
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
	if len(more.audit) > 0 {
		asked := strings.Join(more.audit, " ")
		words = []string{observer, strconv.Itoa(int(f.uid)), asked + strings.Repeat(" ", max(0, askedBytes-len(asked))), launcher}
		found, write, err := outputPipe()
		if err != nil {
			p.close()
			return nil, err
		}
		p.unread, theirs = found, append(theirs, write)
		if more.audit[0] != timed {
			p.output[0], p.unread = p.unread, p.output[0]
		}
		go io.Copy(io.Discard, p.unread)
		read, firstRow, err := inputPipe()
		if err != nil {
			p.close()
			return nil, err
		}
		p.firstRow, theirs = firstRow, append(theirs, read)
	}
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
	for _, file := range []*os.File{p.stdin, p.output[0], p.output[1], p.output[2], p.status, p.counts, p.firstRow, p.unread} {
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

// Kills everything the step started. Until the launcher has taken on the step's uid, only its pid leads to it, which an observer
// alone knows of its child.
func (p *process) kill(r *reaper) {
	if p.firstRow != nil {
		r.signal(p.pid, syscall.SIGTERM)
	} else {
		r.signal(p.pid, syscall.SIGKILL)
	}
	killAll(p.folder.uid)
}

// Ends once every writing end is closed. A descriptor handed to another step could keep one open: hence the deadline.
func (p *process) stopReading() {
	for _, file := range p.output {
		file.SetReadDeadline(time.Now().Add(time.Second))
	}
}

// Tells the observer of the first row; of later ones, nothing happens. If it is closed instead, there was no row.
func (p *process) tellRow() {
	if p.firstRow != nil {
		p.firstRow.Write([]byte{1})
		p.firstRow.Close()
	}
}

func (p *process) whyNotStarted() string {
	p.status.SetReadDeadline(time.Now().Add(time.Second))
	text, _ := io.ReadAll(io.LimitReader(p.status, 4096))
	return string(text)
}
