package change

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// secondWithin is for how long what one account asks for can be confirmed from another.
const secondWithin = time.Hour

// seconded are the commands of which some need a second account or the host.
func seconded(name string) bool {
	return slices.Contains([]string{"allow", "forget", "audience", "policy"}, name)
}

// second asks for the word of another account, where there is one that can be asked: why
// says why this one's does not do, and athost what does instead where there is none.
func second(ctx context.Context, t *turn.Turn, why, athost string) (*turn.Reply, error) {
	_, mine, err := speaker(ctx, t)
	if err != nil {
		return nil, err
	}
	var to accounts.Account
	t.Read(func(v memory.View) {
		for _, a := range v.Accounts.Others(mine.Link) {
			if mine.Link != 0 && a.Place != (event.Place{}) && (to.Link == 0 || a.Seen.After(to.Seen)) {
				to = a
			}
		}
	})
	r := begin(t)
	r.Direct = true
	if why != "" {
		r.Text.Say("%s ", why)
	}
	if to.Link == 0 || t.Last().Edited != 0 {
		r.Text.Say("%s", athost)
		return r, nil
	}
	handle := phrase.Handle('K', t.Last().Seq)
	r.Text.Say("`confirm %s` on ", handle).Claim([]event.Seq{to.Link}, "%s", conversation(to))
	r.Text.Say(" or on the console does it, within ").Claim(t.Heard(), "an hour").Say(".")
	r.Change(event.PostQueued{
		Place: to.Place, Audience: to.Audience, Subject: event.SubjectAccount,
		Text:    fmt.Sprintf("**Asked for on %s: `%s`.** It needs a second account. Was that you?", conversation(mine), asTyped(t)),
		Buttons: []event.Button{{Label: "Do it", Says: "confirm " + handle}},
	})
	return r, nil
}

// asTyped is a command as it was typed, without what would end its quotation marks.
func asTyped(t *turn.Turn) string {
	var b []rune
	for _, c := range t.Last().Text {
		if c != '`' && c != '\n' {
			b = append(b, c)
		}
	}
	return string(b)
}

// confirmedKey is the key of what comes of a confirmed request: it is done once.
func confirmedKey(request event.Seq) string { return fmt.Sprintf("confirmed/%d", request) }

// confirm takes the principal's word: for a memory, a link of the graph, or, under a K, for what another account of
// his asked for.
func confirm(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if h := t.Command.Handle(); h.Letter == 'K' {
		return confirmRequest(ctx, t, h)
	} else if h.Letter == 'e' {
		return judgeEdge(ctx, t, event.Confirmed)
	}
	return confirmMemory(ctx, t)
}

// confirmRequest does what another account asked for. The account that asked confirms nothing.
func confirmRequest(ctx context.Context, t *turn.Turn, h command.Handle) (*turn.Reply, error) {
	rec, err := t.Mind.Event(ctx, event.Seq(h.N))
	if err != nil && !errors.Is(err, ledger.ErrNoEvent) {
		return nil, err
	}
	var p event.Payload
	if err == nil {
		if p, err = rec.Payload(); err != nil {
			return nil, err
		}
	}
	said, ok := p.(event.Heard)
	c, isCommand := command.Parse(said.Text)
	if !ok || rec.Trust != event.ByPrincipal || said.Overheard || !isCommand || !seconded(c.Name) {
		return says(t, "There is nothing to confirm under `%s`.", h)
	}
	me, _, err := speaker(ctx, t)
	if err != nil {
		return nil, err
	}
	var asker accounts.Account
	var linked bool
	t.Read(func(v memory.View) { asker, linked = v.Accounts.Of(said.Person) })
	done, err := all(ctx, t, ledger.Query{Keys: []string{confirmedKey(rec.Seq)}})
	if err != nil {
		return nil, err
	}
	edits, err := all(ctx, t, ledger.Query{From: []event.Seq{rec.Seq}, Kinds: []event.Kind{event.Edited{}.Kind()}, Limit: 1})
	if err != nil {
		return nil, err
	}
	r := begin(t)
	switch source := []event.Seq{rec.Seq}; {
	case !linked || asker.Locked:
		r.Text.Say("Nothing was done: the account that asked for it is locked, or not linked any more.")
	case !t.AtHost() && nameless(me) == nameless(said.Person):
		r.Text.Say("Not from the account that asked for it. On another linked account or on the console, `confirm %s` does it.", h)
	case len(done) > 0:
		r.Text.Say("That was done on ").Claim([]event.Seq{done[0].Seq}, "%s", phrase.Moment(done[0].At, t.Now)).Say(".")
	case len(edits) > 0:
		r.Text.Say("Nothing was done: the request was edited since. Please ask for it anew.")
	case t.Now.Sub(rec.At) > secondWithin:
		r.Text.Say("Lapsed, nothing was done: it was asked for on ").Claim(source, "%s", phrase.Moment(rec.At, t.Now)).Say(".")
	default:
		one := *t
		one.Command, one.Seconded = &c, rec.Seq
		if r, err = handler(c.Name)(ctx, &one); err == nil && len(r.Writes) > 0 {
			r.Writes[0].Key = confirmedKey(rec.Seq)
		}
		return r, err
	}
	return r, nil
}
