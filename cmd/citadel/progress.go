package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"citadel/brain/phrase"
)

// progressAfter is how long something may take before it is shown to take long, and
// progressEvery how often it is then drawn anew.
const (
	progressAfter = 2 * time.Second
	progressEvery = 100 * time.Millisecond
)

// progress tells in one line how far something has come that takes longer than a person
// waits gladly. A library's bar was tried: it links a web server, a tenth of the program.
type progress struct {
	w     io.Writer
	now   func() time.Time
	mu    sync.Mutex
	what  string
	began time.Time
	drawn time.Time
	width int // of the line that stands there now
}

// progress draws where a person sees it: on a terminal, and nowhere else.
func (e *environment) progress() *progress {
	if !onTerminal(e.err) {
		return newProgress(io.Discard, e.now)
	}
	return newProgress(e.err, e.now)
}

func newProgress(w io.Writer, now func() time.Time) *progress { return &progress{w: w, now: now} }

// show tells how far something has come. Nothing is drawn in its first two seconds.
func (p *progress) show(what string, done, all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.what != what {
		p.clear()
		p.what, p.began = what, now
	}
	if now.Sub(p.began) < progressAfter || now.Sub(p.drawn) < progressEvery {
		return
	}
	line := fmt.Sprintf("%s: %d %% (%s of %s)", what, 100*int64(done)/int64(max(all, 1)), phrase.Thousands(done), phrase.Thousands(all))
	p.draw(line)
	p.drawn, p.width = now, len(line)
}

// done takes the line away.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) clear() {
	if p.width > 0 {
		p.draw("")
		_, _ = io.WriteString(p.w, "\r")
	}
	p.what, p.width = "", 0
}

// draw writes over the line that stands there. Drawing is not worth failing for.
func (p *progress) draw(line string) {
	_, _ = fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", max(p.width-len(line), 0)))
}
