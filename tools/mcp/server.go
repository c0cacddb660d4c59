package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/tools"
)

// server is one server, up or down.
type server struct {
	Server
	settings Settings
	relist   chan struct{} // it says that its tools have changed

	mu      sync.Mutex
	live    *session // nil while it is down
	why     error    // it is down; nil before it was first tried
	next    time.Time
	change  chan struct{} // closed when live or why changes
	offered []tools.Tool  // in the order of their names
	leftOut []string
}

// session is a conversation with a server that is up.
type session struct {
	*sdk.ClientSession
	meter *meter
	end   func() // at once, whatever hangs
}

// way is how a server is reached: what carries the conversation, what of it was refused, and how it
// ends.
type way struct {
	transport sdk.Transport
	meter     *meter
	end       func()        // at once
	leave     func()        // in peace, and then at once
	trouble   func() string // what it said of itself before it went; may be empty
}

// keep holds the server up until ctx ends.
func (v *server) keep(ctx context.Context) {
	wait := first
	for {
		began := v.settings.Now()
		err := v.once(ctx)
		if ctx.Err() != nil {
			v.set(nil, errEnded, time.Time{})
			return
		}
		if v.settings.Now().Sub(began) > longest {
			wait = first
		}
		v.set(nil, err, v.settings.Now().Add(wait))
		v.settings.Log.Warn("a tool server is down", "server", v.Name, "err", err, "again", wait)
		if !pause(ctx, wait) {
			return
		}
		wait = min(2*wait, longest)
	}
}

// pause waits, and says whether it did so to the end.
func pause(ctx context.Context, d time.Duration) bool {
	return !within(d, ctx.Done())
}

// set says what became of the server, and wakes who waits for it.
func (v *server) set(live *session, why error, next time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.live, v.why, v.next = live, why, next
	close(v.change)
	v.change = make(chan struct{})
}

// once brings the server up and stays until it is down again, which is an error.
func (v *server) once(ctx context.Context) error {
	w, err := v.reach()
	if err != nil {
		return err
	}
	defer w.leave()
	client := sdk.NewClient(&sdk.Implementation{Name: "citadel", Version: v.settings.Version}, &sdk.ClientOptions{
		// Nothing is done for a server: no folders are named to it, no model asked, no question
		// put to the principal.
		Capabilities:   &sdk.ClientCapabilities{},
		MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
		KeepAlive:      alive,
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case v.relist <- struct{}{}:
			default: // it is known
			}
		},
	})
	starting, cancel := context.WithTimeout(ctx, MaxStart)
	defer cancel()
	hangs := context.AfterFunc(starting, w.end) // what writes to a program that does not read cannot be cancelled
	defer hangs()
	cs, err := client.Connect(starting, w.transport, nil)
	if err != nil {
		return v.explained(w, "it did not begin to talk", err)
	}
	s := &session{ClientSession: cs, meter: w.meter, end: w.end}
	defer cs.Close()
	defer w.leave() // first: a close waits for calls that are under way
	if err := v.list(starting, s); err != nil {
		return v.explained(w, "it did not list its tools", err)
	}
	hangs()
	v.set(s, nil, time.Time{})
	defer v.set(nil, errEnded, time.Time{})
	ended := make(chan error, 1)
	go func() { ended <- cs.Wait() }()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-ended:
			return v.explained(w, "it ended", err)
		case <-v.relist:
			if err := v.again(ctx, s); err != nil {
				v.settings.Log.Warn("a tool server did not list its tools anew", "server", v.Name, "err", err)
			}
			if !pause(ctx, rest) { // one that says so without end is asked once a second
				return ctx.Err()
			}
		}
	}
}

// again lists the tools once more.
func (v *server) again(ctx context.Context, s *session) error {
	ctx, cancel := context.WithTimeout(ctx, MaxStart)
	defer cancel()
	defer context.AfterFunc(ctx, s.end)()
	return v.list(ctx, s)
}

// explained is an error with what the server said before it went.
func (v *server) explained(w *way, what string, err error) error {
	if err == nil {
		err = io.EOF
	}
	w.leave()
	if said := w.trouble(); said != "" {
		return fmt.Errorf("%s: %w; it said: %s", what, err, said)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// list asks for the tools, takes over those that can be, and keeps them.
func (v *server) list(ctx context.Context, s *session) error {
	s.meter.reset()
	var all []*sdk.Tool
	cursor := ""
	for range maxPages {
		page, err := s.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
		if err != nil {
			return err
		}
		all = append(all, page.Tools...)
		if cursor = page.NextCursor; cursor == "" || len(all) > 10*MaxTools {
			break
		}
	}
	v.offer(all)
	if err := writeKept(v.keptAt(), v.Server, all); err != nil {
		v.settings.Log.Warn("the list of a tool server could not be kept", "server", v.Name, "err", err)
	}
	return nil
}

// offer takes over what a server lists.
func (v *server) offer(all []*sdk.Tool) {
	offered, leftOut := v.admit(all)
	v.mu.Lock()
	defer v.mu.Unlock()
	if !slices.Equal(v.leftOut, leftOut) && len(leftOut) > 0 {
		v.settings.Log.Warn("tools of a server are left out", "server", v.Name, "which", leftOut)
	}
	v.offered, v.leftOut = offered, leftOut
}

// errEnded: the server has just ended, or was.
var errEnded = errors.New("it has ended")

// down words why the server cannot be called.
func (v *server) down(why error, next time.Time) *tools.Failure {
	f := &tools.Failure{Reason: tools.Unavailable, Err: why, Text: "The tool server " + v.Name + " is down; the log on the host says why."}
	switch {
	case why == nil:
		f.Text = "The tool server " + v.Name + " has not begun to talk yet."
	case errors.Is(why, ErrLoggedOut):
		f.Reason, f.Text = tools.Forbidden, "Nobody is logged in at the tool server "+v.Name+": `citadel mcp login "+v.Name+"` on the host does that."
	}
	if !next.IsZero() {
		f.Text += fmt.Sprintf(" It is tried again in %s.", max(next.Sub(v.settings.Now()), 0).Round(time.Second))
	}
	return f
}

// up gives the conversation, and waits a little where there is none.
func (v *server) up(ctx context.Context) (*session, error) {
	t := time.NewTimer(patience)
	defer t.Stop()
	for {
		v.mu.Lock()
		live, change, why, next := v.live, v.change, v.why, v.next
		v.mu.Unlock()
		if live != nil {
			return live, nil
		}
		select {
		case <-change:
		case <-t.C:
			return nil, v.down(why, next)
		case <-ctx.Done():
			return nil, v.down(why, next)
		}
	}
}
