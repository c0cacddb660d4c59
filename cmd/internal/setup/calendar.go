package setup

import (
	"context"
	"io"

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
	b := o.Given
	w := &wizard{Options: Options{In: o.In, Out: o.Out, Hidden: o.Hidden, Echoed: o.Echoed, Home: o.Home}}
	return w.fill(ctx, form{
		intro: "A calendar takes two minutes. You need either\n" +
			"  - its CalDAV address with your name and password there: events are read, and entered once you say so;\n" +
			"  - or the secret address in iCal format (it often ends in .ics): then it is only read.\n" +
			"Further calendars go into config.yaml, under calendars.\n",
		next:  "`agenda` in the conversation shows your day. Nothing is entered without your word on a card.",
		names: config.CalendarVariables(), running: o.Running,
		field: func(name string) (field, bool) { return ofCalendar(&b, name) },
		take:  b.Take, value: func(name string) string { return b.Value(name) }, given: o.Given.Value,
		try: func(ctx context.Context) (string, []string) {
			found, wrong := o.Try(ctx, b)
			if wrong != "" {
				return "", []string{wrong}
			}
			return found, nil
		},
	})
}

// ofCalendar is how a variable of a calendar is asked for. The address is asked for like a password:
// whoever has that of a file can read the calendar. Who does not log in has none.
func ofCalendar(b *config.Book, name string) (field, bool) {
	q := field{usual: b.Value(name), hidden: true}
	switch name {
	case config.CalendarURL:
		q.prompt = "Address of the calendar:"
	case config.CalendarUser:
		q.prompt, q.hidden, q.optional = "Name to log in with, or none for an iCal address:", false, true
	case config.CalendarPass:
		if b.User == "" {
			b.Password, b.PasswordEnv = config.Secret{}, ""
			return q, false
		}
		q.prompt = "Password:"
	}
	return q, true
}
