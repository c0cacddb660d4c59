package inspect

import (
	"context"
	"slices"

	"citadel/brain/fault"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/self"
	"citadel/memory/thread"
)

// lastTurns is how many turns diag shows (SPEC §4).
const lastTurns = 5

// diag shows the last turns, newest first: when, how they were classified, what answered,
// how long it took, which models were asked at what cost, and what it wrote.
func diag(ctx context.Context, l *look) (*turn.Reply, error) {
	var turns []thread.Turn
	l.turn.Read(func(v memory.View) {
		w := v.Thread.Window
		turns = slices.Clone(w[max(0, len(w)-lastTurns):])
	})
	if len(turns) == 0 {
		return l.says(new(phrase.Text).Say("No turn has ended yet. After the first answer this shows how it came about.")), nil
	}
	slices.Reverse(turns)
	head := new(phrase.Text).Claim(numbers(turns, func(t thread.Turn) event.Seq { return t.ID }), "**The last %s.**", phrase.Count(len(turns), "turn")+inOrder(len(turns)))
	return l.list(head, each(turns, func(t thread.Turn) (*phrase.Text, error) {
		x, err := l.exchange(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		text := new(phrase.Text).Claim(x.events, "%s: `%s`, %s %s ms after the message", phrase.Moment(t.Began, l.turn.Now), t.By, t.Outcome,
			phrase.Thousands(int(x.took.Milliseconds())))
		if t.Category != "" {
			text.Say(", %s", t.Category)
		}
		if t.Tier != "" {
			text.Say(", tier %s", t.Tier)
		}
		if b := x.calls.bill(); len(x.calls) > 0 {
			text.Claim(x.calls.rests(), ", %s: %s, %s, %s", conjoin(append(b.wrote, b.tried...)), b.tokens(), b.price(), seconds(b.took))
		}
		return text.Claim(x.events, ", %s in %s", phrase.Count(len(x.events), "event"), phrase.Count(x.commits, "commit")), nil
	}), l.blindSpots())
}

// blindSpots words what was corrected in the last 30 days and is watched for today; empty where
// nothing was.
func (l *look) blindSpots() *phrase.Text {
	var spots []self.Blind
	l.turn.Read(func(v memory.View) { spots = v.Self.BlindSpots(l.turn.Now) })
	t := new(phrase.Text)
	for i, b := range spots {
		if i == 0 {
			t.Say("Watched for today, by what you corrected in ").Claim(b.Seqs, "30 days").Say(": ")
		} else {
			t.Say("; ")
		}
		t.Claim(b.Seqs, "%s (%d)", fault.Name(b.Sort), b.Count)
	}
	if len(spots) > 0 {
		t.Say(".")
	}
	return t
}
