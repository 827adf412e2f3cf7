package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
)

// As ../maker/maker.c reads and writes them, in the machine's own order, which is little-endian on every platform of ours.
const (
	askMake       = 1
	askKill       = 2
	answerMade    = 1
	answerRefused = 2
	answerGone    = 3
	answerBytes   = 128
)

type maker struct{ asks, answers *os.File }

type makerAnswer struct {
	what, cell uint32
	why        string
}

func (m maker) ask(what, cell uint32) {
	request := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, what), cell)
	if _, err := m.asks.Write(request); err != nil {
		die("the maker does not listen", err)
	}
}

func (m maker) hear() makerAnswer {
	var answer [answerBytes]byte
	if _, err := io.ReadFull(m.answers, answer[:]); err != nil {
		die("the maker does not answer", err)
	}
	why, _, _ := bytes.Cut(answer[8:], []byte{0})
	return makerAnswer{binary.LittleEndian.Uint32(answer[:]), binary.LittleEndian.Uint32(answer[4:]), string(why)}
}
