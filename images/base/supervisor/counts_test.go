package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

func counted(used, regions, threads, marks uint64) []byte {
	memory := make([]byte, countBytes)
	set(memory, 0, used, regions, threads, marks)
	return memory
}

func set(memory []byte, at int, numbers ...uint64) {
	for i, number := range numbers {
		binary.LittleEndian.PutUint64(memory[at+8*i:], number)
	}
}

func TestCountsAreWrittenAsLines(t *testing.T) {
	memory := counted(4, 2, 5, 3)
	set(memory, countHeader, 0x201000, 0x202000)
	copy(memory[countHeader+16:], "a.elf")
	set(memory, countHeader+countRegionSize, 0x7f0000000000, 0x7f0000001000)
	copy(memory[countHeader+countRegionSize+16:], "a\nb")
	// What was executed after the last mark is not written.
	set(memory, countBlocksAt, 0x201000, 4, 500, 0x201010, 2, 1, 0x201020, 3, 7, 0x201030, 1, 9)
	for mark, sums := range [][]uint64{{100, 1, 0, 0}, {150, 1, 0, 0}, {250, 1, 5, 0}} {
		set(memory, countMarksAt+mark*countMarkSize, sums...)
	}
	text, err := countsText(bytes.NewReader(memory))
	want := "start 4 5 3\nregion 201000 202000 a.elf\nregion 7f0000000000 7f0000001000 -\n" +
		"201000 4 100 50 100\n201010 2 1\n201020 3 0 0 5\n"
	if err != nil || string(text) != want {
		t.Fatalf("%v: %q", err, text)
	}
}

func TestAProgramThatMadeNoMarkHasNoCounts(t *testing.T) {
	memory := counted(1, 0, 1, 0)
	set(memory, countBlocksAt, 0x201000, 4, 100)
	text, err := countsText(bytes.NewReader(memory))
	if err != nil || string(text) != "start 1 1 0\n" {
		t.Fatalf("%v: %q", err, text)
	}
}

func TestNumbersOfRegionsBlocksAndMarksAreBounded(t *testing.T) {
	memory := counted(math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64)
	for i := range countBlocks {
		set(memory, countBlocksAt+i*countBlockSize, math.MaxUint64, math.MaxUint64, math.MaxUint64)
		for mark := range countMarks {
			set(memory, countMarksAt+mark*countMarkSize+8*i, math.MaxUint64*uint64(mark+1))
		}
	}
	text, err := countsText(bytes.NewReader(memory))
	if lines := bytes.Count(text, []byte("\n")); err != nil || lines != 1+countRegions+countBlocks {
		t.Fatalf("%v: %d lines", err, lines)
	}
	line := "ffffffffffffffff" + strings.Repeat(" 18446744073709551615", 1+countMarks) + "\n"
	if !bytes.HasSuffix(text, []byte(line)) {
		t.Fatalf("%q", text[len(text)-200:])
	}
}

func TestTheWorkOfOthersIsNamed(t *testing.T) {
	memory := counted(1, 0, 2, 2)
	set(memory, countOtherWork, 50, 70)
	set(memory, countMarksAt, 10)
	set(memory, countMarksAt+countMarkSize, 30)
	set(memory, countBlocksAt, 0x201000, 4, 0)
	text, err := countsText(bytes.NewReader(memory))
	if want := "start 1 2 2\nothers 50 20\n201000 4 10 20\n"; err != nil || string(text) != want {
		t.Fatalf("%v: %q", err, text)
	}
}
