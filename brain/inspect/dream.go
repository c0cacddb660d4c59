package inspect

import (
	"context"
	"errors"
	"time"

	"citadel/brain/dream"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// lastDream shows the last night's picture again, or that of the night which is named.
func lastDream(ctx context.Context, l *look) (*turn.Reply, error) {
	var seq event.Seq
	l.turn.Read(func(v memory.View) { seq = v.Dreams.Last.Seq })
	if len(l.cmd.Handles) > 0 {
		seq = event.Seq(l.cmd.Handles[0].N)
	}
	d, from, err := l.dreamt(ctx, seq)
	if err != nil {
		return nil, err
	}
	if d.Night == "" {
		t, err := l.noDreams(ctx)
		return l.says(t), err
	}
	t := dream.Word(d, seq, from, l.turn.Now)
	if d.Theme != "" {
		t.Break().Say("About ").Claim([]event.Seq{seq}, "%s", d.Theme).Say("; a picture of the night, no fact about anybody.")
	}
	if len(d.Links) > 0 {
		t.Break().Say("It put together:")
		for _, link := range d.Links {
			t.Item().Claim([]event.Seq{link.A}, "`%s`", phrase.Handle('m', link.A)).Say(" and ").Claim([]event.Seq{link.B}, "`%s`", phrase.Handle('m', link.B)).Say(": ").Claim([]event.Seq{seq}, "%s", link.Why)
		}
	}
	r := l.says(t)
	r.Art, r.Buttons, r.Subject = &d.Art, dream.Buttons(seq), event.SubjectDream
	return r, nil
}

// dreamt looks a dream up with the notes it is made of; none where there is none, or where it may not be shown.
func (l *look) dreamt(ctx context.Context, seq event.Seq) (d event.Dreamt, from []event.Seq, err error) {
	if seq == 0 {
		return d, nil, nil
	}
	rec, p, err := l.turn.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return d, nil, nil
	}
	if err != nil {
		return d, nil, err
	}
	d, ok := p.(event.Dreamt)
	if !ok {
		return d, nil, nil
	}
	seen, err := l.turn.Mind.Roots(ctx, append(rec.From, seq)...)
	if err != nil || !l.sight.ShowsAll(seen) {
		return event.Dreamt{}, nil, err
	}
	return d, rec.From, nil
}

// noDreams says what will bring the first one, or that there are to be none.
func (l *look) noDreams(ctx context.Context) (*phrase.Text, error) {
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	var wants string
	l.turn.Read(func(v memory.View) { wants = v.Principal.Settings[event.SettingDreams] })
	if wants == event.DreamsOff {
		return new(phrase.Text).Claim(rests, "You want no dreams.").Say(" `dreams on` brings them back."), nil
	}
	return new(phrase.Text).Claim(rests, "There is no dream to show yet: one is made at three in the night, of a day that left two notes or more."), nil
}

// nights says which dreams are wanted, and lists those that were kept.
func nights(ctx context.Context, l *look) (*turn.Reply, error) {
	var wants string
	var kept []event.Seq
	var drifted, last event.Seq
	l.turn.Read(func(v memory.View) {
		wants, kept, drifted, last = v.Principal.Settings[event.SettingDreams], v.Dreams.Kept, v.Dreams.Rests, v.Dreams.Last.Seq
	})
	if last == 0 && len(kept) == 0 {
		t, err := l.noDreams(ctx)
		return l.says(t), err
	}
	head := new(phrase.Text).Claim([]event.Seq{max(last, 1)}, "**%s**", map[string]string{
		"": "A picture of every night, without a sound.", event.DreamsFewer: "Two dreams a week, of Wednesdays and Saturdays.",
		event.DreamsNotify: "A picture of every night; your telephone may ring.", event.DreamsOff: "You want no dreams.",
	}[wants])
	if drifted != 0 {
		head.Say(" ").Claim([]event.Seq{drifted}, "They have no words: those had moved away from your days.").Say(" `dreams on` brings them back.")
	}
	var shown []*phrase.Text
	for _, seq := range kept {
		d, _, err := l.dreamt(ctx, seq)
		if err != nil {
			return nil, err
		}
		of, err := time.ParseInLocation(time.DateOnly, d.Night, l.turn.Now.Location())
		if err != nil { // it was forgotten, or may not be shown here
			continue
		}
		t := new(phrase.Text).Claim([]event.Seq{seq}, "%s", phrase.Day(of, l.turn.Now))
		if d.Theme != "" {
			t.Claim([]event.Seq{seq}, ", %s", d.Theme)
		}
		shown = append(shown, t.Say(" (`show dream %s`)", phrase.Handle('m', seq)))
	}
	foot := new(phrase.Text).Say("`dreams on`, `fewer`, `notify` or `off` changes it.")
	r, err := l.list(head, each(shown, func(t *phrase.Text) (*phrase.Text, error) { return t, nil }), foot)
	if r != nil {
		r.Subject = event.SubjectDream // a theme is in no search either
	}
	return r, err
}
