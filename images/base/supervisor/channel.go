package main

import (
	"os"
	"sync"
	"syscall"
)

const chunkBytes = 32 << 10

var chunks = sync.Pool{New: func() any { return new([chunkBytes]byte) }}

// A pipe whose reading end belongs to Go's poller (it obeys deadlines) and whose writing end blocks, as a step expects.
func outputPipe() (read *os.File, write int, err error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return nil, 0, err
	}
	syscall.SetNonblock(ends[0], true)
	return os.NewFile(uintptr(ends[0]), "output"), ends[1], nil
}

// The other way round: a step's standard input.
func inputPipe() (read int, write *os.File, err error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return 0, nil, err
	}
	syscall.SetNonblock(ends[1], true)
	return ends[0], os.NewFile(uintptr(ends[1]), "input"), nil
}

// Passes on what arrives until the end, at most `largest` bytes; true if there was more. The pipe stays open: closing it
// would end the step with SIGPIPE before it is killed, or not at all.
func forward(from *os.File, largest int, pass func([]byte)) bool {
	buffer := chunks.Get().(*[chunkBytes]byte)
	defer chunks.Put(buffer)
	for left := largest; ; {
		count, err := from.Read(buffer[:])
		if count > 0 {
			pass(buffer[:min(count, left)])
			if count > left {
				return true
			}
			left -= count
		}
		if err != nil {
			return false
		}
	}
}
