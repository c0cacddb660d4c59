package inspect

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/providers"
)

// privacyDays is how far back privacy looks (TRUST, Where my words go).
const privacyDays = 30

// privacy says where words go: each provider with its host, what it does, how often it was
// asked in 30 days and what it got, and since when the principal knows of it.
func privacy(ctx context.Context, l *look) (*turn.Reply, error) {
	all, err := l.recipients(ctx)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		t := l.stays().Say(" No provider is set up, so none has received anything.")
		kept, places := l.turn.Host.Kept()
		t.Item().Say("Kept in: "+kept, places...)
		t.Item().Say("Language model: none")
		t.Item().Say("Other services: none")
		t.Break().Say("A provider gets nothing before I have named it to you; then it is listed here with what it got.")
		return l.says(t), nil
	}
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	head := new(phrase.Text)
	var got []string
	away := false
	for _, r := range all {
		away = away || !r.loopback
		if !r.loopback && r.calls > 0 {
			got = append(got, r.title)
		}
		rests = append(rests, r.rests...)
	}
	switch {
	case len(got) > 0:
		head.Say("**Words of yours went to ").Claim(rests, "%s in %d days", conjoin(got), privacyDays).Say(".**")
	case away:
		head.Say("**No provider got a word of yours in ").Claim(rests, "%d days", privacyDays).Say(".**")
	default:
		head = l.stays().Say(" The language models run on this computer.")
	}
	foot := new(phrase.Text).Say("A provider gets nothing before I have named it to you. Everything else is kept in `%s`.", l.turn.Host.Home)
	return l.list(head, each(all, func(r *recipient) (*phrase.Text, error) { return r.line(l), nil }), foot)
}

// stays says where words are where no provider gets any: on this computer, or also on servers that
// the principal set up elsewhere.
func (l *look) stays() *phrase.Text {
	t := new(phrase.Text)
	if afar := l.turn.Host.Afar; len(afar) > 0 {
		return t.Say("**No provider gets what you write.** Beside this computer it is kept on servers of yours: %s.", conjoin(afar))
	}
	return t.Say("**Nothing you write leaves this computer.**")
}

// recipient is a provider and what it got.
type recipient struct {
	name, title, host string
	loopback          bool
	gone              bool // it is not set up any more
	named             *providers.Named
	naming            event.Seq // the event that names it, or zero
	calls             int
	roles             map[string]int
	data              []string
	rests             []event.Seq
}

// recipients lists the providers that are set up, in the order of the host, and those that
// got something in 30 days and no longer are.
func (l *look) recipients(ctx context.Context) ([]*recipient, error) {
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	var all []*recipient
	by := map[string]*recipient{}
	add := func(r *recipient) *recipient {
		r.roles, r.rests = map[string]int{}, slices.Clone(rests)
		all, by[r.name] = append(all, r), r
		return r
	}
	for _, m := range l.turn.Host.Models {
		if by[m.Provider] == nil {
			add(&recipient{name: m.Provider, title: m.Runs(), host: m.Host, loopback: m.Loopback})
		}
	}
	since := l.turn.Now.AddDate(0, 0, -privacyDays)
	for e, err := range l.calls(ctx) {
		if err != nil {
			return nil, err
		}
		if e.At.Before(since) {
			break
		}
		p := e.payload.(event.ModelCalled)
		r := by[p.Provider]
		if r == nil {
			r = add(&recipient{name: p.Provider, title: p.Provider, gone: true})
		}
		if p.Outcome == nothingSent {
			continue
		}
		if r.calls++; r.calls == 1 {
			r.rests = append(r.rests, e.Seq)
		}
		r.roles[p.Role]++
		if kind := received(p); !slices.Contains(r.data, kind) {
			r.data = append(r.data, kind)
		}
	}
	for _, r := range all {
		slices.Sort(r.data)
	}
	l.turn.Read(func(v memory.View) {
		for _, r := range all {
			if n, ok := v.Providers.Named[r.name]; ok {
				r.named = &n
			}
		}
	})
	return all, l.namings(ctx, by)
}

// namings finds the events that name the providers.
func (l *look) namings(ctx context.Context, by map[string]*recipient) error {
	const most = 200 // a provider is named again only where its host changes
	found, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{"provider.named"}, Newest: true, Limit: most})
	for _, e := range found {
		p, ok := e.payload.(event.ProviderNamed)
		if r := by[p.Provider]; ok && r != nil && r.naming == 0 {
			r.naming = e.Seq
			r.rests = append(r.rests, e.Seq)
		}
	}
	return err
}

// received says what kind of words a call carried: its role and its purpose tell.
func received(p event.ModelCalled) string {
	switch {
	case p.Role == "embedder":
		return "what is remembered, to find it by its meaning"
	case p.Role == "adversary":
		return "a question and what speaks for each side"
	case p.Role == "image":
		return "descriptions of pictures"
	case p.Role == "transcription":
		return "recordings"
	case p.Job != "":
		return "what the job `" + p.Job + "` reads"
	}
	return "your messages with the conversation before them, and memories that bear on them"
}

// line words one provider.
func (r *recipient) line(l *look) *phrase.Text {
	t := new(phrase.Text).Claim(r.rests, "%s", r.title)
	if r.host != "" && r.host != r.title {
		t.Claim(r.rests, " (%s)", r.host)
	}
	switch {
	case r.loopback:
		t.Say(", on this computer")
	case r.gone:
		t.Say(", no longer set up")
	}
	switch {
	case r.named == nil && r.loopback:
	case r.named == nil:
		t.Say(", not named to you yet")
	case !r.named.Sent:
		t.Say(", named in a message that has not arrived yet")
	case r.host != "" && r.named.Host != r.host:
		t.Say(", named on ").Claim(r.rests, "%s, but as %s", phrase.Moment(r.named.On, l.turn.Now), r.named.Host)
	default:
		t.Say(", named on ").Claim(r.rests, "%s", phrase.Moment(r.named.On, l.turn.Now))
	}
	if r.calls == 0 {
		return t.Say(": nothing was sent to it")
	}
	t.Say(": ").Claim(r.rests, "%s", phrase.Count(r.calls, "call"))
	names := slices.SortedFunc(maps.Keys(r.roles), func(a, b string) int { return cmp.Or(r.roles[b]-r.roles[a], strings.Compare(a, b)) })
	for i, role := range names {
		names[i] = role + " " + phrase.Thousands(r.roles[role])
	}
	t.Claim(r.rests, " (%s)", strings.Join(names, ", "))
	if r.loopback {
		return t.Say(". Nothing left it")
	}
	return t.Say(". It got ").Claim(r.rests, "%s", strings.Join(r.data, "; "))
}

// nothingSent is the outcome of a call that never reached its provider (model.Unreachable).
const nothingSent = "unreachable"
