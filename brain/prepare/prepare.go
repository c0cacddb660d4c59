// Package prepare makes a call ready that somebody else is to decide on later: a mail, an appointment, a file, held until
// a moment, until something has happened, or until the principal asks for it (SPEC §16). It runs nothing: what it gives
// is a card that is not shown yet, and the word of the card alone makes the call.
//
// It is for whoever prepares: an answer, a command, a job.
package prepare

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"citadel/brain/card"
	"citadel/brain/consent"
	"citadel/memory/event"
	"citadel/tools"
)

// Longest is how long something prepared is kept that nothing releases. Ours.
const Longest = 90 * 24 * time.Hour

// Work is a call to be prepared.
type Work struct {
	Tool tools.Tool
	Args json.RawMessage

	// Until is when it is shown; zero where that is when the principal asks, or when Upon says.
	Until time.Time
	// Upon is the watch or the open loop whose news, or end, releases it; zero for none.
	Upon event.Seq

	Verdict consent.Verdict // what becomes of the call: its reasons and sources stand on the card
	Again   event.Seq       // an earlier call that was the same
}

// Card is the request for the principal's word, held. The error is a *tools.Failure and says what is wrong with the
// call: it changes nothing and so needs no word, it may not be made, its arguments do not fit, or it is too long to be
// shown whole.
func Card(w Work, now time.Time) (event.ApprovalAsked, error) {
	invalid := func(format string, args ...any) (event.ApprovalAsked, error) {
		return event.ApprovalAsked{}, &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf(format, args...)}
	}
	switch {
	case w.Tool.Class != tools.World:
		return invalid("`%s` changes nothing outside, so there is nothing to prepare.", w.Tool.Name)
	case w.Verdict.Do == consent.Deny:
		return event.ApprovalAsked{}, &tools.Failure{Reason: tools.Forbidden, Text: fmt.Sprintf("`%s` is denied.", w.Tool.Name)}
	case consent.Readable(w.Args) != nil:
		return invalid("The arguments could be read in two ways.")
	case !w.Until.IsZero() && (!w.Until.After(now) || w.Until.Sub(now) > Longest):
		return invalid("It can be held for 90 days at most, and not until a moment that is over.")
	}
	if err := fits(w.Tool.Params, w.Args); err != nil {
		return invalid("The arguments do not fit `%s`: %.300s", w.Tool.Name, err)
	}
	a := event.ApprovalAsked{
		Tool: w.Tool.Name, Args: string(w.Args), Digest: tools.Digest(w.Tool.Name, w.Args), As: tools.Described(w.Tool), Lapses: now.Add(Longest),
		Why: slices.Clone(w.Verdict.Why), Sources: w.Verdict.Sources, Again: w.Again, Held: true, Until: w.Until, Upon: w.Upon,
	}
	if !w.Until.IsZero() {
		a.Lapses = w.Until.Add(card.Lasts)
	}
	if _, _, short := card.Ask(card.Of(w.Tool, w.Args), "K1", a.Why, a.Lapses, now); !short {
		return invalid("It is too long to be shown on a card of %d bytes; do it in parts.", card.Longest)
	}
	return a, nil
}

// fits says why arguments are not what a schema wants.
func fits(params, args json.RawMessage) error {
	var schema jsonschema.Schema
	if err := json.Unmarshal(params, &schema); err != nil {
		return err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(args, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}
