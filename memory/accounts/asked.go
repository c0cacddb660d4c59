package accounts

import (
	"errors"
	"fmt"

	"citadel/memory/event"
)

// ErrNotAsked: the request names nothing that can be asked for.
var ErrNotAsked = errors.New("the request cannot be met")

// Decide is the owner's answer to a request about accounts and places; ok is false if it is
// about something else. It is pure; that the request is the principal's own was checked by
// the ledger.
func Decide(a event.Asked) (p event.Payload, ok bool, err error) {
	switch a.What {
	case event.AskUnlink:
		p = event.AccountUnlinked{Link: a.Ref}
	case event.AskLock:
		p = event.AccountLocked{Link: a.Ref}
	case event.AskUnlock:
		p = event.AccountUnlocked{Link: a.Ref, Since: a.On}
	case event.AskAudience:
		p = event.AudienceSet{Link: a.Ref, Audience: event.Audience(a.Text)}
		if a.Text != string(event.Private) && a.Text != string(event.Work) {
			return nil, true, fmt.Errorf("%w: %q is not who can read a direct conversation", ErrNotAsked, a.Text)
		}
	case event.AskChannel, event.AskNoChannel:
		if a.Place.Platform == "" || a.Place.Room == "" {
			return nil, true, fmt.Errorf("%w: no place is named", ErrNotAsked)
		}
		at := a.Place
		at.Thread = ""
		if a.What == event.AskNoChannel {
			return event.ChannelClosed{Place: at}, true, nil
		}
		return event.ChannelOpened{Place: at, Title: a.Text, Since: a.On}, true, nil
	default:
		return nil, false, nil
	}
	if a.Ref == 0 {
		return nil, true, fmt.Errorf("%w: no account is named", ErrNotAsked)
	}
	return p, true, nil
}
