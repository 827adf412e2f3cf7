package main

import "sync"

// Counts the steps that hold a folder, so that a step without room can wait until one of them has removed its folder.
type room struct {
	mutex   sync.Mutex
	removed *sync.Cond
	holders int
	left    uint64 // steps that have removed their folder so far
}

func newRoom() *room {
	r := &room{}
	r.removed = sync.NewCond(&r.mutex)
	return r
}

// Before a step makes its folder. Returns how many steps have left by now.
func (r *room) enter() uint64 {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.holders++
	return r.left
}

// After a step has removed its folder.
func (r *room) leave() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.holders--
	r.left++
	r.removed.Broadcast()
}

// After a step could not begin. Returns true once another step has left since `enter` returned `before`, and false if there
// is none left to wait for.
func (r *room) giveBack(before uint64) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.holders--
	// A step that waits here waits for steps that run, never for another that waits.
	r.removed.Broadcast()
	for r.left == before && r.holders > 0 {
		r.removed.Wait()
	}
	return r.left != before
}
