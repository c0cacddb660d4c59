package host_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/connectors"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/outbox"
)

// look opens the ledger of a home for reading.
func look(t *testing.T, home string) *memory.Mind {
	t.Helper()
	store, err := sqlite.OpenReader(t.Context(), filepath.Join(home, host.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := memory.Open(t.Context(), memory.Options{
		Store: store, Principal: "me", Now: time.Now, ReadOnly: true,
		Anchor: &ledger.FileAnchor{Path: filepath.Join(home, host.AnchorName)},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return m
}

// state says what a process left unfinished.
func state(t *testing.T, o orders) string {
	t.Helper()
	acked, err := (&folder.Far{Dir: o.Chat}).Acked()
	if err != nil {
		t.Fatal(err)
	}
	said, err := linesOf(filepath.Join(o.Chat, "said"))
	if err != nil {
		t.Fatal(err)
	}
	var s string
	look(t, o.Home).Read(func(v memory.View) {
		s = fmt.Sprintf("%d of %d acknowledged; waiting %v, unsaid %v, posts %v", len(unique(acked)), said, v.Thread.Waiting, v.Thread.Unsaid, v.Outbox.Posts)
	})
	return s
}

// record is what the ledger tells of one message of the person.
type record struct {
	seq       event.Seq
	text      string // as heard; "" if forgotten
	forgotten bool
	turns     int // ended turns over it
	edits     int
	unsaid    bool
}

// judge holds what was said and shown against the ledger.
func judge(t *testing.T, o orders, p *person, all *tally) {
	t.Helper()
	m := look(t, o.Home)
	if _, err := m.Verify(t.Context(), nil); err != nil {
		t.Errorf("the ledger is not whole: %v", err)
	}
	diffs, err := m.Rebuild(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diffs {
		t.Errorf("%s: a checkpoint and its tail give another state than a replay", d.Fold)
	}

	heard := map[string]*record{} // by key
	bySeq := map[event.Seq]*record{}
	keys := map[string]bool{}
	began := map[event.Seq][]event.Seq{}
	ended := map[event.Seq]bool{}
	queued := map[event.Seq]bool{} // posts that are not forgotten
	sent := map[event.Seq]int{}
	slots := map[string]bool{}
	var last event.Seq
	for r, err := range m.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Seq != last+1 {
			t.Errorf("event %d follows %d", r.Seq, last)
		}
		last = r.Seq
		keys[r.Key] = true
		body, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == "heard" {
			rec := &record{seq: r.Seq, forgotten: body == nil}
			if h, ok := body.(event.Heard); ok {
				rec.text = h.Text
			}
			heard[r.Key], bySeq[r.Seq] = rec, rec
		}
		switch b := body.(type) {
		case event.Edited:
			if rec := bySeq[b.Message]; rec != nil {
				rec.edits++
			}
		case event.Unsaid:
			if rec := bySeq[b.Message]; rec != nil {
				rec.unsaid = true
			}
		case event.TurnBegan:
			began[r.Seq] = b.Messages
		case event.TurnJoined:
			began[r.Cause()] = append(slices.Clip(began[r.Cause()]), b.Messages...)
			all.joined += len(b.Messages)
		case event.TurnEnded:
			turn := r.Cause()
			if ended[turn] {
				t.Errorf("turn %d ended twice", turn)
			}
			ended[turn] = true
			all.answered++
			for _, msg := range began[turn] {
				if rec := bySeq[msg]; rec != nil {
					rec.turns++
				}
			}
		case event.PostQueued:
			queued[r.Seq] = true
			if b.Place.Platform == "" {
				t.Errorf("post %d goes nowhere", r.Seq)
			}
		case event.PostSent:
			sent[b.Post]++
		case event.ReminderFired:
			slot := strconv.FormatUint(uint64(b.Reminder), 10) + b.Slot.String()
			if slots[slot] {
				t.Errorf("reminder %d fired twice for %s", b.Reminder, b.Slot)
			}
			slots[slot] = true
		case event.Forgotten:
			all.forgotten += len(b.Seqs)
		case event.Violation:
			t.Errorf("event %d: %s tried to write %s: %s", r.Seq, b.By, b.Wanted, b.Why)
		}
	}

	checkSaid(t, p, heard, keys, all)
	m.Read(func(v memory.View) {
		// What nobody asked for may wait for a better moment, or for the next process.
		unasked := slices.DeleteFunc(slices.Clone(v.Outbox.Posts), func(p outbox.Post) bool { return p.Asked })
		for _, p := range unasked {
			delete(queued, p.Seq)
		}
		if n := len(v.Thread.Waiting); n > 0 {
			t.Errorf("%d messages wait for ever", n)
		}
		if len(v.Thread.Unsaid) > 0 || len(v.Outbox.Posts) > len(unasked) {
			t.Errorf("left over: unsaid %v, posts %v", v.Thread.Unsaid, v.Outbox.Posts)
		}
	})
	checkShown(t, p, queued, sent, all)
}

// checkSaid finds what was lost or answered twice.
func checkSaid(t *testing.T, p *person, heard map[string]*record, keys map[string]bool, all *tally) {
	t.Helper()
	acked, err := p.far.Acked()
	if err != nil {
		t.Fatal(err)
	}
	known := unique(acked)
	gone := map[connectors.MessageID]bool{}
	for _, s := range p.said {
		if s.kind == connectors.Delete {
			gone[s.about] = true
		}
	}
	for _, s := range p.said {
		all.said++
		if !known[string(s.id)] {
			t.Errorf("%s %s was never acknowledged", s.kind, s.id)
		}
		if s.kind != connectors.Message {
			if !keys["in/folder/"+string(s.id)] {
				t.Errorf("lost: %s %s is acknowledged and not in the ledger", s.kind, s.id)
			}
			continue
		}
		all.messages++
		rec := heard[`heard/folder/"""home"`+string(s.id)]
		switch {
		case rec == nil:
			t.Errorf("lost: %q (%s) is acknowledged and not in the ledger", s.text, s.id)
		case rec.turns == 0 && !rec.forgotten && !rec.unsaid:
			t.Errorf("lost: %q (m%d) is acknowledged and was never answered", s.text, rec.seq)
		case rec.turns > 1+rec.edits && !rec.forgotten:
			t.Errorf("twice: %q (m%d) was edited %d times and answered %d times", s.text, rec.seq, rec.edits, rec.turns)
		case !rec.forgotten && rec.text != s.text:
			t.Errorf("m%d holds %q, %q was said", rec.seq, rec.text, s.text)
		}
	}
}

// checkShown finds posts that were not shown, or twice, and drafts that were left.
func checkShown(t *testing.T, p *person, queued map[event.Seq]bool, sent map[event.Seq]int, all *tally) {
	t.Helper()
	draft, err := p.far.Drafted()
	if err != nil {
		t.Fatal(err)
	}
	if draft.Draft != 0 {
		t.Errorf("of turn %d is left what was drafted: %q", draft.Draft, draft.Text)
	}
	shown, err := p.far.Shown()
	if err != nil {
		t.Fatal(err)
	}
	times := map[string]int{}
	for _, s := range shown {
		times[s.Key]++
		all.posts++
		if s.Again {
			t.Errorf("%s is marked as shown again, although the platform can look it up", s.Key)
		}
	}
	for key, n := range times {
		if n > 1 {
			t.Errorf("twice: %s was shown %d times", key, n)
		}
	}
	for seq := range queued {
		if times["post/"+strconv.FormatUint(uint64(seq), 10)] == 0 {
			t.Errorf("post %d was never shown", seq)
		}
	}
	for _, seq := range slices.Sorted(func(yield func(event.Seq) bool) {
		for s := range sent {
			if !yield(s) {
				return
			}
		}
	}) {
		if sent[seq] > 1 {
			t.Errorf("post %d has %d receipts", seq, sent[seq])
		}
	}
}
