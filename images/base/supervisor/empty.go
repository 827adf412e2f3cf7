package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Removes everything in a folder, with the file-system identity of whoever owns what is in it. Folders that their owner
// made unreadable are made readable first. A folder within a folder is moved to the top before it is emptied, because
// os.RemoveAll holds one descriptor open for each level, and a program may nest more levels than the supervisor may open.
func empty(top string) error {
	moved := 0
	for {
		entries, err := os.ReadDir(top)
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, entry := range entries {
			path := filepath.Join(top, entry.Name())
			if entry.IsDir() {
				err = flatten(top, path, &moved)
			}
			if err == nil {
				err = os.Remove(path)
			}
			if err != nil {
				return err
			}
		}
	}
}

// Removes the files of a folder and moves its folders to the top, under numbers that are free there.
func flatten(top, path string, moved *int) error {
	entries, err := openUp(path)
	for _, entry := range entries {
		inner := filepath.Join(path, entry.Name())
		if entry.IsDir() {
			// To move a folder, its entry `..` is written: its own mode must allow that.
			err = errors.Join(os.Chmod(inner, 0o700), move(inner, top, moved))
		} else {
			err = os.Remove(inner)
		}
		if err != nil {
			return err
		}
	}
	return err
}

func openUp(path string) ([]os.DirEntry, error) {
	if err := os.Chmod(path, 0o700); err != nil {
		return nil, err
	}
	return os.ReadDir(path)
}

// The numbers may be names the program has used: rename(2) then fails, unless it replaced an empty folder.
func move(path, top string, moved *int) error {
	for {
		*moved++
		err := os.Rename(path, filepath.Join(top, strconv.Itoa(*moved)))
		taken := errors.Is(err, syscall.ENOTEMPTY) || errors.Is(err, syscall.EEXIST) || errors.Is(err, syscall.ENOTDIR)
		if !taken {
			return err
		}
	}
}
