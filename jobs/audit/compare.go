package audit

import (
	"context"
	"strings"
	"time"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/brain/grave"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// known is something that the principal told.
type known struct {
	seq, source event.Seq // the memory, and the message that it was made of
	learned     event.Learned
	item        extract.Item
}

func (k known) rests() []event.Seq { return []event.Seq{k.seq, k.source} }

// said are his words, or what was kept of them.
func (k known) said() string {
	if k.learned.Quote != "" {
		return k.learned.Quote
	}
	return k.learned.Text
}

// pair is a memory and a line of a file that says otherwise.
type pair struct {
	memory  known
	file    string
	line    int
	says    string
	changed time.Time // the file
	read    event.Seq // the look that brought it
}

func (p pair) rests() []event.Seq { return append(p.memory.rests(), p.read) }

// since says whether the file changed after he said it.
func (p pair) since() bool { return p.changed.After(p.memory.learned.On) }

// what is what something is said of: whom, and what of them.
type what struct{ subject, attribute string }

func whatOf(subject, attribute string) what {
	low := strings.ToLower(strings.TrimSpace(subject))
	for _, own := range []string{"my ", "our ", "the "} {
		low = strings.TrimPrefix(low, own)
	}
	return what{low, strings.ToLower(attribute)}
}

// memories are what he told, as far as it holds, can be held against a line, and was not told of before: his own words
// alone, of somebody or something that is named.
func memories(ctx context.Context, in jobs.In, told map[event.Seq]bool) (map[what][]known, error) {
	all := map[what][]known{}
	for r, err := range ledger.Each[event.Learned](ctx, in, ledger.Query{}) {
		if err != nil {
			return nil, err
		}
		l := r.Said
		if told[r.Seq] || l.Provenance != event.Stated || l.Hedged || l.Subject == extract.Me || len(r.From) == 0 || !holdable(l.Subject, l.Attribute, l.Value) || grave.Heavy(l.Text) {
			continue
		}
		holds := false
		in.Read(func(v memory.View) {
			h, ok := v.Beliefs.Of(r.Seq)
			holds = ok && !h.Over && !h.Contradicted && !v.Origins.Other(r.Seq) && !v.Origins.Carries(r.Seq)
		})
		if !holds {
			continue
		}
		k := known{seq: r.Seq, source: r.From[len(r.From)-1], learned: l}
		k.item = extract.Item{Kind: extract.Fact, At: l.On, Text: l.Text, Quote: k.said(), Subject: l.Subject, Attribute: l.Attribute, Value: l.Value}
		of := whatOf(l.Subject, l.Attribute)
		all[of] = append(all[of], k)
	}
	return all, nil
}

// holdable says whether something is said of whom it names, of which there is one at a time.
func holdable(subject, attribute, value string) bool {
	return subject != "" && attribute != "" && value != "" && !extract.Several(attribute)
}

// otherwise finds what of a text says otherwise than what is known: the first line for each memory.
func (a *auditor) otherwise(text, file string, changed time.Time) (found []pair) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = bare(line)
		if len(line) < shortest || len(line) > longest || grave.Heavy(line) {
			continue
		}
		for _, it := range extract.Read(extract.Utterance{Text: line, At: changed}) {
			if it.Subject == extract.Me || it.Hedge != "" || it.Source != "" || !holdable(it.Subject, it.Attribute, it.Value) {
				continue
			}
			for _, k := range a.known[whatOf(it.Subject, it.Attribute)] {
				switch dedupe.Compare(k.item, it) {
				case extract.ChangedValue, extract.Negation, extract.Contradiction:
					if !a.found[k.seq] {
						a.found[k.seq] = true
						found = append(found, pair{memory: k, file: file, line: n, says: it.Quote, changed: changed})
					}
				}
			}
		}
	}
	return found
}

// Bounds of a line that is read, in bytes.
const (
	shortest = 10
	longest  = 400
)

// bare is a line without what makes it an item of a list, a heading or a quotation.
func bare(line string) string {
	line = strings.TrimSpace(line)
	line = strings.TrimLeft(line, "#>*-+ \t")
	for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
		line = strings.TrimPrefix(line, box)
	}
	return strings.ReplaceAll(strings.TrimSpace(line), "**", "")
}
