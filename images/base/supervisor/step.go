package main

import (
	"errors"
	"strings"
	"sync"
	"time"
)

// Runs one step from its request to its answer.
func (s *supervisor) run(id uint32, request runRequest, stop <-chan struct{}) error {
	began := time.Now()
	memoryKills := killedForMemory()

	p, flags, err := s.begin(request)
	if err != nil {
		return err
	}
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
			if forward(file, request.outputBytes, func(chunk []byte) { s.answers.write(kind, id, chunk) }) {
				full <- byte(i + 1)
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
		return refusal{"CANNOT_START", strings.TrimSpace(why)}
	}

	var produced []string
	for _, name := range request.produces {
		if keep(p.folder, name, s.artifactSize) {
			produced = append(produced, name)
		}
	}
	if killedForMemory() > memoryKills && (ended.status.Signaled() || ended.status.ExitStatus() != 0) {
		flags |= flagOutOfMemory
	}
	s.answers.write(kindExited, id, exitPayload(p, ended, began, flags, truncated, produced))
	return nil
}

// A waiting process if one fits, else a fork of the server of its program, else a new one.
func (s *supervisor) begin(request runRequest) (*process, byte, error) {
	if tool, text := s.prestarted.take(request); tool != nil {
		p := tool.process
		p.cpuBefore = cpuTime(p.pid)
		err := p.folder.place(request.files, request.uses)
		if err == nil {
			err = tool.tell(text)
		}
		if err != nil {
			p.kill(s.reaper)
			p.close()
			p.folder.remove()
		}
		return p, flagPrestarted, err
	}
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
	file := s.standIns.of(argv[0])
	withStdin := request.stdin != nil
	if s.server.serves(file) {
		p, err := s.server.launch(s.reaper, f, argv, request.environment, request.limits, withStdin)
		if !errors.Is(err, errServerGone) {
			return p, flagPrestarted, err
		}
	}
	p, err := launch(s.reaper, f, file, argv, request.environment, request.limits, withStdin)
	return p, 0, err
}

func exitPayload(p *process, ended ending, began time.Time, flags, truncated byte, produced []string) []byte {
	how, number := byte(0), uint32(ended.status.ExitStatus())
	if ended.status.Signaled() {
		how, number = 1, uint32(ended.status.Signal())
	}
	used := time.Duration(ended.usage.Utime.Nano()+ended.usage.Stime.Nano()) - p.cpuBefore
	payload := append(appendU32([]byte{how}, number), flags, truncated)
	payload = appendU32(payload, uint32(ended.at.Sub(began).Microseconds()))
	payload = appendU32(payload, uint32(max(used, 0).Microseconds()))
	payload = appendU32(payload, uint32(ended.usage.Maxrss))
	return appendTexts(payload, produced)
}
