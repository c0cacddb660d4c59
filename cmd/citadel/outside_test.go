package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Without a model, plain words look into calendars, mail, files, feeds and pages.
func TestLookingOutside(t *testing.T) {
	d := outside(t)
	home := furnish(t, d.settings())
	typed, err := os.ReadFile(filepath.Join("testdata", "outside.txt"))
	if err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(d.web.URL, "http://")
	said := strings.ReplaceAll(string(typed), "SITE", host)
	c := citadel(t, home, said, "chat", "--json")
	if c.code != 0 || strings.Contains(c.err, "level=ERROR") {
		t.Fatalf("status %d: %s", c.code, c.err)
	}
	got := settled(t, c.out)
	for text, name := range map[string]string{host: "SITE", d.imap: "IMAP", d.smtp: "SMTP", home: "HOME"} {
		got = strings.ReplaceAll(got, text, name)
	}
	if strings.Contains(got, passwords) {
		t.Error("a password is shown")
	}
	golden := filepath.Join("testdata", "outside.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Doctor asks everything outside that is set up, and says of each whether it answers and what is
// missing.
func TestDoctorAsksWhatIsOutside(t *testing.T) {
	d := outside(t)
	home := furnish(t, d.settings())
	c := citadel(t, home, "", "doctor")
	for _, want := range []string{
		"pages", "Pages of the public web may be read, and of 1 host that is not",
		"search at " + d.web.URL + ": answers", "trade: answers", "notes at " + d.folder + ": can be read",
		"home at " + strings.TrimPrefix(d.web.URL, "http://") + ": answers",
		"INBOX at " + d.imap + ": can be read", "Sent at " + d.imap + ": can be read", "sending by " + d.smtp + ": takes mail",
		"all is well.",
	} {
		if !strings.Contains(c.out, want) {
			t.Errorf("not said: %q\n%s", want, c.out)
		}
	}

	settings := d.settings()
	for what, instead := range map[string]string{
		d.folder: filepath.Join(d.folder, "gone"), "/cal/home/": "/elsewhere/", "from: Sam": "sent: Gesendet, from: Sam", "/feed.xml": "/nothing.xml",
		"search: \"" + d.web.URL: "search: \"http://127.0.0.1:1",
	} {
		if !strings.Contains(settings, what) {
			t.Fatalf("no %q", what)
		}
		settings = strings.ReplaceAll(settings, what, instead)
	}
	c = citadel(t, furnish(t, settings), "", "doctor")
	for _, want := range []string{
		"The search server 127.0.0.1:1 cannot be reached", "trade: ", "no such file or directory",
		"The calendar home, or the entry in it, is not there.", "Gesendet at " + d.imap + ": The mail server refuses it", "1 of 4 cannot be used now.",
		"5 to look at.",
	} {
		if !strings.Contains(c.out, want) {
			t.Errorf("not said: %q\n%s", want, c.out)
		}
	}
	if c.code != 0 || strings.Contains(c.out, passwords) {
		t.Errorf("status %d\n%s", c.code, c.out)
	}

	// A password that is missing is said by its variable, and nobody is asked without it.
	if err := os.WriteFile(filepath.Join(home, ".env"), []byte("CALENDAR_PASSWORD=wrong\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c = citadel(t, home, "", "doctor")
	for _, want := range []string{"needs MAIL_PASSWORD, which is not set", "does not allow it: the name or the password may be wrong"} {
		if !strings.Contains(c.out, want) {
			t.Errorf("not said: %q\n%s", want, c.out)
		}
	}
	if c = citadel(t, home, "help\n"); c.code != 2 || !strings.Contains(c.err, "needs MAIL_PASSWORD") {
		t.Errorf("it starts without a password: %+v", c)
	}
}

// Mail is set up step by step: what does not work is said and asked for again, and what is kept is
// used at the next start. The password is shown nowhere.
func TestSetupMail(t *testing.T) {
	d := outside(t)
	home := newHome(t)
	typed := strings.Join([]string{
		"sam", "sam@acme.example", "127.0.0.1:1", "127.0.0.1:1", "sam", "wrong", "y",
		"", "plain://" + d.imap, "plain://" + d.smtp, "", passwords, "",
	}, "\n")
	c := citadel(t, home, typed, "setup", "mail")
	if c.code != 0 || strings.Contains(c.out+c.err, passwords) {
		t.Fatalf("%+v", c)
	}
	for _, want := range []string{
		"\"sam\" is not a mail address", "[imap.acme.example:993]", "[smtp.acme.example:465]", "[tls://127.0.0.1:1]", "INBOX at 127.0.0.1:1: The mail server gives no answer",
		"Kept: CITADEL_MAIL_FROM, CITADEL_MAIL_IMAP, CITADEL_MAIL_SMTP, CITADEL_MAIL_USER, MAIL_PASSWORD, in " + home + "/.env",
	} {
		if !strings.Contains(c.out, want) {
			t.Errorf("not said: %q\n%s", want, c.out)
		}
	}
	if c = citadel(t, home, "mail\n"); !strings.Contains(c.out, "1 unread mail.") {
		t.Errorf("used: %+v", c)
	}
	if c = citadel(t, newHome(t), "sam@acme.example\n", "setup", "mail"); c.code != 1 || !strings.Contains(c.out, "Stopped. Nothing was changed.") {
		t.Errorf("stopped: %+v", c)
	}
}

// With every server away the start is as ever, and each command says what could not be reached; one
// calendar that is away does not hide another.
func TestEverythingOutsideIsAway(t *testing.T) {
	d := outside(t)
	settings := `
web: {read: true, search: "http://127.0.0.1:1", private: ["127.0.0.1:1"]}
feeds: {trade: "http://127.0.0.1:1/feed.xml"}
folders: {notes: {path: /nowhere/at/all}}
calendars:
  home: {url: "` + d.web.URL + `/cal/home/", user: sam}
  work: {url: "http://127.0.0.1:1/cal/", user: sam}
mail: {imap: "plain://127.0.0.1:1", user: sam, from: sam@acme.example}
`
	c := citadel(t, furnish(t, settings), "agenda\nmail\nnews\nread http://127.0.0.1:1/\nsearch the web for board\nfiles\ntools\n")
	if c.code != 0 || strings.Contains(c.err, "level=ERROR") || !strings.Contains(c.err, "folders.notes") {
		t.Fatalf("status %d: %s", c.code, c.err)
	}
	for _, want := range []string{
		"Fri 20 Nov: 1 appointment.", "The calendar work could not be read, so what is in it is not known.",
		"I couldn't look. The mail server gives no answer. Later it may.", "The feed trade could not be read", "127.0.0.1:1 cannot be reached.",
		"The search server 127.0.0.1:1 cannot be reached.", "No folder is set up, or none of them is there.", "mail_search",
	} {
		if !strings.Contains(c.out, want) {
			t.Errorf("not said: %q\n%s", want, c.out)
		}
	}
	if strings.Contains(c.out, "mail_send") {
		t.Error("what sends is there without a server that sends")
	}
}
