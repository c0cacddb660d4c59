package inspect

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/watch"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/watches"
)

// watched lists what is looked at outside again and again, oldest first.
func watched(ctx context.Context, l *look) (*turn.Reply, error) {
	var all []watches.Watch
	l.turn.Read(func(v memory.View) { all = v.Watches.Listed(l.turn.Now) })
	all, err := visible(ctx, l, all, alone(func(w watches.Watch) event.Seq { return w.Seq }))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return l.says(new(phrase.Text).Say("I watch nothing for you. `watch acme.example/desk for the price`, `watch for a reply from Kim by Friday` or `watch for news about freight` change that.")), nil
	}
	head := new(phrase.Text).Claim(numbers(all, func(w watches.Watch) event.Seq { return w.Seq }), "**I watch %s.**", phrase.Count(len(all), "thing"))
	return l.list(head, each(all, l.watch), new(phrase.Text).Say("`unwatch %s` ends one.", phrase.Handle('w', all[0].Seq)))
}

// watch words one: "`w12` mail from Kim, every 15 min, until 21 Feb 2027".
func (l *look) watch(w watches.Watch) (*phrase.Text, error) {
	rests := []event.Seq{w.Seq}
	t := new(phrase.Text).Say("`%s` ", phrase.Handle('w', w.Seq)).Claim(rests, "%s", watch.Named(w.WatchSet))
	if w.What == event.WatchPage && w.Words != "" {
		of := phrase.Quote(w.Words, phrase.MaxQuote)
		if w.Words == event.WatchPrices {
			of = "amounts of money"
		}
		t.Claim(rests, " for %s", of)
	}
	if !w.Stands(l.turn.Now) {
		return t.Say(", rests: `keep watching %s` goes on", phrase.Handle('w', w.Seq)), nil
	}
	t.Claim(rests, ", every %s, until %s", watch.Every(w.WatchSet), phrase.Day(w.Until, l.turn.Now))
	switch {
	case !w.Failing.IsZero():
		t.Claim(rests, "; cannot be looked at since %s", phrase.Moment(w.Failing.In(l.turn.Now.Location()), l.turn.Now))
	case w.Told > 0:
		t.Claim(rests, "; told of %s, last on %s", phrase.Count(w.Told, "change"), phrase.Day(w.ToldAt, l.turn.Now))
	}
	return t, nil
}

// showWatch shows one with how often it is looked at, and since when.
func (l *look) showWatch(ctx context.Context, e seen, p event.WatchSet) (*phrase.Text, error) {
	letter, seq, err := l.origin(ctx, e.Seq, 'w')
	if err != nil {
		return nil, err
	}
	rests := []event.Seq{e.Seq, seq}
	t := new(phrase.Text).Claim(rests, "**`%s`: %s** (you, %s)", phrase.Handle('w', e.Seq), watch.Named(p), phrase.Source(l.turn.FullDay(p.On), letter, seq)).Say(".").Break()
	var w watches.Watch
	var there bool
	l.turn.Read(func(v memory.View) { w, there = v.Watches.Find(e.Seq) })
	switch {
	case !there:
		return t.Say("It has ended."), nil
	case !w.Stands(l.turn.Now):
		return t.Say("It rests; `keep watching %s` goes on.", phrase.Handle('w', e.Seq)), nil
	}
	return t.Add(watch.Terms(w.WatchSet, rests, l.turn.Now)).Say(". `unwatch %s` ends it.", phrase.Handle('w', e.Seq)), nil
}
