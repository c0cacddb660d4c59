package change

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// job has one piece of background work run now, rest, or go on. What the principal asked for at a time of
// his own can only rest with everything else.
func job(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	name := t.Command.Words
	i := slices.IndexFunc(t.Host.Jobs, func(j turn.Job) bool { return j.Name == name })
	if i < 0 {
		return says(t, "There is no job `%s`, and nothing was changed. `jobs` lists them.", name)
	}
	j := t.Host.Jobs[i]
	var rest []string
	all := false
	t.Read(func(v memory.View) {
		rest, all = strings.Fields(v.Principal.Settings[event.SettingJobs]), v.Principal.Paused()
	})
	rests := slices.Contains(rest, name)
	switch {
	case t.Command.Has("run"):
		return runJob(t, j, all)
	case t.Command.Has("pause") && j.Promised:
		return says(t, "`%s` does what you asked for, and is not paused by itself. `pause` stops everything that nobody asked for.", name)
	case t.Command.Has("pause") && rests:
		return says(t, "`%s` is paused already. `jobs resume %s` ends that.", name, name)
	case t.Command.Has("pause"):
		r := set(t, event.SettingJobs, joined(append(rest, name)))
		r.Text.Say("`%s` is paused until you say `jobs resume %s`.", name, name)
		undoable(t, &r.Text)
		return r, nil
	case !rests:
		return says(t, "`%s` is not paused.%s", name, underPause(all))
	}
	r := set(t, event.SettingJobs, joined(slices.DeleteFunc(rest, func(n string) bool { return n == name })))
	r.Text.Say("`%s` goes on.%s", name, underPause(all))
	undoable(t, &r.Text)
	return r, nil
}

// joined is how the jobs that rest are stored.
func joined(jobs []string) string {
	slices.Sort(jobs)
	return strings.Join(slices.Compact(jobs), " ")
}

func orNone(jobs string) string {
	return cmp.Or(strings.ReplaceAll(jobs, " ", ", "), "none")
}

func underPause(all bool) string {
	if all {
		return " Everything is paused all the same; `resume` ends that."
	}
	return ""
}

func runJob(t *turn.Turn, j turn.Job, paused bool) (*turn.Reply, error) {
	switch {
	case !j.Anytime:
		return says(t, "`%s` runs %s and at no other time, so there is nothing to run now.", j.Name, j.Every)
	case paused:
		return says(t, "Everything is paused, so `%s` was not run. `resume` ends the pause.", j.Name)
	}
	r := begin(t).Change(event.Asked{What: event.AskJob, Name: j.Name})
	r.Text.Say("`%s` runs now. `jobs` shows what came of it, at ", j.Name).Claim(t.Heard(), "%s", phrase.Moment(t.Now, t.Now)).Say(" or after.")
	return r, nil
}
