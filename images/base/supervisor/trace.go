package main

import (
	"encoding/binary"
	"io"
)

// The trace of the calls of the kernel (images/tools/qemu/block-counts.c): a table of sites and a ring of entries behind the counts, in the
// same file and as hostile as they are. The last entries are left; entries of other threads than the first are not traced.
const (
	traceEntriesAt  = countOtherWork + countMarks*8
	traceSites      = 1 << 17
	traceSiteSize   = 16
	traceEntries    = 1 << 21
	traceSitesBytes = traceSites * traceSiteSize
	traceBytes      = traceSitesBytes + traceEntries*8
	addressBits     = 47
	addressMask     = 1<<addressBits - 1

	siteLoad  = 3
	siteStore = 4
)

// As bytes, all numbers LEB128 varints:
//
//	entries that were traced, those that the ring lost included; threads that the program had; then the entries that are left, oldest first
//
// An entry is the number of its site, in the order of their first entries. The first entry of a site describes it: its address,
// its kind (0 a mark at the begin and end of a call, 1 the sites that there was no room for, 2 a block, 3 a load, 4 a store), and the instructions of the
// block or the bytes of the access. An entry of a load or store ends with its address, as the zigzag difference from that of the site's entry before.
func traceStream(file io.ReaderAt) ([]byte, error) {
	u64, u32 := binary.LittleEndian.Uint64, binary.LittleEndian.Uint32
	head := make([]byte, countBlocksAt)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, err
	}
	entries := u64(head[traceEntriesAt:])
	sites, ring := make([]byte, traceSitesBytes), make([]byte, min(entries, traceEntries)*8)
	if _, err := file.ReadAt(sites, countBytes); err != nil {
		return nil, err
	}
	if _, err := file.ReadAt(ring, countBytes+traceSitesBytes); err != nil {
		return nil, err
	}
	stream := binary.AppendUvarint(nil, entries)
	stream = binary.AppendUvarint(stream, u64(head[16:]))
	var numbers [traceSites]uint32 // 0: not seen
	var last [traceSites]uint64
	seen := uint32(0)
	for i, left := entries-min(entries, traceEntries), uint64(len(ring)/8); left > 0; i, left = i+1, left-1 {
		entry := u64(ring[i%traceEntries*8:])
		site, address := entry>>addressBits, entry&addressMask
		described := sites[site*traceSiteSize:]
		kind := u32(described[12:])
		if numbers[site] == 0 {
			seen++
			numbers[site] = seen
			stream = binary.AppendUvarint(stream, uint64(seen-1))
			stream = binary.AppendUvarint(stream, u64(described))
			stream = binary.AppendUvarint(stream, uint64(kind))
			stream = binary.AppendUvarint(stream, uint64(u32(described[8:])))
		} else {
			stream = binary.AppendUvarint(stream, uint64(numbers[site]-1))
		}
		if kind == siteLoad || kind == siteStore {
			stream = binary.AppendVarint(stream, int64(address-last[site]))
			last[site] = address
		}
	}
	return stream, nil
}
