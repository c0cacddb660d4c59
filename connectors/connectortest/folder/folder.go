package folder

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"citadel/connectors"
)

// Folder is the connector. Fill in the fields before the first call.
type Folder struct {
	Dir    string // exists; shared with the far side
	Faults Faults // what the platform does badly; zero is nothing

	mu sync.Mutex // guards Faults.Rand and keeps two lines of a file apart
}

var (
	_ connectors.Connector = (*Folder)(nil)
	_ connectors.Finder    = (*Folder)(nil)
	_ connectors.Finisher  = (*Folder)(nil)
	_ connectors.Drafter   = (*Folder)(nil)
)

const name = "folder"

// Max is the longest post, in runes.
const Max = 4000

// lookEvery is how often a side looks for what the other wrote: often enough for
// a test of thousands of messages, seldom enough to leave a processor free.
const lookEvery = 2 * time.Millisecond

// Home is the one room of a folder.
func Home() connectors.Place { return connectors.Place{Platform: name, Room: "home"} }

// Person is who sits at the far side.
func Person() connectors.Person {
	return connectors.Person{Platform: name, ID: "far", Name: "Sam"}
}

// Name is "folder".
func (f *Folder) Name() string { return name }

// Limits: everything, and texts of up to Max runes.
func (f *Folder) Limits() connectors.Limits {
	return connectors.Limits{
		Max: Max, Measure: utf8.RuneCountInString,
		Drafts: true, Threads: true, Buttons: true, Reactions: true, Edits: true, Deletes: true, Redelivers: true,
	}
}

// Run hands on what was not acknowledged yet, also from before the cursor, and
// everything after the cursor.
func (f *Folder) Run(ctx context.Context, from connectors.Cursor, sink connectors.Sink) error {
	const op = "folder: run"
	start, err := offset(from)
	if err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: err}
	}
	done, err := readAcked(f.Dir)
	if err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
	}
	h := hearing{folder: f, sink: sink, acked: make(map[string]bool, len(done)), start: start}
	for _, key := range done {
		h.acked[key] = true
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		events, err := h.look()
		if err != nil {
			return &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
		}
		for _, e := range f.Faults.disturb(f.draw, events, h.past) {
			if err := h.handOn(ctx, e); err != nil {
				return err
			}
			if f.draw(f.Faults.Reconnect) {
				return &connectors.Error{Op: op, Reason: connectors.Temporary, Err: errors.New("the connection was closed")}
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// hearing is the state of one Run.
type hearing struct {
	folder *Folder
	sink   connectors.Sink
	acked  map[string]bool
	start  int64 // the cursor
	at     int64 // read up to here
	past   []connectors.Event
}

// look returns the events that were added to said since the last look.
func (h *hearing) look() ([]connectors.Event, error) {
	var out []connectors.Event
	end, err := readLines(h.folder.Dir, saidFile, h.at, func(at int64, line []byte) {
		e, ok := event(at, at+int64(len(line))+1, line)
		if ok && (at >= h.start || !h.acked[e.Key]) {
			out = append(out, e)
		}
	})
	h.at = end
	return out, err
}

// handOn is the one order that loses nothing: sink, then acknowledge.
func (h *hearing) handOn(ctx context.Context, e connectors.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := h.sink(ctx, e); err != nil {
		return fmt.Errorf("folder: hand on %s: %w", e.Key, err)
	}
	if h.acked[e.Key] {
		return nil
	}
	h.folder.mu.Lock()
	_, err := appendLine(h.folder.Dir, ackedFile, acked{e.Key})
	h.folder.mu.Unlock()
	if err != nil {
		return &connectors.Error{Op: "folder: acknowledge", Reason: connectors.Temporary, Err: err}
	}
	h.acked[e.Key] = true
	if h.folder.Faults.Repeat > 0 {
		h.past = append(h.past, e)
	}
	return nil
}

// Send shows a post by appending it.
func (f *Folder) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	const op = "folder: send"
	if p.Key == "" || strings.TrimSpace(p.Text) == "" {
		return "", &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("a post needs a key and a text")}
	}
	s := Shown{
		Key: p.Key, Thread: p.Place.Thread, Reply: p.ReplyTo, Handle: p.Handle, Text: p.Text,
		Buttons: p.Buttons, Silent: p.Silent, Again: p.Again,
	}
	return f.put(ctx, op, p.Place, p.Answers, s)
}

// Draft shows a draft by appending it; Far.Drafted is the last of them.
func (f *Folder) Draft(ctx context.Context, d connectors.Draft) error {
	const op = "folder: draft"
	if d.Turn == 0 {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("a draft needs a turn")}
	}
	s := Shown{Draft: d.Turn, Thread: d.Place.Thread}
	if strings.TrimSpace(d.Text) != "" {
		s.Text = d.Text
	}
	_, err := f.put(ctx, op, d.Place, d.Answers, s)
	return err
}

// put appends a post or a draft, as badly as the platform does.
func (f *Folder) put(ctx context.Context, op string, at connectors.Place, a *connectors.Answer, s Shown) (connectors.MessageID, error) {
	fail := func(r connectors.Reason, err error) (connectors.MessageID, error) {
		return "", &connectors.Error{Op: op, Reason: r, Err: err}
	}
	switch {
	case ctx.Err() != nil:
		return fail(connectors.Temporary, ctx.Err())
	case at.Platform != name:
		return fail(connectors.Invalid, fmt.Errorf("something for %q", at.Platform))
	case f.Limits().Length(s.Text) > Max:
		return fail(connectors.TooLong, nil)
	}
	if f.draw(f.Faults.Refuse) {
		return fail(connectors.Temporary, errors.New("the platform refused"))
	}
	if f.draw(f.Faults.Slow) {
		wait := time.NewTimer(f.Faults.Pause)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-ctx.Done():
			return fail(connectors.Temporary, ctx.Err())
		}
	}
	if a != nil {
		s.Answers, s.Turn, s.By, s.Category, s.Tier = a.To, a.Turn, a.By, a.Category, a.Tier
	}
	line, err := f.show(s)
	if err != nil {
		return fail(connectors.Unknown, err)
	}
	if f.draw(f.Faults.HangUp) {
		return fail(connectors.Unknown, errors.New("the platform hung up"))
	}
	return connectors.MessageID(id(shownFile, line)), nil
}

// Find looks a post up in what was shown.
func (f *Folder) Find(ctx context.Context, p connectors.Post, _ time.Time) (connectors.MessageID, bool, error) {
	if err := ctx.Err(); err != nil {
		return "", false, &connectors.Error{Op: "folder: find", Reason: connectors.Temporary, Err: err}
	}
	all, err := readShown(f.Dir)
	if err != nil {
		return "", false, &connectors.Error{Op: "folder: find", Reason: connectors.Temporary, Err: err}
	}
	for _, s := range all {
		if s.Key == p.Key && p.Key != "" {
			return s.ID, true, nil
		}
	}
	return "", false, nil
}

// Finished notes in shown that the turn is over, so that the far side can wait
// for one that ended in silence. A second call for one event adds a second line.
func (f *Folder) Finished(_ context.Context, a connectors.Answer) error {
	if _, err := f.show(Shown{Finished: a.To}); err != nil {
		return &connectors.Error{Op: "folder: finish", Reason: connectors.Temporary, Err: err}
	}
	return nil
}

func (f *Folder) show(s Shown) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return appendLine(f.Dir, shownFile, s)
}

// draw reports whether a fault of that chance happens now.
func (f *Folder) draw(chance float64) bool {
	if chance <= 0 || f.Faults.Rand == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Faults.Rand.Float64() < chance
}

// Faults are the chances, 0 to 1, of what real platforms do now and then. With
// one seed and one goroutine the same faults come again. Without Rand there are
// none.
type Faults struct {
	Rand *rand.Rand

	Duplicate float64 // an event is delivered twice in a row
	Repeat    float64 // before an event, one that was acknowledged is delivered again
	Shuffle   float64 // what waits is delivered in reverse
	Reconnect float64 // after an event, Run ends with a Temporary error

	Refuse float64 // Send and Draft end with Temporary; nothing is shown
	HangUp float64 // they show it and end with Unknown
	Slow   float64 // they wait for Pause first
	Pause  time.Duration
}

// disturb returns events as a bad platform delivers them.
func (x Faults) disturb(draw func(float64) bool, events, past []connectors.Event) []connectors.Event {
	if x.Rand == nil {
		return events
	}
	if len(events) > 1 && draw(x.Shuffle) {
		// No event of the burst may move the cursor past one that comes later.
		first, _ := strings.CutPrefix(events[0].Key, saidFile+"-")
		for i, j := 0, len(events)-1; i < j; i, j = i+1, j-1 {
			events[i], events[j] = events[j], events[i]
		}
		for i := range events {
			events[i].Cursor = connectors.Cursor(first)
		}
	}
	var out []connectors.Event
	for _, e := range events {
		if len(past) > 0 && draw(x.Repeat) {
			out = append(out, past[len(past)/2])
		}
		out = append(out, e)
		if draw(x.Duplicate) {
			out = append(out, e)
		}
	}
	return out
}
