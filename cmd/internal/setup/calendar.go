package setup

import (
	"context"
	"errors"
	"io"
	"strings"

	"citadel/config"
)

// CalendarOptions are those of Calendar.
type CalendarOptions struct {
	Home    string // an absolute path; it exists
	Given   config.Book
	Running bool // a citadel works in the home

	In     io.Reader
	Out    io.Writer
	Hidden func() (string, error) // as Options has it
	Echoed bool

	// Try reads what is on in the next days, and changes nothing. It gives a sentence of what was
	// found, or one of what is wrong.
	Try func(ctx context.Context, b config.Book) (found, wrong string)
}

// Calendar walks through setting up a calendar: it asks for the address and, where somebody has to log
// in, for the name and the password, reads it at once, and keeps them in the home. It returns ErrStopped
// where it was stopped before that; other errors are of the home.
func Calendar(ctx context.Context, o CalendarOptions) error {
	w := &wizard{Options: Options{In: o.In, Out: o.Out, Hidden: o.Hidden, Echoed: o.Echoed, Home: o.Home}}
	w.keys = newKeyboard(w.Options)
	err := w.calendar(ctx, o)
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		w.say("\nStopped. Nothing was changed.\n")
		return ErrStopped
	}
	return err
}

func (w *wizard) calendar(ctx context.Context, o CalendarOptions) error {
	w.say("A calendar takes two minutes. You need either\n" +
		"  - its CalDAV address with your name and password there: events are read, and entered once you say so;\n" +
		"  - or the secret address in iCal format (it often ends in .ics): then it is only read.\n" +
		"Further calendars go into config.yaml, under calendars.\n")
	b := o.Given
	for {
		var err error
		if b, err = w.calendarAsked(ctx, b); err != nil {
			return err
		}
		w.say("\nTrying it …\n")
		ask, cancel := context.WithTimeout(ctx, askWait)
		found, wrong := o.Try(ask, b)
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if wrong == "" {
			w.say("  %s\n", found)
			break
		}
		w.say("  - %s\n", wrong)
		again, err := w.keys.yes(ctx, "\nAsk for everything again? `n` keeps it as it is. [Y/n] ", true)
		if err != nil {
			return err
		}
		if !again {
			break
		}
	}
	return w.calendarKept(b, o)
}

// calendarAsked asks for everything; an empty line takes what stands in brackets. The address is asked
// for like a password: whoever has that of a file can read the calendar.
func (w *wizard) calendarAsked(ctx context.Context, b config.Book) (config.Book, error) {
	for _, name := range config.CalendarVariables() {
		if name == config.CalendarPass && b.User == "" {
			b.Password, b.PasswordEnv = config.Secret{}, ""
			continue
		}
		prompt := map[string]string{
			config.CalendarURL: "Address of the calendar:", config.CalendarUser: "Name to log in with, or none for an iCal address:", config.CalendarPass: "Password:",
		}[name]
		usual, secret := b.Value(name), name != config.CalendarUser
		switch {
		case secret && usual != "":
			prompt += " [as it is]"
		case usual != "":
			prompt += " [" + usual + "]"
		case name == config.CalendarUser:
			prompt += " [none]"
		}
		for {
			value, err := w.keys.line(ctx, "\n"+prompt+" ", secret)
			if err != nil {
				return b, err
			}
			value = strings.TrimRight(value, "\r\n")
			switch strings.TrimSpace(value) {
			case "":
				value = usual
			case "none":
				if name == config.CalendarUser {
					value = ""
				}
			}
			if value == "" && secret {
				w.say("Nothing came. Ctrl-C stops.\n")
				continue
			}
			if err := b.Take(name, value); err != nil {
				w.say("That %v.\n", err)
				continue
			}
			break
		}
	}
	return b, nil
}

// calendarKept writes what was asked for into the home.
func (w *wizard) calendarKept(b config.Book, o CalendarOptions) error {
	var set []config.Assignment
	for _, name := range config.CalendarVariables() {
		if value := b.Value(name); value != o.Given.Value(name) {
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
	if o.Running {
		w.say("The running citadel reads settings at its start only: stop it and start it again. ")
	}
	w.say("`agenda` in the conversation shows your day. Nothing is entered without your word on a card.\n")
	return nil
}
