package setup

import (
	"cmp"
	"context"
	"io"
	"strings"

	"citadel/config"
)

// MailOptions are those of Mail.
type MailOptions struct {
	Home    string // an absolute path; it exists
	Given   config.Mail
	Running bool // a citadel works in the home

	In     io.Reader
	Out    io.Writer
	Hidden func() (string, error) // as Options has it
	Echoed bool

	// Try looks whether mail can be read and sent so, and sends none. Each thing that cannot be done
	// is one sentence; none where all is well.
	Try func(ctx context.Context, m config.Mail) (wrong []string)
}

// Mail walks through setting up a mailbox: it asks for the servers and the password, tries them at
// once, and keeps them in the home. It returns ErrStopped where it was stopped before that; other
// errors are of the home.
func Mail(ctx context.Context, o MailOptions) error {
	m := o.Given
	w := &wizard{Options: Options{In: o.In, Out: o.Out, Hidden: o.Hidden, Echoed: o.Echoed, Home: o.Home}}
	return w.fill(ctx, form{
		intro: "Mail takes two minutes. You need your mail address and its password; many providers want one that is\n" +
			"made for programs, which they call an app password.\n",
		next:  "`mail` in the conversation lists what you have not read. Nothing is sent without your word on a card.",
		names: config.MailVariables(), running: o.Running,
		field: func(name string) (field, bool) { return ofMail(m, name), true },
		take:  m.Take, value: func(name string) string { return m.Value(name) }, given: o.Given.Value,
		try: func(ctx context.Context) (string, []string) { return "", o.Try(ctx, m) },
	})
}

// ofMail is how a variable of a mailbox is asked for: most providers name their servers alike.
func ofMail(m config.Mail, name string) field {
	_, domain, _ := strings.Cut(m.Address(), "@")
	usual := m.Value(name)
	switch name {
	case "CITADEL_MAIL_FROM":
		return field{prompt: "Your mail address:", usual: usual}
	case "CITADEL_MAIL_IMAP":
		return field{prompt: "Server that keeps your mail (IMAP), with its port:", usual: cmp.Or(usual, "imap."+domain+":993")}
	case "CITADEL_MAIL_SMTP":
		return field{prompt: "Server that sends it (SMTP), or none to send nothing:", usual: cmp.Or(usual, "smtp."+domain+":465"), optional: true}
	case "CITADEL_MAIL_USER":
		return field{prompt: "Name to log in with:", usual: m.Login()}
	}
	return field{prompt: "Password:", usual: usual, hidden: true}
}
