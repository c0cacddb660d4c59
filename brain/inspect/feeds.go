package inspect

import (
	"strings"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
)

// mostFeeds is how many figures are named that do not come.
const mostFeeds = 5

// feeds words how the figures of the economy come; nothing where none are read.
func (l *look) feeds(t *phrase.Text, counted []event.Seq) {
	l.turn.Read(func(v memory.View) {
		f := v.Economy
		if f.Pulled.Seq == 0 {
			return
		}
		rests := []event.Seq{f.Pulled.Seq}
		t.Item().Say("Economy: ").Claim(rests, "%s known", phrase.Count(len(f.Indicators), "figure"))
		if f.Pulled.Degraded() {
			t.Claim(rests, "; only %d of %d could be read on %s, too few to say that nothing moved", f.Pulled.Read, f.Pulled.Asked, phrase.Day(f.Pulled.On, l.turn.Now))
		}
		if len(f.Failing) > 0 {
			names := make([]string, len(f.Failing))
			for n, x := range f.Failing {
				names[n] = x.Indicator
			}
			t.Claim(rests, "; not read: %s", some(names))
		}
		stale, dead := f.Overdue(l.turn.Now)
		for _, x := range []struct {
			word string
			of   []economy.Indicator
		}{{"overdue", stale}, {"dead", dead}} {
			if len(x.of) == 0 {
				continue
			}
			names := make([]string, len(x.of))
			for n, i := range x.of {
				names[n] = i.Name
			}
			t.Claim(counted, "; %s: %s", x.word, some(names))
		}
	})
}

// some names the first of many.
func some(names []string) string {
	if more := len(names) - mostFeeds; more > 0 {
		return strings.Join(names[:mostFeeds], ", ") + " and " + phrase.Thousands(more) + " more"
	}
	return strings.Join(names, ", ")
}
