package errand

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/watch"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/watches"
)

// watch has something outside looked at again and again, after a first look now: what cannot be looked at is not
// watched. What he is told of it then is a job's.
func (e *errand) watch(ctx context.Context) error {
	set, ok := watch.Read(e.within(), e.c.Words, e.t.Now)
	if !ok {
		e.unwatchable()
		return nil
	}
	var same, standing []watches.Watch
	e.t.Read(func(v memory.View) {
		standing = v.Watches.Standing(e.t.Now)
		for _, w := range standing {
			if watch.Same(w.WatchSet, set) {
				same = append(same, w)
			}
		}
	})
	switch {
	case len(same) > 0:
		e.r.Text.Say("I watch that already: `%s`. ", phrase.Handle('w', same[0].Seq)).Add(watch.Terms(same[0].WatchSet, []event.Seq{same[0].Seq}, e.t.Now)).Say(".")
		return nil
	case len(standing) >= watches.Most:
		var rests []event.Seq
		for _, w := range standing {
			rests = append(rests, w.Seq)
		}
		e.r.Text.Say("I watch ").Claim(rests, "%s", phrase.Count(len(standing), "thing")).Say(" already, and keep no more in view. `watches` lists them, `unwatch %s` ends the oldest.", phrase.Handle('w', standing[0].Seq))
		return nil
	}
	tool, args := watch.Look(set)
	var policy string
	e.t.Read(func(v memory.View) { policy = v.Hands.Policies[tool] })
	if policy == event.PolicyAsk {
		e.r.Text.Say("You want to be asked before I use `%s`, so I can't look by myself, and nothing is watched. `policy %s usual` changes that.", tool, tool)
		return nil
	}
	out, ok, err := e.look(ctx, tool, json.RawMessage(args))
	if err != nil {
		return err
	}
	if !ok {
		e.r.Text.Say(" So nothing is watched.")
		return nil
	}
	set.Seen = out.Returned
	e.r.Change(set)
	heard := e.t.Heard()
	e.r.Text.Say("**Watched:** ").Claim(heard, "%s", watch.Named(set)).Say(". `%s`", e.r.Made('w')).Break().Add(watch.Terms(set, heard, e.t.Now)).Say(". ")
	if set.What == event.WatchPage {
		e.now(set, out.Result.Text, rests(out))
	}
	e.r.Text.Say("What I find waits for a good moment. `unwatch %s` ends it, `watches` lists all.", e.r.Made('w'))
	return nil
}

// within is where he wants it to be looked for.
func (e *errand) within() watch.In {
	first, _, _ := strings.Cut(e.c.Words, " ")
	has := func(words ...string) bool { return slices.ContainsFunc(words, e.c.Has) }
	switch {
	case has("mail", "mails", "email", "emails", "inbox"):
		return watch.Mail
	case has("news", "feeds"):
		return watch.News
	case strings.Contains(strings.TrimRight(first, ".,;!?"), "."):
		return watch.Page
	}
	return watch.Anywhere
}

// mostNow is how many lines of a page are said when it is watched.
const mostNow = 3

// now says what a page shows of what counts, so that he sees whether that is what he means.
func (e *errand) now(set event.WatchSet, page string, rests []event.Seq) {
	if set.Words == "" {
		return
	}
	lines := watch.Lines(page, set.Words)
	if len(lines) == 0 {
		e.r.Text.Claim(rests, "Nothing on it counts now").Say(": I tell you when something does. ")
		return
	}
	e.r.Text.Say("Now: ")
	for i, line := range lines[:min(len(lines), mostNow)] {
		if i > 0 {
			e.r.Text.Say("; ")
		}
		e.r.Text.Claim(rests, "%s", watch.Quote(line))
	}
	if more := len(lines) - mostNow; more > 0 {
		e.r.Text.Claim(rests, ", and %s more", phrase.Thousands(more))
	}
	e.r.Text.Say(". ")
}

// unwatchable says what can be watched, where what he named is none of it.
func (e *errand) unwatchable() {
	e.r.Text.Say("I can't look at that by myself, so nothing is watched. What I can watch: a page (`watch acme.example/desk for the price`), " +
		"your mail (`watch for a reply from Kim by Friday`) and your feeds (`watch for news about freight`). " +
		"Prices of the economy I watch anyway, and tell you what a move does to your clients; of anything else a reminder asks you at its time.")
}
