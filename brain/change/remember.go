package change

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// Of what the principal asked to keep: it does not fade, and it matters.
const (
	keptSort       = "kept"
	keptImportance = 0.8
)

// echo is how many of the principal's words a reply repeats; the rest is in the memory.
const echo = 40

// remember keeps words for good, exactly as said.
func remember(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	words := strings.TrimSpace(t.Command.Words)
	fact := unthat(words)
	if fact == "" {
		return says(t, "What shall I keep? `remember` and the words, in one message.")
	}
	l := event.Learned{
		Sort: keptSort, Text: fact, Quote: words, Provenance: event.Stated, Kept: true,
		Importance: keptImportance, Class: string(formula.Permanent), On: t.Last().On,
		Audience: t.Audience, Place: t.Asked().Room(),
	}
	// What it says of whom is noted where a rule sees exactly one fact, so that a later
	// correction finds it.
	if items := extract.Read(extract.Utterance{Text: fact, At: t.Last().On}); len(items) == 1 {
		l.Subject, l.Attribute, l.Value = items[0].Subject, items[0].Attribute, items[0].Value
		l.Hedged = items[0].Hedge != ""
	}
	r := begin(t).Change(l)
	r.Text.Say("Kept: ").Claim(t.Heard(), "%s", echoed(fact))
	r.Text.Say(" `forget %s` undoes it.", phrase.Handle('m', t.Last().Seq))
	return r, nil
}

// unthat takes the "that" off "remember that …".
func unthat(words string) string {
	if rest, ok := strings.CutPrefix(words, "that "); ok {
		return strings.TrimSpace(rest)
	}
	return words
}

// sentence is the principal's words as a sentence of the reply.
func sentence(words string) string {
	words = echoed(words)
	first, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[n:]
}

// echoed is the principal's words as typed, with a full stop: bare where they are one plain
// line, in quotation marks where they are long or hold what would be read as layout.
func echoed(words string) string {
	words = strings.TrimSpace(words)
	if strings.ContainsAny(words, "\n\r*_`#<>[]|!\"") || len(strings.Fields(words)) > echo {
		return quoted(words, echo) + "."
	}
	if last, _ := utf8.DecodeLastRuneInString(words); !strings.ContainsRune(".?…", last) {
		words += "."
	}
	return words
}

// quoted is a quote as it stands inside a sentence: without the full stop of its own, which
// the sentence has.
func quoted(words string, most int) string {
	words = strings.TrimSpace(words)
	if bare, ok := strings.CutSuffix(words, "."); ok && !strings.HasSuffix(bare, ".") {
		words = bare
	}
	return phrase.Quote(words, most)
}
