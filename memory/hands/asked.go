package hands

import (
	"errors"
	"fmt"

	"citadel/memory/event"
)

// ErrNotAsked: the request names no card or no tool, or wants of it what cannot be.
var ErrNotAsked = errors.New("the request cannot be met")

// maxTool is the longest name of a tool, in bytes.
const maxTool = 64

// Decide is the owner's answer to a request about tools; ok is false if it is about something
// else. It is pure; that the request is the principal's own was checked by the ledger. Whether the
// card is open is asked by who claims the call.
func Decide(a event.Asked) (p event.Payload, ok bool, err error) {
	switch a.What {
	case event.AskApprove:
		if a.Ref == 0 {
			return nil, true, fmt.Errorf("%w: no card is named", ErrNotAsked)
		}
		return event.ApprovalGiven{Approval: a.Ref}, true, nil
	case event.AskPolicy:
		if a.Name == "" || len(a.Name) > maxTool {
			return nil, true, fmt.Errorf("%w: a tool's name has 1 to %d bytes", ErrNotAsked, maxTool)
		}
		switch a.Text {
		case "", event.PolicyAsk, event.PolicyAllow, event.PolicyDeny:
			return event.PolicySet{Tool: a.Name, Policy: a.Text, As: a.As}, true, nil
		}
		return nil, true, fmt.Errorf("%w: there is no policy %q", ErrNotAsked, a.Text)
	}
	return nil, false, nil
}
