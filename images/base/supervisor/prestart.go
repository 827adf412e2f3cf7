package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Most of an LLVM tool's short life is spent loading its shared libraries. Every such tool reads `@FILE` in its arguments
// first of all, and FILE may be a named pipe: so a tool is started while nobody waits, as the step it will be (its own
// uid, folder and limits), and stops at the pipe, its libraries loaded, until a request brings its arguments.
//
// The request's arguments are put under the pipe's name as a plain file too, before the pipe gives them out: ld.lld reads
// its response file twice, and a tool that is still loading opens the plain file.
type prestarted struct {
	mutex sync.Mutex
	tools []*waitingTool
}

type waitingTool struct {
	request   prestartRequest
	process   *process
	arguments *os.File // the pipe, open for both directions so that opening it never blocks
}

const (
	pipeBytes    = 64 << 10 // what a pipe takes without a reader (pipe(7))
	loadPatience = 10 * time.Second
)

func argumentsPath(f folder) string { return filepath.Join(f.path(), "arguments") }

func (s *prestarted) start(r *reaper, f folder, file string, request prestartRequest) error {
	if err := f.create(); err != nil {
		return err
	}
	path := argumentsPath(f)
	if err := withFilesOf(0, f.uid, func() error { return syscall.Mkfifo(path, 0o640) }); err != nil {
		return err
	}
	pipe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	p, err := launch(r, f, file, []string{request.program, "@" + path}, request.environment, request.limits, true)
	if err != nil {
		pipe.Close()
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.tools = append(s.tools, &waitingTool{request, p, pipe})
	return nil
}

// A waiting process that is exactly what a plain start of the request would make, and the text that makes it so.
func (s *prestarted) take(request runRequest) (*waitingTool, string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for at, tool := range s.tools {
		fits := tool.request.program == request.argv[0] && tool.request.limits == request.limits &&
			slices.Equal(tool.request.environment, request.environment) && len(tool.process.done) == 0
		if !fits {
			continue
		}
		text, ok := quote(replacePlaceholders(request.argv[1:]))
		if !ok || len(text) > pipeBytes {
			return nil, ""
		}
		s.tools = slices.Delete(s.tools, at, at+1)
		return tool, text
	}
	return nil, ""
}

func (t *waitingTool) tell(text string) error {
	f := t.process.folder
	fresh := argumentsPath(f) + ".new"
	err := withFilesOf(0, f.uid, func() error { return writeNew(fresh, []byte(text), 0o640) })
	if err == nil {
		err = os.Rename(fresh, argumentsPath(f))
	}
	if err == nil {
		_, err = t.arguments.WriteString(text)
	}
	return errors.Join(err, t.arguments.Close())
}

// Waits until every tool sleeps, which it first does at its pipe. Nothing but time depends on it.
func (s *prestarted) settle() {
	const pause = 3 * time.Millisecond
	end := time.Now().Add(loadPatience)
	for _, tool := range s.tools {
		for asleep := 0; asleep < 2 && time.Now().Before(end); {
			if state(tool.process.pid) == 'R' || state(tool.process.pid) == 'D' {
				asleep = 0
			} else {
				asleep++
			}
			time.Sleep(pause)
		}
	}
}

// The letter proc(5) gives a process's state.
func state(pid int) byte {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 'X'
	}
	// The name before it, in parentheses, may hold anything.
	if at := bytes.LastIndexByte(text, ')'); at >= 0 && at+2 < len(text) {
		return text[at+2]
	}
	return 'X'
}
