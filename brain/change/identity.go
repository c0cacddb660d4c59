package change

import (
	"context"
	"strconv"

	"citadel/brain/identity"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	versions "citadel/memory/identity"
)

// states is a reply that says something of this ledger, as it stands when the message came.
func states(t *turn.Turn, format string, args ...any) (*turn.Reply, error) {
	r := begin(t)
	r.Text.Claim(t.Heard(), format, args...)
	return r, nil
}

func identityNow(t *turn.Turn) (f versions.Fold) {
	t.Read(func(v memory.View) { f = *v.Identity })
	return f
}

// takeIt has a proposed change of how the agent works hold at once; also one that was refused, while no other was
// proposed.
func takeIt(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	f := identityNow(t)
	p := f.Pending
	if p == nil {
		p = f.Refused
	}
	switch {
	case p == nil:
		return says(t, "No change is proposed. `identity` shows how I work with you.")
	case p.Told.IsZero():
		return says(t, "What I drafted was not shown to you yet. `identity` shows it.")
	}
	r := begin(t).Change(event.Asked{What: event.AskIdentity, Name: event.IdentityTake, Ref: p.Seq})
	r.Text.Say("From now on ").Claim([]event.Seq{p.Seq}, "version %d", p.Version).Say(" holds. `revert` goes back.")
	undoable(t, &r.Text)
	return r, nil
}

// keepOld refuses it.
func keepOld(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	f := identityNow(t)
	p := f.Pending
	if p == nil {
		return says(t, "No change is proposed. `identity` shows how I work with you.")
	}
	r := begin(t).Change(event.Asked{What: event.AskIdentity, Name: event.IdentityKeep, Ref: p.Seq})
	r.Text.Claim([]event.Seq{p.Seq}, "Version %d", f.Now).Say(" stays; ").Claim([]event.Seq{p.Seq}, "version %d", p.Version).Say(" does not start. `take it`, should you think otherwise.")
	return r, nil
}

// revert goes back to a version that held, or to the one before.
func revert(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	f := identityNow(t)
	to := t.Command.Number
	if to == 0 {
		to = before(f)
	}
	_, held := f.Of(to)
	switch {
	case f.Now == versions.Founding && to == versions.Founding:
		return states(t, "Version 1 holds, the founding one; there is none before it.")
	case to == f.Now:
		return states(t, "Version %d holds already.", to)
	case !held && to != versions.Founding:
		return states(t, "There is no version %d that held.", to)
	}
	v, _ := f.Of(f.Now)
	r := begin(t).Change(event.Asked{What: event.AskIdentity, Name: event.IdentityRevert, Text: strconv.Itoa(to)})
	rests := append(t.Heard(), v.Seq)
	if v.Seq == 0 {
		rests = t.Heard()
	}
	r.Text.Say("From now on ").Claim(rests, "%s", identity.Since(&f, to, t.Now)).Say(", holds again. ").Claim(rests, "Version %d", f.Now).Say(" is kept: `revert %d`.", f.Now)
	return r, nil
}

// before is the version that held before the one that does.
func before(f versions.Fold) int {
	last := versions.Founding
	for _, v := range f.Versions {
		if v.N == f.Now {
			break
		}
		last = v.N
	}
	return last
}

// freeze ends the proposing of such changes, or allows it again.
func freeze(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	f := identityNow(t)
	thaw := t.Command.Name == "unfreeze identity"
	switch {
	case thaw && !f.Frozen:
		return says(t, "It is not frozen.")
	case !thaw && f.Frozen:
		return says(t, "It is frozen already. `unfreeze identity` ends that.")
	case thaw:
		r := set(t, event.SettingIdentity, "")
		r.Text.Say("I may propose changes to how I work with you again, on Sundays.")
		return r, nil
	}
	r := set(t, event.SettingIdentity, event.IdentityFrozen)
	r.Text.Say("I propose no change to how I work with you any more. ").Claim(t.Heard(), "Version %d", f.Now).Say(" stays. `unfreeze identity` ends that.")
	return r, nil
}

// unchosen takes back that a change was taken, or that an older version holds again: the one before does.
func unchosen(t *turn.Turn, seq event.Seq, c event.IdentityChosen) (v inverse) {
	f := identityNow(t)
	to := before(f)
	switch {
	case c.How == event.IdentityKeep && f.Refused != nil && f.Refused.Seq == c.Proposal:
		v.text.Say("nothing: the change was refused, and `take it` still takes it")
		return v
	case c.How == event.IdentityTake:
		now, _ := f.Of(f.Now)
		if now.Seq != c.Proposal {
			return v
		}
	case c.How != event.IdentityRevert || f.Now != c.Version:
		return v
	default:
		to = f.Left
	}
	v.write(event.Asked{What: event.AskIdentity, Name: event.IdentityRevert, Text: strconv.Itoa(to)}, seq)
	v.text.Say("the change of how I work: ").Claim([]event.Seq{seq}, "version %d", to).Say(" holds again")
	return v
}
