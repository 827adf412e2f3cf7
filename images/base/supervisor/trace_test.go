package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

func traced(entries uint64, sites [][3]uint64, ring ...uint64) []byte {
	memory := make([]byte, countBytes+traceBytes)
	set(memory, 16, 1)
	set(memory, traceEntriesAt, entries)
	for i, site := range sites {
		set(memory, countBytes+i*traceSiteSize, site[0], site[1]|site[2]<<32)
	}
	set(memory, countBytes+traceSitesBytes, ring...)
	return memory
}

func TestATraceDescribesASiteOnceAndItsAddressesByTheirDifferences(t *testing.T) {
	at := func(site, address uint64) uint64 { return site<<addressBits | address }
	stream, err := traceStream(bytes.NewReader(traced(4, [][3]uint64{{}, {}, {0x1000, 3, 2}, {0x1002, 8, siteLoad}},
		at(0, 0), at(2, 0), at(3, 64), at(3, 63))))
	// Marks are of site 0, which has no description.
	want := []byte{4, 1, 0, 0, 0, 0, 1, 0x80, 0x20, 2, 3, 2, 0x82, 0x20, 3, 8, 0x80, 1, 2, 1}
	if err != nil || !bytes.Equal(stream, want) {
		t.Fatalf("%v: %v", err, stream)
	}
}

func TestATraceHasTheLastEntriesOldestFirst(t *testing.T) {
	memory := traced(traceEntries+1, [][3]uint64{{}, {}, {0x1000, 1, 2}, {0x2000, 1, 2}}, 3<<addressBits)
	for i := 1; i < traceEntries; i++ {
		set(memory, countBytes+traceSitesBytes+8*i, 2<<addressBits)
	}
	stream, err := traceStream(bytes.NewReader(memory))
	head := binary.AppendUvarint(nil, traceEntries+1)
	if err != nil || !bytes.HasPrefix(stream, append(head, 1, 0, 0x80, 0x20, 2, 1, 0, 0)) || !bytes.HasSuffix(stream, []byte{0, 1, 0x80, 0x40, 2, 1}) {
		t.Fatalf("%v: %v", err, stream[len(stream)-8:])
	}
}

func TestATraceIsBoundedWhateverItsProgramWrote(t *testing.T) {
	memory := traced(math.MaxUint64, nil)
	for i := countBytes; i < len(memory); i++ {
		memory[i] = byte(255 - i%7)
	}
	stream, err := traceStream(bytes.NewReader(memory))
	if err != nil || len(stream) > 32<<20 {
		t.Fatalf("%v: %d bytes", err, len(stream))
	}
}
