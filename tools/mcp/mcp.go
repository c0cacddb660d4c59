// Package mcp gives the tools of MCP servers: programs that this process starts, and servers on
// the network.
//
// A server is a stranger. What it says its tools do is a stranger's word, and so is what they
// answer: descriptions are marked as foreign, answers carry their source, and a hint that a tool is
// harmless counts only where the operator trusts the server or says so of the tool himself
// (SPEC §11). A program gets a process group, a folder and an environment of its own, with nothing
// of ours in it, and ends with this process however that ends.
//
// A server may also be broken. Everything it sends has a limit, every wait an end, and one that
// goes down is started again, later each time. What its tools were when they were last listed is
// kept in a file: so the list that a model is shown is the same after a restart, whether or not the
// server is up by then, and a call of a process that died can be looked at by the next one.
//
// The protocol itself is the official SDK's: it follows its revisions, and it has the streams of
// HTTP and the logging in.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"citadel/tools"
)

// Limits of a server, of our own.
const (
	MaxTools       = 100         // that are offered; the rest is left out, and said to be
	MaxDescription = 2 << 10     // bytes of what a tool says of itself
	MaxSchema      = 32 << 10    // bytes of what it takes; a tool with more is left out
	MaxFrame       = 16 << 20    // bytes of one message: a picture fits
	MaxTalk        = 64 << 20    // bytes that it may send from one call to the next
	MaxStart       = time.Minute // until it answers: what is run by npx is fetched first

	patience = 5 * time.Second // that a call waits for a server that is down
	grace    = 2 * time.Second // that a server is given to end, and a cut call to come back
	alive    = time.Minute     // between two looks whether it still answers
	rest     = time.Second     // between two lists of its tools
	first    = time.Second     // before it is started again, doubled each time
	longest  = 5 * time.Minute // the longest of those
	maxPages = 50              // of a list
	maxKept  = 8 << 20         // bytes of a list that is kept
)

// Settings are what servers need of the process.
type Settings struct {
	Servers []Server // with names that differ
	Folder  string   // where each has a folder of its own; it need not be there yet
	Version string   // of this program, which servers are told
	Now     func() time.Time
	Log     *slog.Logger

	// Logging is what logging in goes over: where a server says that one logs in is a stranger's
	// word, so it should reach public addresses only. Nil where no server has OAuth.
	Logging *http.Client
}

// Server is one, and what the operator says of it.
type Server struct {
	Name string // begins the names of its tools

	Command string // a program; empty where URL is not
	Args    []string
	Env     []string // "NAME=value": with PATH, HOME and TMPDIR, all that it is given

	URL    string // of a server that is reached over HTTP
	Bearer string // what lets us in there; empty where nothing does, or OAuth
	OAuth  bool   // Login was, or has to be, done there
	Client OAuthClient

	Trusted bool     // its hints are believed, and its descriptions taken for ours
	Only    []string // names of its tools, as it has them; empty is all
	Rules   []Rule
}

// Rule is what the operator says of one tool.
type Rule struct {
	Tool    string       // as the server has it
	Class   *tools.Class // Reads or World; nil goes by its hints
	Deletes *bool        // whether something may be gone afterwards; nil goes by its hints
	Money   bool
	Outward *bool    // of one that reads: whether it asks whoever its arguments name, as one that fetches pages does; nil goes by its hints
	Reaches []string // the arguments that say whom it reaches, as Pair.Args names them without "$"
	Off     bool
	Pair    *Pair
	Ref     string // where in its answer the name of what it made stands, as "page.id"
}

// Pair says how to look whether a call had its effect: by another tool of the server. It is the
// operator's word that that tool changes nothing.
//
// Its texts are texts, unless they begin with "$": then they are what stands in the arguments of
// the call there, as "$path", "$rows.0.id" or "$entities.*.name", where * is all of a list; "$ref"
// is what Rule.Ref found. "json:5" is a number, and "$$" a text that begins with "$".
type Pair struct {
	Tool  string
	Args  map[string]string
	Holds []string // what must be in what is read: of a list or a group, each text and number of it
	Gone  []string // what must not
}

// Servers are the servers, each kept up by a goroutine of its own. They are safe for concurrent
// use.
type Servers struct {
	all  []*server
	stop context.CancelFunc
	done sync.WaitGroup
}

// New starts to start the servers and waits for none of them. The error says what is wrong with the
// settings; then nothing was started.
func New(s Settings) (*Servers, error) {
	ctx, stop := context.WithCancel(context.Background())
	m := &Servers{stop: stop}
	for _, one := range s.Servers {
		v, err := newServer(s, one)
		if err != nil {
			stop()
			return nil, err
		}
		m.all = append(m.all, v)
	}
	for _, v := range m.all {
		m.done.Go(func() { v.keep(ctx) })
	}
	return m, nil
}

func newServer(s Settings, one Server) (*server, error) {
	switch {
	case one.Name == "" || (one.Command == "") == (one.URL == ""):
		return nil, fmt.Errorf("mcp: server %q needs a name, and either a command or an address", one.Name)
	case one.OAuth && s.Logging == nil:
		return nil, fmt.Errorf("mcp: server %q needs logging in, and there is nothing to do that over", one.Name)
	}
	v := &server{Server: one, settings: s, change: make(chan struct{}), relist: make(chan struct{}, 1)}
	if err := os.MkdirAll(v.folder(), 0o700); err != nil {
		return nil, fmt.Errorf("mcp: %w", err)
	}
	kept, err := readKept(v.keptAt(), one)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.Log.Warn("the kept list of a tool server cannot be used", "server", one.Name, "err", err)
	}
	v.offer(kept)
	return v, nil
}

func (v *server) folder() string { return filepath.Join(v.settings.Folder, v.Name) }
func (v *server) keptAt() string { return filepath.Join(v.settings.Folder, v.Name+".tools.json") }

// Tools are those that the servers have, or had when they were last up. What is returned twice is
// the same to the byte, unless a server changed it.
func (m *Servers) Tools() []tools.Tool {
	var all []tools.Tool
	for _, v := range m.all {
		v.mu.Lock()
		all = append(all, v.offered...)
		v.mu.Unlock()
	}
	return all
}

// Status is how a server does.
type Status struct {
	Name    string
	Up      bool
	Why     error     // it is not; nil before it was first tried
	Next    time.Time // when it is tried again; zero while that is being done
	Tools   []tools.Tool
	LeftOut []string // tools that are not offered, and why
}

// Status is how the servers do, in the order of the settings.
func (m *Servers) Status() []Status {
	var all []Status
	for _, v := range m.all {
		v.mu.Lock()
		all = append(all, Status{
			Name: v.Name, Up: v.live != nil, Why: v.why, Next: v.next,
			Tools: append([]tools.Tool(nil), v.offered...), LeftOut: append([]string(nil), v.leftOut...),
		})
		v.mu.Unlock()
	}
	return all
}

// Settled waits until every server is up or has failed once, or ctx ends.
func (m *Servers) Settled(ctx context.Context) {
	for _, v := range m.all {
		for {
			v.mu.Lock()
			settled, change := v.live != nil || v.why != nil, v.change
			v.mu.Unlock()
			if settled {
				break
			}
			select {
			case <-change:
			case <-ctx.Done():
				return
			}
		}
	}
}

// Close ends the servers: those that were started with all they started, within seconds. Calls that
// are under way fail. Of no servers it does nothing.
func (m *Servers) Close() error {
	if m == nil {
		return nil
	}
	m.stop()
	m.done.Wait()
	return nil
}
