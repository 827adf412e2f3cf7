package main

import (
	"bytes"
	"encoding/hex"
	"testing"
)

func TestARequestIsWrittenAsTheServerReadsIt(t *testing.T) {
	request := serveRequest(folder{3, 10_003}, "/p", []string{"/ld", ""}, []string{"A=1"},
		limits{cpuSeconds: 1, addressSpaceMiB: 2, fileMiB: 3, processes: 4, openFiles: 5})
	wanted, err := hex.DecodeString("4b000000" + "13270000" +
		"0100000000000000" + "0000200000000000" + "0000300000000000" + "0400000000000000" + "0500000000000000" +
		hex.EncodeToString([]byte("/box/3/out\x00/p\x00")) +
		"02000000" + hex.EncodeToString([]byte("/ld\x00\x00")) +
		"01000000" + hex.EncodeToString([]byte("A=1\x00")))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(request, wanted) {
		t.Errorf("%x\n%x", request, wanted)
	}
}
