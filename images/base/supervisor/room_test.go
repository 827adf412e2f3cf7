package main

import "testing"

func TestAStepWithoutRoomWaitsForOneThatHoldsRoom(t *testing.T) {
	r := newRoom()
	r.enter()
	before := r.enter()
	again := make(chan bool)
	go func() { again <- r.giveBack(before) }()
	r.leave()
	if !<-again {
		t.Error("room was made, and the waiting step was refused")
	}
}

func TestAStepWithoutRoomDoesNotWaitForNobody(t *testing.T) {
	r := newRoom()
	if r.giveBack(r.enter()) {
		t.Error("no step ended, and a step was admitted")
	}
	one, other := r.enter(), r.enter()
	admitted := make(chan bool)
	go func() { admitted <- r.giveBack(one) }()
	go func() { admitted <- r.giveBack(other) }()
	if <-admitted || <-admitted {
		t.Error("two steps that wait for each other were both admitted")
	}
}

func TestRoomMadeMeanwhileCounts(t *testing.T) {
	r := newRoom()
	r.enter()
	before := r.enter()
	r.leave()
	if !r.giveBack(before) {
		t.Error("room that was made before the step asked for it is not noticed")
	}
}
