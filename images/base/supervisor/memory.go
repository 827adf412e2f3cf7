package main

import (
	"bytes"
	"os"
	"strconv"
)

// Where the kernel counts the processes it killed in this container for want of memory: cgroup v2, then v1.
var killCounts = []string{
	"/sys/fs/cgroup/memory.events",
	"/sys/fs/cgroup/memory/memory.oom_control",
}

func killedForMemory() uint64 {
	for _, path := range killCounts {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(text) {
			if words := bytes.Fields(line); len(words) == 2 && string(words[0]) == "oom_kill" {
				count, _ := strconv.ParseUint(string(words[1]), 10, 64)
				return count
			}
		}
	}
	return 0
}
