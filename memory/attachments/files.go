package attachments

import (
	"context"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// File is one of the files that ever came with a message, and what became of it.
type File struct {
	event.File                // as the platform told of it
	Index      int            // its number among them; what is put back has another
	Seq        event.Seq      // the event that says what became of it; zero while it is being fetched, and once that is forgotten
	Kept       event.Attached // that event
	Out        bool           // it was taken out of the message
}

// Loading says whether it is still being fetched.
func (f File) Loading() bool { return f.Seq == 0 }

// Voice says whether it is a recording that the principal spoke, and can be heard.
func (f File) Voice() bool { return f.File.Voice && f.Kept.Kept() && f.Kept.Sort == event.SortSound }

// Files are all files that ever came with one message, by their numbers.
type Files []File

// Changes are the kinds of event by which the files of a message become others than came with it first. Each rests on
// the message.
func Changes() []event.Kind {
	return []event.Kind{event.Edited{}.Kind(), event.Attached{}.Kind(), event.Unsaid{}.Kind()}
}

// Came gives the files with others that came too, and count on from first. What is missing before them came with an
// edit that is forgotten, and is no file of the message any more.
func (fs Files) Came(first int, files []event.File) Files {
	fs = slices.Clip(fs)
	for len(fs) < first {
		fs = append(fs, File{Index: len(fs), Out: true})
	}
	for _, f := range files {
		fs = append(fs, File{Index: len(fs), File: f})
	}
	return fs
}

// After gives the files of a message as they are after an event. One that tells nothing of them changes nothing. The
// events are to come in the order of the ledger; the files that were given are changed, and not to be used any more.
func (fs Files) After(message, seq event.Seq, p event.Payload) Files {
	switch p := p.(type) {
	case event.Edited:
		if p.Message == message {
			return fs.Came(p.First, p.Files)
		}
	case event.Attached:
		if p.Message == message && p.Index < len(fs) {
			f := &fs[p.Index]
			f.Seq, f.Kept, f.Out = seq, p, p.Fault == event.FaultTakenOut
		}
	case event.Unsaid:
		if p.In == message && p.Index < len(fs) {
			fs[p.Index].Out = true
		}
	}
	return fs
}

// Standing are the files that stand in the message: not those that were taken out, nor those that are forgotten. Left
// are the numbers of those that are still to be fetched (Fold.Left).
func (fs Files) Standing(left []int) (stand Files) {
	for _, f := range fs {
		if !f.Out && (!f.Loading() || slices.Contains(left, f.Index)) {
			stand = append(stand, f)
		}
	}
	return stand
}

// Of reads all files that ever came with messages. Of a message that is forgotten those are told that came with edits.
// The errors are those of the ledger.
func Of(ctx context.Context, l ledger.Source, messages ...event.Seq) (map[event.Seq]Files, error) {
	all := make(map[event.Seq]Files, len(messages))
	if len(messages) == 0 {
		return all, nil
	}
	for r, err := range ledger.Each[event.Heard](ctx, l, ledger.Query{Seqs: messages}) {
		if err != nil {
			return nil, err
		}
		all[r.Seq] = Files(nil).Came(0, r.Said.Files)
	}
	for r, err := range ledger.Each[event.Payload](ctx, l, ledger.Query{From: messages, Kinds: Changes()}) {
		if err != nil {
			return nil, err
		}
		for _, m := range r.From {
			if slices.Contains(messages, m) {
				all[m] = all[m].After(m, r.Seq, r.Said)
			}
		}
	}
	return all, nil
}
