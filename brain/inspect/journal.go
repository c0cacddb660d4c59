package inspect

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// mostEntries is how many entries of the journal are listed, the newest.
const mostEntries = 30

// entry is one of them.
type entry struct {
	seq  event.Seq
	from []event.Seq
	event.Journaled
}

// journal lists what the agent wrote down of its evenings, newest first.
func journal(ctx context.Context, l *look) (*turn.Reply, error) {
	var all []entry
	for j, err := range ledger.Each[event.Journaled](ctx, l.turn.Mind, ledger.Query{Newest: true}) {
		if err != nil {
			return nil, err
		}
		if len(all) == mostEntries {
			break
		}
		if len(j.Said.Lines) > 0 {
			all = append(all, entry{j.Seq, j.From, j.Said})
		}
	}
	all, err := visible(ctx, l, all, func(e entry) []event.Seq { return append([]event.Seq{e.seq}, e.from...) })
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		rests, err := l.running(ctx)
		return l.says(new(phrase.Text).Claim(rests, "My journal is empty: a model writes it at ten in the evening, of a day that left two notes or more. Without one I write none.")), err
	}
	seqs := numbers(all, func(e entry) event.Seq { return e.seq })
	head := new(phrase.Text).Claim(seqs, "**%s in my journal%s.**", phrase.Count(len(all), "evening"), inOrder(len(all)))
	r, err := l.list(head, each(all, l.entry), new(phrase.Text).Say("A model wrote it of the notes behind each line (`why` lists them); nothing that I know rests on it."))
	if r != nil {
		r.Subject = event.SubjectJournal
	}
	return r, err
}

// entry words one: "19 Nov: The freight comparison went out. Wrong: I gave the rate without its day."
func (l *look) entry(e entry) (*phrase.Text, error) {
	t := new(phrase.Text).Claim([]event.Seq{e.seq}, "%s", phrase.Day(e.On, l.turn.Now)).Say(":")
	before := event.JournalHappened
	for _, line := range e.Lines {
		if line.Part != before {
			t.Say("%s", map[string]string{event.JournalWrong: " Wrong:", event.JournalDifferently: " Next time:"}[line.Part])
		}
		before = line.Part
		t.Say(" ").Claim(append([]event.Seq{e.seq}, line.Cites...), "%s", line.Text)
	}
	return t, nil
}
