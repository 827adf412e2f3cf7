package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
)

const (
	pipes = "/box/pipes" // the maker's; only root may enter
	// A supervisor reads its requests at once. The largest request is an artifact at its cap.
	mostUnread = 96 << 20
)

// One cell's ends of its three pipes.
type cell struct {
	number  uint32
	stdin   *os.File
	output  [2]*os.File
	unread  atomic.Int64
	inbox   chan []byte
	ended   chan struct{}
	reading sync.WaitGroup
}

// Makes the pipes, whose other ends the cell opens.
func newCell(number uint32) (*cell, error) {
	c := &cell{number: number, inbox: make(chan []byte, 1024), ended: make(chan struct{})}
	for at, end := range []**os.File{&c.stdin, &c.output[0], &c.output[1]} {
		path := c.pipe(at)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			c.end()
			return nil, err
		}
		mode := syscall.O_RDONLY
		if at == 0 {
			// A pipe that nobody reads yet cannot be opened for writing alone.
			mode = syscall.O_RDWR
		}
		fd, err := syscall.Open(path, mode|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
		if err != nil {
			c.end()
			return nil, err
		}
		*end = os.NewFile(uintptr(fd), path)
	}
	return c, nil
}

func (c *cell) pipe(at int) string { return fmt.Sprintf("%s/%d.%d", pipes, c.number, at) }

// The cell has opened its ends: an end of a channel is one, and not yet to come.
func (c *cell) begin(answers *frameWriter) {
	c.removePipes()
	for at, file := range c.output {
		c.reading.Add(1)
		go func() {
			defer c.reading.Done()
			buffer := make([]byte, chunkBytes)
			for {
				count, err := file.Read(buffer)
				if count > 0 {
					answers.write(byte('1'+at), c.number, buffer[:count])
				}
				if err != nil {
					return
				}
			}
		}()
	}
	go c.feed()
}

// A cell that does not read delays no other. False if it has read too little for too long.
func (c *cell) send(bytes []byte) bool {
	if c.unread.Add(int64(len(bytes))) > mostUnread {
		return false
	}
	select {
	case c.inbox <- bytes:
		return true
	default:
		return false
	}
}

func (c *cell) feed() {
	for {
		select {
		case bytes := <-c.inbox:
			if _, err := c.stdin.Write(bytes); err != nil {
				return
			}
			c.unread.Add(-int64(len(bytes)))
		case <-c.ended:
			return
		}
	}
}

func (c *cell) end() {
	close(c.ended)
	c.removePipes()
	if c.stdin != nil {
		c.stdin.Close()
	}
}

func (c *cell) removePipes() {
	for at := range 3 {
		os.Remove(c.pipe(at))
	}
}
