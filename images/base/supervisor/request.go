package main

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// What step.c sets on a step before its program runs.
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
	fetches     []string // artifacts whose bytes come with the answer
	counts      string   // artifact of what the emulator counted; empty: the step counts nothing
	trace       string   // artifact of what the emulator traced; empty: nothing, as for a step that counts nothing
	audit       []string // what the observer is asked; empty: nobody observes the step
	stdin       []byte   // nil = nothing to read
	limits      limits
	wall        time.Duration
	outputBytes int
}

type configuration struct {
	firstUid     uint32
	uids         uint32
	artifactSize int64
	substitutes  substitutes
	server       string
	times        bool // every step has an observer as its parent
}

// The file that is executed in place of a program, under the program's name.
type substitutes map[string]string

func (s substitutes) of(program string) string {
	if file := s[program]; file != "" {
		return file
	}
	return program
}

// Commands that are executed one after another, each if the one before it exits with 0.
func parseRuns(payload []byte) ([]runRequest, error) {
	f := fields{left: payload}
	var runs []runRequest
	for another := byte(1); another == 1 && !f.short; another = f.u8() {
		runs = append(runs, f.run())
	}
	if err := f.complete(); err != nil {
		return nil, err
	}
	for _, run := range runs {
		if err := run.check(); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

func (f *fields) run() runRequest {
	r := runRequest{argv: f.texts(), environment: f.texts()}
	for count := f.u32(); count > 0 && !f.short; count-- {
		r.files = append(r.files, namedFile{f.text(), f.bytes()})
	}
	r.uses, r.produces, r.fetches, r.counts, r.trace, r.audit = f.texts(), f.texts(), f.texts(), f.text(), f.text(), f.texts()
	if hasStdin, stdin := f.u8(), f.bytes(); hasStdin == 1 {
		r.stdin = append([]byte{}, stdin...)
	}
	r.limits = f.limits()
	r.wall = time.Duration(f.u32()) * time.Millisecond
	r.outputBytes = int(f.u32()) << 10
	return r
}

func parseConfiguration(payload []byte) (configuration, error) {
	f := fields{left: payload}
	c := configuration{firstUid: f.u32(), uids: f.u32(), artifactSize: int64(f.u32()) << 20, substitutes: substitutes{}}
	for count := f.u32(); count > 0 && !f.short; count-- {
		program, file := f.text(), f.text()
		c.substitutes[program] = file
	}
	c.server = f.text()
	c.times = f.u8() == 1
	return c, f.complete()
}

func (r runRequest) check() error {
	names := append(append([]string{}, r.uses...), r.produces...)
	if r.counts != "" {
		names = append(names, r.counts)
		if r.trace != "" {
			names = append(names, r.trace)
		}
		if r.stdin != nil {
			return refusal{"BAD_REQUEST", "a step that counts has no standard input"}
		}
	}
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
	for _, text := range slices.Concat(r.argv, r.environment, r.audit) {
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
