package setup

import (
	"context"
	"errors"
	"io"
	"strings"

	"citadel/config"
)

// form is what a mailbox or a calendar asks for: it is filled in, tried, and kept in the home.
type form struct {
	intro   string
	names   []string // of the variables, in the order in which they are asked for
	running bool     // a citadel works in the home
	next    string   // what can be done with it then

	// field says how a variable is asked for now; false where it needs no value.
	field func(name string) (field, bool)
	take  func(name, value string) error
	value func(name string) string // as filled in
	given func(name string) string // as it was before

	// try tries what was filled in: a sentence of what was found, and one of each thing that is wrong.
	try func(ctx context.Context) (found string, wrong []string)
}

// field is how a variable is asked for. An empty answer takes what is usual.
type field struct {
	prompt, usual string
	hidden        bool // as it is typed, and so is what is usual
	optional      bool // "none" leaves it empty
}

// fill walks through a form. It returns ErrStopped where it was stopped before anything was kept;
// other errors are of the home.
func (w *wizard) fill(ctx context.Context, f form) error {
	w.keys = newKeyboard(w.Options)
	err := w.filled(ctx, f)
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		w.say("\nStopped. Nothing was changed.\n")
		return ErrStopped
	}
	return err
}

func (w *wizard) filled(ctx context.Context, f form) error {
	w.say("%s", f.intro)
	for {
		for _, name := range f.names {
			if err := w.answered(ctx, f, name); err != nil {
				return err
			}
		}
		w.say("\nTrying it …\n")
		ask, cancel := context.WithTimeout(ctx, askWait)
		found, wrong := f.try(ask)
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, what := range wrong {
			w.say("  - %s\n", what)
		}
		if len(wrong) == 0 {
			if found != "" {
				w.say("  %s\n", found)
			}
			return w.store(f)
		}
		again, err := w.keys.yes(ctx, "\nAsk for everything again? `n` keeps it as it is. [Y/n] ", true)
		if err != nil {
			return err
		}
		if !again {
			return w.store(f)
		}
	}
}

// answered asks for one variable until its value can be taken.
func (w *wizard) answered(ctx context.Context, f form, name string) error {
	q, needed := f.field(name)
	if !needed {
		return nil
	}
	shown := q.prompt
	switch {
	case q.usual != "" && q.hidden:
		shown += " [as it is]"
	case q.usual != "":
		shown += " [" + q.usual + "]"
	case q.optional:
		shown += " [none]"
	}
	for {
		value, err := w.keys.line(ctx, "\n"+shown+" ", q.hidden)
		if err != nil {
			return err
		}
		switch value = strings.TrimRight(value, "\r\n"); {
		case strings.TrimSpace(value) == "":
			value = q.usual
		case strings.TrimSpace(value) == "none" && q.optional:
			value = ""
		}
		if value == "" && !q.optional {
			w.say("Nothing came. Ctrl-C stops.\n")
			continue
		}
		if err := f.take(name, value); err != nil {
			w.say("That %v.\n", err)
			continue
		}
		return nil
	}
}

// store writes into the home what is not as it was.
func (w *wizard) store(f form) error {
	var set []config.Assignment
	for _, name := range f.names {
		if value := f.value(name); value != f.given(name) {
			set = append(set, config.Assignment{Name: name, Value: value})
			w.kept = append(w.kept, name)
		}
	}
	if len(set) == 0 {
		w.say("\nNothing had to be changed.\n")
		return nil
	}
	if err := config.Store(w.Home, set...); err != nil {
		return err
	}
	w.say("\nKept: %s, in %s/%s, which only you can read.\n", strings.Join(w.kept, ", "), w.Home, config.EnvName)
	if f.running {
		w.say("The running citadel reads settings at its start only: stop it and start it again. ")
	}
	w.say("%s\n", f.next)
	return nil
}
