package people

import (
	"errors"
	"fmt"
	"strings"

	"citadel/memory/event"
)

// MaxNote is the longest note, in bytes.
const MaxNote = 400

// ErrNotAsked: the request names nobody, or nothing that can be asked for.
var ErrNotAsked = errors.New("the request cannot be met")

// Decide is the owner's answer to a request about persons; ok is false if it is about something
// else. It is pure; that the request is the principal's own was checked by the ledger.
func Decide(a event.Asked) (p event.Payload, ok bool, err error) {
	text := strings.TrimSpace(a.Text)
	switch a.What {
	case event.AskGroup:
		p = event.PersonGrouped{Name: a.Name, Group: text}
		switch text {
		case event.Inner, event.Growth, event.Boundary, event.Untiered:
		default:
			err = fmt.Errorf("%w: there is no group %q", ErrNotAsked, text)
		}
	case event.AskAlias:
		p, err = event.PersonAliased{Name: a.Name, Alias: text}, name(text)
	case event.AskMerge:
		p, err = event.PersonMerged{Into: a.Name, From: text}, name(text)
	case event.AskMove:
		p = event.PersonMoved{Statement: a.Ref, To: a.Name}
	case event.AskNote:
		p, err = event.PersonNoted{Name: a.Name, Sort: a.Sort, Text: text}, note(a.Sort, text)
	case event.AskPhrase:
		p, err = event.PhraseKept{Name: a.Name, Phrase: text}, note(event.Remark, text)
	case event.AskRestore:
		if a.Ref == 0 {
			return nil, true, fmt.Errorf("%w: no change is named", ErrNotAsked)
		}
		back := event.PersonRestored{Change: a.Ref}
		for _, person := range [...]string{a.Name, a.Text} {
			if person == "" {
				continue
			}
			if err := name(person); err != nil {
				return nil, true, err
			}
			back.Persons = append(back.Persons, person)
		}
		return back, true, nil
	default:
		return nil, false, nil
	}
	if err = errors.Join(err, name(a.Name)); err != nil {
		return nil, true, err
	}
	return p, true, nil
}

// name refuses what cannot be one.
func name(s string) error {
	if len(s) > MaxName || key(s) == "" || len(tokens(s)) > mostWords {
		return fmt.Errorf("%w: a name has 1 to %d words and at most %d bytes", ErrNotAsked, mostWords, MaxName)
	}
	return nil
}

func note(sort, text string) error {
	switch sort {
	case event.Remark, event.Leverage, event.Payment, event.Revenue:
	default:
		return fmt.Errorf("%w: there are no notes of the sort %q", ErrNotAsked, sort)
	}
	if text == "" || len(text) > MaxNote {
		return fmt.Errorf("%w: a note has 1 to %d bytes", ErrNotAsked, MaxNote)
	}
	return nil
}
