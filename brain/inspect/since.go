package inspect

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

const (
	// bears is the least share of a decision's words, by their rarity, that a later
	// statement must hold to count as bearing on it.
	bears = 0.15
	// mostSince bounds how many statements are listed.
	mostSince = 8
)

// Evidence is one thing that came after a decision and bears on it.
type Evidence struct {
	Seq  event.Seq // the event that it is
	Side string    // event.SideFor, event.SideAgainst, or "" where no rule is sure of one
	told *phrase.Text

	history bool        // what the principal made of the decision: told, and no evidence
	covers  []event.Seq // other events that it tells of
}

// Words are how it is told, without the links of its dates.
func (e Evidence) Words() string { return bare(e.told.String()) }

// Quoted are the words of people in it.
func (e Evidence) Quoted() []string {
	var quoted []string
	for i, part := range strings.Split(e.Words(), `"`) {
		if i%2 == 1 {
			quoted = append(quoted, part)
		}
	}
	return quoted
}

// worded is how it is told on a side.
func (e Evidence) worded(side string) *phrase.Text {
	t := new(phrase.Text)
	switch side {
	case event.SideFor:
		t.Say("For it: ")
	case event.SideAgainst:
		t.Say("Against it: ")
	}
	return t.Add(e.told)
}

// since lists what came after a decision and bears on it: first what touches the reason it was
// made for, then what moved in the economy, then what the principal made of it since, then what was said, each the newest first.
// A side is taken only where a rule is sure of it: a reason that was corrected or is disputed
// speaks against the decision, one that was heard again for it; that a review kept it is neither.
func (l *look) since(ctx context.Context, d decisions.Decision) ([]Evidence, error) {
	held, err := l.grounding(ctx, d)
	if err != nil {
		return nil, err
	}
	all, err := l.reasonsGone(ctx, d, held)
	if err != nil {
		return nil, err
	}
	for _, of := range []func(context.Context, decisions.Decision, []seen) ([]Evidence, error){l.reasonsDisputed, l.reasonsRepeated} {
		more, err := of(ctx, d, held)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	all = append(all, l.movedSince(d)...)
	for _, r := range slices.Backward(d.Revisions) {
		all = append(all, Evidence{Seq: r.Seq, told: l.revision(r), history: true})
	}
	said, err := l.bearing(ctx, d, all)
	return append(all, said...), err
}

// grounding gives the memories of what was said when a decision was made.
func (l *look) grounding(ctx context.Context, d decisions.Decision) ([]seen, error) {
	told, err := l.madeOf(ctx, d)
	if err != nil {
		return nil, err
	}
	held, err := l.resting(ctx, told, "learned")
	return slices.DeleteFunc(held, func(m seen) bool { return m.payload == nil || m.Seq > d.Seq+maxTurn }), err
}

// madeOf gives the events that a decision was made of: its proposal, and the messages.
func (l *look) madeOf(ctx context.Context, d decisions.Decision) ([]event.Seq, error) {
	made, _, err := l.event(ctx, d.Seq)
	if err != nil {
		return nil, err
	}
	told := slices.Clone(made.From)
	if d.Proposal != 0 {
		proposal, _, err := l.event(ctx, d.Proposal)
		if err != nil {
			return nil, err
		}
		told = append(told, proposal.From...)
	}
	return told, nil
}

// reasonsGone lists what the decision rested on and was corrected since.
func (l *look) reasonsGone(ctx context.Context, d decisions.Decision, held []seen) ([]Evidence, error) {
	var gone []Evidence
	for _, m := range held {
		by, ended, err := l.superseded(ctx, m)
		if err != nil {
			return nil, err
		}
		line, err := l.evidence(ctx, m)
		if err != nil {
			return nil, err
		}
		if !ended || line == nil || by.At.Before(d.On) {
			continue
		}
		line.Claim([]event.Seq{by.Seq}, ", corrected %s", l.turn.FullDay(by.At))
		gone = append(gone, Evidence{Seq: by.Seq, Side: event.SideAgainst, told: line})
	}
	return gone, nil
}

// reasonsDisputed lists what the decision rested on and another statement contradicts.
func (l *look) reasonsDisputed(ctx context.Context, _ decisions.Decision, held []seen) (found []Evidence, err error) {
	var open []beliefs.Dispute
	l.turn.Read(func(v memory.View) { open = v.Beliefs.Disputes() })
	for _, o := range open {
		if !slices.ContainsFunc(held, func(m seen) bool { return slices.Contains(o.Between, m.Seq) }) {
			continue
		}
		sides, err := l.named(ctx, o.Between)
		if err != nil {
			return nil, err
		}
		told := new(phrase.Text).Say("two statements disagree: ")
		shown, covers := 0, slices.Clone(o.Between)
		for _, side := range sides {
			covers = append(covers, side.From...)
			line, err := l.evidence(ctx, side)
			if err != nil {
				return nil, err
			}
			if line == nil {
				continue
			}
			if shown++; shown > 1 {
				told.Say(" and ")
			}
			told.Add(line)
		}
		if shown == 2 {
			found = append(found, Evidence{Seq: o.Seq, Side: event.SideAgainst, told: told, covers: covers})
		}
	}
	return found, nil
}

// mostRepeated is how many of the newest reinforcements are looked through.
const mostRepeated = 500

// reasonsRepeated lists what was heard again since of what the decision rested on.
func (l *look) reasonsRepeated(ctx context.Context, d decisions.Decision, held []seen) (found []Evidence, err error) {
	if len(held) == 0 {
		return nil, nil
	}
	again, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{"reinforced"}, After: d.Seq, Before: l.asked, Newest: true, Limit: mostRepeated})
	if err != nil {
		return nil, err
	}
	for _, r := range again {
		p, ok := r.payload.(event.Reinforced)
		if !ok || p.As != event.Again || len(p.Roots) == 0 || r.At.Before(d.On) || !slices.ContainsFunc(held, func(m seen) bool { return m.Seq == p.Memory }) {
			continue
		}
		root, ok, err := l.event(ctx, p.Roots[0])
		if err != nil {
			return nil, err
		}
		line, err := l.evidence(ctx, root)
		if err != nil {
			return nil, err
		}
		if ok && line != nil {
			found = append(found, Evidence{Seq: root.Seq, Side: event.SideFor, told: new(phrase.Text).Say("said again: ").Add(line)})
		}
	}
	return found, nil
}

// bearing finds what was said after a decision and shares its words. What stands in the list
// already is left out.
func (l *look) bearing(ctx context.Context, d decisions.Decision, listed []Evidence) ([]Evidence, error) {
	ask := store.Query{
		Text: matter(d.Text + " " + d.Reason), Audiences: l.sight.Audiences(), Limit: 4 * mostSince,
		Kinds: []store.Kind{store.Said, store.Heard, store.Fact, store.Belief}, From: d.On, Now: l.turn.Now,
	}
	asks := []store.Query{ask}
	if ask.Text = matter(d.Standing()); d.Standing() != d.Text { // by itself: further words must not make a share smaller
		asks = append(asks, ask)
	}
	results, err := l.turn.Store.SearchAll(ctx, asks...)
	if err != nil {
		return nil, err
	}
	var seqs []event.Seq
	repeats := map[event.Seq]event.Seq{}
	for _, r := range results {
		for _, h := range r.Hits {
			seq := event.Seq(h.Item.Seq)
			if h.Coverage < bears || slices.Contains(seqs, seq) {
				continue
			}
			seqs = append(seqs, seq)
			for _, twin := range h.Twins {
				if t := event.Seq(twin); !slices.Contains(seqs, t) {
					seqs, repeats[t] = append(seqs, t), seq
				}
			}
		}
	}
	found, err := l.named(ctx, slices.DeleteFunc(seqs, func(s event.Seq) bool { return s >= l.asked }))
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(e seen) bool { _, states := stated(e); return !states })
	states := numbers(found, func(e seen) event.Seq { return e.Seq })
	// What nearly repeats a statement is left to that; what a question hid takes its place.
	found = slices.DeleteFunc(found, func(e seen) bool { of, repeat := repeats[e.Seq]; return repeat && slices.Contains(states, of) })
	told, err := l.madeOf(ctx, d) // the messages that made the decision are not news
	if err != nil {
		return nil, err
	}
	for _, e := range listed {
		told = append(append(told, e.Seq), e.covers...)
	}
	slices.SortFunc(found, func(a, b seen) int { return cmp.Or(saidOn(b).Compare(saidOn(a)), cmp.Compare(b.Seq, a.Seq)) })
	var said []Evidence
	for _, e := range found {
		words, _ := stated(e)
		if len(said) == mostSince || slices.Contains(told, e.Seq) || !saidOn(e).After(d.On) {
			continue
		}
		// A message and the memory made from it are one piece of evidence.
		if e.Kind == "learned" && slices.ContainsFunc(e.From, func(s event.Seq) bool { return slices.Contains(told, s) }) {
			continue
		}
		line, err := l.evidence(ctx, e)
		if err != nil {
			return nil, err
		}
		if line != nil {
			said = append(said, Evidence{Seq: e.Seq, Side: sideOf(d, words), told: line})
			told = append(append(told, e.Seq), e.From...)
		}
	}
	return said, nil
}

// matter is what a decision is about: its words without those that only say that it is one.
func matter(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), func(w string) bool {
		w = strings.ToLower(strings.Trim(w, ".,;:!?\"'"))
		return strings.HasPrefix(w, "decid") || strings.HasPrefix(w, "decis") || w == "agreed" || w == "we" || w == "we've" || w == "i" || w == "i've"
	}), " ")
}

// stated gives the words of what may be evidence; false for what the principal asked, or told the
// agent to do: that states nothing.
func stated(e seen) (words string, ok bool) {
	switch p := e.payload.(type) {
	case event.Learned:
		return cmp.Or(p.Quote, p.Text), true
	case event.Heard:
		if e.Trust != event.ByPrincipal {
			return p.Text, true
		}
		c, parsed := command.Parse(p.Text)
		told := parsed && (c.Name == "remember" || c.Name == "wrong")
		return p.Text, told || !parsed && !addressed(p.Text)
	}
	return "", true
}

// toAgent are the words that begin what is said to the agent about a decision, however it goes on.
var toAgent = strings.Fields("revisit review amend reverse record decisions remind show find why undo forget")

// addressed says whether a message asks or orders the agent, by a question mark, by the handle of a
// thing, or by how it begins.
func addressed(text string) bool {
	text = strings.TrimSpace(text)
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?`", r) })
	for len(fields) > 0 && slices.Contains([]string{"actually", "please", "citadel", "now", "then", "ok", "and"}, fields[0]) {
		fields = fields[1:]
	}
	if len(fields) == 0 || strings.HasSuffix(text, "?") || slices.Contains(toAgent, fields[0]) {
		return true
	}
	if fields[0] == "make" || fields[0] == "set" || fields[0] == "change" || fields[0] == "move" {
		return strings.Contains(text, "review date")
	}
	return slices.ContainsFunc(fields, func(f string) bool {
		h, err := command.ParseHandle(f)
		return err == nil && h.Letter == 'd'
	})
}
