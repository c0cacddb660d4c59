package change

import (
	"context"
	"fmt"

	"citadel/brain/beyond"
	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// handler names who answers a command of this package; nil for any other.
func handler(command string) func(context.Context, *turn.Turn) (*turn.Reply, error) {
	switch command {
	case "remember":
		return remember
	case "forget":
		return forget
	case "wrong":
		return wrong
	case "undo":
		return undo

	case "cancel":
		return cancel
	case "done":
		return done
	case "close":
		return closeLoop
	case "snooze":
		return snooze
	case "skip":
		return skip

	case "record":
		return record
	case "not a decision":
		return decline
	case "keep it":
		return keep
	case "amend":
		return amendDecision
	case "reverse":
		return reverse
	case "not now":
		return notNow

	case "review":
		return review
	case "reject":
		return reject

	case "alias":
		return alias
	case "merge":
		return merge
	case "split":
		return split
	case "group":
		return group
	case "renew":
		return renew
	case "note":
		return note
	case "keep phrase":
		return keepPhrase
	case "watch me":
		return watchMe
	case "unwatch":
		return unwatch
	case "keep watching":
		return keepWatching
	case "goal add":
		return addGoal
	case "goal drop":
		return dropGoal
	case "keep in mind":
		return keepInMind
	case "wonder":
		return wonder
	case "next time":
		return nextTime

	case "rule add":
		return addRule
	case "rule drop":
		return dropRule
	case "name":
		return setName
	case "zone":
		return setZone
	case "hours":
		return setHours
	case "country":
		return setCountry
	case "mood set":
		return setMood
	case "forget mood":
		return forgetMood
	case "closed":
		return closeSubject

	case "morning":
		return setMorning
	case "less":
		return less
	case "quiet":
		return quiet
	case "previews":
		return setPreviews
	case "dreams set", "no dreams":
		return setDreams
	case "outreach":
		return setOutreach
	case "keep dream":
		return keepDream

	case "predict":
		return foretell
	case "came true", "did not happen", "drop prediction":
		return resolve

	case "take it":
		return takeIt
	case "keep":
		return keepOld
	case "revert":
		return revert
	case "freeze identity", "unfreeze identity":
		return freeze

	case "job":
		return job
	case "policy":
		return policy
	case "weights reset":
		return resetWeights
	case "not relevant":
		return irrelevant
	case "bad time":
		return badTime
	case "bad news":
		return badNews

	case "unlink":
		return unlink
	case "lock":
		return lock
	case "unlock":
		return unlock
	case "audience":
		return setAudience
	case "observe":
		return observe
	case "stop observing":
		return stopObserving
	case "confirm":
		return confirm

	case "model":
		return chooseModel
	case "allow":
		return allow
	case "stay without":
		return stayWithout
	case "redo":
		return redo
	case "queue":
		return queue
	case "background":
		return background
	case "show it here":
		return showHere

	case "mute":
		return mute
	case "unmute":
		return unmute
	case "pause":
		return pause
	case "resume":
		return resume
	case "away":
		return goAway
	case "back":
		return comeBack
	case "stop":
		return stop
	case "exit":
		return exit
	}
	return nil
}

// Answer answers the turn if it is one of the commands of this package, or a correction of what
// was said last ("no, Braga"), which then becomes its command; it gives nil if it is neither. It may read the ledger and the store and so block until ctx ends; the error
// is theirs. Words that may not be shown where the turn takes place are kept out of the
// reply (TRUST, Private into public).
func Answer(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	answer := uncommanded
	if t.Command != nil {
		answer = handler(t.Command.Name)
	}
	if answer == nil {
		return nil, nil
	}
	if t.Command != nil && agrees(t.Command) {
		if why := t.Last().NoYes(); why != "" {
			return says(t, "%s, and nothing was done. Write `%s` anew.", why, asTyped(t))
		}
	}
	r, err := answer(ctx, t)
	if err == nil && r != nil {
		for i := range r.Writes {
			if r.Writes[i].From == nil { // the turn may answer other messages besides
				r.Writes[i].From = t.Heard()
			}
		}
		if err = confine(ctx, t, r); err == nil && t.Command != nil && command.Lists(t.Command.Name) {
			_, err = beyond.Tell(ctx, t, r, answer)
		}
	}
	switch {
	case err != nil && t.Command == nil:
		return nil, fmt.Errorf("change: %w", err)
	case err != nil:
		return nil, fmt.Errorf("change: %s: %w", t.Command.Name, err)
	}
	return r, nil
}

// agrees says whether a command is the principal's yes to something that waits for it, or allows something:
// that takes a message of its own, never new words of an old one (TRUST, Approval by accident).
func agrees(c *command.Command) bool {
	switch c.Name {
	case "record", "keep it", "amend", "reverse", "confirm", "allow", "policy", "unlock":
		return true
	case "forget":
		return confirmed(c)
	}
	return false
}

// begin is the reply to be filled.
func begin(t *turn.Turn) *turn.Reply { return &turn.Reply{By: "command:" + t.Command.Name} }

// says is a reply of the agent's own words: nothing in them is a claim.
func says(t *turn.Turn, format string, args ...any) (*turn.Reply, error) {
	r := begin(t)
	r.Text.Say(format, args...)
	return r, nil
}

// write adds a change that rests on the given events instead of the turn's message.
func write(r *turn.Reply, p event.Payload, from ...event.Seq) {
	r.Writes = append(r.Writes, turn.Write{Payload: p, From: from})
}

// undoable says how the change is taken back.
func undoable(t *turn.Turn, x *phrase.Text) {
	x.Say(" `undo` within ").Claim(t.Heard(), "24 h").Say(".")
}
