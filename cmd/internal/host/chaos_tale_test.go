package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// tale is what a ledger tells of a conversation, read record by record, and by nothing
// but its records: the folds are held against it.
type tale struct {
	last  event.Seq
	heard map[string]*heardTale // by platform and the platform's id
	seqs  map[event.Seq]string  // the same, by number
	posts map[event.Seq]*postTale
	shows map[string]event.Seq // by platform and the platform's id: which post it is, or part of

	began     map[event.Seq][]event.Seq
	ended     map[event.Seq]int
	aside     map[event.Seq]bool // turns that set their message aside
	faces     map[part][]string  // emoji on a message
	forgotten map[event.Seq]bool
	pressed   map[string]int       // what was said by pressing: how often
	cards     map[string]event.Seq // posts with buttons, by what pressing says
	kinds     map[event.Kind]int
	stops     []event.Seq    // when "stop" was said, by a message or an edit of one
	passed    map[string]int // what was passed over, by where and why
	wrong     []string
}

// part is a message on a platform: by what it was heard as, or of which post it is all or a part.
type part struct {
	about event.Seq
	id    connectors.MessageID
}

type heardTale struct {
	seq    event.Seq
	times  int
	text   string // as it stands
	trust  event.Trust
	over   bool // overheard
	edits  int
	unsaid bool
	turns  int  // that ended over it, and did not set it aside
	cut    bool // one of them was stopped
	part   bool // and only the talk of it: what needed no model was done
}

type postTale struct {
	place   event.Place
	text    string
	asked   bool
	answers event.Seq
	sent    int
	failed  string
	again   bool
	parts   int
	tries   int
}

func newTale() *tale {
	return &tale{
		heard: map[string]*heardTale{}, seqs: map[event.Seq]string{}, posts: map[event.Seq]*postTale{}, shows: map[string]event.Seq{},
		began: map[event.Seq][]event.Seq{}, ended: map[event.Seq]int{}, aside: map[event.Seq]bool{}, faces: map[part][]string{}, forgotten: map[event.Seq]bool{},
		pressed: map[string]int{}, cards: map[string]event.Seq{}, kinds: map[event.Kind]int{},
		passed: map[string]int{},
	}
}

// named is how a tale calls a message on a platform: their ids are unique on each.
func named(platform string, id connectors.MessageID) string { return platform + "/" + string(id) }

// read goes on to the end of the ledger.
func (a *tale) read(ctx context.Context, m *memory.Mind) error {
	for r, err := range m.Events(ctx, ledger.Query{After: a.last}) {
		if err != nil {
			return err
		}
		if r.Seq != a.last+1 {
			a.fault("event %d follows %d", r.Seq, a.last)
		}
		a.last = r.Seq
		a.kinds[r.Kind]++
		body, err := r.Payload()
		if err != nil {
			return err
		}
		a.take(r, body)
		if body == nil {
			continue
		}
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		if strings.Contains(string(text), secret) {
			a.fault("event %d (%s) holds words of a stranger, or of a thief", r.Seq, r.Kind)
		}
	}
	return nil
}

func (a *tale) fault(format string, args ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
}

func (a *tale) take(r ledger.Record, body event.Payload) {
	switch b := body.(type) {
	case event.Heard:
		a.hears(r, b)
	case event.Edited:
		if h := a.of(b.Message); h != nil {
			h.text = b.Text
			h.edits++
			a.says(r, b.Text)
		}
	case event.Unsaid:
		if h := a.of(b.Message); h != nil {
			h.unsaid = true
		}
	case event.Reacted:
		on := part{b.About, connectors.MessageID(b.Message)}
		if slices.Contains(a.faces[on], b.Emoji) {
			a.fault("event %d puts %s on %v, where it was", r.Seq, b.Emoji, on)
		}
		a.faces[on] = append(a.faces[on], b.Emoji)
	case event.Unreacted:
		on := part{b.About, connectors.MessageID(b.Message)}
		if !slices.Contains(a.faces[on], b.Emoji) {
			a.fault("event %d takes %s off %v, where it was not", r.Seq, b.Emoji, on)
		}
		a.faces[on] = slices.DeleteFunc(a.faces[on], func(e string) bool { return e == b.Emoji })
	case event.Passed:
		a.passed[b.Connector+", "+b.Reason]++
	case event.TurnBegan:
		a.began[r.Seq] = b.Messages
	case event.TurnJoined:
		a.began[r.Cause()] = append(slices.Clip(a.began[r.Cause()]), b.Messages...)
	case event.TurnEnded:
		a.ends(r, b)
	case event.PostQueued:
		p := &postTale{place: b.Place, text: b.Text, asked: b.Answer != nil, parts: 1}
		if b.Answer != nil {
			p.answers = b.Answer.Message
		}
		a.posts[r.Seq] = p
		for _, button := range b.Buttons {
			for _, token := range tokensOf(button.Says) {
				a.cards[token] = r.Seq
			}
		}
	case event.Deferred:
		a.aside[r.Cause()] = true
	case event.PostAttempted:
		a.post(b.Post).tries++
	case event.PostPart:
		p := a.post(b.Post)
		p.parts = max(p.parts, b.Part+1)
		a.arrives(b.Post, b.Message)
	case event.PostSent:
		p := a.post(b.Post)
		p.sent++
		p.again = p.again || b.Again
		if p.parts == 1 {
			a.arrives(b.Post, b.Message)
		}
	case event.PostFailed:
		a.post(b.Post).failed = b.Reason
	case event.Forgotten:
		for _, s := range b.Seqs {
			a.forgotten[s] = true
		}
	case event.Violation:
		a.fault("event %d: %s tried to write %s: %s", r.Seq, b.By, b.Wanted, b.Why)
	}
}

func (a *tale) hears(r ledger.Record, h event.Heard) {
	if rest, ok := strings.CutPrefix(h.Text, pressing); ok {
		for _, token := range tokensOf(rest) {
			a.pressed[h.Place.Platform+"/"+token]++
		}
	}
	name := named(h.Place.Platform, connectors.MessageID(h.Message))
	if old := a.heard[name]; old != nil {
		old.times++
		a.fault("%s was heard as %d and as %d", name, old.seq, r.Seq)
		return
	}
	a.heard[name] = &heardTale{seq: r.Seq, times: 1, text: h.Text, trust: r.Trust, over: h.Overheard}
	a.seqs[r.Seq] = name
	a.says(r, h.Text)
}

func (a *tale) of(seq event.Seq) *heardTale { return a.heard[a.seqs[seq]] }

// ends notes the end of a turn. One is stopped only by a word that came after what it answers.
func (a *tale) ends(r ledger.Record, e event.TurnEnded) {
	turn := r.Cause()
	if a.ended[turn]++; a.ended[turn] > 1 {
		a.fault("turn %d ended %d times", turn, a.ended[turn])
	}
	for _, m := range a.began[turn] {
		h := a.of(m)
		if h == nil || a.aside[turn] {
			continue
		}
		h.turns++
		if e.Outcome != event.Stopped {
			continue
		}
		h.cut, h.part = true, e.By != event.ByStop
		if !slices.ContainsFunc(a.stops, func(word event.Seq) bool { return word > m }) {
			a.fault("turn %d about m%d was stopped, and nobody had said so since", turn, m)
		}
	}
}

// says notes a "stop" in the principal's own words.
func (a *tale) says(r ledger.Record, text string) {
	if text == stopWord && r.Trust == event.ByPrincipal {
		a.stops = append(a.stops, r.Seq)
	}
}

// post gives a post; one that was forgotten has no words any more.
func (a *tale) post(seq event.Seq) *postTale {
	if a.posts[seq] == nil {
		a.posts[seq] = &postTale{parts: 1, failed: "forgotten"}
	}
	return a.posts[seq]
}

func (a *tale) arrives(post event.Seq, id string) {
	name := named(a.posts[post].place.Platform, connectors.MessageID(id))
	if old, ok := a.shows[name]; ok && old != post {
		a.fault("%s is post %d and post %d", name, old, post)
	}
	a.shows[name] = post
}

// goal is what a ledger has to tell when everything that was done has been followed.
type goal struct {
	Heard   map[string]string   // by name: the text as it stands
	Others  map[string]string   // what somebody else said where it is read along
	Unsaid  []string            // heard never, or taken back
	Faces   map[string][]string // by name of a message or a post: the emoji on it, sorted
	Keys    map[string]string   // by name of a post: the key it stands there under
	Blind   []string            // platforms that do not tell which post it was that arrived unseen
	Pressed []string            // at least once
	Kinds   map[event.Kind]int  // how many events of each there are
}

// missing says what a tale does not tell yet, in a fixed order.
func (g goal) missing(a *tale) []string {
	var out []string
	lack := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, name := range slices.Sorted(maps.Keys(g.Heard)) {
		h := a.heard[name]
		switch {
		case h == nil:
			lack("lost: %s was never heard (%q)", name, g.Heard[name])
		case a.forgotten[h.seq]:
		case h.text != g.Heard[name]:
			lack("%s (m%d) says %q, and not %q", name, h.seq, h.text, g.Heard[name])
		case h.over || h.trust != event.ByPrincipal:
			lack("%s (m%d) is not taken for the principal's word", name, h.seq)
		case h.turns == 0:
			lack("lost: %s (m%d) was never answered", name, h.seq)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.Others)) {
		h := a.heard[name]
		switch {
		case h == nil:
			lack("lost: %s was never overheard (%q)", name, g.Others[name])
		case h.text != g.Others[name] || !h.over || h.trust == event.ByPrincipal || h.turns > 0:
			lack("%s (m%d) was not taken for what somebody else said: %+v", name, h.seq, *h)
		}
	}
	for _, name := range g.Unsaid {
		if h := a.heard[name]; h != nil && !h.unsaid && !a.forgotten[h.seq] {
			lack("%s (m%d) was taken back, and stands", name, h.seq)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.Faces)) {
		about := a.shows[name]
		if h := a.heard[name]; h != nil {
			about = h.seq
		}
		platform, id, _ := strings.Cut(name, "/")
		if a.forgotten[about] || a.forgotten[keyed(g.Keys[name])] || about == 0 && slices.Contains(g.Blind, platform) {
			continue
		}
		if got := slices.Sorted(slices.Values(a.faces[part{about, connectors.MessageID(id)}])); !slices.Equal(got, g.Faces[name]) {
			lack("%s (m%d, %s) has %v on it, and not %v", name, about, g.Keys[name], got, g.Faces[name])
		}
	}
	for _, what := range g.Pressed {
		_, token, _ := strings.Cut(what, "/")
		card, there := a.cards[token]
		if there && !a.forgotten[card] && a.pressed[what] == 0 { // what was forgotten took its press along
			lack("lost: nobody heard of the press %s", what)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(g.Kinds)) {
		if n := a.kinds[kind]; n != g.Kinds[kind] {
			lack("there are %d of %s, and not %d", n, kind, g.Kinds[kind])
		}
	}
	return out
}

// postKey is what the platform knows the i-th part of a post by.
func postKey(seq event.Seq, i int) string {
	key := "post/" + strconv.FormatUint(uint64(seq), 10)
	if i > 0 {
		key += "/" + strconv.Itoa(i)
	}
	return key
}

// keyed is the post that a key names; 0 if it is none of a post.
func keyed(key string) event.Seq {
	number, _, _ := strings.Cut(strings.TrimPrefix(key, "post/"), "/")
	seq, err := strconv.ParseUint(number, 10, 63)
	if err != nil {
		return 0
	}
	return event.Seq(seq)
}
