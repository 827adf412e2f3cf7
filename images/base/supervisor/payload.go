package main

import "encoding/binary"

// Reads a payload's fields in order. After a short payload every field is empty and `short` is set: check it once.
type fields struct {
	left  []byte
	short bool
}

func (f *fields) take(count uint32) []byte {
	if uint64(count) > uint64(len(f.left)) {
		f.left, f.short = nil, true
		return nil
	}
	taken := f.left[:count:count]
	f.left = f.left[count:]
	return taken
}

func (f *fields) u8() byte {
	if b := f.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (f *fields) u32() uint32 {
	if b := f.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (f *fields) bytes() []byte { return f.take(f.u32()) }

func (f *fields) text() string { return string(f.bytes()) }

func (f *fields) texts() []string {
	texts := []string{}
	for count := f.u32(); count > 0 && !f.short; count-- {
		texts = append(texts, f.text())
	}
	return texts
}

func (f *fields) limits() limits {
	return limits{f.u32(), f.u32(), f.u32(), f.u32(), f.u32()}
}

// Complete: nothing missing and nothing left over.
func (f *fields) complete() error {
	if f.short || len(f.left) > 0 {
		return refusal{"BAD_REQUEST", "a payload does not have the fields of its kind"}
	}
	return nil
}

func appendU32(to []byte, value uint32) []byte { return binary.LittleEndian.AppendUint32(to, value) }

func appendText(to []byte, text string) []byte {
	return append(appendU32(to, uint32(len(text))), text...)
}

func appendTexts(to []byte, texts []string) []byte {
	to = appendU32(to, uint32(len(texts)))
	for _, text := range texts {
		to = appendText(to, text)
	}
	return to
}
