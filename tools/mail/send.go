package mail

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/smtp"
	"net/textproto"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"citadel/tools"
)

func (m *Box) sendTool() tools.Tool {
	t := tools.Typed(tools.Tool{
		Name: "mail_send", Class: tools.World, Stakes: tools.Recipient,
		Description: "Sends a mail in the principal's name, without attachments, and keeps a copy in his Sent folder.",
	}, m.send)
	t.Card = func(args json.RawMessage) tools.Card {
		in, err := tools.Read[sendArgs](args)
		if err != nil {
			return tools.Card{}
		}
		return shown("Send this mail?", "Send", "Mail can't be recalled.", in)
	}
	t.Reaches = func(args json.RawMessage) []string {
		in, err := tools.Read[sendArgs](args)
		if err != nil {
			return nil
		}
		return reaches(in.To, in.Cc, in.Bcc)
	}
	t.Check = m.sendCheck
	return t
}

// send looks first whether the very same mail went out before, then sends, then keeps a copy.
// Until the text is handed over, a failure means that nothing was sent.
func (m *Box) send(ctx context.Context, in sendArgs) (tools.Result, error) {
	o, err := m.plan("mail_send", in, in)
	if err != nil {
		return tools.Result{}, err
	}
	var answers []string
	if err := m.session(ctx, func(c *imapclient.Client) error {
		before, err := stored(c, m.Sent, o.id)
		if err != nil {
			return err
		}
		if before != nil {
			return invalid("The very same mail stands in %s already. Change a word of it to send another.", m.Sent)
		}
		answers, err = answered(c, in.ReplyTo)
		return err
	}); err != nil {
		return tools.Result{}, err
	}
	at := m.Now()
	out, err := m.compose(o, answers, false, at)
	if err != nil {
		return tools.Result{}, invalid("The mail cannot be written out.")
	}
	if err := m.deliver(ctx, o, out); err != nil {
		return tools.Result{}, err
	}
	r := tools.Result{Text: "To " + strings.Join(reaches(in.To, in.Cc, in.Bcc), ", ") + ".", Ref: o.id}
	err = m.session(ctx, func(c *imapclient.Client) error {
		if kept, err := stored(c, m.Sent, o.id); err != nil || kept != nil {
			return err // some servers keep a copy themselves
		}
		own, err := m.compose(o, answers, true, at)
		if err != nil {
			return err
		}
		return appendTo(c, m.Sent, own, imap.FlagSeen, at)
	})
	if err != nil {
		r.Text += " No copy could be put into " + m.Sent + "."
	}
	return r, nil
}

// deliver hands a mail over to the server that sends it.
func (m *Box) deliver(ctx context.Context, o outgoing, data []byte) error {
	return m.outbound(ctx, func(c *smtp.Client) error {
		if err := m.address(c, reaches(o.To, o.Cc, o.Bcc)); err != nil {
			return m.unsent(err)
		}
		w, err := c.Data()
		if err != nil {
			return m.unsent(err)
		}
		_, err = w.Write(data)
		if err := errors.Join(err, w.Close()); err != nil {
			if refusal := (*textproto.Error)(nil); errors.As(err, &refusal) {
				return m.unsent(err)
			}
			return &tools.Failure{Reason: tools.Unsure, Text: "The mail server took the text and gave no answer; it may have been sent.", Err: m.scrubbed(err)}
		}
		return nil
	})
}

// Ready looks whether the server that sends would take mail of the principal's, and sends none. The
// error is a *Failure. It needs SMTP.
func (m *Box) Ready(ctx context.Context) error {
	return m.outbound(ctx, func(*smtp.Client) error { return nil })
}

// outbound logs in at the server that sends, for do. The error is that of do, or a *Failure.
func (m *Box) outbound(ctx context.Context, do func(*smtp.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	conn, err := m.SMTP.dial(ctx)
	if err != nil {
		return m.unsent(err)
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	host, _, _ := net.SplitHostPort(m.SMTP.Address) // checked by New
	c, err := smtp.NewClient(&measured{conn, 1 << 20}, host)
	if err != nil {
		return m.unsent(errors.Join(err, conn.Close()))
	}
	defer func() { _ = c.Close() }()
	if err := m.login(c, host); err != nil {
		return m.unsent(err)
	}
	if err := do(c); err != nil {
		return err
	}
	_ = c.Quit() // all is done
	return nil
}

// login secures the connection where it is to be, and says who we are.
func (m *Box) login(c *smtp.Client, host string) error {
	if m.SMTP.Security == StartTLS {
		if err := c.StartTLS(m.SMTP.config()); err != nil {
			return err
		}
	}
	if m.Password != "" {
		if err := c.Auth(smtp.PlainAuth("", m.User, m.Password, host)); err != nil {
			return &tools.Failure{Reason: tools.Forbidden, Text: "The mail server does not take the name or the password. Nothing was sent.", Err: m.scrubbed(err)}
		}
	}
	return nil
}

// address says who sends and who receives. Every recipient has to be taken.
func (m *Box) address(c *smtp.Client, to []string) error {
	if err := c.Mail(m.from.Address); err != nil {
		return err
	}
	for _, a := range to {
		if err := c.Rcpt(a); err != nil {
			if refusal := (*textproto.Error)(nil); errors.As(err, &refusal) {
				return &tools.Failure{Reason: tools.Invalid, Text: "The mail server does not take " + a + " as a recipient. Nothing was sent.", Err: m.scrubbed(err)}
			}
			return err
		}
	}
	return nil
}

// unsent words why nothing was sent.
func (m *Box) unsent(err error) error {
	var f *tools.Failure
	var refusal *textproto.Error
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &refusal) && refusal.Code >= 500:
		return &tools.Failure{Reason: tools.Forbidden, Text: "The mail server does not take it. Nothing was sent.", Err: m.scrubbed(err)}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: "The mail server gives no answer, or not now. Nothing was sent.", Err: m.scrubbed(err)}
}

// sendCheck reads the Sent folder back. Where the call did not come back and no copy is there, it is
// not known whether the mail went out: the copy comes after it.
func (m *Box) sendCheck(ctx context.Context, args json.RawMessage, result tools.Result) (tools.Finding, error) {
	in, err := tools.Read[sendArgs](args)
	if err != nil {
		return tools.Finding{}, err
	}
	o, err := m.plan("mail_send", in, in)
	if err != nil {
		return tools.Finding{}, err
	}
	found, wrong, err := m.compare(ctx, m.Sent, o)
	switch {
	case err != nil:
		return tools.Finding{}, err
	case !found && result.Ref == "":
		return tools.Finding{}, &tools.Failure{Reason: tools.Unsure, Text: "Your folder " + m.Sent + " holds no copy; it may have been sent all the same."}
	case !found:
		return tools.Finding{Text: "The mail server took it, but your folder " + m.Sent + ", read back, holds no copy."}, nil
	case len(wrong) > 0:
		return tools.Finding{Text: "Read back from your folder " + m.Sent + ": another " + strings.Join(wrong, ", another ") + "."}, nil
	}
	return tools.Finding{Holds: true, Text: "Read back from your folder " + m.Sent + ": same recipients, subject and text, no attachment."}, nil
}
