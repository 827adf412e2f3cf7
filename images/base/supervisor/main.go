// The main process of every sandbox: runs steps for the runner at the other end of its standard input and output, each
// with its own uid, and ends, with everything in the container, when that input ends.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
)

// Steps beyond this wait for one to end. Times the processes of a step it stays below the container's process limit, so
// a fork bomb cannot starve the supervisor.
const stepsAtOnce = 6

const firstStepUid = 10000 // the launcher refuses smaller ones

// At most, before the first step of a sandbox that times programs. All its steps have numbers of as many digits.
const (
	processesSkipped = 128
	firstStepTimed   = 100_000
	stepsSkipped     = 800_000
)

type supervisor struct {
	configuration
	skipped sync.Once // of the numbers of processes, before the first step
	answers frameWriter
	reaper  *reaper
	server  server
	slots   chan struct{}
	room    *room
	steps   atomic.Uint32
	mutex   sync.Mutex
	stops   map[uint32]chan struct{}
}

func main() {
	syscall.Umask(0)
	if len(os.Args) == 2 && os.Args[1] == relayWord {
		runRelay()
		return
	}
	s := &supervisor{
		answers: frameWriter{to: os.Stdout},
		slots:   make(chan struct{}, stepsAtOnce),
		room:    newRoom(),
		stops:   map[uint32]chan struct{}{},
	}
	if err := os.Mkdir(kept, 0o700); err != nil {
		die("cannot use the artifact folder", err)
	}
	s.reaper = newReaper()
	for {
		request, err := readFrame(os.Stdin)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			die("cannot read requests", err)
		}
		s.answer(request)
	}
}

func (s *supervisor) answer(request frame) {
	switch request.kind {
	case kindConfigure:
		s.reply(request.id, func() error { return s.configure(request.payload) })
	case kindRun:
		stop := make(chan struct{})
		s.mutex.Lock()
		s.stops[request.id] = stop
		s.mutex.Unlock()
		go s.step(request, stop)
	case kindStop:
		s.stop(request.id)
	case kindPut:
		go s.reply(request.id, func() error { return s.put(request.payload) })
	case kindGet:
		go s.get(request)
	default:
		s.answers.refuse(request.id, refusal{"BAD_REQUEST", "there is no such request"})
	}
}

func (s *supervisor) step(request frame, stop <-chan struct{}) {
	s.slots <- struct{}{}
	runs, err := parseRuns(request.payload)
	for goesOn := true; err == nil && goesOn && len(runs) > 0; runs = runs[1:] {
		goesOn, err = s.run(request.id, runs[0], len(runs) > 1, stop)
	}
	s.stop(request.id)
	<-s.slots
	if err != nil {
		s.answers.refuse(request.id, err)
	}
}

func (s *supervisor) stop(id uint32) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if stop := s.stops[id]; stop != nil {
		close(stop)
		delete(s.stops, id)
	}
}

func (s *supervisor) configure(payload []byte) error {
	configuration, err := parseConfiguration(payload)
	if err != nil {
		return err
	}
	if configuration.firstUid < firstStepUid || configuration.uids <= stepsAtOnce {
		return refusal{"BAD_REQUEST", "the uids are too small or too few"}
	}
	if _, err := os.Stat(observer); err != nil {
		configuration.times = false // as on arm64
	}
	s.configuration = configuration
	if s.times {
		s.steps.Store(firstStepTimed + rand.Uint32N(stepsSkipped))
	}
	if configuration.server != "" {
		if err := s.server.start(s.reaper, configuration.server); err != nil {
			return err
		}
	}
	return nil
}

// Lets the numbers of processes begin at a random one, so that, as with those of steps, neither the pid nor the uid of a step says
// how many were before it. Before the first step, when the sandbox has the core: earlier, it would disturb who measures there.
func (s *supervisor) skipNumbers() {
	_, done, err := s.reaper.start([]string{observer, "skip", strconv.Itoa(rand.IntN(processesSkipped))}, &syscall.ProcAttr{})
	if err == nil {
		<-done
	}
}

func (s *supervisor) nextFolder() folder {
	number := s.steps.Add(1)
	return folder{number, s.firstUid + number%s.uids}
}

func (s *supervisor) put(payload []byte) error {
	f := fields{left: payload}
	name, content := f.text(), f.bytes()
	if err := errors.Join(f.complete(), checkName(name)); err != nil {
		return err
	}
	if int64(len(content)) > s.artifactSize {
		return refusal{"BAD_REQUEST", "the artifact is larger than its cap"}
	}
	return store(name, bytes.NewReader(content))
}

func (s *supervisor) get(request frame) {
	f := fields{left: request.payload}
	name := f.text()
	content, err := load(name, s.artifactSize)
	if err != nil {
		s.answers.refuse(request.id, err)
		return
	}
	s.answers.write(kindArtifact, request.id, content)
}

func (s *supervisor) reply(id uint32, do func() error) {
	if err := do(); err != nil {
		s.answers.refuse(id, err)
		return
	}
	s.answers.write(kindDone, id, nil)
}

// Process 1 ends, and with it every process of the container: there is no way on that is sure to be safe.
func die(what string, err error) {
	fmt.Fprintln(os.Stderr, "supervisor:", what, err)
	os.Exit(1)
}
