package bot

import (
	"context"
	"errors"

	"citadel/connectors"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// takenOut is a file that a message held and holds no more.
type takenOut struct {
	index int
	seq   event.Seq // what tells of it; zero while it is being fetched
}

// takenOut gives those of an edit that is not older than what is known.
func (b *Bot) takenOut(ctx context.Context, e connectors.Event, about event.Seq, was standing) (out []takenOut, err error) {
	if !e.Whole || e.At.Before(was.since) {
		return nil, nil
	}
	now, _ := b.filesOf(e)
	for i, f := range was.files {
		if f.ID == "" || len((standing{files: now}).lacks([]event.File{f})) == 0 {
			continue
		}
		o, there := takenOut{index: i}, true
		for r, err := range b.Mind.Events(ctx, ledger.Query{Keys: []string{attachments.Key(about, i)}}) {
			if err != nil {
				return nil, err
			}
			p, err := r.Payload()
			if err != nil {
				return nil, err
			}
			k, known := p.(event.Attached)
			o.seq, there = r.Seq, known && k.Kept() // else it is forgotten, or was never kept
		}
		if o.seq != 0 && there {
			followed, err := b.takenBack(ctx, o.seq)
			if err != nil {
				return nil, err
			}
			there = !followed
		}
		if there {
			out = append(out, o)
		}
	}
	return out, nil
}

// unfetched has what was taken out while it is being fetched not kept. What was fetched at that moment is taken back like
// the others.
func (b *Bot) unfetched(ctx context.Context, e connectors.Event, about event.Seq, of written, was standing, out []takenOut) ([]takenOut, error) {
	for _, o := range out {
		if o.seq != 0 {
			continue
		}
		k := b.Pens.Write(event.Attached{Message: about, Index: o.index, Fault: event.FaultGone, Audience: of.Audience, Place: of.Place}).Because(about).Resting(about)
		k.Trust, k.Key = event.ByThirdParty, attachments.Key(about, o.index)
		switch _, err := b.record(ctx, k); {
		case errors.Is(err, ledger.ErrDuplicate):
			return b.takenOut(ctx, e, about, was)
		case errors.Is(err, ledger.ErrForgotten): // with its message, at this moment
		case err != nil:
			return nil, err
		}
	}
	return out, nil
}

// gone takes back what was taken out, as a message is that is deleted.
func (b *Bot) gone(c connectors.Connector, e connectors.Event, out []takenOut) (entries []ledger.Entry) {
	for _, o := range out {
		if o.seq != 0 {
			back := event.Unsaid{Message: o.seq, On: e.At, Connector: c.Name(), Cursor: string(e.Cursor)}
			entries = append(entries, b.Pens.Write(back).Because(o.seq))
		}
	}
	return entries
}
