package change

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/acquaintance"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
	"citadel/memory/store"
)

// whom finds the one person that a name means, for a command that typed writes for a name. Where
// it is not clear who is meant the reply asks; of a minor nothing is kept (TRUST, Children). A name
// that nobody has yet is a new person's.
func whom(ctx context.Context, t *turn.Turn, name string, typed func(name string) string) (p people.Person, r *turn.Reply, err error) {
	name = strings.Trim(name, " .,!?:;\"'“”‘’")
	if len(name) > people.MaxName {
		r, err = says(t, "That is too long for a name.")
		return p, r, err
	}
	minor, err := isMinor(ctx, t, name)
	if err != nil {
		return p, nil, err
	}
	if minor {
		r, err = says(t, "Nothing was changed: by what you told me that is a minor, and of children I keep no file, no group and no profile.")
		return p, r, err
	}
	known, err := acquaintance.Known(ctx, t)
	if err != nil {
		return p, nil, err
	}
	found := known.Called(name)
	switch len(found) {
	case 0:
		return people.Person{Name: name}, nil, nil
	case 1:
		return found[0], nil, nil
	}
	return p, whichPerson(t, name, found, typed), nil
}

// whichPerson asks who is meant.
func whichPerson(t *turn.Turn, name string, found []people.Person, typed func(string) string) *turn.Reply {
	r := begin(t)
	var names []string
	var rests []event.Seq
	for _, p := range found {
		names = append(names, p.Name)
		rests = append(rests, p.Rests()...)
		if len(r.Buttons) < mostButtons {
			r.Buttons = append(r.Buttons, event.Button{Label: p.Name, Says: typed(p.Name)})
		}
	}
	r.Text.Say("Nothing was changed: ").Claim(t.Heard(), "%s", quoted(name, phrase.MaxQuote)).Say(" could be ").Claim(rests, "%s", strings.Join(names, " or "))
	r.Text.Say(". Which? As in `%s`.", typed(found[0].Name))
	return r
}

// isMinor says whether the principal spoke of a minor by this name, also in what no memory was
// made of yet.
func isMinor(ctx context.Context, t *turn.Turn, name string) (bool, error) {
	if in(t, func(v memory.View) bool { return v.People.Minor(name) }) {
		return true, nil
	}
	found, err := t.Store.Search(ctx, store.Query{
		Text: name, Limit: mostSearched, Superseded: true, Audiences: memory.Sight{}.Audiences(), Kinds: []store.Kind{store.Said},
	})
	if err != nil {
		return false, err
	}
	minor, newest := false, time.Time{}
	for _, hit := range found.Hits {
		u := extract.Utterance{Text: hit.Item.Text, At: hit.Item.On}
		if hit.Item.On.Before(newest) || !holds(u.Text, name) {
			continue
		}
		same := func(n string) bool { return strings.EqualFold(n, name) }
		switch {
		case slices.ContainsFunc(extract.Minors(u), same):
			minor, newest = true, hit.Item.On
		case minor && slices.ContainsFunc(extract.Read(u), func(it extract.Item) bool { return it.Subject == extract.Me && same(it.Value) }):
			minor, newest = false, hit.Item.On
		}
	}
	return minor, nil
}

// rests are what a sentence about a person rests on: his file, or the command that opens one.
func rests(t *turn.Turn, p people.Person) []event.Seq {
	if seqs := p.Rests(); len(seqs) > 0 {
		return seqs
	}
	return t.Heard()
}
