package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"regexp"
	"strconv"
	"syscall"
)

// Memory for the emulator's counts (images/tools/qemu/block-counts.c): a file without a name in the supervisor's own tmpfs, handed
// to the step as descriptor 0. The step's uid cannot open it: it has no path, its folder cannot be entered, and qemu
// closes the descriptor before the program's first instruction. It is read when no process of the uid is left; what it
// holds is as hostile as anything the step's process could write to.
const (
	countRegions    = 64
	countBlocks     = 1 << 18 // CoreCLR's start takes some 75,000
	countHeader     = 24
	countRegionSize = 64
	countBlockSize  = 24
	countBlocksAt   = countHeader + countRegions*countRegionSize
	oTmpfile        = 0o20000000 | syscall.O_DIRECTORY

	// Two halves of whole pages: of the thread that calls the kernel, and of all other threads and processes.
	countHalf  = (countBlocksAt + countBlocks*countBlockSize + 4095) &^ 4095
	countBytes = 2 * countHalf
)

func newCounts() (*os.File, error) {
	// O_EXCL: nobody can give it a name later.
	fd, err := syscall.Open(made, oTmpfile|syscall.O_RDWR|syscall.O_EXCL|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "counts")
	if err := file.Truncate(countBytes); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

var plainFileName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,46}$`)

// As text, a line each:
//
//	start <blocks> <threads>                       how many blocks were translated, and threads the program had
//	others <instructions>                          executed by other threads and processes than the first; if there are any
//	region <from> <to> <name>                      hexadecimal; memory code ran from, and its file, or - if it has none
//	<pc> <instructions> <count>                    a block that was executed, pc hexadecimal
//
// A block of which there is no count, for want of room, is in <blocks> alone.
func countsText(file io.ReaderAt) ([]byte, error) {
	head := make([]byte, countBlocksAt)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, err
	}
	u64 := binary.LittleEndian.Uint64
	var text bytes.Buffer
	used := u64(head)
	fmt.Fprintf(&text, "start %d %d\n", used, u64(head[16:]))
	bytesUsed := min(used, countBlocks) * countBlockSize
	blocks, others := make([]byte, bytesUsed), make([]byte, bytesUsed)
	if _, err := file.ReadAt(blocks, countBlocksAt); err != nil {
		return nil, err
	}
	if _, err := file.ReadAt(others, countHalf+countBlocksAt); err != nil {
		return nil, err
	}
	if total := othersIn(blocks, others); total > 0 {
		fmt.Fprintf(&text, "others %d\n", total)
	}
	for i := range min(u64(head[8:]), countRegions) {
		region := head[countHeader+i*countRegionSize:][:countRegionSize]
		name, _, _ := bytes.Cut(region[16:], []byte{0})
		if !plainFileName.Match(name) {
			name = []byte("-")
		}
		fmt.Fprintf(&text, "region %x %x %s\n", u64(region), u64(region[8:]), name)
	}
	for ; len(blocks) > 0; blocks, others = blocks[countBlockSize:], others[countBlockSize:] {
		if count := u64(blocks[16:]) + u64(others[16:]); count > 0 {
			// With fmt, 3,000 blocks took 1.6 ms instead of 0.3.
			line := strconv.AppendUint(text.AvailableBuffer(), u64(blocks), 16)
			line = strconv.AppendUint(append(line, ' '), u64(blocks[8:]), 10)
			line = strconv.AppendUint(append(line, ' '), count, 10)
			text.Write(append(line, '\n'))
		}
	}
	return text.Bytes(), nil
}

// The instructions that other threads and processes executed, at most what a uint64 can be: the step may have written any count.
func othersIn(blocks, others []byte) uint64 {
	u64 := binary.LittleEndian.Uint64
	var total uint64
	for at := 0; at < len(blocks); at += countBlockSize {
		over, product := bits.Mul64(u64(blocks[at+8:]), u64(others[at+16:]))
		sum, carry := bits.Add64(total, product, 0)
		if over != 0 || carry != 0 {
			return math.MaxUint64
		}
		total = sum
	}
	return total
}
