package bot

import (
	"context"
	"errors"
	"slices"

	"citadel/connectors"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// takenOut are those of the files of a message that an edit does not hold any more, by their number. Of a message that
// was read as it stood, nobody knows since when, an edit before that moment takes out nothing. Files of what others say to
// each other are not kept at all.
func (b *Bot) takenOut(e connectors.Event, of written, was standing) (out []int) {
	if !e.Whole || of.Overheard || e.Seen().Before(was.read) {
		return nil
	}
	now, _ := b.filesOf(e)
	for i, f := range was.files {
		if f.ID != "" && !f.Out && !slices.ContainsFunc(now, func(n event.File) bool { return sameFile(f.File, n) }) {
			out = append(out, i)
		}
	}
	return out
}

// onlyTakes leaves of an edit what it takes out: it has the words that are known, and adds no file.
func (b *Bot) onlyTakes(e connectors.Event, was standing) connectors.Event {
	if e.Text = was.text; was.spoken != "" {
		e.Text = event.Beside(was.text, was.spoken)
	}
	e.Files = slices.DeleteFunc(slices.Clone(e.Files), func(f connectors.File) bool {
		one, _ := b.filesOf(connectors.Event{Files: []connectors.File{f}})
		return len(was.lacks(one)) > 0
	})
	return e
}

// without is what is recorded of files that were taken out of a message: each is taken back, as a message is that is
// deleted. One that is being fetched will not be kept; there is nothing to take back of it, nor of what is forgotten.
func (b *Bot) without(ctx context.Context, c connectors.Connector, e connectors.Event, about event.Seq, of written, was standing, out []int) (entries []ledger.Entry, err error) {
	for _, i := range out {
		seq := was.files[i].Seq
		if seq == 0 {
			if seq, err = b.unfetched(ctx, about, i, was.files[i].File, of); err != nil {
				return nil, err
			}
		}
		if seq != 0 {
			back := event.Unsaid{Message: seq, In: about, Index: i, On: e.Seen(), Connector: c.Name(), Cursor: string(e.Cursor)}
			entries = append(entries, b.Pens.Write(back).Because(seq).Resting(about))
		}
	}
	return entries, nil
}

// unfetched has a file not kept that is being fetched. If it was fetched at this moment, or before and is forgotten, it
// gives the event that tells so.
func (b *Bot) unfetched(ctx context.Context, about event.Seq, index int, f event.File, of written) (event.Seq, error) {
	key := attachments.Key(about, index)
	k := b.Pens.Write(event.Attached{Message: about, Index: index, Name: f.Name, Fault: event.FaultTakenOut, Audience: of.Audience, Place: of.Place}).Because(about).Resting(about)
	k.Trust, k.Key = event.ByThirdParty, key
	switch _, err := b.record(ctx, k); {
	case errors.Is(err, ledger.ErrForgotten): // with its message, at this moment
		return 0, nil
	case !errors.Is(err, ledger.ErrDuplicate):
		return 0, err
	}
	for r, err := range b.Mind.Events(ctx, ledger.Query{Keys: []string{key}}) {
		return r.Seq, err
	}
	return 0, nil
}
