package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Trusted is an account that the settings name as the principal's. It is linked when it
// first writes in a direct conversation, and only once: where it was unlinked since, the
// settings do not bring it back.
type Trusted struct {
	Platform string
	Account  string // the workspace; empty is whichever the platform's tokens are for
	ID       string
	Audience event.Audience // who else can read the conversation with it; empty: he is asked
}

// linking is an account about to be linked.
type linking struct {
	person   connectors.Person
	place    connectors.Place // the direct conversation; zero where it is not known yet
	audience event.Audience   // empty: he is asked
	how      string
	since    time.Time // from when on its words are his; zero: they always were
	code     string    // the hash of the code that was used
	key      string    // what links once only
	also     []ledger.Entry
}

// Link links an account at the word of the host: how is "setup" or "config". place is the
// direct conversation with it, or zero, audience who else can read that, or empty where he
// is to be asked. It is told there and on every account that was linked before. Linking
// again what is linked does nothing.
func (b *Bot) Link(ctx context.Context, who connectors.Person, place connectors.Place, audience event.Audience, how string) error {
	var linked bool
	b.Mind.Read(func(v memory.View) { _, linked = v.Accounts.Of(person(who)) })
	if linked {
		return nil
	}
	return b.link(ctx, linking{person: who, place: place, audience: audience, how: how})
}

// trusted says whether the settings name the account an event is from.
func (b *Bot) trusted(e connectors.Event) bool {
	return e.Via == "" && !e.From.Bot && e.From.Account == e.Place.Account && e.From.Platform == e.Place.Platform && b.trust(e.From) >= 0
}

func (b *Bot) trust(p connectors.Person) int {
	return slices.IndexFunc(b.Trusted, func(t Trusted) bool {
		return t.ID != "" && t.ID == p.ID && t.Platform == p.Platform && (t.Account == "" || t.Account == p.Account)
	})
}

func (b *Bot) linkTrusted(ctx context.Context, e connectors.Event) error {
	err := b.link(ctx, linking{
		person: e.From, place: e.Place, audience: b.Trusted[b.trust(e.From)].Audience, how: "config",
		key: "linked/config/" + e.From.Platform + "/" + strconv.Quote(e.From.Account) + strconv.Quote(e.From.ID),
	})
	if errors.Is(err, ledger.ErrDuplicate) { // it was unlinked
		return nil
	}
	return err
}

// link records that an account is the principal's and tells it there and on all others, in
// one commit (MESSAGES 13). The error is ledger.ErrDuplicate where the key was used before.
func (b *Bot) link(ctx context.Context, l linking) error {
	asked := l.audience == ""
	if asked {
		l.audience = event.Work
		if slices.Contains(b.Personal, l.person.Platform) {
			l.audience = event.Private
		}
	}
	b.readSoFar(ctx)
	l.place.Thread = ""
	who := person(l.person)
	who.Name = ""
	first := b.Pens.Write(event.AccountLinked{Person: who, Place: place(l.place), Audience: l.audience, Told: !asked, How: l.how, Code: l.code, Since: l.since})
	first.Key = l.key
	entries := append([]ledger.Entry{first}, l.also...)
	now, zone := b.Now(), b.Brain.Zone
	b.Mind.Read(func(v memory.View) {
		if z := v.Principal.Zone(); z != nil {
			zone = z
		}
		a := accounts.Account{Person: who, Place: place(l.place), Audience: l.audience, How: l.how}
		others := slices.DeleteFunc(v.Accounts.Others(0), func(o accounts.Account) bool { return o.Place == (event.Place{}) })
		host := b.hosted(v)
		tell := func(at event.Place, audience event.Audience, text string, buttons ...event.Button) {
			entries = append(entries, b.Pens.Write(event.PostQueued{
				Place: at, Audience: audience, Text: text, Buttons: buttons, Subject: event.SubjectAccount,
			}).Because(ledger.Here(0)))
		}
		if a.Place != (event.Place{}) {
			var buttons []event.Button
			if asked {
				call := who.Platform + " " + who.ID
				buttons = []event.Button{
					{Label: "Only me", Says: "audience " + call + " private"}, {Label: "Admins can", Says: "audience " + call + " work"},
				}
			}
			tell(a.Place, a.Audience, welcomed(a, others, host, asked), buttons...)
		}
		news := announced(a, v.Accounts, now.In(zone))
		for _, o := range others {
			tell(o.Place, o.Audience, news)
		}
		if len(others) == 0 && host != (event.Place{}) {
			tell(host, event.Private, news)
		}
	})
	if _, err := b.record(ctx, entries...); err != nil {
		return fmt.Errorf("bot: link: %w", err)
	}
	b.Log.Info("an account was linked", "connector", who.Platform, "how", l.how)
	return nil
}

// hosted is where the principal is told something on the computer itself; zero where he
// never spoke there.
func (b *Bot) hosted(v memory.View) event.Place {
	for _, s := range slices.Backward(v.Places.Direct) {
		if b.here(s.Place.Platform) {
			return s.Place
		}
	}
	return place(b.Home)
}

// welcomed tells an account that it is linked, with what others can read of it.
func welcomed(a accounts.Account, others []accounts.Account, host event.Place, asked bool) string {
	title := accounts.Title(a.Person.Platform)
	text := fmt.Sprintf("**Linked: this %s account (id ends in %s).** Nobody else here can reach me.", title, a.Ending())
	elsewhere := ""
	for _, o := range others {
		if elsewhere == "" || o.Audience != a.Audience {
			elsewhere = accounts.Title(o.Person.Platform)
		}
	}
	if elsewhere == "" && host.Platform != "" {
		elsewhere = "the " + host.Platform
	}
	if elsewhere != "" {
		text += "\n\nIt is the same conversation as on " + elsewhere + "."
		switch {
		case a.Audience == event.Private && slices.ContainsFunc(others, func(o accounts.Account) bool { return o.Audience == event.Work }):
			text += " Its admins may be able to read it there, so what you tell me only here stays out of it."
		case a.Audience == event.Work:
			text += fmt.Sprintf(" The admins of this %s may be able to read it here, so what you told me where only you can read stays out of it.", title)
		}
		text += " `accounts` lists them all."
	}
	switch {
	case !asked:
	case a.Audience == event.Private:
		text += "\n\nI take it that only you can read what is said here. Is that so?"
	default:
		text += "\n\nI take it that others can read what is said here, such as admins. Is that so?"
	}
	return text
}

// announced tells the other accounts of a new one.
func announced(a accounts.Account, known *accounts.Fold, now time.Time) string {
	article := "A"
	switch a.Person.Platform[0] {
	case 'a', 'e', 'i', 'o', 'u':
		article = "An"
	}
	by := map[string]string{"code": "with a code from the host", "setup": "by the set-up on the host", "config": "by the settings on the host"}[a.How]
	call := a.Person.Platform
	if len(known.Named(call)) > 0 {
		call += " " + a.Ending()
	}
	return fmt.Sprintf("**%s %s account (id ends in %s) was linked at %s on %s** %s. Not you? Reply `unlink %s`.",
		article, accounts.Title(a.Person.Platform), a.Ending(), now.Format("15:04"), now.Format("Mon 2 Jan 2006"), by, call)
}
