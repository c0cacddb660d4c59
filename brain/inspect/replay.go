package inspect

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

const (
	replayed     = 50  // events (SPEC §4)
	replayedLine = 160 // runes of one body
)

// replay lists the last 50 events, oldest first, with number, time, kind and what they
// hold: the recorded body as it stands, cut where it is long. It may be longer than other
// messages, because it is asked for as a whole.
func replay(ctx context.Context, l *look) (*turn.Reply, error) {
	before := l.turn.Mind.Head() + 1
	after := event.Seq(0)
	if before > replayed {
		after = before - replayed - 1
	}
	es, err := l.events(ctx, ledger.Query{After: after, Before: before})
	if err != nil {
		return nil, err
	}
	t := new(phrase.Text).Say("**The last ").Claim(numbers(es, func(e seen) event.Seq { return e.Seq }), "%s", phrase.Count(len(es), "event")).
		Say(" of the ledger, as recorded.** Times: %s.", l.turn.Zone(l.turn.Now.Location(), l.turn.Now)).Break().Say("```\n")
	day := ""
	for _, e := range es {
		at := e.At.In(l.turn.Now.Location())
		if d := phrase.FullDay(at, l.turn.Now); d != day {
			day = d
			t.Claim([]event.Seq{e.Seq}, "%s\n", day)
		}
		body, err := l.body(ctx, e)
		if err != nil {
			return nil, err
		}
		t.Claim([]event.Seq{e.Seq}, "%d %s %s%s\n", e.Seq, at.Format("15:04:05"), e.Kind, body)
	}
	return l.says(t.Say("```")), nil
}

// body gives the recorded body, with a leading space.
func (l *look) body(ctx context.Context, e seen) (string, error) {
	if e.Forgotten() {
		return " (forgotten)", nil
	}
	if !l.sight.Private() {
		if may, err := l.sees(ctx, e); err != nil {
			return "", err
		} else if !may {
			return " (not for this place)", nil
		}
	}
	s := strings.ReplaceAll(facts(e), "```", "'''")
	if l.turn.HideZone {
		s = zoned.ReplaceAllString(s, `"zone":"(not for this place)"`)
	}
	if short, cut := beginning(s, replayedLine, replayedLine); cut {
		s = fmt.Sprintf("%s … (cut: %d bytes)", short, len(e.Body))
	}
	return " " + s, nil
}

// zoned is the zone that a reminder keeps, wherever it was asked for.
var zoned = regexp.MustCompile(`"zone":"[^"]*"`)

// facts is the body; of what was said the words alone, with who said it.
func facts(e seen) string {
	switch p := e.payload.(type) {
	case event.Heard:
		return fmt.Sprintf("%s %q", speaker(e), p.Text)
	case event.PostQueued:
		by := "unasked"
		if p.Answer != nil {
			by = p.Answer.By
		}
		return fmt.Sprintf("%s %q", by, p.Text)
	}
	return string(e.Body)
}
