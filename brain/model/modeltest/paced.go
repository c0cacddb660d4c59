package modeltest

import (
	"context"
	"io"
	"time"
)

// Paced is a body whose pieces come one after another, each after a pause. After the last it
// says nothing until ctx, the request's, ends. It is for the clocks of synctest.
func Paced(ctx context.Context, pause time.Duration, pieces ...string) io.ReadCloser {
	return &paced{ctx, pause, append([]string(nil), pieces...)}
}

type paced struct {
	ctx    context.Context
	pause  time.Duration
	pieces []string
}

func (p *paced) Read(b []byte) (int, error) {
	if len(p.pieces) == 0 {
		<-p.ctx.Done()
		return 0, p.ctx.Err()
	}
	timer := time.NewTimer(p.pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		n := copy(b, p.pieces[0])
		if p.pieces[0] = p.pieces[0][n:]; p.pieces[0] == "" {
			p.pieces = p.pieces[1:]
		}
		return n, nil
	case <-p.ctx.Done():
		return 0, p.ctx.Err()
	}
}

func (p *paced) Close() error { return nil }
