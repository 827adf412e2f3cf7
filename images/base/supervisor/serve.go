package main

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// The static tools (images/tools/llvm) as a server: a process that waits with its registries filled, and forks for each
// request. The fork becomes a step by the same code as the launcher's, and is a child of this process like every other step
// (CLONE_PARENT), so it is limited, watched, counted, killed and waited for in the same way.
//
// A sandbox gives no sockets, so descriptors reach it as named pipes, in a folder only root may enter, gone as soon as both
// ends are open.
type server struct {
	mutex    sync.Mutex
	program  string
	pid      int
	done     <-chan ending
	requests *os.File
	answers  *os.File
}

const (
	serveWord      = "--serve"
	serverPatience = 10 * time.Second // to load, and to fork; it does nothing else
	stdioPipes     = 5                // as in step.c: three channels out, one in, and why a program could not be started
)

// Waits until it is ready. Without a server, tools are started plainly.
func (s *server) start(r *reaper, program string) error {
	theirRequests, requests, err := inputPipe()
	if err != nil {
		return err
	}
	defer syscall.Close(theirRequests)
	answers, theirAnswers, err := outputPipe()
	if err != nil {
		requests.Close()
		return err
	}
	defer syscall.Close(theirAnswers)
	s.pid, s.done, err = r.start([]string{program, serveWord}, &syscall.ProcAttr{
		Files: []uintptr{uintptr(theirRequests), uintptr(theirAnswers), 2},
	})
	if err == nil {
		s.program, s.requests, s.answers = program, requests, answers
		_, err = s.answer()
		if err != nil {
			s.end(r)
		}
		return err
	}
	requests.Close()
	answers.Close()
	return err
}

func (s *server) serves(file string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.requests != nil && s.program == file && len(s.done) == 0
}

func (s *server) end(r *reaper) {
	r.signal(s.pid, syscall.SIGKILL)
	s.requests.Close()
	s.answers.Close()
	s.requests, s.answers = nil, nil
}

// Runs a step as a fork of the server, in the step's folder. If the server does not answer, it is killed and the caller
// starts the program instead.
func (s *server) launch(r *reaper, f folder, argv, environment []string, l limits, withStdin bool) (*process, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.requests == nil {
		return nil, errServerGone
	}
	pipes := filepath.Join(f.path(), "pipes")
	if err := makePipes(pipes, withStdin); err != nil {
		return nil, err
	}
	defer os.RemoveAll(pipes)
	p := &process{folder: f}
	err := p.openPipes(pipes, withStdin)
	if err == nil {
		p.pid, p.done, err = r.adopt(func() (int, error) {
			return s.ask(serveRequest(f, pipes, argv, environment, l))
		})
		if errors.Is(err, errServerGone) {
			s.end(r)
		}
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

var errServerGone = errors.New("the server of the static tools does not answer")

func (s *server) ask(request []byte) (int, error) {
	s.requests.SetWriteDeadline(time.Now().Add(serverPatience))
	if _, err := s.requests.Write(request); err != nil {
		return 0, errServerGone
	}
	return s.answer()
}

func (s *server) answer() (int, error) {
	var number [4]byte
	s.answers.SetReadDeadline(time.Now().Add(serverPatience))
	if _, err := io.ReadFull(s.answers, number[:]); err != nil {
		return 0, errServerGone
	}
	if pid := int32(binary.LittleEndian.Uint32(number[:])); pid >= 0 {
		return int(pid), nil
	} else {
		return 0, syscall.Errno(-pid)
	}
}

func makePipes(folder string, withStdin bool) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	for number := range stdioPipes {
		if number == 0 && !withStdin {
			continue
		}
		if err := syscall.Mkfifo(filepath.Join(folder, strconv.Itoa(number)), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Our ends. The server opens the others while it answers, so an end of a channel is one, and not yet to come.
func (p *process) openPipes(folder string, withStdin bool) error {
	for number, end := range []**os.File{&p.stdin, &p.output[0], &p.output[1], &p.output[2], &p.status} {
		mode := syscall.O_RDONLY
		if number == 0 {
			if !withStdin {
				continue
			}
			// A pipe that nobody reads yet cannot be opened for writing alone.
			mode = syscall.O_RDWR
		}
		path := filepath.Join(folder, strconv.Itoa(number))
		fd, err := syscall.Open(path, mode|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		*end = os.NewFile(uintptr(fd), "pipe")
	}
	return nil
}

// As images/tools/llvm/serve.cpp reads it.
func serveRequest(f folder, pipes string, argv, environment []string, l limits) []byte {
	request := appendU32(make([]byte, 4), f.uid)
	for _, number := range []uint64{uint64(l.cpuSeconds), uint64(l.addressSpaceMiB) << 20, uint64(l.fileMiB) << 20,
		uint64(l.processes), uint64(l.openFiles)} {
		request = binary.LittleEndian.AppendUint64(request, number)
	}
	add := func(text string) { request = append(append(request, text...), 0) }
	add(f.out())
	add(pipes)
	for _, list := range [][]string{argv, environment} {
		request = appendU32(request, uint32(len(list)))
		for _, text := range list {
			add(text)
		}
	}
	binary.LittleEndian.PutUint32(request, uint32(len(request)-4))
	return request
}
