package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/card"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// goals lists what the agent wants to become better at, with how far it has come, and what it
// promised.
func goals(ctx context.Context, l *look) (*turn.Reply, error) {
	var growing []agency.Growth
	var promised []loops.Commitment
	l.turn.Read(func(v memory.View) {
		growing, promised = v.Agency.Growing(l.turn.Now), slices.Clone(v.Loops.Commitments)
		for i := range growing {
			growing[i].Evidence = slices.Clone(growing[i].Evidence)
		}
	})
	growing, err := visible(ctx, l, growing, alone(func(g agency.Growth) event.Seq { return g.Seq }))
	if err != nil {
		return nil, err
	}
	promised, err = visible(ctx, l, promised, alone(func(c loops.Commitment) event.Seq { return c.Seq }))
	if err != nil {
		return nil, err
	}
	if len(growing)+len(promised) == 0 {
		return l.says(new(phrase.Text).Say("I have no goal, and no promise of mine is open. `goal add ask before you assume` gives me one; what I promise in an answer is listed here until it is kept.")), nil
	}
	items := func(yield func(*phrase.Text, error) bool) {
		if len(growing) > 0 && !yield(label("What I work on"), nil) {
			return
		}
		for i, g := range growing {
			rests := append([]event.Seq{g.Seq}, g.Evidence...)
			t := new(phrase.Text).Claim(rests, "`%d` %s: %s", i+1, quote(g.Text), progress(g))
			if !yield(t, nil) {
				return
			}
		}
		if len(promised) > 0 && !yield(label("What I promised"), nil) {
			return
		}
		for _, c := range promised {
			if !yield(new(phrase.Text).Say("`c%d` ", c.Seq).Claim([]event.Seq{c.Seq}, "%s (%s)", quote(c.Text), l.turn.FullDay(c.On)), nil) {
				return
			}
		}
	}
	foot := new(phrase.Text).Say("`goal drop N` ends a goal")
	if len(promised) > 0 {
		foot.Say("; `done c%d` closes a promise", promised[0].Seq)
	}
	return l.list(goalsHead(growing, promised), items, foot.Say("."))
}

// goalsHead says how many goals and promises there are.
func goalsHead(growing []agency.Growth, promised []loops.Commitment) *phrase.Text {
	var parts []string
	var rests []event.Seq
	if len(growing) > 0 {
		parts = append(parts, phrase.Count(len(growing), "goal")+" of mine")
		rests = append(rests, numbers(growing, func(g agency.Growth) event.Seq { return g.Seq })...)
	}
	if len(promised) > 0 {
		parts = append(parts, phrase.Count(len(promised), "open promise"))
		rests = append(rests, numbers(promised, func(c loops.Commitment) event.Seq { return c.Seq })...)
	}
	return new(phrase.Text).Claim(rests, "**%s.**", strings.Join(parts, ", "))
}

// progress words how far a goal has come, and by how much that is shown.
func progress(g agency.Growth) string {
	stage := string(g.Stage())
	if g.Stage() == agency.Seed {
		stage = "new"
	}
	switch n := len(g.Evidence); n {
	case 0:
		return stage + ", nothing shows it yet"
	case 1:
		return stage + ", one thing shows it"
	default:
		return fmt.Sprintf("%s, %s show it", stage, phrase.Count(n, "thing"))
	}
}

// listed is for how long what was found outside is shown.
const listed = 30 * 24 * time.Hour

// thoughts lists what the agent has in mind, wonders about and means to bring up, and what it found outside of late.
func thoughts(ctx context.Context, l *look) (*turn.Reply, error) {
	type line struct {
		under string
		text  *phrase.Text
		seq   event.Seq
	}
	said := func(under, text string, seq event.Seq) line {
		return line{under, new(phrase.Text).Claim([]event.Seq{seq}, "%s", quote(text)), seq}
	}
	var lines []line
	l.turn.Read(func(v memory.View) {
		for _, t := range v.Agency.Thoughts {
			lines = append(lines, said("In mind, the most pressing first", t.Text, t.Seq))
		}
		for _, m := range v.Agency.Musing(l.turn.Now) {
			lines = append(lines, line{"Thought over in the last day, by myself", new(phrase.Text).Claim(append([]event.Seq{m.Seq}, m.Cites...), "%s", m.Text), m.Seq})
		}
		for _, c := range v.Agency.Wondering() {
			lines = append(lines, said("Wondering about", c.Topic, c.Seq))
		}
		for _, i := range v.Agency.Intentions {
			lines = append(lines, said("To be brought up", i.Text, i.Seq))
		}
		for _, f := range slices.Backward(v.Agency.Since(l.turn.Now.Add(-listed))) {
			rests := []event.Seq{f.Seq}
			about := new(phrase.Text).Claim(rests, "%s: ", card.About(f.Discovered, v.Agency.Topic(f.Curiosity)))
			lines = append(lines, line{"Found outside", about.Add(card.Found(f.Discovered, rests, l.turn.Now)), f.Seq})
		}
	})
	lines, err := visible(ctx, l, lines, alone(func(x line) event.Seq { return x.seq }))
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return l.says(new(phrase.Text).Say("I have nothing in mind beyond what you ask. `keep in mind: TEXT`, `wonder about: TEXT` or `next time we talk: TEXT` change that.")), nil
	}
	items := func(yield func(*phrase.Text, error) bool) {
		for i, x := range lines {
			if (i == 0 || lines[i-1].under != x.under) && !yield(label(x.under), nil) {
				return
			}
			if !yield(x.text, nil) {
				return
			}
		}
	}
	return l.list(new(phrase.Text).Say("**What I have in mind.**"), items, nil)
}
