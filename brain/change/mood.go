package change

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/mood"
)

// setMood allows the reading of moods, or ends it.
func setMood(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var was mood.Fold
	t.Read(func(v memory.View) { was = *v.Mood })
	on := t.Command.Has("on")
	switch {
	case was.Minor && on:
		return says(t, "No: you told me that you are not an adult, and then I read no moods.")
	case was.Told && was.Wanted == on && on:
		return says(t, "It is on already. `mood` lists what I keep, `mood off` ends it.")
	case was.Told && was.Wanted == on:
		return says(t, "It is off already, and I keep nothing of the kind.")
	case on:
		r := set(t, event.SettingMood, "on")
		r.Text.Say("From now on I keep in mind for 30 days what you say of your feelings, where nobody else reads, and choose my tone by it. " +
			"`mood` lists it, `don't bring that up` ends a subject, `mood off` ends all of it.")
		return r, nil
	}
	r := set(t, event.SettingMood, "off")
	r.Text.Say("I don't read your mood.")
	if n := len(was.Felt); n > 0 {
		r.Text.Say(" What I had of it counts for nothing any more and is erased within 30 days; `forget mood` first would have erased it at once.")
	}
	return r, nil
}

// forgetMood erases what is kept of the principal's mood. It asks for no second word: his
// messages stay, and so nothing of his is lost.
func forgetMood(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	var felt []event.Seq
	t.Read(func(v memory.View) {
		for _, e := range v.Mood.Felt {
			felt = append(felt, e.Seq)
		}
	})
	if len(felt) == 0 {
		return says(t, "I keep nothing of your mood.")
	}
	plan, err := t.Mind.Reach(ctx, felt...)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	r.Forget = &turn.Forgetting{Plan: plan, Receipt: func(f turn.Forgotten) (x phrase.Text) {
		x.Say("**").Claim([]event.Seq{f.Record.Seq}, "Forgotten: %s", phrase.Count(len(felt), "note")).Say(" of your mood.** Your messages stay.")
		return x
	}}
	return r, nil
}

// closeSubject has what was felt last, and whatever is about the same, colour nothing any more.
func closeSubject(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var about mood.Entry
	var found bool
	t.Read(func(v memory.View) {
		if !v.Mood.Reads(t.Audience) {
			return
		}
		if recent := v.Mood.Recent(t.Now); len(recent) > 0 {
			about, found = recent[0], true
		}
	})
	r := begin(t)
	r.Text.Say("I won't bring it up")
	if found && about.Cause != "" {
		r.Text.Say(": ").Claim([]event.Seq{about.Seq}, "%s", phrase.Quote(about.Cause, phrase.MaxQuote))
	}
	r.Text.Say(".")
	if found {
		r.Writes = append(r.Writes, turn.Write{Payload: event.MoodClosed{Felt: about.Seq, Cause: about.Cause}, From: append(t.Heard(), about.From...)})
	} else {
		r.Text.Say(" I keep no note of your mood about it; `forget` erases the rest.")
	}
	return r, nil
}
