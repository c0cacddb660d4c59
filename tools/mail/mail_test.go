package mail_test

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"citadel/tools"
	"citadel/tools/mail"
)

const (
	me       = "sam@harbour.example"
	password = "hunter2-correct"
)

// post is a mailbox and a server that takes mail.
type post struct {
	user     *imapmemserver.User
	settings mail.Settings

	mu     sync.Mutex
	sent   []parcel
	refuse func(step string) error // what the server that takes mail says at a step
}

type parcel struct {
	from string
	to   []string
	data string
}

func now() time.Time { return time.Date(2026, 11, 20, 9, 16, 0, 0, time.UTC) }

// office starts both, spoken to with one kind of security.
func office(t *testing.T, security mail.Security) *post {
	t.Helper()
	p := &post{user: imapmemserver.NewUser("sam", password), refuse: func(string) error { return nil }}
	for _, folder := range []string{"INBOX", "Drafts", "Sent", "Räume"} {
		if err := p.user.Create(folder, nil); err != nil {
			t.Fatal(err)
		}
	}
	served := httptest.NewTLSServer(nil) // for its certificate
	t.Cleanup(served.Close)
	ours := &tls.Config{Certificates: served.TLS.Certificates}
	theirs := served.Client().Transport.(*http.Transport).TLSClientConfig

	memory := imapmemserver.New()
	memory.AddUser(p.user)
	box := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return memory.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, InsecureAuth: security == mail.Plain, TLSConfig: ours,
	})
	t.Cleanup(func() { _ = box.Close() })
	taker := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{post: p}, nil }))
	taker.AllowInsecureAuth = security == mail.Plain
	taker.TLSConfig = ours
	t.Cleanup(func() { _ = taker.Close() })

	p.settings = mail.Settings{User: "sam", Password: password, From: "Sam Ortega <" + me + ">", Now: now}
	p.settings.IMAP = mail.Server{Address: listen(t, security, ours, box.Serve), Security: security, TLS: theirs}
	p.settings.SMTP = mail.Server{Address: listen(t, security, ours, taker.Serve), Security: security, TLS: theirs}
	return p
}

func listen(t *testing.T, security mail.Security, c *tls.Config, serve func(net.Listener) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if security == mail.TLS {
		l = tls.NewListener(l, c)
	}
	go func() { _ = serve(l) }()
	t.Cleanup(func() { _ = l.Close() })
	return address
}

// session is one of the server that takes mail.
type session struct {
	post *post
	parcel
}

func (s *session) Reset()                   { s.parcel = parcel{} }
func (s *session) Logout() error            { return nil }
func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, pass string) error {
		if user != "sam" || pass != password || s.post.refuse("auth") != nil {
			return &smtp.SMTPError{Code: 535, Message: "wrong: " + pass}
		}
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return s.post.refuse("mail")
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return s.post.refuse("rcpt " + to)
}

func (s *session) Data(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.data = string(b)
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	if err := s.post.refuse("data"); err != nil {
		return err
	}
	s.post.sent = append(s.post.sent, s.parcel)
	return nil
}

type literal struct{ *strings.Reader }

func (l literal) Size() int64 { return int64(l.Len()) }

// put puts a mail into a folder.
func (p *post) put(t *testing.T, folder, data string) {
	t.Helper()
	data = strings.ReplaceAll(data, "\n", "\r\n")
	if _, err := p.user.Append(folder, literal{strings.NewReader(data)}, &imap.AppendOptions{Time: now()}); err != nil {
		t.Fatal(err)
	}
}

func (p *post) count(t *testing.T, folder string, o *imap.StatusOptions) *imap.StatusData {
	t.Helper()
	s, err := p.user.Status(folder, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (p *post) open(t *testing.T) map[string]tools.Tool {
	t.Helper()
	b, err := mail.New(p.settings)
	if err != nil {
		t.Fatal(err)
	}
	set, err := tools.NewSet(b.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]tools.Tool{}
	for _, tool := range set.All() {
		m[tool.Name] = tool
	}
	return m
}

func raw(t *testing.T, args any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func call(t *testing.T, tool tools.Tool, args any) (tools.Result, *tools.Failure) {
	t.Helper()
	r, err := tool.Run(t.Context(), raw(t, args))
	var f *tools.Failure
	if err != nil && !errors.As(err, &f) {
		t.Fatalf("%s: %v is worded for nobody", tool.Name, err)
	}
	if f != nil && strings.Contains(f.Error(), password) {
		t.Errorf("the password is told: %v", f)
	}
	return r, f
}

type args = map[string]any

const priya = "From: =?utf-8?q?Priya_N=C3=A4ir?= <Priya.Nair@acme.example>\nTo: sam@harbour.example\nSubject: =?iso-8859-1?q?Pr=E9is?=\nDate: Tue, 17 Nov 2026 08:00:00 +1100\nMessage-ID: <one@acme.example>\n"

// find searches, and gives the id of the newest.
func find(t *testing.T, m map[string]tools.Tool, in args) (tools.Result, string) {
	t.Helper()
	r, f := call(t, m["mail_search"], in)
	if f != nil {
		t.Fatal(f)
	}
	_, rest, _ := strings.Cut(r.Text, "id `")
	id, _, _ := strings.Cut(rest, "`")
	return r, id
}

func TestSearching(t *testing.T) {
	for name, security := range map[string]mail.Security{"TLS": mail.TLS, "STARTTLS": mail.StartTLS, "plain": mail.Plain} {
		t.Run(name, func(t *testing.T) {
			p := office(t, security)
			p.put(t, "INBOX", priya+"\nThe mill prices are up.\n")
			p.put(t, "INBOX", "From: x@evil.example\nSubject: Ignore all\n\nThe mill is mine.\n")
			p.put(t, "Räume", priya+"\nElsewhere.\n")
			m := p.open(t)
			r, _ := find(t, m, args{"words": "mill prices"})
			if !strings.HasPrefix(r.Text, "1 of 1 in INBOX:\n- Tue 17 Nov 2026 08:00 +1100, from Priya Näir <Priya.Nair@acme.example>: Préis (") || !strings.Contains(r.Text, "unread") {
				t.Error(r.Text)
			}
			if len(r.Sources) != 1 || r.Sources[0].What != "a mail from priya.nair@acme.example" || r.Sources[0].On.IsZero() {
				t.Errorf("%+v", r.Sources)
			}
			if r, _ := find(t, m, args{"from": "evil"}); len(r.Sources) != 1 || !strings.Contains(r.Text, "Ignore all") {
				t.Error(r.Text)
			}
			if r, _ := find(t, m, args{"since": "2026-11-20"}); len(r.Sources) != 2 || strings.Index(r.Text, "Ignore") > strings.Index(r.Text, "Préis") {
				t.Errorf("not the newest first:\n%s", r.Text)
			}
			if r, _ := find(t, m, args{"unread": true}); len(r.Sources) != 2 {
				t.Errorf("unread:\n%s", r.Text)
			}
			if _, err := p.user.Append("INBOX", literal{strings.NewReader(priya)}, &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}, Time: now()}); err != nil {
				t.Fatal(err)
			}
			if r, _ := find(t, m, args{"unread": true}); len(r.Sources) != 2 || !strings.HasPrefix(r.Text, "2 of 2 ") {
				t.Errorf("of which one was read:\n%s", r.Text)
			}
			if r, _ := find(t, m, args{"since": "2026-11-21"}); r.Text != "No such mail is in INBOX." {
				t.Error(r.Text)
			}
			if _, id := find(t, m, args{"folder": "Räume"}); !strings.HasSuffix(id, "Räume") {
				t.Error(id)
			} else if r, f := call(t, m["mail_read"], args{"id": id}); f != nil || !strings.Contains(r.Text, "Elsewhere.") {
				t.Error(r, f)
			}
			if _, f := call(t, m["mail_search"], args{"folder": "Nowhere"}); f == nil || f.Reason != tools.Missing {
				t.Error(f)
			}
			if _, f := call(t, m["mail_search"], args{"words": "a\r\nb LOGOUT", "folder": "x\r\ny"}); f == nil || f.Reason != tools.Invalid {
				t.Error(f)
			}
		})
	}
}

func TestReading(t *testing.T) {
	for name, c := range map[string]struct {
		mail string
		want []string
		not  []string
	}{
		"quoted-printable":   {priya + "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9=\n!\n", []string{"\n\ncafé!\n"}, nil},
		"base64":             {priya + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nY2Fmw6k=\n", []string{"\n\ncafé\n"}, nil},
		"an old charset":     {priya + "Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\n=80 9=85\n", []string{"€ 9…"}, nil},
		"an unknown charset": {priya + "Content-Type: text/plain; charset=klingon\n\nplain enough\n", []string{"plain enough"}, nil},
		"HTML alone": {priya + "Content-Type: text/html; charset=utf-8\n\n<html><head><title>T</title><style>p{}</style></head><body><p>One &amp; <b>two</b></p><script>bad()</script><ul><li>three</ul><a href='https://evil.example/x'>your bank</a></body>\n",
			[]string{"One & two", "- three", "your bank <https://evil.example/x>"}, []string{"bad()", "p{}"}},
		"both": {priya + "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: text/html\n\n<p>marked</p>\n--b--\n", []string{"plain"}, []string{"marked"}},
		"an attachment": {priya + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSee there.\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=\"prices.pdf\"\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--\n",
			[]string{"See there.", "Attachment, not opened: prices.pdf (application/pdf, 3 bytes)"}, []string{"AAAA"}},
		"answers elsewhere": {"Reply-To: y@evil.example\n" + priya + "\nHi\n", []string{"From: Priya Näir <Priya.Nair@acme.example>\nAnswers go to: y@evil.example\n"}, nil},
		"cut short":         {priya + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nHalf\n", []string{"Half"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := office(t, mail.Plain)
			p.put(t, "INBOX", c.mail)
			m := p.open(t)
			_, id := find(t, m, args{})
			r, f := call(t, m["mail_read"], args{"id": id})
			if f != nil {
				t.Fatal(f)
			}
			for _, w := range c.want {
				if !strings.Contains(r.Text, w) {
					t.Errorf("no %q in\n%s", w, r.Text)
				}
			}
			for _, w := range c.not {
				if strings.Contains(r.Text, w) {
					t.Errorf("%q in\n%s", w, r.Text)
				}
			}
			if len(r.Sources) != 1 || r.Sources[0].What != "a mail from priya.nair@acme.example" || r.Of != 0 {
				t.Errorf("%+v of %d", r.Sources, r.Of)
			}
			if s := p.count(t, "INBOX", &imap.StatusOptions{NumUnseen: true}); *s.NumUnseen != 1 {
				t.Error("it is marked as read")
			}
		})
	}
}

func TestAMailThatIsTooLong(t *testing.T) {
	p := office(t, mail.Plain)
	p.put(t, "INBOX", priya+"\n"+strings.Repeat(strings.Repeat("x", 99)+"\n", 20_000))
	m := p.open(t)
	_, id := find(t, m, args{})
	r, f := call(t, m["mail_read"], args{"id": id})
	if f != nil || len(r.Text) > 1<<20+1000 || r.Of < 2_000_000 {
		t.Errorf("%d of %d bytes, %v", len(r.Text), r.Of, f)
	}
}

func TestNamesOfMails(t *testing.T) {
	m := office(t, mail.Plain).open(t)
	for id, reason := range map[string]tools.Reason{
		"1-1-INBOX": tools.Missing, "99-1-INBOX": tools.Missing, "1-0-INBOX": tools.Invalid, "x": tools.Invalid, "1-1-A\r\nB": tools.Invalid, "1-1-Nowhere": tools.Missing,
	} {
		if _, f := call(t, m["mail_read"], args{"id": id}); f == nil || f.Reason != reason {
			t.Errorf("%q: %v", id, f)
		}
	}
}

func TestWhatASettingMayNotBe(t *testing.T) {
	good := mail.Settings{IMAP: mail.Server{Address: "mail.example:993"}, From: me, Now: now}
	for name, change := range map[string]func(*mail.Settings){
		"plain, elsewhere": func(s *mail.Settings) { s.IMAP.Security = mail.Plain },
		"plain sending":    func(s *mail.Settings) { s.SMTP = mail.Server{Address: "mail.example:25", Security: mail.Plain} },
		"no port":          func(s *mail.Settings) { s.IMAP.Address = "mail.example" },
		"nobody":           func(s *mail.Settings) { s.From = "sam" },
	} {
		s := good
		change(&s)
		if _, err := mail.New(s); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	b, err := mail.New(good)
	if err != nil || slices.ContainsFunc(b.Tools(), func(x tools.Tool) bool { return x.Name == "mail_send" }) {
		t.Errorf("sending without a server: %v", err)
	}
}

// What waits for an answer is told from what does not.
func TestMailThatWaits(t *testing.T) {
	p := office(t, mail.Plain)
	n := 0
	put := func(folder, head, text string) {
		n++
		if !strings.Contains(head, "From:") {
			head += "From: Priya <priya@acme.example>\n"
		}
		if !strings.Contains(head, "To:") || strings.Contains(head, "In-Reply-To:") {
			head += "To: Sam <sam@harbour.example>\n"
		}
		if !strings.Contains(head, "Message-ID:") {
			head += fmt.Sprintf("Message-ID: <m%d@acme.example>\n", n)
		}
		p.put(t, folder, head+"Date: Tue, 17 Nov 2026 08:00:00 +1100\n\n"+text+"\n")
	}
	waits := []string{"a question", "a wish", "a question above a quote"}
	put("INBOX", "Subject: a question\n", "When does the truck come?")
	put("INBOX", "Subject: a wish\n", "Please send me the larch prices.")
	put("INBOX", "Subject: a question above a quote\n", "And the boards?\n\nOn Mon, 16 Nov 2026 Sam wrote:\n> Fine.")
	put("INBOX", "Subject: nothing asked\n", "Thank you, all arrived.")
	put("INBOX", "Subject: only quoted\n", "Thank you.\n\nOn Mon, 16 Nov 2026 Sam wrote:\n> When does it come?")
	put("INBOX", "Subject: an address\n", "See https://acme.example/?a=1")
	put("INBOX", "Subject: a list\nList-Id: <mills.example>\n", "Who comes?")
	put("INBOX", "Subject: a machine\nFrom: no-reply@shop.example\n", "How did we do?")
	put("INBOX", "Subject: automatic\nAuto-Submitted: auto-replied\n", "I am away. Is it urgent?")
	put("INBOX", "Subject: to somebody else\nTo: Ana <ana@oven.example>\n", "When does it come?")
	put("INBOX", "Subject: his own\nFrom: Sam <sam@harbour.example>\n", "Did I lock the gate?")
	put("INBOX", "Subject: answered by another program\nMessage-ID: <asked@acme.example>\n", "When does it come?")
	put("Sent", "Subject: Re: answered\nFrom: Sam <sam@harbour.example>\nIn-Reply-To: <asked@acme.example>\n", "On Friday.")
	for _, sent := range []string{"", "Nowhere"} {
		p.settings.Sent = sent
		r, f := call(t, p.open(t)["mail_search"], args{"waits": true})
		if f != nil {
			t.Fatal(f)
		}
		want := waits
		if sent == "Nowhere" {
			want = append(slices.Clone(waits), "answered by another program")
		}
		for _, subject := range want {
			if !strings.Contains(r.Text, ": "+subject+" (") {
				t.Errorf("%q is missing", subject)
			}
		}
		if !strings.HasPrefix(r.Text, fmt.Sprintf("%d of %d in INBOX:", len(want), len(want))) || len(r.Sources) != len(want) {
			t.Errorf("%s", r.Text)
		}
	}
	if s := p.count(t, "INBOX", &imap.StatusOptions{NumUnseen: true}); *s.NumUnseen != 12 {
		t.Errorf("%d unread", *s.NumUnseen)
	}
}
