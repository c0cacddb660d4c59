// Package antecedent is what the principal's words lean on: of whom or what "she lives in Berlin" and
// "it costs 20 euros" speak stands in what he said just before.
package antecedent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

const (
	latest   = 60        // messages that are looked through: more than stay unread at once
	together = time.Hour // after it a pronoun means nothing that was said before
	most     = 3         // messages that one may lean on
)

// Message is one of the principal's as it stands now.
type Message struct {
	Seq  event.Seq
	Text string
	Full string // with what its pronouns mean in their place: "the boat show costs 20 euros"; else Text
	On   time.Time
}

// Leans says whether it speaks of somebody or something that stands in another message.
func (m Message) Leans() bool { return m.Full != m.Text }

// Of gives the latest of the principal's own messages, oldest first, commands left out. A pronoun means what he named
// in one of the three messages before, in the same place and within an hour (see extract.InFull), as a part of a thing
// belongs to that (extract.InPart), and nothing across
// what others said or he forwarded. What was forgotten is passed over. The error is that of the ledger.
func Of(ctx context.Context, t *turn.Turn) ([]Message, error) {
	heard, err := recent(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("antecedent: %w", err)
	}
	var all []Message
	last := map[event.Place][]Message{} // nearest first
	for _, h := range heard {
		if h.Trust != event.ByPrincipal || h.Said.Overheard || h.Said.Forwarded != "" {
			delete(last, h.Said.Place)
			continue
		}
		if _, is := command.Parse(h.Said.Text); is {
			continue
		}
		m := Message{Seq: h.Seq, Text: h.Said.Text, On: h.Said.On}
		before := last[h.Said.Place]
		var texts []string
		for _, s := range before {
			if gap := m.On.Sub(s.On); gap >= 0 && gap <= together {
				texts = append(texts, s.Full)
			}
		}
		var leans bool
		if m.Full, leans = extract.InFull(m.Text, texts...); !leans {
			m.Full, _ = extract.InPart(m.Text, texts...)
		}
		last[h.Said.Place] = append([]Message{m}, before[:min(len(before), most-1)]...)
		all = append(all, m)
	}
	return all, nil
}

// recent gives the latest messages as they stand now, oldest first.
func recent(ctx context.Context, t *turn.Turn) (all []ledger.Told[event.Heard], err error) {
	for h, err := range ledger.Each[event.Heard](ctx, t.Mind, ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Newest: true, Limit: latest}) {
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	slices.SortFunc(all, func(a, b ledger.Told[event.Heard]) int { return int(int64(a.Seq) - int64(b.Seq)) }) //nolint:gosec // places in one ledger
	at := make(map[event.Seq]int, len(all))
	seqs := make([]event.Seq, len(all))
	for i, h := range all {
		at[h.Seq], seqs[i] = i, h.Seq
	}
	for e, err := range ledger.Each[event.Edited](ctx, t.Mind, ledger.Query{From: seqs}) {
		if err != nil {
			return nil, err
		}
		if i, known := at[e.Said.Message]; known {
			all[i].Said.Text = e.Said.Text
		}
	}
	return all, nil
}
