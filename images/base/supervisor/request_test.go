package main

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"testing"
	"time"
)

// Bytes that the runner writes, from its own test, runner/src/sandbox/frames.test.ts.
const recordedRun = "020000000a0000002f62696e2f636c616e67060000007b6f75747d2f" +
	"0200000003000000413d3103000000423d32" +
	"0100000003000000612e6302000000c3a5" +
	"01000000010000006f" +
	"010000000100000070" +
	"00000000" + "00000000" +
	"0102000000686f" +
	"0a00000000000000200000002000000000010000" +
	"1027000000010000"

func recorded(t *testing.T) []byte {
	payload, err := hex.DecodeString(recordedRun)
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

func TestARunRequestIsReadAsTheRunnerWroteIt(t *testing.T) {
	request, err := parseRun(recorded(t))
	wanted := runRequest{
		argv:        []string{"/bin/clang", "{out}/"},
		environment: []string{"A=1", "B=2"},
		files:       []namedFile{{"a.c", []byte("å")}},
		uses:        []string{"o"},
		produces:    []string{"p"},
		audit:       []string{},
		stdin:       []byte("ho"),
		limits:      limits{cpuSeconds: 10, fileMiB: 32, processes: 32, openFiles: 256},
		wall:        10 * time.Second,
		outputBytes: 256 << 10,
	}
	if err != nil || !reflect.DeepEqual(request, wanted) {
		t.Errorf("%+v %v", request, err)
	}
}

func TestAStepThatCountsNamesAnArtifactAndHasNoInput(t *testing.T) {
	request := runRequest{argv: []string{"/bin/qemu"}, counts: "a.counts"}
	if err := request.check(); err != nil {
		t.Error(err)
	}
	request.stdin = []byte{}
	if request.check() == nil {
		t.Error("descriptor 0 was given away twice")
	}
	if (runRequest{argv: []string{"/bin/qemu"}, counts: "../a"}).check() == nil {
		t.Error("the artifact has another folder")
	}
}

func TestACutOrLongPayloadIsRefused(t *testing.T) {
	whole := recorded(t)
	for length := range whole {
		if _, err := parseRun(whole[:length]); err == nil {
			t.Errorf("%d of %d bytes were taken for a request", length, len(whole))
		}
	}
	if _, err := parseRun(append(whole, 0)); err == nil {
		t.Error("a byte too many was not noticed")
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
