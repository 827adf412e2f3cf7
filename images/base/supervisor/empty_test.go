package main

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// As an ordinary user, for root may open what has no mode.
func asNobody(t *testing.T, do func(folder string)) {
	t.Helper()
	folder := t.TempDir()
	err := os.Chmod(folder, 0o777)
	if err == nil {
		err = os.Chmod(filepath.Dir(folder), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	withFilesOf(65_534, 65_534, func() error {
		do(folder)
		return nil
	})
	left, err := os.ReadDir(folder)
	if err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}

func TestFoldersWithoutAnyModeAreEmptied(t *testing.T) {
	asNobody(t, func(folder string) {
		inner := filepath.Join(folder, "closed", "closed-too")
		for _, err := range []error{
			os.MkdirAll(filepath.Join(inner, "empty"), 0o700),
			os.WriteFile(filepath.Join(inner, "file"), nil, 0),
			os.Symlink("/", filepath.Join(inner, "root")),
			os.WriteFile(filepath.Join(folder, "1"), nil, 0),
			os.MkdirAll(filepath.Join(folder, "2", "full"), 0o700),
			os.Chmod(filepath.Join(inner, "empty"), 0),
			os.Chmod(inner, 0),
			os.Chmod(filepath.Dir(inner), 0),
			empty(folder),
		} {
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func TestAFolderDeeperThanOpenFilesAndPathsMayBeIsEmptied(t *testing.T) {
	asNobody(t, func(folder string) {
		// Built from the inside out, as no path may be as long as this folder is deep.
		deep := filepath.Join(folder, "0")
		if err := os.Mkdir(deep, 0o700); err != nil {
			t.Fatal(err)
		}
		for level := 1; level < 5_000; level++ {
			outer := filepath.Join(folder, strconv.Itoa(level))
			if err := os.Mkdir(outer, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(deep, filepath.Join(outer, "inner")); err != nil {
				t.Fatal(err)
			}
			deep = outer
		}
		before := openFiles(t, 64)
		defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before)
		if err := empty(folder); err != nil {
			t.Error(err)
		}
	})
}

func openFiles(t *testing.T, most uint64) syscall.Rlimit {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: most, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	return before
}
