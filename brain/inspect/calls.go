package inspect

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// call is one call of a language model as the ledger has it.
type call struct {
	asked, called seen // called has no payload if the call was never settled
	event.ModelAsked
	receipt event.ModelCalled
}

// succeeded is the outcome of a call that brought an answer.
const succeeded = "ok"

// rests names what states a call: what was asked, and how it ended.
func (c call) rests() []event.Seq {
	if c.called.payload == nil {
		return []event.Seq{c.asked.Seq}
	}
	return []event.Seq{c.asked.Seq, c.called.Seq}
}

// outcome is how the call ended, in words.
func (c call) outcome() string {
	if c.called.payload == nil {
		return "not settled"
	}
	return c.receipt.Outcome
}

// cost is what the call has to be paid with, or what is set aside for it.
func (c call) cost() int64 {
	if c.called.payload == nil {
		return c.Most
	}
	return c.receipt.Cost
}

// guessed says that the cost is the most it can have been.
func (c call) guessed() bool { return c.called.payload == nil || c.receipt.Guessed }

// calls are the calls of one turn, in the order they were made.
type calls []call

// take looks whether an event belongs to the calls of a turn, and keeps it if so. A call
// names its turn as its cause, or the message that the turn answers; its end names the
// call, and what was said names its end.
func (cs *calls) take(e seen, began event.Seq, messages []event.Seq) bool {
	switch p := e.payload.(type) {
	case event.ModelAsked:
		if e.Cause() != began && !slices.Contains(messages, p.Message) {
			return false
		}
		*cs = append(*cs, call{asked: e, ModelAsked: p})
		return true
	case event.ModelCalled:
		for i := range *cs {
			if (*cs)[i].asked.Seq == e.Cause() {
				(*cs)[i].called, (*cs)[i].receipt = e, p
				return true
			}
		}
	}
	// What was said in a call may be forgotten, and then has no payload.
	return e.Kind == "model.exchanged" && slices.ContainsFunc(*cs, func(c call) bool { return c.called.Seq != 0 && c.called.Seq == e.Cause() })
}

// rests names what states the calls.
func (cs calls) rests() (seqs []event.Seq) {
	for _, c := range cs {
		seqs = append(seqs, c.rests()...)
	}
	return seqs
}

// bill is what calls came to.
type bill struct {
	cost         int64 // millionths of a US dollar
	guessed      bool
	in, read     int // tokens; read are those of in that came from the cache
	out          int
	took         time.Duration
	wrote, tried []string // models that answered, and those that did not with their reasons
}

// bill adds the calls up.
func (cs calls) bill() bill {
	var b bill
	type miss struct{ model, why string }
	var misses []miss
	times := map[miss]int{}
	for _, c := range cs {
		r := c.receipt
		b.cost += c.cost()
		b.guessed = b.guessed || c.guessed()
		b.in += r.In + r.CacheRead + r.CacheWrite
		b.read += r.CacheRead
		b.out += r.Out
		b.took += time.Duration(r.Took) * time.Millisecond
		if c.outcome() == succeeded {
			if !slices.Contains(b.wrote, c.Model) {
				b.wrote = append(b.wrote, c.Model)
			}
			continue
		}
		m := miss{c.Model, c.outcome()}
		if times[m]++; times[m] == 1 {
			misses = append(misses, m)
		}
	}
	for _, m := range misses {
		why := m.why
		if n := times[m]; n > 1 {
			why = fmt.Sprintf("%s, %d times", why, n)
		}
		b.tried = append(b.tried, m.model+" ("+why+")")
	}
	return b
}

// tokens words what was read and written: "14,210 tokens in, 12,800 of them cached, 2,150 out".
func (b bill) tokens() string {
	s := phrase.Count(b.in, "token") + " in"
	if b.read > 0 {
		s += ", " + phrase.Thousands(b.read) + " of them cached"
	}
	return s + ", " + phrase.Thousands(b.out) + " out"
}

// price words what it cost.
func (b bill) price() string {
	if b.guessed && b.cost > 0 {
		return "at most " + phrase.Cost(b.cost)
	}
	return phrase.Cost(b.cost)
}

// seconds words how long something took: "11.2 s".
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// conjoin lists names: "a", "a and b", "a, b and c".
func conjoin(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// written words who wrote an answer, and what it took (MESSAGES 4).
func (w *weighed) written(t *phrase.Text, name string) {
	cs := w.turn.calls
	b := cs.bill()
	if len(b.wrote) > 0 {
		name = conjoin(b.wrote)
	}
	t.Say("Written by ").Claim(append(cs.rests(), w.post.Seq), "%s", name)
	if len(cs) > 0 {
		t.Claim(cs.rests(), " in %s for %s (%s)", seconds(b.took), b.price(), b.tokens())
	}
	t.Say(".")
	w.passed(t)
}

// passed names the models that were asked for this answer and did not give it.
func (w *weighed) passed(t *phrase.Text) {
	b := w.turn.calls.bill()
	switch {
	case len(b.tried) == 0:
	case len(b.wrote) > 0:
		t.Say(" Asked as well, without an answer: ").Claim(w.turn.calls.rests(), "%s", conjoin(b.tried)).Say(".")
	default:
		t.Say(" Asked before, without an answer: ").Claim(w.turn.calls.rests(), "%s; %s", conjoin(b.tried), b.price()).Say(".")
	}
}

// line words one call with its parameters, for "why more".
func (c call) line(l *look, n, of int) *phrase.Text {
	t := new(phrase.Text)
	t.Claim(c.rests(), "Call %d of %d: %s, %s from %s, try %d", n, of, c.Role, c.Model, l.provider(c.Provider), max(1, c.Try))
	t.Claim(c.rests(), "; at most %s out", phrase.Count(c.MaxTokens, "token"))
	for _, p := range []struct{ name, value string }{{"creativity", c.Creativity}, {"effort", c.Effort}} {
		if p.value != "" {
			t.Say(", %s %s", p.name, p.value)
		}
	}
	if c.Tools > 0 {
		t.Claim(c.rests(), ", %s", phrase.Count(c.Tools, "tool"))
	}
	t.Say(": ").Claim(c.rests(), "%s", c.outcome())
	if c.receipt.Stop != "" && c.receipt.Stop != "done" {
		t.Say(", stopped by %s", c.receipt.Stop)
	}
	b := calls{c}.bill()
	if c.called.payload == nil {
		return t.Claim(c.rests(), ", %s set aside", b.price())
	}
	return t.Claim(c.rests(), ", %s, %s, %s", b.tokens(), b.price(), seconds(b.took))
}

// provider is what people call a provider.
func (l *look) provider(name string) string {
	if of := l.turn.Host.Of(name); len(of) > 0 {
		return of[0].Runs()
	}
	return name
}
