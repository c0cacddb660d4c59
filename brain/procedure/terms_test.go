package procedure_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// An alert that asks when a move reaches a client is answered in a few words, and only where it is the alert that they
// answer.
func TestAnswersAnAlert(t *testing.T) {
	w := trading(t)
	one, r := ask(t, w, "my client Kessler buys copper")
	w.Apply(one, r)
	var link event.Seq
	w.Mind.Read(func(v memory.View) {
		for _, e := range v.Graph.Touching("copper_price") {
			if e.Client != "" {
				link = e.Seq
			}
		}
	})
	lag := func() (b *event.Bounds) {
		w.Mind.Read(func(v memory.View) {
			if e, _ := v.Graph.Edge(link); e.Lag != nil {
				b = &e.Lag.Bounds
			}
		})
		return b
	}
	answer := func(text string) {
		one, r := ask(t, w, text)
		w.Apply(one, r)
	}
	if answer("about 6 weeks"); lag() != nil {
		t.Errorf("nothing was asked, and %v is kept", lag())
	}
	move := w.Write(event.IndicatorMoved{Indicator: "copper_price", From: 9000, To: 9500, On: w.Now, Since: w.Now})
	post := w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "**Kessler: copper price rose.**", Subject: event.SubjectAlert + "/copper_price", About: move})
	w.Record(w.Pens.For(event.Learning).Write(event.Alerted{Move: move, Links: []event.Seq{link}, Direction: "up", Asks: true, On: w.Now}).Because(post, move))
	answer("about 6 weeks, a third of it")
	if got := lag(); got == nil || got.From != 6 || got.To != 6 {
		t.Errorf("%v is kept", got)
	}
}
