package main

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Runs one step from its request to its answer. Its folder is removed first: the next request may come with the answer, and
// needs the room. True if another step of the same request follows, and this one exited with 0.
func (s *supervisor) run(id uint32, request runRequest, another bool, stop <-chan struct{}) (bool, error) {
	exited, err := s.runStep(id, request, stop)
	if err != nil {
		return false, err
	}
	for _, name := range request.fetches {
		if !slices.Contains(exited.produced, name) {
			continue
		}
		content, err := load(name, s.artifactSize)
		if err != nil {
			return false, err
		}
		s.answers.write(kindFetched, id, appendText(appendText(nil, name), string(content)))
	}
	goesOn := another && exited.isGood()
	if goesOn {
		exited.flags |= flagGoesOn
	}
	s.answers.write(kindExited, id, exited.payload())
	return goesOn, nil
}

// The channel of a program's rows, which are the first thing that an observer waits for.
const results = 2

func (s *supervisor) runStep(id uint32, request runRequest, stop <-chan struct{}) (*exit, error) {
	began := time.Now()
	memoryKills := killedForMemory()

	p, flags, err := s.beginWithRoom(request)
	if err != nil {
		return nil, err
	}
	defer s.room.leave()
	defer p.folder.remove()
	defer p.close()
	go p.feed(request.stdin)

	full := make(chan byte, len(p.output))
	var reading sync.WaitGroup
	for i, file := range p.output {
		reading.Add(1)
		go func() {
			defer reading.Done()
			kind := byte('1' + i)
			pass := func(chunk []byte) {
				if i == results {
					p.tellRow()
				}
				s.answers.write(kind, id, chunk)
			}
			if forward(file, request.outputBytes, pass) {
				full <- byte(i + 1)
			}
			if i == results && p.firstRow != nil {
				p.firstRow.Close()
			}
		}()
	}

	clock := time.NewTimer(request.wall - time.Since(began))
	defer clock.Stop()
	var ended ending
	var truncated byte
	for running := true; running; {
		select {
		case ended = <-p.done:
			running = false
		case <-clock.C:
			flags |= flagTimedOut
			p.kill(s.reaper)
		case truncated = <-full:
			p.kill(s.reaper)
		case <-stop:
			stop = nil
			p.kill(s.reaper)
		}
	}
	killAll(p.folder.uid)
	p.stopReading()
	reading.Wait()
	if truncated == 0 && len(full) > 0 {
		truncated = <-full
	}
	if why := p.whyNotStarted(); why != "" {
		return nil, refusal{"CANNOT_START", strings.TrimSpace(why)}
	}

	var produced []string
	for _, name := range request.produces {
		if keep(p.folder, name, s.artifactSize) {
			produced = append(produced, name)
		}
	}
	if p.counts != nil {
		text, err := countsText(p.counts)
		if err == nil {
			err = store(request.counts, bytes.NewReader(text))
		}
		if err != nil {
			return nil, err
		}
		produced = append(produced, request.counts)
		if request.trace != "" {
			// Nothing depends on it: where there is no room for it, there is none.
			stream, err := traceStream(p.counts)
			if err == nil && store(request.trace, bytes.NewReader(stream)) == nil {
				produced = append(produced, request.trace)
			}
		}
	}
	if killedForMemory() > memoryKills && (ended.status.Signaled() || ended.status.ExitStatus() != 0) {
		flags |= flagOutOfMemory
	}
	return &exit{ended, began, flags, truncated, produced}, nil
}

// A program can fill the tmpfs that all steps share. A step that finds no room begins when another step has ended.
func (s *supervisor) beginWithRoom(request runRequest) (*process, byte, error) {
	for {
		left := s.room.enter()
		p, flags, err := s.begin(request)
		if err == nil {
			return p, flags, nil
		}
		if again := s.room.giveBack(left); !errors.Is(err, syscall.ENOSPC) || !again {
			return nil, 0, err
		}
	}
}

// A fork of the server if it serves this program, else a new process.
func (s *supervisor) begin(request runRequest) (*process, byte, error) {
	f := s.nextFolder()
	err := f.create()
	if err == nil {
		err = f.place(request.files, request.uses)
	}
	var p *process
	var flags byte
	if err == nil {
		p, flags, err = s.launch(f, request)
	}
	if err != nil {
		f.remove()
	}
	return p, flags, err
}

func (s *supervisor) launch(f folder, request runRequest) (*process, byte, error) {
	argv := replacePlaceholders(request.argv)
	file := s.substitutes.of(argv[0])
	withStdin := request.stdin != nil
	if s.server.serves(file) {
		p, err := s.server.launch(s.reaper, f, argv, request.environment, request.limits, withStdin)
		if !errors.Is(err, errServerGone) {
			return p, flagServed, err
		}
	}
	var counts *os.File
	if request.counts != "" {
		var err error
		if counts, err = newCounts(request.trace != ""); err != nil {
			return nil, 0, err
		}
	}
	audit := request.audit
	if s.times {
		s.skipped.Do(s.skipNumbers)
		if len(audit) == 0 {
			audit = []string{timed}
		}
	}
	p, err := launch(s.reaper, f, file, argv, request.environment, request.limits, extras{withStdin, counts, audit})
	if err != nil && counts != nil {
		counts.Close()
	}
	return p, 0, err
}

// How a step ended.
type exit struct {
	ending
	began     time.Time
	flags     byte
	truncated byte // the channel that reached its cap; 0: none
	produced  []string
}

func (e *exit) isGood() bool {
	return e.status.Exited() && e.status.ExitStatus() == 0 && e.flags&(flagTimedOut|flagOutOfMemory) == 0 && e.truncated == 0
}

func (e *exit) payload() []byte {
	how, number := byte(0), uint32(e.status.ExitStatus())
	if e.status.Signaled() {
		how, number = 1, uint32(e.status.Signal())
	}
	used := time.Duration(e.usage.Utime.Nano() + e.usage.Stime.Nano())
	payload := append(appendU32([]byte{how}, number), e.flags, e.truncated)
	payload = appendU32(payload, uint32(e.at.Sub(e.began).Microseconds()))
	payload = appendU32(payload, uint32(max(used, 0).Microseconds()))
	payload = appendU32(payload, uint32(e.usage.Maxrss))
	return appendTexts(payload, e.produced)
}
