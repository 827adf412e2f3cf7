package main

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"syscall"
	"testing"
	"time"
)

// Bytes that the runner writes, from its own test, runner/src/sandbox/frames.test.ts.
const recordedRun = "020000000a0000002f62696e2f636c616e67060000007b6f75747d2f" +
	"0200000003000000413d3103000000423d32" +
	"0100000003000000612e6302000000c3a5" +
	"01000000010000006f" +
	"010000000100000070" +
	"010000000100000070" +
	"00000000" + "00000000" + "00000000" +
	"0102000000686f" +
	"0a00000000000000200000002000000000010000" +
	"1027000000010000" + "00"

func recorded(t *testing.T) []byte {
	payload, err := hex.DecodeString(recordedRun)
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

func TestARunRequestIsReadAsTheRunnerWroteIt(t *testing.T) {
	requests, err := parseRuns(recorded(t))
	wanted := runRequest{
		argv:        []string{"/bin/clang", "{out}/"},
		environment: []string{"A=1", "B=2"},
		files:       []namedFile{{"a.c", []byte("å")}},
		uses:        []string{"o"},
		produces:    []string{"p"},
		fetches:     []string{"p"},
		audit:       []string{},
		stdin:       []byte("ho"),
		limits:      limits{cpuSeconds: 10, fileMiB: 32, processes: 32, openFiles: 256},
		wall:        10 * time.Second,
		outputBytes: 256 << 10,
	}
	if err != nil || !reflect.DeepEqual(requests, []runRequest{wanted}) {
		t.Errorf("%+v %v", requests, err)
	}
	one := recorded(t)
	two := append(append(one[:len(one)-1:len(one)-1], 1), one...)
	requests, err = parseRuns(two)
	if err != nil || !reflect.DeepEqual(requests, []runRequest{wanted, wanted}) {
		t.Errorf("%+v %v", requests, err)
	}
}

func TestAStepThatCountsNamesAnArtifactAndHasNoInput(t *testing.T) {
	request := runRequest{argv: []string{"/bin/qemu"}, counts: "a.counts", trace: "a.trace"}
	if err := request.check(); err != nil {
		t.Error(err)
	}
	request.stdin = []byte{}
	if request.check() == nil {
		t.Error("descriptor 0 was given away twice")
	}
	if (runRequest{argv: []string{"/bin/qemu"}, counts: "../a"}).check() == nil ||
		(runRequest{argv: []string{"/bin/qemu"}, counts: "a", trace: "../a"}).check() == nil {
		t.Error("the artifact has another folder")
	}
}

func TestACutOrLongPayloadIsRefused(t *testing.T) {
	whole := recorded(t)
	for length := range whole {
		if _, err := parseRuns(whole[:length]); err == nil {
			t.Errorf("%d of %d bytes were taken for a request", length, len(whole))
		}
	}
	if _, err := parseRuns(append(whole, 0)); err == nil {
		t.Error("a byte too many was not noticed")
	}
}

func TestTheNextStepFollowsOneThatExitedWithZero(t *testing.T) {
	exited := func(status syscall.WaitStatus, flags, truncated byte) bool {
		return (&exit{ending: ending{status: status}, flags: flags, truncated: truncated}).isGood()
	}
	if !exited(0, 0, 0) || !exited(0, flagServed, 0) {
		t.Error("nothing follows a good step")
	}
	if exited(1<<8, 0, 0) || exited(9, 0, 0) || exited(0, flagTimedOut, 0) || exited(0, flagOutOfMemory, 0) || exited(0, 0, 1) {
		t.Error("a step follows one that failed")
	}
}

func TestNamesThatLeaveTheFolderAreRefused(t *testing.T) {
	for _, name := range []string{"", ".", "..", "../x", "/x", "a/b", "-o", ".hidden", "a\x00", "a\nb", "a b"} {
		if checkName(name) == nil {
			t.Errorf("%q was allowed", name)
		}
	}
	for _, name := range []string{"a.c", "kernel-2.elf", "_x", "1"} {
		if checkName(name) != nil {
			t.Errorf("%q was refused", name)
		}
	}
}

func TestAFrameIsReadWholeOrNotAtAll(t *testing.T) {
	var stream bytes.Buffer
	answers := frameWriter{to: &stream}
	answers.write('X', 258, []byte("ab"))
	if wanted := []byte{2, 0, 0, 0, 'X', 2, 1, 0, 0, 'a', 'b'}; !bytes.Equal(stream.Bytes(), wanted) {
		t.Errorf("% x", stream.Bytes())
	}
	cut := stream.Bytes()[:stream.Len()-1]
	if _, err := readFrame(bytes.NewReader(cut)); err == nil {
		t.Error("a cut frame was taken")
	}
	whole, err := readFrame(&stream)
	if err != nil || !reflect.DeepEqual(whole, frame{'X', 258, []byte("ab")}) {
		t.Errorf("%+v %v", whole, err)
	}
	if _, err := readFrame(bytes.NewReader([]byte{255, 255, 255, 255, 'R', 0, 0, 0, 0})); err == nil {
		t.Error("a frame of 4 GiB was awaited")
	}
}
