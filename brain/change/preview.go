package change

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// mostListed is how many targets a preview lists with their dates.
const mostListed = 4

// preview says what would go, what stays and what is out of reach (MESSAGES 17).
func (w *wake) preview(t *turn.Turn, gone []command.Handle) *turn.Reply {
	r := begin(t)
	x := &r.Text
	x.Say("**Forget this?** ")
	w.title(x)
	x.Break()
	target := map[event.Seq]bool{}
	for i, y := range w.targets {
		target[y.seq()] = true
		if i < mostListed {
			x.Item()
			tell(t, x, y)
		}
	}
	if more := len(w.targets) - mostListed; more > 0 {
		x.Item().Say("and ").Claim(w.seqs(), "%d more", more)
		if more <= mostForgotten {
			x.Say(": %s", list(w.handles()[mostListed:]))
		}
	}
	rest := func(y thing) bool { return !target[y.seq()] }
	var with phrase.Text
	if w.counts(&with, false, rest); !with.Empty() {
		x.Item().Add(&with)
	}
	w.stays(x)
	w.overruled(x)
	w.quotes(x)
	if len(gone) > 0 {
		x.Break().Say("Already forgotten: %s.", list(gone))
	}
	x.Break().Say("I can't reach: %s.", strings.Join(outside(w), ", "))
	hs := typed(w.handles())
	r.Buttons = []event.Button{{Label: "Forget", Says: "forget " + w.called + " now", Emoji: "✅"}}
	if w.called == hs {
		r.Buttons = append(r.Buttons, event.Button{Label: "Show first", Says: "show " + hs}, event.Button{Label: "Keep", Says: "keep " + hs, Emoji: "❌"})
	}
	r.Once = true
	return r
}

// title counts the targets: "One message and what rests on it alone:".
func (w *wake) title(x *phrase.Text) {
	name, same := "", true
	var seqs []event.Seq
	for _, y := range w.targets {
		n, _ := nameOf(y.payload)
		same = same && (name == "" || name == n)
		name = n
		seqs = append(seqs, y.seq())
	}
	switch {
	case !same:
		name = "item"
	case name == "answer":
		name = "answer of mine"
	}
	switch n := len(seqs); {
	case n == 1:
		x.Say("One %s and what rests on it alone:", name)
	case name == "answer of mine":
		x.Claim(seqs, "%d answers of mine", n).Say(" and what rests on them alone:")
	default:
		x.Claim(seqs, "%s", phrase.Count(n, name)).Say(" and what rests on them alone:")
	}
}

// tell names one target by its date and handle. It does not repeat its words.
func tell(t *turn.Turn, x *phrase.Text, y thing) {
	on, what := y.rec.At, ""
	switch p := y.payload.(type) {
	case event.Heard:
		on, what = p.On, "your message"
		if y.rec.Trust != event.ByPrincipal {
			what = "a message"
		}
	case event.Attached:
		what = "a file"
	case event.Learned:
		on, what = p.On, "a memory"
	case event.LoopOpened:
		on, what = p.On, "an open loop"
	case event.ReminderSet:
		on, what = p.On, "your reminder"
	case event.DecisionProposed:
		on, what = p.On, "a proposed decision"
	case event.DecisionRecorded:
		on, what = p.On, "your decision"
	case event.Digested:
		what = "my digest"
	case event.PostQueued:
		what = "my answer"
	}
	x.Say("%s of ", what).Claim([]event.Seq{y.seq()}, "%s", on.In(t.Now.Location()).Format("Mon 2 Jan 2006, 15:04")).Say(" (`%s`)", y.handle)
}

// stays says what is not reached and will be read again.
func (w *wake) stays(x *phrase.Text) {
	if len(w.plan.Again) == 0 {
		return
	}
	x.Break().Say("Stays, rebuilt without it: what rests on %s too.", list(messages(w.plan.Again)))
	for _, y := range w.targets {
		if _, heard := y.payload.(event.Heard); heard {
			return
		}
	}
	x.Say(" So it may come back; `forget %s` takes both.", typed(append(w.handles(), messages(w.plan.Again)...)))
}

// overruled says what becomes of that which it had corrected or replaced.
func (w *wake) overruled(x *phrase.Text) {
	few := func(seqs []event.Seq) string { return list(messages(seqs[:min(len(seqs), mostNamed)])) }
	if len(w.history) > 0 {
		x.Break().Say("Stays history, and does not count again: what it corrected (%s). Say that anew if it holds after all.", few(w.history))
	}
	if len(w.back) > 0 {
		x.Break().Say("Counts again: what it had replaced (%s).", few(w.back))
	}
}

// messages are the handles of messages.
func messages(seqs []event.Seq) (hs []command.Handle) {
	for _, s := range seqs {
		hs = append(hs, command.Handle{Letter: 'm', N: uint64(s)})
	}
	return hs
}

// quotes says which of the agent's answers repeat some of it.
func (w *wake) quotes(x *phrase.Text) {
	switch n := len(w.quoting); {
	case n == 0:
		return
	case n == 1:
		x.Break().Say("One answer of mine repeats some of it")
	default:
		x.Break().Claim(w.quoting, "%d answers of mine", n).Say(" repeat some of it")
	}
	hs := append(w.handles(), messages(w.quoting)...)
	if w.called != typed(w.handles()) {
		hs = messages(w.quoting)
	}
	if len(hs) > mostForgotten {
		x.Say(". Afterwards I name them.")
		return
	}
	x.Say(": `forget %s` takes them too.", typed(hs))
}

// outside lists the copies that are out of reach.
func outside(w *wake) []string {
	var out []string
	for _, platform := range platforms(w) {
		copies := platform + "'s own copy"
		if platform == "Telegram" {
			copies += " (it never tells me what you delete there)"
		}
		out = append(out, copies)
	}
	return append(out, "backups made before now")
}

// platforms are those on which something of the wake was said, the console left out.
func platforms(w *wake) []string {
	var out []string
	seen := map[string]bool{"console": true, "": true}
	for _, name := range names {
		for _, y := range w.things[name] {
			platform := ""
			switch p := y.payload.(type) {
			case event.Heard:
				platform = p.Place.Platform
			case event.PostQueued:
				platform = p.Place.Platform
			}
			if !seen[platform] {
				seen[platform] = true
				first, n := utf8.DecodeRuneInString(platform)
				out = append(out, string(unicode.ToUpper(first))+platform[n:])
			}
		}
	}
	return out
}

// receipt words what was forgotten, without repeating it. It is called once the keys are
// destroyed; everything it says rests on the record of that, which "show" shows.
func (w *wake) receipt(t *turn.Turn) func(turn.Forgotten) phrase.Text {
	return func(done turn.Forgotten) phrase.Text {
		var x, counts phrase.Text
		w.counts(&counts, true, func(thing) bool { return true })
		rests := []event.Seq{done.Record.Seq}
		when := done.Record.At.In(t.Now.Location()).Format("15:04 on Mon 2 Jan 2006")
		x.Claim(rests, "**Forgotten at %s:** %s", when, counts.String()).Say(".")
		if len(w.plan.Again) > 0 {
			x.Say(" What rests on %s too is rebuilt without it.", list(messages(w.plan.Again)))
		}
		w.overruled(&x)
		x.Break()
		if len(done.Behind) == 0 {
			x.Say("The keys are destroyed and the search copies deleted.")
		} else {
			x.Say("The keys are destroyed. Not deleted yet: its words in %s, which follow when that answers.", strings.Join(done.Behind, " and "))
		}
		if done.Lingers {
			x.Say(" The ledger's file could not be cleaned yet, because something reads it; a restart cleans it.")
		}
		x.Say(" Ledger: ").Claim(rests, "%s events", phrase.Thousands(done.Events)).Say("; `show m%d` is the receipt.", done.Record.Seq)
		x.Break().Say("Not in my hands: %s.", strings.Join(outside(w), ", "))
		if beyond := t.Mind.Beyond(); beyond != "" {
			x.Say(" %s", beyond)
		}
		if len(w.quoting) > 0 {
			x.Break()
			if len(w.quoting) == 1 {
				x.Say("One answer of mine still repeats some of it")
			} else {
				x.Claim(rests, "%d answers of mine", len(w.quoting)).Say(" still repeat some of it")
			}
			// Each is named now: once its source is gone, nothing finds it any more.
			for i, some := range slices.Collect(slices.Chunk(w.quoting, mostForgotten)) {
				sign := ", "
				if i == 0 {
					sign = ": "
				}
				x.Say("%s`forget %s`", sign, typed(messages(some)))
			}
			x.Say(" takes that too.")
		}
		return x
	}
}
