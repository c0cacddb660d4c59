package change

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/consequence"
	"citadel/brain/link"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/principal"
)

// mute ends alerts about a client or a thing, for a while or until "unmute" (TRUST, Pause, away, snooze, mute). What was
// wrong in an alert is corrected all the same.
func mute(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command.Words == "" {
		return muted(t, "Mute what? As in `mute copper`, `mute Acme 14d` or `mute alerts`.")
	}
	m, name := muteOf(t)
	if m.What == "" {
		r := begin(t)
		r.Text.Say("I have no client and nothing that I watch under ").Claim(t.Heard(), "%s", quoted(t.Command.Words, phrase.MaxQuote))
		r.Text.Say(", so nothing was muted. `graph` lists what there is.")
		return r, nil
	}
	if t.Command.Period != "" {
		span, ok := when.Duration(t.Command.Period, t.Now)
		if !ok || span.Recur != nil || !span.At.After(t.Now) {
			r := begin(t)
			r.Text.Say("I can't read the time ").Claim(t.Heard(), "%s", quoted(t.Command.Period, phrase.MaxQuote)).Say(". As in `mute %s 14d`.", name)
			return r, nil
		}
		m.Until = span.At
	}
	all := slices.DeleteFunc(mutes(t), func(o principal.Mute) bool { return o.What == m.What })
	r := set(t, event.SettingMuted, principal.WriteMutes(append(all, m)))
	r.Text.Say("No alerts ")
	if m.What != principal.Alerts {
		r.Text.Say("about ").Claim(t.Heard(), "%s ", name)
	}
	if m.Until.IsZero() {
		r.Text.Say("until `unmute %s`.", name)
	} else {
		r.Text.Say("until ").Claim(t.Heard(), "%s", moment(m.Until, t)).Say(". `unmute %s` ends it.", name)
	}
	r.Text.Say(" What was wrong in an earlier one is still corrected.")
	undoable(t, &r.Text)
	return r, nil
}

// unmute ends that.
func unmute(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	all, whole := mutes(t), t.Command.Has("all")
	if len(all) == 0 || t.Command.Words == "" && !whole && len(all) > 1 {
		return muted(t, "Nothing is muted.")
	}
	ends, name := func(principal.Mute) bool { return true }, ""
	switch {
	case whole:
	case t.Command.Words == "":
		name = said(t, all[0])
	default:
		m, words := muteOf(t)
		name = words
		ends = func(o principal.Mute) bool { return o.What == m.What || o.What == graph.Name(t.Command.Words) }
		if !slices.ContainsFunc(all, ends) {
			return muted(t, "Nothing is muted.")
		}
	}
	r := set(t, event.SettingMuted, principal.WriteMutes(slices.DeleteFunc(all, ends)))
	r.Text.Say("Alerts come again")
	if name != "" && name != principal.Alerts {
		r.Text.Say(" about ").Claim(t.Heard(), "%s", name)
	}
	r.Text.Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// muted says what is muted, or what to say where nothing is.
func muted(t *turn.Turn, otherwise string) (*turn.Reply, error) {
	all := mutes(t)
	if len(all) == 0 {
		return says(t, "%s", otherwise)
	}
	var set event.Seq
	t.Read(func(v memory.View) { set = v.Principal.Set[event.SettingMuted] })
	r := begin(t)
	r.Text.Say("Muted:")
	for _, m := range all {
		r.Text.Item().Claim([]event.Seq{set}, "%s", said(t, m))
		if !m.Until.IsZero() {
			r.Text.Say(", until ").Claim([]event.Seq{set}, "%s", moment(m.Until, t))
		}
	}
	r.Text.Break().Say("`unmute %s` ends one.", said(t, all[0]))
	return r, nil
}

func mutes(t *turn.Turn) (all []principal.Mute) {
	t.Read(func(v memory.View) { all = v.Principal.Muted(t.Now) })
	return all
}

// muteOf is what a command means to mute, and how it is said; its What is empty where the graph has nothing of the kind.
func muteOf(t *turn.Turn) (m principal.Mute, name string) {
	words := strings.TrimSpace(t.Command.Words)
	if w := strings.ToLower(words); w == "alerts" || w == "alert" || w == "all alerts" || w == "cost alerts" {
		return principal.Mute{What: principal.Alerts}, principal.Alerts
	}
	t.Read(func(v memory.View) {
		if name = v.Graph.Client(words); name != "" {
			m.What = graph.Name(name)
			return
		}
		if len(link.Also(words)) > 0 {
			m.What = link.Oil
			name = graph.Words(m.What)
			return
		}
		if _, known := v.Graph.Find(words); known {
			m.What = v.Graph.Resolve(words)
			name = graph.Words(m.What)
			return
		}
		key := graph.Name(words)
		for _, thing := range v.Graph.Things() {
			if key != "" && consequence.Mutes(key, "", thing) {
				m.What, name = key, strings.ToLower(words)
				return
			}
		}
	})
	return m, name
}

// said is a muted thing as it is read.
func said(t *turn.Turn, m principal.Mute) string {
	name := graph.Words(m.What)
	t.Read(func(v memory.View) {
		if own := v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" && graph.Name(e.Client) == m.What }); len(own) > 0 {
			name = own[0].Client
		}
	})
	return name
}

// mutedAs is a stored setting as it is read.
func mutedAs(stored string) string {
	words := strings.Fields(stored)
	for i, w := range words {
		what, _, _ := strings.Cut(w, "/")
		words[i] = strings.ReplaceAll(what, "_", "-")
	}
	return strings.Join(words, " ")
}

// moment words until when something is muted; midnight is the day alone.
func moment(until time.Time, t *turn.Turn) string {
	until = until.In(t.Now.Location())
	if until.Hour() == 0 && until.Minute() == 0 {
		return phrase.Day(until, t.Now)
	}
	return phrase.Moment(until, t.Now)
}
