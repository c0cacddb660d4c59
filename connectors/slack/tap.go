package slack

import (
	"context"
	"net"
	"sync/atomic"
	"time"
)

// tap watches the bytes of the connection, below the SDK: it hides the pings, which are the
// only proof of life on a quiet day, and does not tell when an acknowledgement was written.
type tap struct {
	now      func() time.Time
	heard    *atomic.Int64
	open     atomic.Bool  // greeted: what comes now proves that we are reached
	reads    atomic.Int64 // how often something came
	owed     atomic.Int64 // acknowledgements not written yet
	wrote    chan struct{}
	patience atomic.Int64 // for how long more silence is no sign, in nanoseconds: Slack asked us to wait
}

func newTap(now func() time.Time, heard *atomic.Int64) *tap {
	return &tap{now: now, heard: heard, wrote: make(chan struct{}, 1)}
}

const dialFor = 15 * time.Second

func (t *tap) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialFor}
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &tapped{c, t}, nil
}

type tapped struct {
	net.Conn
	tap *tap
}

func (c *tapped) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.tap.reads.Add(1)
		if c.tap.open.Load() {
			c.tap.heard.Store(c.tap.now().UnixNano())
		}
	}
	return n, err
}

// The first byte of a written frame: text in a websocket, data in TLS. Over TLS pongs look
// the same, so that the count there is at best a good guess; it only decides how long the end
// of a Run waits.
const (
	textFrame = 0x81
	tlsData   = 0x17
)

func (c *tapped) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if n > 0 && (p[0] == textFrame || p[0] == tlsData) {
		if c.tap.owed.Add(-1) < 0 {
			c.tap.owed.Store(0)
		}
		select {
		case c.tap.wrote <- struct{}{}:
		default: // somebody looks already
		}
	}
	return n, err
}

const flushFor = time.Second

// flush waits until all acknowledgements are written, or for a moment.
func (t *tap) flush(ended <-chan struct{}) {
	end := time.NewTimer(flushFor)
	defer end.Stop()
	for t.owed.Load() > 0 {
		select {
		case <-t.wrote:
		case <-end.C:
			return
		case <-ended:
			return
		}
	}
}

// watch returns true when nothing came for that long, false when ctx ended. busy says that
// nothing is read because nobody takes it.
func (t *tap) watch(ctx context.Context, silence time.Duration, busy func() bool) bool {
	const steps = 4
	tick := time.NewTicker(max(silence/steps, time.Millisecond))
	defer tick.Stop()
	quiet, last := 0, int64(-1)
	for {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
		if n := t.reads.Load(); n != last || busy() {
			quiet, last = 0, n
			continue
		}
		if t.patience.Add(-int64(silence/steps)) > 0 {
			continue
		}
		t.patience.Store(0)
		if quiet++; quiet >= steps {
			return true
		}
	}
}
