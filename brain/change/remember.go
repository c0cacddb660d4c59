package change

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/dedupe"
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

// remember keeps words for good, exactly as said. What is kept already is not kept twice, and
// what says otherwise is superseded (SPEC §13.5).
func remember(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
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
	it := extract.Item{Kind: extract.Statement, Quote: fact}
	if items := extract.Read(extract.Utterance{Text: fact, At: t.Last().On}); len(items) == 1 {
		it = items[0]
		l.Subject, l.Attribute, l.Value, l.Hedged = it.Subject, it.Attribute, it.Value, it.Hedge != ""
	}
	again, over, err := weighed(ctx, t, it, fact)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	if again.seq != 0 {
		write(r, event.Reinforced{Memory: again.seq, Roots: []event.Seq{t.Last().Seq}, As: event.Again}, again.seq, t.Last().Seq)
		r.Text.Say("Kept already: ").Claim(again.seqs(), "%s (%s)", quoted(again.item.Quote, echo), again.source(t))
		r.Text.Say(". `forget %s` undoes it.", phrase.Handle('m', again.message))
		return r, nil
	}
	for _, s := range over {
		l.Supersedes = append(l.Supersedes, s.seq)
	}
	r.Change(l)
	for _, seq := range l.Supersedes {
		r.Change(event.Superseded{Memory: seq, By: t.Last().Seq, On: t.Last().On, Reason: reasonCorrected})
	}
	r.Text.Say("Kept: ").Claim(t.Heard(), "%s", echoed(fact))
	told, err := tellable(ctx, t, over, statement.seqs)
	if err != nil {
		return nil, err
	}
	for _, s := range told[:min(len(told), mostBefore)] {
		r.Text.Say(" Before: ").Claim(s.seqs(), "%s (%s)", quoted(s.item.Quote, phrase.MaxQuote), s.source(t)).Say(", kept as history.")
	}
	r.Text.Say(" `forget %s` undoes it.", phrase.Handle('m', t.Last().Seq))
	return r, nil
}

// weighed holds words to be kept against the memories near them: one that was kept before and
// says the same, and those that the new words replace.
func weighed(ctx context.Context, t *turn.Turn, it extract.Item, words string) (again statement, over []statement, err error) {
	near, err := nearTo(ctx, t, words)
	if err != nil {
		return again, nil, err
	}
	known, err := statements(ctx, t, near)
	if err != nil {
		return again, nil, err
	}
	for _, s := range known {
		if !s.memory {
			continue
		}
		exact := s.item.Subject != "" && it.Subject != "" && s.item.Attribute != "" && it.Attribute != ""
		switch dedupe.Compare(s.item, it) {
		case extract.Same:
			kept, err := keptHere(ctx, t, s)
			if err != nil {
				return again, nil, err
			}
			if kept && again.seq == 0 {
				again = s
			}
		case extract.ChangedValue, extract.Negation:
			if exact || dedupe.Replaces(s.item, it) {
				over = append(over, s)
			}
		}
	}
	return again, distinct(over), nil
}

// keptHere says whether a memory was kept at the principal's word, and may be told here.
func keptHere(ctx context.Context, t *turn.Turn, s statement) (bool, error) {
	may, err := tellable(ctx, t, []statement{s}, statement.seqs)
	if err != nil || len(may) == 0 {
		return false, err
	}
	_, p, err := t.Event(ctx, s.seq)
	l, ok := p.(event.Learned)
	return ok && l.Kept, err
}

// unthat takes the "that" off "remember that …".
func unthat(words string) string {
	if rest, ok := strings.CutPrefix(words, "that "); ok {
		return strings.TrimSpace(rest)
	}
	for _, head := range [...]string{"this:", "that:", "the following:", "it:"} {
		if len(words) > len(head) && strings.EqualFold(words[:len(head)], head) {
			return strings.TrimSpace(words[len(head):])
		}
	}
	return words
}

// sentence is the principal's words as a sentence of the reply.
func sentence(words string) string {
	return capitalised(echoed(words))
}

func capitalised(words string) string {
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
func quoted(words string, most int) string { return phrase.Quote(phrase.Bare(words), most) }
