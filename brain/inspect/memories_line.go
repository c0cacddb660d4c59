package inspect

import (
	"context"
	"time"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// Bounds between the words for a strength, each the least that has it. They are for people:
// nothing is decided by them.
const (
	clearFrom  = 0.50
	fadingFrom = 0.15
)

// bands are the words for a strength, the strongest first.
var bands = []string{"clear", "fading", "faded"}

// band is the number of the word for a strength.
func band(strength float64) int {
	switch {
	case strength >= clearFrom:
		return 0
	case strength >= fadingFrom:
		return 1
	}
	return 2
}

// ahead is how far the strength of a memory is told into the future.
const ahead = 90 * 24 * time.Hour

// days is the age of what happened on a day, at a moment; never below zero.
func days(on, at time.Time) float64 { return max(0, at.Sub(on).Hours()/24) }

// memory words one: "`m402` Ana lives in Porto (you, 15 Mar 2026): fading 0.46, in 90 days
// 0.15; recalled 4 times".
func (l *look) memory(ctx context.Context, m remembered) (*phrase.Text, error) {
	if m.digest != nil {
		return l.folded(m), nil
	}
	p := *m.learned
	who, err := l.said(ctx, m.seen, p)
	if err != nil {
		return nil, err
	}
	letter, seq, err := l.origin(ctx, m.Seq, 'm')
	if err != nil {
		return nil, err
	}
	rests := []event.Seq{m.Seq, seq}
	t := new(phrase.Text).Say("`m%d` ", m.Seq)
	if doubt := l.doubt(m, p); doubt != "" {
		t.Say("%s: ", capital(doubt))
	}
	t.Claim(rests, "%s (%s, %s)", title(p.Text), who,
		phrase.Source(l.turn.FullDay(p.On), letter, seq))
	if m.ended.payload != nil {
		return t.Say(", ").Add(l.over(m)), nil
	}
	if m.within != 0 {
		return t.Say(", long faded: told in `m%d`", m.within), nil
	}
	t.Say(": ").Add(l.strength(m, p))
	for _, more := range l.notes(m, p) {
		t.Say("; ").Claim(rests, "%s", more)
	}
	return t, nil
}

// strength words how strong a memory is and will be.
func (l *look) strength(m remembered, p event.Learned) *phrase.Text {
	rests, class := []event.Seq{m.Seq}, formula.Class(p.Class)
	settled := l.settled(m.Seq)
	now := formula.Strength(class, settled, days(p.On, l.turn.Now))
	then := formula.Strength(class, settled, days(p.On, l.turn.Now.Add(ahead)))
	t := new(phrase.Text)
	if class == formula.Permanent {
		return t.Say("does not fade")
	}
	if phrase.Figure(now) == phrase.Figure(then) {
		return t.Claim(rests, "%s %s, stays so", bands[band(now)], phrase.Figure(now))
	}
	t.Claim(rests, "%s %s, in %d days ", bands[band(now)], phrase.Figure(now), int(ahead.Hours()/24))
	if band(now) != band(then) {
		t.Say("%s ", bands[band(then)])
	}
	return t.Claim(rests, "%s", phrase.Figure(then))
}

// notes are what else is to be said of a memory that holds.
func (l *look) notes(m remembered, p event.Learned) []string {
	var notes []string
	recalls := 0
	l.turn.Read(func(v memory.View) { recalls = v.Warmth.Recalls[m.Seq] })
	h := l.held(m.Seq)
	if len(h.Roots) > 1 {
		notes = append(notes, "rests on "+phrase.Count(len(h.Roots), "message"))
	}
	if h.Confirmed && p.Provenance != event.Stated {
		notes = append(notes, "confirmed by you")
	}
	notes = append(notes, bets(h.Foretold)...)
	if h.Contradicted {
		notes = append(notes, "contradicted")
	}
	if recalls > 0 {
		notes = append(notes, "recalled "+howOften(recalls))
	}
	if l.settled(m.Seq) {
		notes = append(notes, "settled, so it fades half as fast")
	}
	if p.Kept {
		notes = append(notes, "kept at your word")
	}
	if p.Hedged {
		notes = append(notes, "said with doubt")
	}
	return notes
}

// bets word what became of predictions that rested on a memory: it is surer or less sure by them.
func bets(all []beliefs.Outcome) (notes []string) {
	right := 0
	for _, o := range all {
		if o.Right {
			right++
		}
	}
	if right > 0 {
		notes = append(notes, "surer by "+phrase.Count(right, "prediction")+" that came true")
	}
	if wrong := len(all) - right; wrong > 0 {
		notes = append(notes, "less sure by "+phrase.Count(wrong, "prediction")+" that did not come true")
	}
	return notes
}

// doubt words how far something can be relied on that the principal did not state himself
// (MESSAGES 17); nothing where it counts as a fact, or nobody has weighed it.
func (l *look) doubt(m remembered, p event.Learned) string {
	h := l.held(m.Seq)
	if p.Provenance == event.Stated || h.Last.IsZero() {
		return ""
	}
	return phrase.Doubt(h.Belief.Confidence(days(h.Last, l.turn.Now)))
}

// held is what is known of how far a memory can be relied on; zero where nobody has weighed it.
func (l *look) held(seq event.Seq) (h beliefs.Held) {
	l.turn.Read(func(v memory.View) { h, _ = v.Beliefs.Of(seq) })
	return h
}

// settled says whether a memory was consolidated: it keeps twice as long.
func (l *look) settled(seq event.Seq) (yes bool) {
	l.turn.Read(func(v memory.View) { yes = v.Warmth.Settled[seq] })
	return yes
}

func howOften(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return phrase.Thousands(n) + " times"
}

// over says since when a memory no longer holds, and what holds instead.
func (l *look) over(m remembered) *phrase.Text {
	t := new(phrase.Text).Claim([]event.Seq{m.ended.Seq}, "until %s", l.turn.FullDay(saidOn(m.ended)))
	by := m.ended.Seq
	if p, ok := m.ended.payload.(event.Superseded); ok {
		by = p.By
	}
	if by != 0 {
		t.Say(": `m%d` holds instead", by)
	}
	return t
}

// folded words an account of a month by its first line, which says which month it is.
func (l *look) folded(m remembered) *phrase.Text {
	return new(phrase.Text).Say("`m%d` long faded, told in short: ", m.Seq).Claim([]event.Seq{m.Seq}, "%s", title(firstLine(m.digest.Text)))
}
