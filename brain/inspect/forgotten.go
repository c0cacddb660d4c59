package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// hashLetters is how much of a hash is shown to people.
const hashLetters = 12

// showReceipt shows what can be checked of a forgetting: which events went, by what digest they
// are known, between which two heads of the chain, and which copies have followed.
func (l *look) showReceipt(ctx context.Context, e seen, p event.Forgotten) (*phrase.Text, error) {
	rests := []event.Seq{e.Seq}
	t := new(phrase.Text).Claim(rests, "**`m%d`: %s forgotten** (%s), %s", e.Seq, phrase.Count(len(p.Seqs), "event"), stamp(e.At, l.turn.Now), because(e, p)).Break()
	open, err := l.opening(ctx, p.Seqs)
	if err != nil {
		return nil, err
	}
	if len(p.Seqs) > 0 {
		t.Item().Claim(rests, "Numbers %s: ", stretches(p.Seqs))
		if open == 0 {
			t.Say("none of them opens any more")
		} else {
			t.Claim(rests, "%d of them can still be opened, which must not be", open)
		}
	}
	if p.Digest != "" {
		t.Item().Say("Digest of what lies sealed there: `%s`", p.Digest[:min(len(p.Digest), hashLetters)])
	}
	before, ok, err := l.event(ctx, e.Seq-1)
	if err != nil {
		return nil, err
	}
	if ok {
		t.Item().Claim([]event.Seq{before.Seq, e.Seq}, "The chain went from event %d, `%s`, to event %d, `%s`",
			before.Seq, before.Hash.String()[:hashLetters], e.Seq, e.Hash.String()[:hashLetters])
	}
	l.followed(t.Item(), e.Seq)
	if beyond := l.turn.Mind.Beyond(); beyond != "" {
		t.Item().Say("Not in my hands: %s", beyond)
	}
	return t.Break().Say("`citadel ledger verify` on the host computes the digest again, and finds any key that came back."), nil
}

// because says at whose word something was forgotten.
func because(e seen, p event.Forgotten) string {
	switch {
	case p.Reason == event.Expired:
		return "because its time to be kept was over"
	case p.Reason == "unsaid":
		return "because its author deleted it"
	case len(e.Causes) > 0:
		return fmt.Sprintf("asked for in `m%d`", e.Causes[0])
	}
	return "asked for on the host"
}

// opening counts the events that still have a body.
func (l *look) opening(ctx context.Context, seqs []event.Seq) (n int, err error) {
	if len(seqs) == 0 {
		return 0, nil
	}
	for r, err := range l.turn.Mind.Events(ctx, ledger.Query{Seqs: seqs}) {
		if err != nil {
			return 0, err
		}
		if !r.Forgotten() {
			n++
		}
	}
	return n, nil
}

// followed says which copies have let go of it. Nobody waits for one: what has not followed yet
// is told.
func (l *look) followed(t *phrase.Text, seq event.Seq) {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	behind := l.turn.Host.Behind(now, seq)
	clean := []string{"every checkpoint that held it"}
	for _, c := range l.turn.Host.Copies {
		if !slices.Contains(behind, c.Name) {
			clean = append(clean, "its words in "+c.Name)
		}
	}
	t.Say("Gone as well: %s", conjoin(clean))
	if len(behind) > 0 {
		t.Say(". Not yet: its words in %s, gone when that answers", conjoin(behind))
	}
}

// stretches writes numbers with what lies between them left out: "401 to 403, 409".
func stretches(seqs []event.Seq) string {
	const most = 12
	var parts []string
	for i := 0; i < len(seqs); {
		j := i
		for j+1 < len(seqs) && seqs[j+1] == seqs[j]+1 {
			j++
		}
		if len(parts) == most {
			return strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", len(seqs)-i)
		}
		switch j - i {
		case 0:
			parts = append(parts, fmt.Sprint(seqs[i]))
		case 1:
			parts = append(parts, fmt.Sprintf("%d, %d", seqs[i], seqs[j]))
		default:
			parts = append(parts, fmt.Sprintf("%d to %d", seqs[i], seqs[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
