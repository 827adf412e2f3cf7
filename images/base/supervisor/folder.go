package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	boxes = "/box"  // tmpfs, noexec: every step's work folder
	made  = "/made" // tmpfs, written by the supervisor alone: artifacts
)

// A step sees two folders: /box/N/in (the supervisor's, readable by the step), /box/N/out (its own). Artifacts it uses are
// links in `in` to /made/N, since /box allows no execution. The group is the step's alone, so other steps see nothing.
type folder struct {
	number uint32
	uid    uint32 // gid as well
}

func (f folder) path() string  { return filepath.Join(boxes, strconv.Itoa(int(f.number))) }
func (f folder) in() string    { return filepath.Join(f.path(), "in") }
func (f folder) out() string   { return filepath.Join(f.path(), "out") }
func (f folder) links() string { return filepath.Join(made, strconv.Itoa(int(f.number))) }

// `{in}` and `{out}` become paths relative to `out`, where every step starts: the same for all steps, so that neither a
// tool's output nor the addresses on a measured program's stack depend on how many steps came before.
var placeholders = strings.NewReplacer("{in}", "../in", "{out}", ".")

func replacePlaceholders(arguments []string) []string {
	replaced := make([]string, len(arguments))
	for i, argument := range arguments {
		replaced[i] = placeholders.Replace(argument)
	}
	return replaced
}

func (f folder) create() error {
	return withFilesOf(0, f.uid, func() error {
		for _, path := range []string{f.path(), f.in(), f.links()} {
			if err := os.Mkdir(path, 0o750); err != nil {
				return err
			}
		}
		return os.Mkdir(f.out(), 0o770)
	})
}

func (f folder) place(files []namedFile, uses []string) error {
	for _, file := range files {
		if err := writeNew(filepath.Join(f.in(), file.name), file.content, 0o444); err != nil {
			return err
		}
	}
	for _, name := range uses {
		link := filepath.Join(f.links(), name)
		if err := os.Link(artifactPath(name), link); os.IsNotExist(err) {
			return refusal{"NO_ARTIFACT", "no artifact " + name}
		} else if err != nil {
			return err
		}
		if err := os.Symlink(link, filepath.Join(f.in(), name)); err != nil {
			return err
		}
	}
	return nil
}

// The step's processes are dead by now.
func (f folder) remove() {
	withFilesOf(f.uid, f.uid, func() error { return empty(f.out()) })
	os.RemoveAll(f.path())
	os.RemoveAll(f.links())
}

func writeNew(path string, content []byte, mode os.FileMode) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
