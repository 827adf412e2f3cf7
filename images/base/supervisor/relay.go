package main

import (
	"os"
	"sync"
)

// The word with which this program is the relay, and not a supervisor.
const relayWord = "--relay"

// Passes bytes between the runner, at the other end of its standard input and output, and the cells of a container, through
// named pipes. It holds no capability; it asks the maker (../maker/maker.c), its parent, to make and to kill cells. It does not
// read what it passes on.
//
// Its frames are those of frames.go, with the number of a cell as their id. The runner chooses it, each once.
// runner/src/sandbox/cell-frames.ts is the other end.
//
//	'N' new      makes a cell. Answered by 'K' or 'F'.
//	'D' data     bytes for the supervisor of the cell
//	'Q' quit     kills the cell. Answered by 'X'.
//
// From the relay:
//
//	'K' made     empty
//	'F' refused  text: why the cell could not be made
//	'1' '2'      bytes of the supervisor's standard output and standard error
//	'X' gone     no process of the cell is left, and no bytes of it follow. Also if it ended by itself.
const (
	kindNew   = 'N'
	kindData  = 'D'
	kindQuit  = 'Q'
	kindFault = 'F'
	kindGone  = 'X'
)

type relay struct {
	answers frameWriter
	maker   maker
	mutex   sync.Mutex
	cells   map[uint32]*cell
}

func runRelay() {
	r := &relay{answers: frameWriter{to: os.Stdout}, cells: map[uint32]*cell{}}
	r.maker = maker{asks: os.NewFile(3, "asks"), answers: os.NewFile(4, "answers")}
	go r.hear()
	for {
		request, err := readFrame(os.Stdin)
		if err != nil {
			return
		}
		r.obey(request)
	}
}

func (r *relay) obey(request frame) {
	switch request.kind {
	case kindNew:
		if err := r.make(request.id); err != nil {
			r.answers.write(kindFault, request.id, []byte(err.Error()))
		}
	case kindData:
		if c := r.find(request.id); c != nil && !c.send(request.payload) {
			r.maker.ask(askKill, request.id)
		}
	case kindQuit:
		if r.find(request.id) == nil {
			r.answers.write(kindGone, request.id, nil)
		} else {
			r.maker.ask(askKill, request.id)
		}
	}
}

func (r *relay) find(number uint32) *cell {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.cells[number]
}

// The maker answers later.
func (r *relay) make(number uint32) error {
	c, err := newCell(number)
	if err != nil {
		return err
	}
	r.mutex.Lock()
	r.cells[number] = c
	r.mutex.Unlock()
	r.maker.ask(askMake, number)
	return nil
}

// Answers of the maker, until it ends; this process ends with it, because the maker is process 1.
func (r *relay) hear() {
	for {
		answer := r.maker.hear()
		c := r.find(answer.cell)
		if c == nil {
			continue
		}
		switch answer.what {
		case answerMade:
			c.begin(&r.answers)
			r.answers.write(kindDone, c.number, nil)
		case answerRefused:
			r.forget(c)
			r.answers.write(kindFault, c.number, []byte(answer.why))
		case answerGone:
			r.forget(c)
			// What it wrote before its end is passed on first.
			go func() {
				c.reading.Wait()
				r.answers.write(kindGone, c.number, nil)
			}()
		}
	}
}

func (r *relay) forget(c *cell) {
	r.mutex.Lock()
	delete(r.cells, c.number)
	r.mutex.Unlock()
	c.end()
}
