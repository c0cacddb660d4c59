package setup

import (
	"context"
	"errors"
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
	w := &wizard{Options: Options{In: o.In, Out: o.Out, Hidden: o.Hidden, Echoed: o.Echoed, Home: o.Home}}
	w.keys = newKeyboard(w.Options)
	err := w.mail(ctx, o)
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		w.say("\nStopped. Nothing was changed.\n")
		return ErrStopped
	}
	return err
}

func (w *wizard) mail(ctx context.Context, o MailOptions) error {
	w.say("Mail takes two minutes. You need your mail address and its password; many providers want one that is\n" +
		"made for programs, which they call an app password.\n")
	m := o.Given
	for {
		var err error
		if m, err = w.mailAsked(ctx, m); err != nil {
			return err
		}
		w.say("\nTrying it …\n")
		ask, cancel := context.WithTimeout(ctx, askWait)
		wrong := o.Try(ask, m)
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, what := range wrong {
			w.say("  - %s\n", what)
		}
		if len(wrong) == 0 {
			break
		}
		again, err := w.keys.yes(ctx, "\nAsk for everything again? `n` keeps it as it is. [Y/n] ", true)
		if err != nil {
			return err
		}
		if !again {
			break
		}
	}
	return w.mailKept(m, o)
}

// mailAsked asks for everything; an empty line takes what stands in brackets.
func (w *wizard) mailAsked(ctx context.Context, m config.Mail) (config.Mail, error) {
	for _, name := range config.MailVariables() {
		usual, prompt := mailUsual(m, name)
		secret := name == config.MailPassword
		for {
			shown := prompt
			switch {
			case secret && usual != "":
				shown += " [as it is]"
			case usual != "":
				shown += " [" + usual + "]"
			}
			value, err := w.keys.line(ctx, "\n"+shown+" ", secret)
			if err != nil {
				return m, err
			}
			switch value = strings.TrimRight(value, "\r\n"); {
			case strings.TrimSpace(value) == "":
				value = usual
			case strings.TrimSpace(value) == "none" && name == "CITADEL_MAIL_SMTP":
				value = ""
			}
			if value == "" && name != "CITADEL_MAIL_SMTP" {
				w.say("Nothing came. Ctrl-C stops.\n")
				continue
			}
			if err := m.Take(name, value); err != nil {
				w.say("That %v.\n", err)
				continue
			}
			break
		}
	}
	return m, nil
}

// mailUsual is what is taken for a variable where nothing is typed, and how it is asked for.
func mailUsual(m config.Mail, name string) (usual, prompt string) {
	_, domain, _ := strings.Cut(m.Address(), "@")
	usual = m.Value(name)
	switch name {
	case "CITADEL_MAIL_FROM":
		return usual, "Your mail address:"
	case "CITADEL_MAIL_IMAP":
		if usual == "" {
			usual = "imap." + domain + ":993"
		}
		return usual, "Server that keeps your mail (IMAP), with its port:"
	case "CITADEL_MAIL_SMTP":
		if usual == "" {
			usual = "smtp." + domain + ":465"
		}
		return usual, "Server that sends it (SMTP), or none to send nothing:"
	case "CITADEL_MAIL_USER":
		return m.Login(), "Name to log in with:"
	}
	return usual, "Password:"
}

// mailKept writes what was asked for into the home.
func (w *wizard) mailKept(m config.Mail, o MailOptions) error {
	var set []config.Assignment
	for _, name := range config.MailVariables() {
		if value := m.Value(name); value != o.Given.Value(name) {
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
	w.say("`mail` in the conversation lists what you have not read. Nothing is sent without your word on a card.\n")
	return nil
}
