package inspect

import (
	"context"
	"fmt"
	"time"

	"citadel/brain/beyond"
	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// Desk answers the commands of this package. The zero Desk works.
type Desk struct {
	// Period reads what bounds a search in the past, "in March" or "since 3 May". The end
	// does not belong to it; a bound that is open is the zero time. Where nil, no period is
	// understood, and the reply says so.
	Period func(text string, now time.Time) (from, to time.Time, ok bool)
	// Weighed says that "revisit" is answered elsewhere, by models: see Review.
	Weighed bool
	// Figures are the names of the figures of the economy that are read every morning.
	Figures []string
}

// Answer gives the reply to the turn's command, or nil if there is none or it is not one
// of this package. It writes nothing and the reply changes nothing. Errors are those of
// the ledger and of the store.
func (d Desk) Answer(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command == nil {
		return nil, nil
	}
	row, known := command.Lookup(t.Command.Name)
	if !known {
		return nil, nil
	}
	if row.Name == "revisit" && d.Weighed {
		return nil, nil
	}
	answer := answerTo(row.Name)
	if answer == nil {
		if row.Since == "" {
			return absent(ctx, newLook(d, t, row), row)
		}
		return nil, nil
	}
	l := newLook(d, t, row)
	r, err := answer(ctx, l)
	file := row.Name == "people" && l.cmd.Person != "" // that somebody is known is not said where nothing of him may be
	if err == nil && r != nil && l.page == 1 && command.Lists(row.Name) && !file {
		_, err = beyond.Tell(ctx, t, r, func(ctx context.Context, there *turn.Turn) (*turn.Reply, error) {
			all := newLook(d, there, row)
			all.uncut = true
			return answer(ctx, all)
		})
	}
	if err != nil {
		return nil, fmt.Errorf("inspect: %s: %w", row.Name, err)
	}
	return r, nil
}

// answerTo gives what answers a command, or nil.
func answerTo(name string) func(context.Context, *look) (*turn.Reply, error) {
	switch name {
	case "help":
		return help
	case "find":
		return find
	case "show":
		return show
	case "memories":
		return memories
	case "loops":
		return openLoops
	case "reminders":
		return reminders
	case "goals":
		return goals
	case "watches":
		return watched
	case "thoughts":
		return thoughts
	case "decisions":
		return decided
	case "rules":
		return rules
	case "people":
		return persons
	case "jobs":
		return jobs
	case "accounts":
		return accounts
	case "replay":
		return replay
	case "diag":
		return diag
	case "status":
		return status
	case "spend":
		return spend
	case "privacy":
		return privacy
	case "model":
		return model
	case "weights":
		return weigh
	case "export":
		return export
	case "why":
		return why
	case "revisit":
		return revisit
	case "more":
		return more
	case "mood":
		return moods
	case "graph":
		return causes
	case "dream":
		return lastDream
	case "dreams":
		return nights
	case "journal":
		return journal
	case "indicators":
		return indicators
	case "alerts":
		return alerts
	case "predictions":
		return foretold
	case "identity":
		return identityNow
	}
	return nil
}

// look is one look into the mind: the command, and what may be seen by those who will read
// the reply.
type look struct {
	desk  Desk
	turn  *turn.Turn
	cmd   command.Command
	sight memory.Sight

	by      string
	direct  bool
	page    int       // from 1
	uncut   bool      // a list is made of all its items, for what they rest on; nobody reads it
	asked   event.Seq // the message with the command: a list shows what came before it
	replyTo event.Seq // what that message answers, or zero
}

func newLook(d Desk, t *turn.Turn, row command.Row) *look {
	l := &look{
		desk: d, turn: t, cmd: *t.Command, by: "command:" + row.Name, page: 1, asked: t.Last().Seq, replyTo: t.Last().ReplyTo,
		direct: row.Mind || t.Audience == event.Shared && !staysInChannel(row),
		sight:  t.Sight(),
	}
	if l.direct && t.Audience == event.Shared {
		if direct := t.Direct(); len(direct) > 0 {
			l.sight = direct[0]
		}
	}
	return l
}

// staysInChannel says whether a command typed in a channel is answered there: it shows
// nothing of the mind, or only what was said in that channel.
func staysInChannel(row command.Row) bool {
	switch row.Name {
	case "help", "find", "show", "more":
		return true
	}
	return answerTo(row.Name) == nil
}

// says makes the reply of a text.
func (l *look) says(t *phrase.Text) *turn.Reply {
	r := turn.Says(l.by, t)
	r.Direct = l.direct
	if l.direct {
		r.To = l.sight
	}
	return r
}

// running names what states which version runs and how it is set up: the newest start.
func (l *look) running(ctx context.Context) ([]event.Seq, error) {
	started, err := l.events(ctx, newest("started", 1))
	if err != nil {
		return nil, err
	}
	if len(started) > 0 {
		return []event.Seq{started[0].Seq}, nil
	}
	return []event.Seq{l.turn.Mind.Head()}, nil
}

// absent answers a command that is recognised and not there yet, so that it is not
// mistaken for talk.
func absent(ctx context.Context, l *look, row command.Row) (*turn.Reply, error) {
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	text := new(phrase.Text)
	text.Say("`%s` does not exist yet in version ", row.Name).Claim(rests, "%s", l.turn.Host.Version).Say(".")
	return l.says(text), nil
}
