package setup

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"citadel/connectors"
)

// check asks the platform whether the tokens are right and what is missing. It reports
// whether to go on with them; if not, they are asked for anew.
func (w *wizard) check(ctx context.Context) (done bool, err error) {
	for {
		w.say("\nChecking with %s …\n", w.guide.title)
		c := w.Connect(w.tokens)
		ask, cancel := context.WithTimeout(ctx, askWait)
		self, refused := identify(ask, c)
		findings := examine(ask, c)
		cancel()
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		w.report(findings)
		var failed *connectors.Error
		switch {
		case refused == nil:
			w.self = self
			if err := w.keep(); err != nil { // what was accepted is not lost, whatever is still missing
				return false, err
			}
			if well(findings) {
				return true, nil
			}
			again, err := w.keys.yes(ctx, "\nMend that first if you can. Check again? [Y/n] ", true)
			if err != nil || !again {
				return err == nil, err
			}
		case errors.As(refused, &failed) && failed.Reason == connectors.Forbidden:
			w.say("\n%s does not accept %s. Nothing was kept. Again:\n", w.guide.title, w.guide.what)
			return false, nil
		default:
			w.say("\n%s does not answer as it should, so nothing could be checked.\n", w.guide.title)
			again, err := w.keys.yes(ctx, "Try again? `n` asks for everything anew. [Y/n] ", true)
			if err != nil || !again {
				return false, err
			}
		}
	}
}

// identify learns as whom the agent is known.
func identify(ctx context.Context, c connectors.Connector) (connectors.Self, error) {
	i, ok := c.(connectors.Identifier)
	if !ok {
		return connectors.Self{Name: "it"}, nil
	}
	return i.Identify(ctx)
}

func examine(ctx context.Context, c connectors.Connector) []connectors.Finding {
	if checker, ok := c.(connectors.Checker); ok {
		return checker.Check(ctx)
	}
	return nil
}

func well(findings []connectors.Finding) bool {
	for _, f := range findings {
		if !f.Well {
			return false
		}
	}
	return true
}

// report shows what was found, the good included: a person who set something up wants to
// see that it holds.
func (w *wizard) report(findings []connectors.Finding) {
	for _, f := range findings {
		word := "ok"
		if !f.Well {
			word = "look"
		}
		w.say("  %-4s  %s\n", word, wrapped(f.What, "        "))
		if f.Do != "" {
			w.say("        → %s\n", wrapped(f.Do, "          "))
		}
	}
}

// wrapped breaks a text into lines of a comfortable length; all but the first begin with indent.
func wrapped(text, indent string) string {
	const columns = 72
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > columns:
			b.WriteString("\n" + indent)
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}
