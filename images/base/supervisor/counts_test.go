package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

func counted(used, regions uint64) []byte {
	bytes := make([]byte, countBytes)
	binary.LittleEndian.PutUint64(bytes, used)
	binary.LittleEndian.PutUint64(bytes[8:], regions)
	return bytes
}

func set(memory []byte, at int, numbers ...uint64) {
	for i, number := range numbers {
		binary.LittleEndian.PutUint64(memory[at+8*i:], number)
	}
}

func TestCountsAreWrittenAsLines(t *testing.T) {
	memory := counted(3, 2)
	set(memory, 16, 5)
	set(memory, countHeader, 0x201000, 0x202000)
	copy(memory[countHeader+16:], "a.elf")
	set(memory, countHeader+countRegionSize, 0x7f0000000000, 0x7f0000001000)
	copy(memory[countHeader+countRegionSize+16:], "a\nb")
	set(memory, countBlocksAt, 0x201000, 4, 100)
	set(memory, countBlocksAt+2*countBlockSize, 0x201010, 2, 1)
	text, err := countsText(bytes.NewReader(memory))
	want := "start 3 5\nregion 201000 202000 a.elf\nregion 7f0000000000 7f0000001000 -\n201000 4 100\n201010 2 1\n"
	if err != nil || string(text) != want {
		t.Fatalf("%v: %q", err, text)
	}
}

func TestNumbersOfRegionsAndBlocksAreBounded(t *testing.T) {
	memory := counted(math.MaxUint64, math.MaxUint64)
	for i := range countBlocks {
		set(memory, countBlocksAt+i*countBlockSize, math.MaxUint64, math.MaxUint64, math.MaxUint64)
	}
	text, err := countsText(bytes.NewReader(memory))
	if lines := bytes.Count(text, []byte("\n")); err != nil || lines != 1+countRegions+countBlocks {
		t.Fatalf("%v: %d lines", err, lines)
	}
}

func TestTheWorkOfOthersIsCountedAndNamed(t *testing.T) {
	memory := counted(2, 0)
	set(memory, countBlocksAt, 0x201000, 4, 100)
	set(memory, countBlocksAt+countBlockSize, 0x201010, 2, 0)
	set(memory, countHalf+countBlocksAt, 0, 0, 10)
	set(memory, countHalf+countBlocksAt+countBlockSize, 0, 0, 5)
	text, err := countsText(bytes.NewReader(memory))
	if want := "start 2 0\nothers 50\n201000 4 110\n201010 2 5\n"; err != nil || string(text) != want {
		t.Fatalf("%v: %q", err, text)
	}
}

func TestTheWorkOfOthersDoesNotOverflow(t *testing.T) {
	for _, numbers := range [][2]uint64{{math.MaxUint64, 2}, {1, math.MaxUint64}} {
		memory := counted(2, 0)
		for i := range 2 {
			set(memory, countBlocksAt+i*countBlockSize, 0x201000, numbers[0], 0)
			set(memory, countHalf+countBlocksAt+i*countBlockSize, 0, 0, numbers[1])
		}
		text, err := countsText(bytes.NewReader(memory))
		if err != nil || !bytes.HasPrefix(text, []byte("start 2 0\nothers 18446744073709551615\n")) {
			t.Fatalf("%v: %q", err, text)
		}
	}
}
