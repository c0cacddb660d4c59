package eval

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"citadel/brain/turn"
	"citadel/cmd/internal/host"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
	"citadel/memory/words"
)

// life is a conversation that was lived in a home of its own.
type life struct {
	mind  *memory.Mind
	store store.Store
	bot   ledger.Pen
	brain ledger.Pen
	posts ledger.Pen

	now  time.Time            // the ledger's clock, which stands where the conversation is
	turn map[event.Seq]string // the id of the turn that an event holds
	stop func() error         // of the follower
	seqs map[string]event.Seq // the other way round
}

// console is where the conversations take place.
var console = event.Place{Platform: "console", Room: "main"}

// principal is who is talked with.
var principal = event.Person{Platform: console.Platform, ID: "principal"}

// live takes a conversation into the home, turn by turn, each at its own time.
func live(ctx context.Context, home string, c Conversation) (l *life, err error) {
	file, err := sqlite.Open(ctx, filepath.Join(home, host.LedgerName))
	if err != nil {
		return nil, err
	}
	l = &life{now: c.Turns[0].At, turn: map[event.Seq]string{}, seqs: map[string]event.Seq{}}
	mind, pens, err := memory.Open(ctx, memory.Options{Store: file, Principal: "me", Now: func() time.Time { return l.now }})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	l.mind, l.bot, l.brain, l.posts = mind, pens.For(event.Bot), pens.For(event.Brain), pens.For(event.Outbox)
	l.store = memory.NewVectors(embedded.New(), hashing.New(), func() time.Time { return l.now }, slog.New(slog.DiscardHandler))
	follower := memory.NewFollower(mind, l.store)
	side, end := context.WithCancel(ctx)
	followed := make(chan error, 1)
	go func() { followed <- follower.Run(side) }()
	l.stop = func() error { end(); return <-followed }

	var last event.Seq // what the agent answers
	for _, t := range c.Turns {
		l.now = t.At
		if last, err = l.say(ctx, t, last); err != nil {
			return nil, errors.Join(fmt.Errorf("turn %s: %w", t.ID, err), l.close(ctx))
		}
	}
	l.now = c.asked()
	if err := follower.Await(ctx, mind.Head()); err != nil {
		return nil, errors.Join(err, l.close(ctx))
	}
	return l, nil
}

func (l *life) close(ctx context.Context) error { return errors.Join(l.stop(), l.mind.Close(ctx)) }

// say records one turn, and gives the message that a following answer belongs to.
func (l *life) say(ctx context.Context, t Turn, last event.Seq) (event.Seq, error) {
	if t.Role == Assistant {
		return 0, l.answer(ctx, t, last)
	}
	rs, err := l.mind.Record(ctx, l.heard(t))
	if err != nil {
		return 0, err
	}
	l.turn[rs[0].Seq], l.seqs[t.ID] = t.ID, rs[0].Seq
	return rs[0].Seq, nil
}

// heard is a turn as the mind hears it. Talk of others is passed on by the principal, each line
// under the name of who said it; where a name does not read as one, the line comes from that
// person.
func (l *life) heard(t Turn) ledger.Entry {
	h := event.Heard{Place: console, Audience: event.Private, Person: principal, Message: t.ID, On: t.At, Text: t.Text}
	if t.Caption != "" {
		h.Text += "\n[picture: " + t.Caption + "]"
	}
	trust := event.ByPrincipal
	if t.Role != User {
		h.Overheard = true // it is nobody's question to the agent
		line := t.Speaker + ": " + h.Text
		if name, _ := words.Speaker(line); name == t.Speaker {
			h.Text = line
		} else {
			h.Person = event.Person{Platform: console.Platform, ID: t.Speaker, Name: t.Speaker}
			trust = event.ByThirdParty
		}
	}
	e := l.bot.Write(h)
	e.Key, e.Trust = "turn "+t.ID, trust
	return e
}

// answer records what the agent said as the answer it was.
func (l *life) answer(ctx context.Context, t Turn, last event.Seq) error {
	began := event.TurnBegan{UpTo: last}
	said := event.PostQueued{Place: console, Audience: event.Private, Text: t.Text}
	if last != 0 {
		began.Messages = []event.Seq{last}
		said.Answer = &event.Answer{Message: last, By: "model:" + t.Speaker}
	}
	if t.Text == "" {
		return nil
	}
	rs, err := l.mind.Record(ctx,
		l.brain.Write(began),
		l.posts.Write(said).Because(ledger.Here(0)),
		l.brain.Write(event.TurnEnded{Outcome: event.Answered, By: "model:" + t.Speaker}).Because(ledger.Here(0)),
	)
	if err != nil {
		return err
	}
	l.turn[rs[1].Seq], l.seqs[t.ID] = t.ID, rs[1].Seq
	return nil
}

// ask is the turn that a question makes. Its message is numbered behind everything said and is
// not written.
func (l *life) ask(text string) *turn.Turn {
	next := l.mind.Head() + 1
	return &turn.Turn{
		Mind: l.mind, Store: l.store, Text: text, Place: console, Audience: event.Private, Now: l.now, UpTo: next, Question: true,
		Messages: []turn.Message{{Seq: next, Text: text, On: l.now}},
	}
}
