package main

import (
	"errors"
	"sync"
	"syscall"
	"time"
)

type ending struct {
	status syscall.WaitStatus
	usage  syscall.Rusage
	at     time.Time
}

// The supervisor is process 1: whatever loses its parent becomes its child. One loop waits for all of them.
type reaper struct {
	mutex   sync.Mutex
	waiting map[int]chan ending
	started chan struct{}
}

func newReaper() *reaper {
	r := &reaper{waiting: map[int]chan ending{}, started: make(chan struct{}, 1)}
	go r.loop()
	return r
}

func (r *reaper) start(argv []string, attributes *syscall.ProcAttr) (int, <-chan ending, error) {
	return r.adopt(func() (int, error) { return syscall.ForkExec(argv[0], argv, attributes) })
}

// Waits for the child that `born` makes and knows the pid of.
func (r *reaper) adopt(born func() (int, error)) (int, <-chan ending, error) {
	// Locked until the pid is known: a child may end before it is.
	r.mutex.Lock()
	defer r.mutex.Unlock()
	pid, err := born()
	if err != nil {
		return 0, nil, err
	}
	done := make(chan ending, 1)
	r.waiting[pid] = done
	select {
	case r.started <- struct{}{}:
	default:
	}
	return pid, done, nil
}

func (r *reaper) signal(pid int, signal syscall.Signal) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.waiting[pid] != nil {
		syscall.Kill(pid, signal)
	}
}

func (r *reaper) loop() {
	for {
		var ended ending
		pid, err := syscall.Wait4(-1, &ended.status, 0, &ended.usage)
		ended.at = time.Now()
		if errors.Is(err, syscall.ECHILD) {
			<-r.started
			continue
		}
		if err != nil {
			continue
		}
		r.mutex.Lock()
		done := r.waiting[pid]
		delete(r.waiting, pid)
		r.mutex.Unlock()
		if done != nil {
			done <- ended
		}
	}
}
