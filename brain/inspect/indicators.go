package inspect

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// indicator is a figure of the economy that is read, and how it moved where that stands out.
type indicator struct {
	economy.Indicator
	move    *economy.Move
	failing bool // it could not be read the last time
}

// indicators lists the figures of the economy that are read: those that moved first, the last move before the others, and
// the rest by name.
func indicators(_ context.Context, l *look) (*turn.Reply, error) {
	var all []indicator
	var pulled economy.Pull
	l.turn.Read(func(v memory.View) {
		pulled = v.Economy.Pulled
		for _, i := range v.Economy.Indicators {
			one := indicator{Indicator: i, failing: slices.ContainsFunc(v.Economy.Failing, func(f economy.Failing) bool { return f.Indicator == i.Name })}
			for _, m := range v.Economy.Moves {
				if m.Indicator == i.Name {
					one.move = &m
				}
			}
			all = append(all, one)
		}
	})
	if len(all) == 0 {
		return l.noIndicators(), nil
	}
	slices.SortStableFunc(all, func(a, b indicator) int {
		switch {
		case a.move != nil && b.move != nil:
			return b.move.On.Compare(a.move.On)
		case a.move != nil:
			return -1
		case b.move != nil:
			return 1
		}
		return 0
	})
	read := l.turn.Heard()
	if pulled.Seq != 0 {
		read = []event.Seq{pulled.Seq}
	}
	head := new(phrase.Text).Claim(read, "**%s of the economy.**", phrase.Count(len(all), "figure")).Say(" I read them every morning.")
	if pulled.Seq != 0 {
		head.Say(" Last read: ").Claim(read, "%s", phrase.Moment(pulled.On, l.turn.Now)).Say(".")
	}
	foot := new(phrase.Text).Say("`graph ").Claim(read, "%s", graph.Words(all[0].Name)).Say("` shows what one bears on, `alerts` what I told of them.")
	return l.list(head, each(all, func(i indicator) (*phrase.Text, error) { return i.line(l, read), nil }), foot)
}

// line is a figure in a line; read is when it was read.
func (i indicator) line(l *look, read []event.Seq) *phrase.Text {
	name := graph.Words(i.Name)
	t := new(phrase.Text).Claim(read, "%s", strings.ToUpper(name[:1])+name[1:])
	if n := len(i.Figures); n > 0 {
		newest := i.Figures[n-1]
		t.Say(": ").Claim(read, "%s on %s (%s)", consequence.One(newest.Value, i.Unit), phrase.Dated(newest.On.Time()), consequence.Publisher(i.Feed))
	} else {
		t.Say(": no figure yet")
	}
	if m := i.move; m != nil && m.Measure != nil {
		t.Say("; moved ").Claim([]event.Seq{m.Seq}, "%s by %s", consequence.Change(m.Measure.Mode, m.Measure.Change), phrase.Dated(m.On))
	}
	if i.failing {
		t.Say("; could not be read the last time")
	}
	return t
}

// noIndicators says that no figure was read so far, and which will be.
func (l *look) noIndicators() *turn.Reply {
	t := new(phrase.Text)
	if n := len(l.desk.Figures); n > 0 {
		t.Claim(l.turn.Heard(), "I read %s every morning", phrase.Count(n, "figure")).Say(" and have none yet. `status` shows when I look next.")
	} else {
		t.Say("I read no figures of the economy: `status` shows why.")
	}
	return l.says(t)
}
