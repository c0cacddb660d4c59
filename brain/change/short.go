package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/amend"
	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// short takes what says only what is right: "no, Braga" (see package amend). It replaces the one
// thing in the last exchange that it can stand for, and asks where there are several. Where there
// is none it says so, if no model is there that may know what else is meant; nil leaves the message
// to others.
func short(ctx context.Context, t *turn.Turn, c amend.Correction) (*turn.Reply, error) {
	said, err := lastSaid(ctx, t)
	if err != nil {
		return nil, err
	}
	changes, same := said.changes(c)
	switch {
	case len(changes) == 0 && same != nil:
		return asIs(t, *same), nil
	case len(changes) == 0 && (!c.Certain() || t.Host.Reasons()):
		return nil, nil
	case len(changes) == 0:
		return ofNothing(t, c.Right), nil
	case len(changes) > 1:
		return whichOne(t, c.Right, changes), nil
	}
	r := begin(t)
	learn(t, r, changes[0].items, changes[0].against)
	return r, tellCorrection(ctx, t, r, changes[0].now, changes[0].items, changes[0].against)
}

// shortly is short for what the grammar of commands takes for a correction: where it corrects
// nothing it is talk.
func shortly(ctx context.Context, t *turn.Turn, c amend.Correction) (*turn.Reply, error) {
	r, err := short(ctx, t, c)
	if r == nil && err == nil {
		t.Command = nil
	}
	return r, err
}

// uncommanded takes corrections that the grammar of commands leaves: it knows nothing of what was
// said before, and these are corrections only by that.
func uncommanded(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Last().Spoken != nil {
		return nil, nil
	}
	c, ok := amend.Read(t.Text)
	if !ok {
		return opposing(ctx, t)
	}
	asCommand(t, c.Right)
	return shortly(ctx, t, c)
}

// saying is something the principal said, in his words, with the statements that stand for it.
type saying struct {
	text   string
	states []statement
}

// exchange is what was said last.
type exchange struct {
	sayings []saying
	asked   string // the question in it, if there was one
}

// lastSaid gives what the last exchange in this room was about, as far as it may be told here.
func lastSaid(ctx context.Context, t *turn.Turn) (e exchange, err error) {
	seqs, err := lately(ctx, t)
	if err != nil || len(seqs) == 0 {
		return e, err
	}
	known, err := statements(ctx, t, seqs)
	if err != nil {
		return e, err
	}
	more, err := unread(ctx, t, seqs)
	if err != nil {
		return e, err
	}
	if known, err = tellable(ctx, t, append(known, more...), statement.seqs); err != nil {
		return e, err
	}
	for _, s := range known {
		text := s.item.Quote
		if !s.memory {
			if text, err = saidBefore(ctx, t, s); err != nil {
				return e, err
			}
		}
		i := slices.IndexFunc(e.sayings, func(o saying) bool { return o.text == text && o.states[0].message == s.message })
		if i < 0 {
			i = len(e.sayings)
			e.sayings = append(e.sayings, saying{text: text})
		}
		e.sayings[i].states = append(e.sayings[i].states, s)
	}
	heard, err := all(ctx, t, ledger.Query{Seqs: seqs, Kinds: []event.Kind{event.Heard{}.Kind()}})
	for _, rec := range heard {
		p, err := rec.Payload()
		if err != nil {
			return e, err
		}
		if h, ok := p.(event.Heard); ok && rec.Trust == event.ByPrincipal && !extract.Asserts(h.Text) {
			e.asked = h.Text
		}
	}
	return e, err
}

// saidBefore is the message of a statement of which no memory was made: a correction of a part of
// it restates the whole.
func saidBefore(ctx context.Context, t *turn.Turn, s statement) (string, error) {
	_, p, err := t.Event(ctx, s.message)
	h, ok := p.(event.Heard)
	if err != nil || !ok {
		return s.item.Quote, err
	}
	return extract.Stated(h.Text), nil
}

// amended is one way in which a correction can be meant.
type amended struct {
	was, now string
	items    []extract.Item // what is stated now
	against  []statement    // and was stated before
}

// changes gives the ways in which a correction can be meant: where a question was asked, those that
// change its answer, else all. same is a statement that says so already, where there is one.
func (e exchange) changes(c amend.Correction) (ways []amended, same *statement) {
	focus := e.answer()
	var focused []amended
	for _, s := range e.sayings {
		places, as := c.Places(s.text)
		if as && same == nil {
			same = &s.states[0]
		}
		for _, p := range places {
			w := s.amend(p)
			if i := slices.IndexFunc(ways, func(o amended) bool { return strings.EqualFold(phrase.Bare(o.now), phrase.Bare(w.now)) }); i >= 0 {
				ways[i].against = distinct(append(ways[i].against, w.against...))
				continue
			}
			ways = append(ways, w)
			if focus != nil && slices.ContainsFunc(w.against, func(o statement) bool { return o.seq == focus.seq }) && strings.Contains(focus.item.Value, p.Was) {
				focused = append(focused, w)
			}
		}
	}
	if len(focused) == 1 && len(ways) > 1 {
		return focused, nil
	}
	return ways, same
}

// answer is the statement that answers the question of the exchange.
func (e exchange) answer() *statement {
	if e.asked == "" {
		return nil
	}
	var items []extract.Item
	var of []statement
	for _, s := range e.sayings {
		for _, st := range s.states {
			items, of = append(items, st.item), append(of, st)
		}
	}
	if i, _ := extract.Answer(extract.Ask(e.asked), items); i >= 0 {
		return &of[i]
	}
	return nil
}

// amend is the saying with a correction in its place. Of what no memory was made all is stated
// anew; of memories those end that are not stated any more.
func (s saying) amend(p amend.Place) (w amended) {
	w.was, w.now = p.Was, p.Now
	stated := func(it extract.Item, among []extract.Item) bool {
		return slices.ContainsFunc(among, func(o extract.Item) bool {
			return o.Subject == it.Subject && o.Attribute == it.Attribute && o.Value == it.Value && o.Negated == it.Negated
		})
	}
	old := extract.Read(extract.Utterance{Text: s.text})
	for _, it := range extract.Read(extract.Utterance{Text: p.Now, At: s.states[0].on}) {
		if s.states[0].memory && stated(it, old) {
			continue
		}
		// These are not his words as he wrote them, so they are no quote.
		it.Text, it.Quote = phrase.Bare(p.Now), ""
		w.items = append(w.items, it)
	}
	if len(w.items) == 0 {
		w.items = []extract.Item{{Kind: extract.Statement, Text: phrase.Bare(p.Now), Importance: keptImportance}}
	}
	now := extract.Read(extract.Utterance{Text: p.Now})
	for _, st := range s.states {
		if !st.memory {
			st.sole = true // all that it says is stated anew
		}
		if st.item.Attribute == "" || !stated(st.item, now) {
			w.against = append(w.against, st)
		}
	}
	if len(w.against) == 0 {
		w.against = s.states
	}
	return w
}

// asIs says that a statement is known as it is said to be right.
func asIs(t *turn.Turn, s statement) *turn.Reply {
	r := begin(t)
	r.Text.Say("I have it so: ").Claim(s.seqs(), "%s (%s)", quoted(s.item.Quote, phrase.MaxQuote), s.source(t)).Say(".")
	return r
}

// ofNothing says that what was heard corrects nothing that is known here, and keeps nothing.
func ofNothing(t *turn.Turn, right string) *turn.Reply {
	r := correcting(t)
	r.Text.Say("I heard ").Claim(t.Heard(), "%s", quoted(right, phrase.MaxQuote))
	r.Text.Say(", but don't know what it corrects, and changed nothing. Say it in full, as in `no, Ana lives in Braga now`.")
	return r
}

// whichOne asks which of several things is to be replaced.
func whichOne(t *turn.Turn, right string, ways []amended) *turn.Reply {
	r := correcting(t)
	r.Text.Say("What is ").Claim(t.Heard(), "%s", quoted(right, phrase.MaxQuote)).Say(" to replace?")
	for _, w := range ways[:min(len(ways), mostShown)] {
		s := w.against[0]
		r.Text.Item().Claim(s.seqs(), "%s, in %s (%s)", quoted(w.was, phrase.MaxQuote), quoted(s.item.Quote, phrase.MaxQuote), s.source(t))
		if len(r.Buttons) < mostButtons {
			r.Buttons = append(r.Buttons, event.Button{Label: w.was, Says: "no, " + phrase.Bare(w.now)})
		}
	}
	return r
}

// correcting begins the reply to a correction that is not taken; its message is not read for what
// could be learned of it.
func correcting(t *turn.Turn) *turn.Reply {
	r := begin(t)
	r.Change(event.Integrated{Messages: []event.Seq{t.Last().Seq}, By: byRules})
	return r
}

// lately gives what the last exchange in this room was about: what the answer rests on and what
// he said. A reply names its exchange.
func lately(ctx context.Context, t *turn.Turn) (seqs []event.Seq, err error) {
	var last []event.Seq
	if to := t.Last().ReplyTo; to != 0 {
		last = []event.Seq{to}
	} else {
		t.Read(func(v memory.View) {
			if turn, ok := v.Thread.Last(); ok {
				last = append(slices.Clone(turn.Posts), turn.Messages...)
			}
		})
	}
	for _, seq := range last {
		rec, p, err := t.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		var place event.Place
		switch p := p.(type) {
		case event.PostQueued:
			place = p.Place
		case event.Heard:
			place = p.Place
		}
		if p != nil && (place.SharesRoom(t.Place) || seq == t.Last().ReplyTo) {
			seqs = append(seqs, behind(thing{rec: rec, payload: p})...)
		}
	}
	return seqs, nil
}

// opposing takes a sentence that is no command but opposes what was said: "no, I hate coffee",
// "actually, Ana lives in Braga". Nil where it says against nothing that is known.
func opposing(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	text := extract.Stated(t.Text)
	if text == t.Text || len(text) > mostOpposed || strings.Contains(text, "?") {
		return nil, nil
	}
	items := slicesOf(extract.Read(extract.Utterance{Text: t.Text, At: t.Last().On}), func(it extract.Item) bool {
		return it.Subject != "" && it.Attribute != "" && it.Value != "" && it.Source == "" && it.Hedge == ""
	})
	if len(items) == 0 {
		return nil, nil
	}
	seqs, err := lately(ctx, t)
	if err != nil {
		return nil, err
	}
	wide := slices.ContainsFunc(items, func(it extract.Item) bool { return it.Kind == extract.Correction })
	if wide {
		more, err := nearTo(ctx, t, text)
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, more...)
	}
	known, err := statements(ctx, t, seqs)
	if err != nil {
		return nil, err
	}
	var against []statement
	for _, it := range items {
		a, _ := conflicting(known, it)
		against = append(against, a...)
	}
	if len(against) == 0 {
		return nil, nil
	}
	asCommand(t, text)
	r := begin(t)
	against = distinct(against)
	learn(t, r, items, against)
	return r, tellCorrection(ctx, t, r, text, items, against)
}

// mostOpposed is the longest sentence that is read as a correction without being a command, in bytes.
const mostOpposed = 300

// asCommand makes a correction that was found outside the grammar of commands one of them.
func asCommand(t *turn.Turn, right string) {
	t.Command = &command.Command{Name: "wrong", Args: right, Correction: right}
}

// garbled says whether a correction makes no sense: it says the same words twice, ends with what it
// began with, or breaks off.
func garbled(text string) bool {
	words := strings.Fields(plain(text))
	for n := 2; 2*n <= len(words); n++ {
		for i := 0; i+2*n <= len(words); i++ {
			if slices.Equal(words[i:i+n], words[i+n:i+2*n]) {
				return true
			}
		}
	}
	if len(words) < 3 {
		return false
	}
	last := words[len(words)-1]
	return last == words[0] || slices.Contains([]string{"the", "a", "an", "my", "our", "of", "and", "or", "is", "are"}, last)
}
