package change

import (
	"context"
	"errors"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// spot is a place with who can read it.
type spot struct {
	place    event.Place
	audience event.Audience
}

// room compares places: a thread is read by those who read its room.
func (s spot) room() event.Place {
	p := s.place
	p.Thread = ""
	return p
}

// shows says whether what was said at another spot may be shown at this one: nothing from
// a stricter place, and in a shared one only what was said there (TRUST, Private into
// public).
func (s spot) shows(other spot) bool {
	if strictness(s.audience) == 0 {
		return strictness(other.audience) == 0 && s.room() == other.room()
	}
	return strictness(other.audience) <= strictness(s.audience)
}

func strictness(a event.Audience) int {
	switch a {
	case event.Shared:
		return 0
	case event.Work:
		return 1
	}
	return 2
}

// confine keeps a reply where it may be read: what rests on words from a stricter place
// goes to the direct message, and if that is not strict enough, stays unsaid.
func confine(ctx context.Context, t *turn.Turn, r *turn.Reply) error {
	here := spot{t.Place, t.Audience}
	if strictness(here.audience) == 2 {
		return nil
	}
	said, err := roots(ctx, t, append(r.Text.Rests(), r.About))
	if err != nil {
		return err
	}
	direct := here
	t.Read(func(v memory.View) { direct = spot{v.Places.Last, v.Places.Audience} })
	open, private := true, true
	for _, s := range said {
		open = open && here.shows(s)
		private = private && direct.place != (event.Place{}) && direct.shows(s)
	}
	switch {
	case open:
	case private && strictness(here.audience) == 0:
		r.Direct = true
	default:
		r.Text, r.Buttons = phrase.Text{}, nil
		if len(r.Writes) > 0 {
			r.Text.Say("Done. ")
		}
		r.Text.Say("It rests on words from a more private place: ask me there, and I show it.")
	}
	return nil
}

// roots are the spots where the words behind the events were said. An event with no
// message behind it has none.
func roots(ctx context.Context, t *turn.Turn, seqs []event.Seq) ([]spot, error) {
	var found []spot
	seen := map[event.Seq]bool{0: true}
	for len(seqs) > 0 {
		seq := seqs[0]
		seqs = seqs[1:]
		if seen[seq] {
			continue
		}
		seen[seq] = true
		rec, p, err := t.Event(ctx, seq)
		if errors.Is(err, ledger.ErrNoEvent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		switch p := p.(type) {
		case event.Heard:
			found = append(found, spot{p.Place, p.Audience})
		case event.Edited:
			seqs = append(seqs, p.Message)
		case event.PostQueued:
			found = append(found, spot{p.Place, p.Audience})
		default:
			seqs = append(seqs, rec.From...)
		}
	}
	return found, nil
}
