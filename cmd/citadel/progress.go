package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressAfter is how long something may take before it is shown to take long.
const progressAfter = 2 * time.Second

// progress shows a bar for what takes longer than a person waits gladly.
type progress struct {
	w     io.Writer
	mu    sync.Mutex
	began time.Time
	what  string
	bar   *progressbar.ProgressBar
}

func newProgress(w io.Writer) *progress { return &progress{w: w} }

// show tells how far something has come. Nothing is drawn in its first two seconds.
func (p *progress) show(what string, done, all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.what != what {
		p.clear()
		p.what, p.began = what, time.Now()
	}
	if p.bar == nil {
		if time.Since(p.began) < progressAfter {
			return
		}
		p.bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	_ = p.bar.Set(done) // drawing is not worth failing for
}

// done takes the bar away.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
	p.bar, p.what = nil, ""
}
