package change

import (
	"context"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// unlink takes an account away for good.
func unlink(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	a, r, err := another(ctx, t)
	if r != nil || err != nil {
		return r, err
	}
	r = begin(t).Change(event.Asked{What: event.AskUnlink, Ref: a.Link})
	r.Direct = true
	r.Text.Say("**Unlinked: ").Claim([]event.Seq{a.Link}, "the %s", account(a)).Say(".** It gets nothing more from me and is not heard. ")
	r.Text.Say("This can't be taken back: `citadel link` on the host links it anew.")
	return r, nil
}

// lock keeps an account from being heard until it is unlocked.
func lock(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	a, r, err := another(ctx, t)
	switch {
	case r != nil || err != nil:
		return r, err
	case a.Locked:
		r = begin(t)
		r.Text.Say("It is locked already: ").Claim([]event.Seq{a.Link}, "the %s", account(a)).Say(". `unlock %s` ends that.", call(t, a))
		return r, nil
	}
	r = begin(t).Change(event.Asked{What: event.AskLock, Ref: a.Link})
	r.Direct = true
	r.Text.Say("**Locked: ").Claim([]event.Seq{a.Link}, "the %s", account(a)).Say(".** It gets nothing more from me and is not heard. ")
	r.Text.Say("`unlock %s` ends that, `unlink %s` takes it away for good.", call(t, a), call(t, a))
	return r, nil
}

// askedOn is when the turn's request was made, by the platform's clock; zero where an edit
// made it one, of which that is not known here.
func askedOn(t *turn.Turn) time.Time {
	if t.Last().Edited != 0 {
		return time.Time{}
	}
	return t.Last().On
}

// unlock lets it be heard again.
func unlock(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	a, r, err := another(ctx, t)
	switch {
	case r != nil || err != nil:
		return r, err
	case !a.Locked:
		r = begin(t)
		r.Text.Say("It is not locked: ").Claim([]event.Seq{a.Link}, "the %s", account(a)).Say(".")
		return r, nil
	}
	r = begin(t).Change(event.Asked{What: event.AskUnlock, Ref: a.Link, On: askedOn(t)})
	r.Direct = true
	r.Text.Say("Unlocked: ").Claim([]event.Seq{a.Link}, "the %s", account(a)).Say(". It is heard again. `lock %s` undoes it.", call(t, a))
	return r, nil
}

// answerWithin is for how long an account that was just linked may say itself who else can
// read it: whoever takes it over later cannot.
const answerWithin = 24 * time.Hour

// setAudience says who else can read the direct conversation of an account.
func setAudience(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	me, mine, err := speaker(ctx, t)
	if err != nil {
		return nil, err
	}
	a := mine
	if t.Command.Words != "" {
		var r *turn.Reply
		if a, r = accountNamed(t); r != nil {
			return r, nil
		}
	} else if a.Link == 0 {
		return says(t, "Of which account? As in `audience slack work`; `accounts` lists them.")
	}
	to := event.Work
	if t.Command.Has(string(event.Private)) {
		to = event.Private
	}
	if widens(a, to) && !mayWiden(t, a, me) {
		return second(ctx, t, "That is not said from the account itself: whoever got hold of it could read what you told me in private.",
			"In the console (`citadel chat` on the host), `audience "+call(t, a)+" private` does it.")
	}
	r := begin(t)
	r.Direct = true
	if a.Audience != to || !a.Told {
		r.Change(event.Asked{What: event.AskAudience, Ref: a.Link, Text: string(to)})
	}
	if to == event.Private {
		r.Text.Say("**Only you can read our conversation on ").Claim([]event.Seq{a.Link}, "%s", conversation(a))
		r.Text.Say(".** What you told me in private may be shown there.")
	} else {
		r.Text.Say("**Others may be able to read our conversation on ").Claim([]event.Seq{a.Link}, "%s", conversation(a))
		r.Text.Say(".** What you told me in private stays out of it.")
	}
	if a.Audience != to {
		r.Text.Say(" What was said there before keeps who could read it.")
		undoable(t, &r.Text)
	}
	return r, nil
}

// widens says whether an account would be shown more than now.
func widens(a accounts.Account, to event.Audience) bool {
	return to == event.Private && a.Audience != event.Private
}

// mayWiden says whether an account may be shown more at this turn's word: from another
// account or the host, or from itself as the answer to the question at its linking, if there was one.
func mayWiden(t *turn.Turn, a accounts.Account, me event.Person) bool {
	own := !t.AtHost() && a.Person == nameless(me)
	return t.Sure() || !own || !a.Told && t.Now.Sub(a.Since) < answerWithin
}

// another finds the account that a command names. One that says it of itself gets a reply.
func another(ctx context.Context, t *turn.Turn) (accounts.Account, *turn.Reply, error) {
	a, r := accountNamed(t)
	if r != nil {
		return a, r, nil
	}
	me, _, err := speaker(ctx, t)
	if err != nil || t.AtHost() || a.Person != nameless(me) {
		return a, nil, err
	}
	r, err = says(t, "Not from the account itself: whoever got hold of it could do the same. `%s %s` does it from another linked account, or in the console (`citadel chat` on the host).",
		t.Command.Name, call(t, a))
	if r != nil {
		r.Direct = true
	}
	return a, r, err
}

// accountNamed finds the one account that a command names, or words why there is none.
func accountNamed(t *turn.Turn) (a accounts.Account, r *turn.Reply) {
	words := strings.Trim(t.Command.Words, " .,!")
	var found []accounts.Account
	var calls []string
	t.Read(func(v memory.View) {
		found = v.Accounts.Named(words)
		for _, f := range found {
			calls = append(calls, "`"+f.Person.Platform+" "+f.Ending()+"`")
		}
	})
	if len(found) == 1 {
		return found[0], nil
	}
	r = begin(t)
	r.Direct = true
	switch {
	case len(found) > 1:
		r.Text.Say("Which one? ")
		for i, f := range found {
			if i > 0 {
				r.Text.Say(", ")
			}
			r.Text.Claim([]event.Seq{f.Link}, "%s", calls[i])
		}
		r.Text.Say(".")
	case strings.EqualFold(words, "console"):
		r.Text.Say("The console is this computer itself: who can use your account on it can type there.")
	default:
		r.Text.Say("No linked account is called ").Claim(t.Heard(), "%s", quoted(words, phrase.MaxQuote)).Say(". `accounts` lists them.")
	}
	return a, r
}

// speaker is the account that asks for what the turn does, and its link; the zero Account
// where it has none, as on the console.
func speaker(ctx context.Context, t *turn.Turn) (event.Person, accounts.Account, error) {
	request := t.Last().Seq
	if t.Seconded != 0 {
		request = t.Seconded
	}
	_, p, err := t.Event(ctx, request)
	if err != nil {
		return event.Person{}, accounts.Account{}, err
	}
	h, _ := p.(event.Heard)
	var a accounts.Account
	if t.Seconded != 0 || !t.AtHost() {
		t.Read(func(v memory.View) { a, _ = v.Accounts.Of(h.Person) })
	}
	return h.Person, a, nil
}

func nameless(p event.Person) event.Person {
	p.Name = ""
	return p
}

// account words an account: "Telegram account (id ends in 4471)".
func account(a accounts.Account) string {
	return accounts.Title(a.Person.Platform) + " account (id ends in " + a.Ending() + ")"
}

// conversation words the conversation with it: "Telegram (id ends in 4471)".
func conversation(a accounts.Account) string {
	return accounts.Title(a.Person.Platform) + " (id ends in " + a.Ending() + ")"
}

// call is how an account is named in a command.
func call(t *turn.Turn, a accounts.Account) (name string) {
	t.Read(func(v memory.View) { name = v.Accounts.Call(a) })
	return name
}

// unaccount takes back what was done to an account, where the account itself may not do it
// also not by undoing.
func unaccount(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	me, _, err := speaker(ctx, t)
	if err != nil {
		return v, err
	}
	var link event.Seq
	switch p := p.(type) {
	case event.AccountUnlinked:
		v.text.Say("the end of a link: `citadel link` on the host links an account anew")
		return v, nil
	case event.AccountLocked:
		link = p.Link
	case event.AccountUnlocked:
		link = p.Link
	case event.AudienceSet:
		link = p.Link
	}
	var a accounts.Account
	t.Read(func(m memory.View) {
		for _, x := range m.Accounts.Linked {
			if x.Link == link {
				a = x
			}
		}
	})
	if a.Link == 0 {
		return v, nil
	}
	own := !t.AtHost() && a.Person == nameless(me)
	source, done := []event.Seq{a.Link}, rec.Seq
	switch p := p.(type) {
	case event.AccountLocked:
		if a.Locked && !own {
			v.write(event.Asked{What: event.AskUnlock, Ref: link, On: askedOn(t)}, done)
			v.text.Say("the lock on the ").Claim(source, "%s", account(a))
		}
	case event.AccountUnlocked:
		if !a.Locked && !own {
			v.write(event.Asked{What: event.AskLock, Ref: link}, done)
			v.text.Say("the end of a lock: the ").Claim(source, "%s", account(a)).Say(" is locked again")
		}
	case event.AudienceSet:
		before, err := audienceBefore(ctx, t, rec.Seq, link)
		if err != nil || a.Audience != p.Audience || before == a.Audience {
			return v, err
		}
		if widens(a, before) && !t.Sure() && own {
			v.text.Say("who can read our conversation on ").Claim(source, "%s", conversation(a)).Say(": not from the account itself")
			return v, nil
		}
		v.write(event.Asked{What: event.AskAudience, Ref: link, Text: string(before)}, done)
		v.text.Say("who can read our conversation on ").Claim(source, "%s", conversation(a)).Say(": again `%s`", before)
	}
	return v, nil
}

// audienceBefore is who else could read the conversation of an account before an event.
func audienceBefore(ctx context.Context, t *turn.Turn, seq, link event.Seq) (event.Audience, error) {
	kinds := []event.Kind{event.AudienceSet{}.Kind(), event.AccountLinked{}.Kind()}
	recs, err := all(ctx, t, ledger.Query{Before: seq, Kinds: kinds, Newest: true})
	if err != nil {
		return "", err
	}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return "", err
		}
		switch p := p.(type) {
		case event.AudienceSet:
			if p.Link == link {
				return p.Audience, nil
			}
		case event.AccountLinked:
			if rec.Seq == link {
				return p.Audience, nil
			}
		}
	}
	return event.Work, nil
}
