package main

// The protocol between the runner and the supervisor, over the container's standard input and output. This comment is
// its only definition; runner/src/sandbox/frames.ts is its other end.
//
// A frame is a header of 9 bytes and a payload:
//
//	u32 length of the payload   u8 kind   u32 id   payload
//
// Numbers are little-endian. text = u32 length and that many bytes; list = u32 count and that many items.
// The runner chooses the id of a request (unique among those unanswered); every answer carries it.
//
// To the supervisor:
//
//	'C' configure   u32 first uid, u32 number of uids, u32 largest artifact in MiB,
//	                list of substitutes: { text program, text file to execute under its name },
//	                text: the file among these that waits as a server (serve.go), or empty,
//	                u8 1 = programs are timed here: each step has an observer as its parent, if the image has one
//	                Once, first. Answered by 'K' when the server waits.
//	'R' run         list of text argv, list of text environment ("NAME=value"), list of { text name, text content } files,
//	                list of text uses, list of text produces, list of text fetches, text counts (empty: none),
//	                text trace (empty: none),
//	                list of text audit (empty: none), u8 has standard input, text standard input,
//	                limits, u32 wall clock in ms, u32 output cap per channel in KiB,
//	                u8 1 = another command follows in the same form, which is executed if this one exits with 0
//	                fetches: artifacts, among those it produces, counts and traces, whose bytes come with the answer
//	                audit: what the observer is asked that is started as the launcher's parent (audit/audit.c); it has channel '1' then
//	                counts: the artifact of what the emulator counted (counts.go); it has no standard input then
//	                trace: beside counts, the artifact of what the emulator traced (trace.go); absent where there is no room for it
//	                Each command that is executed is answered by any number of '1' '2' '3', by 'F' for each artifact that
//	                it fetches and that is there, then by 'X'. 'E' ends all.
//	'S' stop        empty; kills the run of this id, which then ends with 'X'. Not answered itself.
//	'P' put         text name, text bytes. Answered by 'K' or 'E'.
//	'G' get         text name. Answered by 'A' or 'E'.
//
//	limits = u32 CPU seconds, u32 address space in MiB (0 = none), u32 file size in MiB, u32 processes, u32 open files
//
// From the supervisor:
//
//	'1' '2' '3'     the payload is what the step wrote to descriptor 1, 2 or 3
//	'F' fetched     text name, text its bytes
//	'X' exited      u8 0 = exit code, 1 = signal; u32 its number; u8 flags (1 timed out, 2 out of memory, 4 forked from the server,
//	                8 the next command is executed now);
//	                u8 channel that reached its cap (0 = none); u32 wall clock in us, u32 CPU time in us,
//	                u32 largest resident size in KiB, list of text produced
//	'A' artifact    the payload is its bytes
//	'K' done        empty
//	'E' refused     text code, text detail. Codes: CANNOT_START, NO_ARTIFACT, BAD_REQUEST, INTERNAL

import (
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

const (
	headerBytes     = 9
	largestPayload  = 80 << 20 // an artifact at its cap and its name
	kindConfigure   = 'C'
	kindRun         = 'R'
	kindStop        = 'S'
	kindPut         = 'P'
	kindGet         = 'G'
	kindFetched     = 'F'
	kindExited      = 'X'
	kindArtifact    = 'A'
	kindDone        = 'K'
	kindRefused     = 'E'
	flagTimedOut    = 1
	flagOutOfMemory = 2
	flagServed      = 4
	flagGoesOn      = 8
)

type frame struct {
	kind    byte
	id      uint32
	payload []byte
}

func readFrame(from io.Reader) (frame, error) {
	var header [headerBytes]byte
	if _, err := io.ReadFull(from, header[:]); err != nil {
		return frame{}, err
	}
	length := binary.LittleEndian.Uint32(header[:4])
	if length > largestPayload {
		return frame{}, errors.New("a frame is larger than any request may be")
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(from, payload); err != nil {
		return frame{}, err
	}
	return frame{header[4], binary.LittleEndian.Uint32(header[5:]), payload}, nil
}

// Frames of several steps share one stream: a frame is written whole or not at all.
type frameWriter struct {
	mutex sync.Mutex
	to    io.Writer
}

func (w *frameWriter) write(kind byte, id uint32, payload []byte) {
	whole := make([]byte, headerBytes, headerBytes+len(payload))
	binary.LittleEndian.PutUint32(whole, uint32(len(payload)))
	whole[4] = kind
	binary.LittleEndian.PutUint32(whole[5:], id)
	whole = append(whole, payload...)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if _, err := w.to.Write(whole); err != nil {
		die("nobody reads the answers", err)
	}
}

func (w *frameWriter) refuse(id uint32, err error) {
	code := "INTERNAL"
	var known refusal
	if errors.As(err, &known) {
		code = known.code
	}
	w.write(kindRefused, id, appendText(appendText(nil, code), err.Error()))
}

// A request that could not be done, with a code of the protocol.
type refusal struct {
	code   string
	detail string
}

func (r refusal) Error() string { return r.detail }
