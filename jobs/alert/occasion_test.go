package alert_test

import (
	"strings"
	"testing"

	"citadel/memory/event"
)

// When a move reaches a client, and how much of it, is asked once; where it was told, the next alert says it (TRUST, When and how much).
func TestAsksOnce(t *testing.T) {
	w := begin(t)
	w.client("Acme", "copper_price", 0.9)
	w.At("2026-11-20 06:00")
	w.moved("copper_price", 9000, 9500, nil)
	q := one(t, w.tick("2026-11-20 09:00"))
	if !strings.Contains(q.Text, "I don't know when or how much") || !strings.Contains(q.Text, "`Acme feels it after 6 weeks` would tell me.") {
		t.Error(q.Text)
	}
	w.At("2026-11-22 06:00")
	w.moved("copper_price", 9500, 9990, nil)
	if q := one(t, w.tick("2026-11-22 09:00")); !strings.Contains(q.Text, "I don't know when or how much") || strings.Contains(q.Text, "would tell me") {
		t.Error(q.Text)
	}
	w.Write(event.EdgeDrawn{Source: "copper_price", Relation: event.ExposedTo, Target: "Acme costs", Client: "Acme", Origin: event.FromConversation, On: w.Now,
		Lag: &event.Bounds{From: 6, To: 6}, PassThrough: &event.Bounds{From: 0.3, To: 0.3}})
	w.At("2026-11-26 06:00")
	w.moved("copper_price", 9990, 10500, nil)
	if q := one(t, w.tick("2026-11-26 09:00")); !strings.Contains(q.Text, "It takes 6 weeks, and 30% of it arrives.") {
		t.Error(q.Text)
	}
}

// What lies ahead with the client is named: the next day, and in the words in which it was told.
func TestWorthRaising(t *testing.T) {
	w := begin(t)
	w.client("Acme", "packaging_costs", 0.9)
	tell := func(text string) {
		said := w.Say(text)
		w.Silence(said)
		w.Write(event.Learned{Sort: "statement", Text: text, Quote: text, Subject: "Acme", Provenance: event.Stated, Importance: .5, On: w.Now, Audience: event.Private}, said)
	}
	tell("Acme's price review is on 1 December.")
	tell("I lunch with Acme on 12 December.")
	tell("Acme's audit was on 2 November.")
	w.At("2026-11-20 06:00")
	w.moved("crude_oil_wti", 79.61, 86.38, nil)
	q := one(t, w.tick("2026-11-20 07:00"))
	if want := `Worth raising before Tue 1 Dec: "Acme's price review is on 1 December`; !strings.Contains(q.Text, want) || strings.Contains(q.Text, "12 December") {
		t.Error(q.Text)
	}
}
