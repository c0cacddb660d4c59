package mail_test

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-smtp"

	"citadel/tools"
	"citadel/tools/mail"
)

func check(t *testing.T, tool tools.Tool, in args, r tools.Result) (tools.Finding, *tools.Failure) {
	t.Helper()
	f, err := tool.Check(t.Context(), raw(t, in), r)
	if err == nil {
		return f, nil
	}
	failure, worded := err.(*tools.Failure)
	if !worded {
		t.Fatalf("%v is worded for nobody", err)
	}
	return f, failure
}

func letter() args {
	return args{
		"to": []string{"Priya.Nair@acme.example"}, "cc": []string{"Kim <kim@acme.example>"}, "bcc": []string{"lea@harbour.example", "KIM@acme.example"},
		"subject": "Preise – vor dem 1. Dezember", "text": "Hi Priya,\n\ncan we look at your mill prices? = é\n.\n..Sam",
	}
}

func TestSending(t *testing.T) {
	for name, security := range map[string]mail.Security{"TLS": mail.TLS, "STARTTLS": mail.StartTLS, "plain": mail.Plain} {
		t.Run(name, func(t *testing.T) {
			p := office(t, security)
			tool := p.open(t)["mail_send"]
			in := letter()
			if f, failed := check(t, tool, in, tools.Result{}); failed == nil || failed.Reason != tools.Unsure {
				t.Errorf("before: %+v, %v", f, failed)
			}
			r, failed := call(t, tool, in)
			if failed != nil {
				t.Fatal(failed)
			}
			if len(p.sent) != 1 {
				t.Fatalf("%d mails", len(p.sent))
			}
			sent := p.sent[0]
			if want := []string{"priya.nair@acme.example", "kim@acme.example", "lea@harbour.example"}; !slices.Equal(sent.to, want) || !slices.Equal(tool.Reaches(raw(t, in)), want) || sent.from != me {
				t.Errorf("from %q to %q, and %q is told", sent.from, sent.to, tool.Reaches(raw(t, in)))
			}
			if strings.Contains(strings.ToLower(sent.data), "bcc") || strings.Contains(sent.data, "lea@") || !strings.Contains(sent.data, "Message-Id: <") && !strings.Contains(sent.data, "Message-ID: <") {
				t.Error(sent.data)
			}
			for range 2 { // a repeated look finds the same
				if f, failed := check(t, tool, in, tools.Result{}); failed != nil || !f.Holds {
					t.Errorf("after: %+v, %v", f, failed)
				}
			}
			if r.Ref == "" || len(r.Sources) != 0 {
				t.Errorf("%+v", r)
			}
			if s := p.count(t, "Sent", &imap.StatusOptions{NumUnseen: true, NumMessages: true}); *s.NumMessages != 1 || *s.NumUnseen != 0 {
				t.Errorf("%d in Sent, %d unread", *s.NumMessages, *s.NumUnseen)
			}
			if _, failed := call(t, tool, in); failed == nil || failed.Reason != tools.Invalid || len(p.sent) != 1 {
				t.Errorf("sent again: %v", failed)
			}
		})
	}
}

func TestTheCardOfAMail(t *testing.T) {
	c := office(t, mail.Plain).open(t)["mail_send"].Card(raw(t, letter()))
	want := []string{
		"To: Priya.Nair@acme.example", "Cc: Kim <kim@acme.example>", "Bcc: lea@harbour.example, KIM@acme.example",
		"Subject: Preise – vor dem 1. Dezember", "no attachment",
	}
	if !slices.Equal(c.Facts, want) || c.Quote != letter()["text"] || c.After != "Mail can't be recalled." || c.Verb != "Send" || c.Question != "Send this mail?" {
		t.Errorf("%+v", c)
	}
}

func TestAnAnswer(t *testing.T) {
	p := office(t, mail.Plain)
	p.put(t, "INBOX", priya+"\nPrices?\n")
	m := p.open(t)
	_, id := find(t, m, args{})
	in := letter()
	in["reply_to"] = id
	if _, f := call(t, m["mail_send"], in); f != nil {
		t.Fatal(f)
	}
	if !strings.Contains(p.sent[0].data, "In-Reply-To: <one@acme.example>") {
		t.Error(p.sent[0].data)
	}
	in["reply_to"] = "1-99-INBOX"
	if _, f := call(t, m["mail_send"], in); f == nil || f.Reason != tools.Missing || len(p.sent) != 1 {
		t.Error(f)
	}
}

func TestADraft(t *testing.T) {
	p := office(t, mail.Plain)
	tool := p.open(t)["mail_draft"]
	in := args{"to": []string{"p@acme.example"}, "subject": "Prices", "text": "Hi"}
	if f, _ := check(t, tool, in, tools.Result{}); f.Holds {
		t.Errorf("before: %+v", f)
	}
	for range 2 { // twice is once
		if _, f := call(t, tool, in); f != nil {
			t.Fatal(f)
		}
	}
	if f, failed := check(t, tool, in, tools.Result{}); failed != nil || !f.Holds {
		t.Errorf("after: %+v, %v", f, failed)
	}
	if s := p.count(t, "Drafts", &imap.StatusOptions{NumMessages: true}); *s.NumMessages != 1 || len(p.sent) != 0 || tool.Reaches != nil {
		t.Errorf("%d drafts, %d sent", *s.NumMessages, len(p.sent))
	}
}

// What stands in Sent under the name of the mail is compared, not believed.
func TestAnotherMailInSent(t *testing.T) {
	p := office(t, mail.Plain)
	tool := p.open(t)["mail_send"]
	r, f := call(t, tool, letter())
	if f != nil {
		t.Fatal(f)
	}
	p.put(t, "Sent", "From: sam@harbour.example\nTo: x@evil.example\nSubject: Other\nMessage-ID: <"+r.Ref+">\n\nOther\n")
	finding, failed := check(t, tool, letter(), r)
	if failed != nil || finding.Holds || !strings.Contains(finding.Text, "another to, another cc, another bcc, another subject, another text") {
		t.Errorf("%+v, %v", finding, failed)
	}
}

func TestWhatIsNotSent(t *testing.T) {
	p := office(t, mail.Plain)
	tool := p.open(t)["mail_send"]
	for name, change := range map[string]args{
		"a header in the subject": {"subject": "a\r\nBcc: x@evil.example"},
		"a header in an address":  {"to": []string{"p@acme.example\r\nBcc: x@evil.example"}},
		"two in one":              {"to": []string{"p@acme.example, x@evil.example"}},
		"hidden in a quoted name": {"to": []string{"\"p\r\nBcc: x@evil.example\" <p@acme.example>"}},
		"a command in an address": {"cc": []string{"\"p> RCPT TO:<x\"@evil.example"}},
		"nobody":                  {"to": []string{}},
		"no text":                 {"text": " \n"},
		"what cannot be seen":     {"text": "a\x00b"},
		"a carriage return":       {"text": "a\rb"},
		"too long":                {"text": strings.Repeat("x", 65<<10)},
	} {
		in := letter()
		for k, v := range change {
			in[k] = v
		}
		if _, f := call(t, tool, in); f == nil || f.Reason != tools.Invalid {
			t.Errorf("%s: %v", name, f)
		}
	}
	if len(p.sent) != 0 {
		t.Errorf("sent %+v", p.sent)
	}
}

func TestAServerThatRefuses(t *testing.T) {
	no := &smtp.SMTPError{Code: 550, Message: "no"}
	later := &smtp.SMTPError{Code: 451, Message: "later"}
	for name, c := range map[string]struct {
		step   string
		err    error
		reason tools.Reason
	}{
		"the sender":            {"mail", no, tools.Forbidden},
		"the sender, now":       {"mail", later, tools.Unavailable},
		"one of the recipients": {"rcpt kim@acme.example", no, tools.Invalid},
		"the text":              {"data", no, tools.Forbidden},
		"the text, now":         {"data", later, tools.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			p := office(t, mail.Plain)
			p.refuse = func(step string) error {
				if step == c.step {
					return c.err
				}
				return nil
			}
			if _, f := call(t, p.open(t)["mail_send"], letter()); f == nil || f.Reason != c.reason || !strings.Contains(f.Text, "Nothing was sent.") || len(p.sent) != 0 {
				t.Errorf("%v, %d sent", f, len(p.sent))
			}
			if s := p.count(t, "Sent", &imap.StatusOptions{NumMessages: true}); *s.NumMessages != 0 {
				t.Error("a copy in Sent of what was not sent")
			}
		})
	}
}

// A server that falls silent once it has the text may have sent it.
func TestAServerThatFallsSilent(t *testing.T) {
	p := office(t, mail.Plain)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		say := func(s string) { _, _ = conn.Write([]byte(s + "\r\n")) }
		say("220 here")
		buf, seen := make([]byte, 4096), ""
		for !strings.HasSuffix(seen, "\r\n.\r\n") {
			n, err := conn.Read(buf)
			if err != nil {
				return
			}
			switch seen += string(buf[:n]); {
			case strings.HasPrefix(string(buf[:n]), "EHLO"):
				say("250 AUTH PLAIN")
			case strings.HasPrefix(string(buf[:n]), "AUTH"):
				say("235 yes")
			case strings.HasPrefix(string(buf[:n]), "DATA"):
				say("354 go on")
			default:
				if strings.HasPrefix(string(buf[:n]), "MAIL") || strings.HasPrefix(string(buf[:n]), "RCPT") {
					say("250 yes")
				}
			}
		}
	}()
	p.settings.SMTP.Address = l.Addr().String()
	tool := p.open(t)["mail_send"]
	if _, f := call(t, tool, letter()); f == nil || f.Reason != tools.Unsure {
		t.Error(f)
	}
	if _, f := check(t, tool, letter(), tools.Result{}); f == nil || f.Reason != tools.Unsure {
		t.Error(f)
	}
}

// A server that does not even greet is left as soon as the call is given up.
func TestACallThatIsGivenUp(t *testing.T) {
	for name, security := range map[string]mail.Security{"TLS": mail.TLS, "STARTTLS": mail.StartTLS, "plain": mail.Plain} {
		p := office(t, security)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			cancel()
			_, _ = io.Copy(io.Discard, conn)
			_ = conn.Close()
		}()
		p.settings.IMAP.Address = l.Addr().String()
		_, err = p.open(t)["mail_search"].Run(ctx, raw(t, args{}))
		if f := (*tools.Failure)(nil); !errors.As(err, &f) || f.Reason != tools.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
		_ = l.Close()
	}
}

func TestAWrongPassword(t *testing.T) {
	p := office(t, mail.Plain)
	p.settings.Password += "x"
	m := p.open(t)
	if _, f := call(t, m["mail_search"], args{}); f == nil || f.Reason != tools.Forbidden {
		t.Error(f)
	}
}

// A server that repeats the password does not bring it into an error.
func TestAServerThatRepeatsThePassword(t *testing.T) {
	p := office(t, mail.Plain)
	p.refuse = func(step string) error {
		if step == "auth" {
			return io.EOF
		}
		return nil
	}
	if _, f := call(t, p.open(t)["mail_send"], letter()); f == nil || f.Reason != tools.Forbidden || !strings.Contains(f.Error(), "•••") || len(p.sent) != 0 {
		t.Error(f)
	}
}

func TestNobodyIsThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	p := office(t, mail.Plain)
	mailbox := p.settings.IMAP.Address
	p.settings.SMTP.Address = l.Addr().String()
	if _, f := call(t, p.open(t)["mail_send"], letter()); f == nil || f.Reason != tools.Unavailable {
		t.Error(f)
	}
	p.settings.IMAP.Address, p.settings.SMTP.Address = l.Addr().String(), mailbox
	for _, name := range []string{"mail_search", "mail_send"} {
		in := letter()
		if name == "mail_search" {
			in = args{}
		}
		if _, f := call(t, p.open(t)[name], in); f == nil || f.Reason != tools.Unavailable {
			t.Errorf("%s: %v", name, f)
		}
	}
}

// Looking whether mail would be taken sends none.
func TestReady(t *testing.T) {
	for name, security := range map[string]mail.Security{"TLS": mail.TLS, "STARTTLS": mail.StartTLS, "plain": mail.Plain} {
		t.Run(name, func(t *testing.T) {
			p := office(t, security)
			box, err := mail.New(p.settings)
			if err != nil {
				t.Fatal(err)
			}
			if err := box.Ready(t.Context()); err != nil || len(p.sent) != 0 {
				t.Errorf("%v, %d sent", err, len(p.sent))
			}
			p.settings.Password = "wrong"
			if box, err = mail.New(p.settings); err != nil {
				t.Fatal(err)
			}
			var failure *tools.Failure
			if err := box.Ready(t.Context()); !errors.As(err, &failure) || failure.Reason != tools.Forbidden {
				t.Errorf("with another password: %v", err)
			}
		})
	}
}
