// Package volition is what of a model's own wishes is done: the control lines of an answer, and calls
// that wish for the same and for a little more (SPEC §11), checked against what is there and made into
// changes.
//
// All of them are of class mind: they change nothing but what the agent goes by itself, and each
// can be taken back. What a line asks for that cannot be is not done, and says why; a claim is
// recorded with what its check found. Nothing here closes a loop, decides, forgets or touches a
// rule: those are the principal's.
package volition

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/critique"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// Bounds of one answer.
const (
	mostPromises = 5
	longestNote  = 256 // bytes of a field of a reflection (SPEC §17)
)

// Wish is a control line and what became of it: a change, or a fault that says why there is none.
// It has neither where what it asks for is so already.
type Wish struct {
	Verb   critique.Verb
	Change event.Payload
	Fault  string
}

// Answer is what one answer wished for so far: what its earlier wishes did counts for the later ones.
// The zero Answer wished for nothing.
type Answer struct {
	promised []string
	closed   []event.Seq
	thoughts []string // that come before those there are
	noted    int
	grew     []string // goals that were sown, or for which something was done
	sown     int
}

// Weigh checks wishes against the mind at a moment. kindOf gives the kind of an event; false where
// there is none of that number.
func (a *Answer) Weigh(v memory.View, lines []critique.Control, now time.Time, kindOf func(event.Seq) (event.Kind, bool)) []Wish {
	w := weighing{Answer: a, view: v, now: now, kindOf: kindOf}
	wishes := make([]Wish, 0, len(lines))
	for _, c := range lines {
		wish := Wish{Verb: c.Verb, Fault: c.Fault}
		if wish.Fault == "" {
			wish.Change, wish.Fault = w.weigh(c)
		}
		wishes = append(wishes, wish)
	}
	return wishes
}

// Named are the events that claims name by number: those that kindOf is asked for.
func Named(lines []critique.Control) (seqs []event.Seq) {
	for _, c := range lines {
		var in struct {
			Seq event.Seq `json:"seq"`
		}
		if c.Verb == critique.Claim && json.Unmarshal(c.JSON, &in) == nil && in.Seq > 0 {
			seqs = append(seqs, in.Seq)
		}
	}
	return seqs
}

// weighing is an answer, and the moment at which more of its wishes are weighed.
type weighing struct {
	*Answer
	view   memory.View
	now    time.Time
	kindOf func(event.Seq) (event.Kind, bool)
}

func (w *weighing) weigh(c critique.Control) (event.Payload, string) {
	switch c.Verb {
	case critique.Commit:
		return w.commit(c.Text)
	case critique.Close:
		return w.close(c.Text)
	case critique.Claim:
		holds, why := w.check(c.Type, c.JSON)
		return event.Claimed{Type: c.Type, Claim: string(c.JSON), Holds: holds, Why: why}, ""
	case critique.Reflect:
		return w.reflect(c.JSON)
	case critique.Ref:
		return event.Referred{To: c.Text}, ""
	}
	return w.mind(c)
}

func (w *weighing) commit(text string) (event.Payload, string) {
	same := func(s string) bool { return strings.EqualFold(s, text) }
	switch {
	case len(w.promised) == mostPromises:
		return nil, "it promises too much at once"
	case slices.ContainsFunc(w.view.Loops.Commitments, func(c loops.Commitment) bool { return same(c.Text) }) || slices.ContainsFunc(w.promised, same):
		return nil, "it is promised already"
	}
	w.promised = append(w.promised, text)
	return event.CommitmentMade{Text: text, On: w.now}, ""
}

func (w *weighing) close(handle string) (event.Payload, string) {
	seq, letter := number(handle)
	if letter != 'c' {
		return nil, "a loop is the principal's to close"
	}
	if _, open := w.view.Loops.Commitment(seq); !open || slices.Contains(w.closed, seq) {
		return nil, "no such promise is open"
	}
	w.closed = append(w.closed, seq)
	return event.CommitmentClosed{Commitment: seq, Outcome: "done"}, ""
}

// number reads a handle such as "c12"; zero where it is none.
func number(handle string) (event.Seq, byte) {
	if len(handle) < 2 {
		return 0, 0
	}
	n, err := strconv.ParseUint(handle[1:], 10, 64)
	if err != nil {
		return 0, 0
	}
	return event.Seq(n), handle[0]
}

// check holds a claim against the ledger. A type that cannot be checked does not hold.
func (w *weighing) check(sort string, claim json.RawMessage) (holds bool, why string) {
	var in struct {
		Seq    event.Seq  `json:"seq"`
		Kind   event.Kind `json:"kind"`
		Handle string     `json:"handle"`
		Text   string     `json:"text"`
		Open   *bool      `json:"open"`
	}
	if err := json.Unmarshal(claim, &in); err != nil {
		return false, "it is not an object of the form its type has"
	}
	seq, letter := number(in.Handle)
	switch sort {
	case "event":
		kind, ok := w.kindOf(in.Seq)
		switch {
		case !ok:
			return false, fmt.Sprintf("there is no event %d", in.Seq)
		case in.Kind != "" && in.Kind != kind:
			return false, fmt.Sprintf("event %d is of another kind", in.Seq)
		}
		return true, ""
	case "commitment":
		c, open := w.view.Loops.Commitment(seq)
		switch {
		case letter != 'c' || in.Open != nil && *in.Open != open || in.Open == nil && !open:
			return false, "no such promise stands so"
		case in.Text != "" && !strings.EqualFold(in.Text, c.Text):
			return false, "the promise reads otherwise"
		}
		return true, ""
	case "decision":
		d, ok := w.view.Decisions.Decision(seq)
		switch {
		case letter != 'd' || !ok || d.Reversed():
			return false, "no such decision stands"
		case in.Text != "" && !strings.EqualFold(in.Text, d.Standing()):
			return false, "the decision reads otherwise"
		}
		return true, ""
	}
	return false, "nothing can check a claim of this type"
}

// reflect notes what a model says of the turn. The same as before is not noted again.
func (w *weighing) reflect(note json.RawMessage) (event.Payload, string) {
	var in struct{ Intent, Outcome, Next string }
	if err := json.Unmarshal(note, &in); err != nil {
		return nil, "it is not an object of intent, outcome and next"
	}
	p := event.Reflected{Intent: short(in.Intent), Outcome: short(in.Outcome), Next: short(in.Next)}
	switch {
	case p == event.Reflected{}:
		return nil, "it says nothing"
	case w.view.Self.Note != nil && w.view.Self.Note.Reflected == p:
		return nil, ""
	}
	return p, ""
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	n := min(len(s), longestNote)
	for n < len(s) && n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
