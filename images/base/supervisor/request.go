package main

import (
	"regexp"
	"strings"
	"time"
)

// What step.c sets on a step before its program runs. Comparable: a pre-started tool fits only the same limits.
type limits struct {
	cpuSeconds      uint32
	addressSpaceMiB uint32
	fileMiB         uint32
	processes       uint32
	openFiles       uint32
}

type namedFile struct {
	name    string
	content []byte
}

type runRequest struct {
	argv        []string
	environment []string
	files       []namedFile
	uses        []string
	produces    []string
	stdin       []byte // nil = nothing to read
	limits      limits
	wall        time.Duration
	outputBytes int
}

type prestartRequest struct {
	count       uint32
	program     string
	environment []string
	limits      limits
}

type configuration struct {
	firstUid     uint32
	uids         uint32
	artifactSize int64
	standIns     standIns
	server       string
	prestarted   []prestartRequest
}

// Which file is executed for a program that another one stands in for. It is given the program's name.
type standIns map[string]string

func (s standIns) of(program string) string {
	if file := s[program]; file != "" {
		return file
	}
	return program
}

func parseRun(payload []byte) (runRequest, error) {
	f := fields{rest: payload}
	r := runRequest{argv: f.texts(), environment: f.texts()}
	for count := f.u32(); count > 0 && !f.short; count-- {
		r.files = append(r.files, namedFile{f.text(), f.bytes()})
	}
	r.uses, r.produces = f.texts(), f.texts()
	if hasStdin, stdin := f.u8(), f.bytes(); hasStdin == 1 {
		r.stdin = append([]byte{}, stdin...)
	}
	r.limits = f.limits()
	r.wall = time.Duration(f.u32()) * time.Millisecond
	r.outputBytes = int(f.u32()) << 10
	if err := f.complete(); err != nil {
		return r, err
	}
	return r, r.check()
}

func parseConfiguration(payload []byte) (configuration, error) {
	f := fields{rest: payload}
	c := configuration{firstUid: f.u32(), uids: f.u32(), artifactSize: int64(f.u32()) << 20, standIns: standIns{}}
	for count := f.u32(); count > 0 && !f.short; count-- {
		program, file := f.text(), f.text()
		c.standIns[program] = file
	}
	c.server = f.text()
	for count := f.u32(); count > 0 && !f.short; count-- {
		c.prestarted = append(c.prestarted, prestartRequest{f.u32(), f.text(), f.texts(), f.limits()})
	}
	return c, f.complete()
}

func (r runRequest) check() error {
	names := append(append([]string{}, r.uses...), r.produces...)
	for _, file := range r.files {
		names = append(names, file.name)
	}
	for _, name := range names {
		if err := checkName(name); err != nil {
			return err
		}
	}
	if len(r.argv) == 0 || !strings.HasPrefix(r.argv[0], "/") && !strings.HasPrefix(r.argv[0], "{in}/") {
		return refusal{"BAD_REQUEST", "the program is not an absolute path"}
	}
	for _, text := range append(append([]string{}, r.argv...), r.environment...) {
		if strings.ContainsRune(text, 0) {
			return refusal{"BAD_REQUEST", "an argument or variable contains a zero byte"}
		}
	}
	return nil
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$`)

func checkName(name string) error {
	if !plainName.MatchString(name) {
		return refusal{"BAD_REQUEST", "a file name has other characters than letters, digits, _ . -"}
	}
	return nil
}
