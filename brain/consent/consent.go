// Package consent decides what becomes of a call that a model wants: it runs, the principal is
// asked, or it is refused (SPEC §11; TRUST, Approval by accident).
//
// Nothing that a model says counts here, and nothing that a stranger wrote. What counts is what a
// tool can do, what the principal wants of it, whether strangers' words may have wanted the call,
// and whether it was made before. So a poisoned page can make a model ask for anything, and what
// reaches the world is still what the principal asked for in his own words, or approved on a card that
// names the page.
package consent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"citadel/memory/event"
	"citadel/tools"
)

// Call is a call and all that its fate depends on.
type Call struct {
	Tool   tools.Tool
	Args   json.RawMessage // an object that fulfils the tool's schema
	Policy string          // of the principal for this tool; "" is the usual

	// Changed says that he allowed a tool of that name that said something else of itself.
	Changed bool
	// Approved says that he said yes to exactly this call, on a card that is still good.
	Approved bool
	// Unasked says that no message of his began this: a job wants it.
	Unasked bool

	// Words are his own in the window, with nothing of strangers in them: an address among them may
	// be opened.
	Words []string
	// Requests are those of his words that may ask for the call: what this turn says, and what it plainly
	// answers. None is put together with another.
	Requests []Request
	// Strangers are whose words were in view of the model that wants the call, the descriptions of
	// tools included.
	Strangers []event.ToolSource
	// Found is what those strangers wrote: an address that stands in it may be opened.
	Found []string
	// Followed is how many such addresses were opened in this turn, and Told how many bits that
	// told; see MostTold.
	Followed, Told int
	// Known are addresses that he named or wrote to himself.
	Known []string
	// Again is the same call of late; zero where there is none.
	Again event.Seq
}

// Do is what becomes of a call.
type Do uint8

// The fates. The zero value is the careful one.
const (
	Ask  Do = iota // a card is shown, and nothing runs without it
	Run            // now
	Deny           // never, and the model is told so
	Hold           // as Ask, but nobody is there: it is prepared, and shown with the next briefing
)

// Verdict is what becomes of a call, and why.
type Verdict struct {
	Do  Do
	Why []string // for the card, one sentence each; or the one reason of a refusal
	// Sources are where the strangers' words come from that may have wanted it. None where one request
	// of the principal's has all of its arguments, and nothing is switched that he did not name.
	Sources []event.ToolSource
	// Bits is how much a call that runs tells by the choice of an address that strangers wrote; 0
	// where there is none.
	Bits int
}

// Decide is pure: the same call has the same fate. The order of what it looks at is that of what
// cannot be overruled: a refusal, the principal's yes, the class, and only then his policy.
func Decide(c Call) Verdict {
	switch {
	case c.Policy == event.PolicyDeny && c.Approved:
		return Verdict{Do: Deny, Why: []string{fmt.Sprintf("`%s` was denied since.", c.Tool.Name)}}
	case c.Policy == event.PolicyDeny:
		return Verdict{Do: Deny, Why: []string{fmt.Sprintf("`%s` is denied.", c.Tool.Name)}}
	case c.Approved:
		return Verdict{Do: Run}
	}
	told, may := 0, true
	if c.Tool.Stakes.Has(tools.Outward) && len(c.Strangers) > 0 {
		told, may = outward(c)
	}
	if c.Tool.Class != tools.World && c.Policy != event.PolicyAsk && may {
		return Verdict{Do: Run, Bits: told}
	}
	v := Verdict{}
	if len(c.Strangers) > 0 && !slices.ContainsFunc(c.Requests, func(r Request) bool { return r.own(c.Tool, c.Args) }) {
		v.Sources = c.Strangers
	}
	v.Why = reasons(c, v.Sources)
	if !may {
		v.Why = append(v.Why, "Opening an address tells it to whoever answers there, and what you told me could be in it.")
	}
	switch {
	case c.Unasked:
		v.Do = Hold
	case c.Policy == event.PolicyAllow && len(v.Why) == 0:
		v.Do = Run
	}
	return v
}

// reasons are why a call is asked for whatever the policy says.
func reasons(c Call, strangers []event.ToolSource) (why []string) {
	if len(strangers) > 0 {
		why = append(why, "It may come from "+names(strangers)+", not from you.")
	}
	if c.Tool.Stakes.Has(tools.Money) {
		why = append(why, "It moves money.")
	}
	if c.Tool.Stakes.Has(tools.Deletes) {
		why = append(why, "It can't be undone.")
	}
	if fresh := unknown(c); len(fresh) > 0 {
		why = append(why, "You haven't written to "+strings.Join(fresh, ", ")+" before.")
	}
	if c.Changed {
		why = append(why, fmt.Sprintf("What `%s` says of itself has changed since you allowed it.", c.Tool.Name))
	}
	if c.Again != 0 {
		why = append(why, fmt.Sprintf("The same was begun in `m%d`.", c.Again))
	}
	return why
}

// mostNamed is how many sources a card names before it counts the rest.
const mostNamed = 3

func names(sources []event.ToolSource) string {
	var all []string
	for _, s := range sources {
		if !slices.Contains(all, s.What) {
			all = append(all, s.What)
		}
	}
	more := len(all) - mostNamed
	if more > 0 {
		all = all[:mostNamed]
	}
	text := strings.Join(all, ", ")
	if i := strings.LastIndex(text, ", "); i >= 0 && more <= 0 {
		text = text[:i] + " or " + text[i+2:]
	}
	if more > 0 {
		text += fmt.Sprintf(" or %d more", more)
	}
	return text
}

// unknown are those whom a call would reach and the principal never did.
func unknown(c Call) (fresh []string) {
	if c.Tool.Reaches == nil {
		return nil
	}
	for _, address := range c.Tool.Reaches(c.Args) {
		same := func(known string) bool {
			return strings.EqualFold(strings.TrimSpace(known), strings.TrimSpace(address))
		}
		if !slices.ContainsFunc(c.Known, same) {
			fresh = append(fresh, address)
		}
	}
	return fresh
}
