package inspect

import (
	"context"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// compressed words one stage in which less of the conversation was shown to a model: what was
// left out, and how much smaller that made it. What a digest said is shown where its messages
// may be; where one of them was forgotten, nothing is left of it.
func (l *look) compressed(ctx context.Context, e seen, yield func(*phrase.Text, error) bool) bool {
	c, ok := e.payload.(event.Compressed)
	if !ok {
		return true
	}
	at := []event.Seq{e.Seq}
	sizes := phrase.Thousands(c.Before) + " tokens became " + phrase.Thousands(c.After)
	t := new(phrase.Text)
	switch c.Stage {
	case event.StageCalls:
		t.Claim(at, "Shortened: %s of tools in earlier turns, one line a turn; %s", phrase.Count(c.Calls, "call"), sizes)
	case event.StageDigest:
		t.Claim(at, "Shortened: %s to a digest; %s", phrase.Count(c.Turns, "older turn"), sizes)
	case event.StageMiddle:
		what := phrase.Count(c.Turns, "turn")
		if c.Rounds > 0 {
			what = phrase.Count(c.Rounds, "round") + " of tools"
		}
		t.Claim(at, "Shortened, to stay within 70%% of the model's window: %s; the prompt of %s", what, sizes)
	case event.StageEnds:
		t.Claim(at, "Shortened, because the model refused the size: all but the first two and the last three turns left out, %s; the prompt of %s", phrase.Count(c.Turns, "turn"), sizes)
	default:
		return true
	}
	if !yield(t, nil) {
		return false
	}
	may, err := l.sees(ctx, e)
	if err != nil {
		return yield(nil, err)
	}
	if c.Text == "" || !may {
		return true
	}
	return yield(new(phrase.Text).Say("The digest: ").Claim(at, "%s", plain(c.Text)), nil)
}

// plain is a digest without the tags and links it was shown with, in one line.
func plain(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "<") {
			lines = append(lines, strings.TrimPrefix(line, "- "))
		}
	}
	return strings.Join(lines[min(1, len(lines)):], " ")
}
