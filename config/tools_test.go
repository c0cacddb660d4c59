package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/config"
)

const outside = `
web: {read: true, search: "http://127.0.0.1:8888"}
feeds:
  rba: https://rba.example/feed.xml?all=1
  trade news: http://news.example/rss
folders:
  notes: {path: notes, write: true}
  papers: {path: ~/papers}
calendars:
  home: {url: "https://dav.example/sam/home/", user: sam}
  work: {url: "https://dav.example/sam/work/", user: sam.w, password_env: WORK_PASSWORD, shared: true}
  holidays: {url_env: HOLIDAYS_URL, read_only: true}
mail: {imap: "imap.example:993", smtp: "smtp.example:587", from: "Sam <sam@example.com>"}
`

func TestTools(t *testing.T) {
	dir := home(t, outside, "MAIL_PASSWORD='hunter two'\nCALENDAR_PASSWORD=hunter3\nWORK_PASSWORD=hunter4\nHOLIDAYS_URL=https://cal.example/hunter5/basic.ics?k=hunter6\n")
	c, err := config.Load(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := c.Tools
	if err := got.Err(); err != nil {
		t.Fatal(err)
	}
	person, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	want := config.Tools{
		Web:   config.Web{Read: true, Search: "http://127.0.0.1:8888"},
		Feeds: []config.Feed{{Name: "rba", URL: "https://rba.example/feed.xml?all=1"}, {Name: "trade news", URL: "http://news.example/rss"}},
		Folders: []config.Folder{
			{Name: "notes", Path: filepath.Join(dir, "notes"), Write: true}, {Name: "papers", Path: filepath.Join(person, "papers")},
		},
		Calendar: config.Calendar{
			From: 9 * 60, To: 17 * 60, Days: []string{"mon", "tue", "wed", "thu", "fri"},
			Books: []config.Book{
				{Name: "home", URL: config.NewSecret("https://dav.example/sam/home/"), User: "sam", Password: config.NewSecret("hunter3"), PasswordEnv: "CALENDAR_PASSWORD"},
				{Name: "work", URL: config.NewSecret("https://dav.example/sam/work/"), User: "sam.w", Password: config.NewSecret("hunter4"), PasswordEnv: "WORK_PASSWORD", Shared: true},
				{Name: "holidays", URL: config.NewSecret("https://cal.example/hunter5/basic.ics?k=hunter6"), ReadOnly: true, URLEnv: "HOLIDAYS_URL"},
			},
		},
		Mail: config.Mail{
			IMAP: config.MailServer{Address: "imap.example:993", Security: config.TLSSecurity}, SMTP: config.MailServer{Address: "smtp.example:587", Security: config.StartTLSSecurity},
			From: "Sam <sam@example.com>", Password: config.NewSecret("hunter two"),
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff([]time.Weekday{1, 2, 3, 4, 5}, got.Calendar.Weekdays()); d != "" {
		t.Error(d)
	}
	if got.Mail.Login() != "sam@example.com" || cmp.Diff([]string{"sam@example.com"}, got.Own()) != "" {
		t.Errorf("logs in as %q, own addresses %q", got.Mail.Login(), got.Own())
	}
	if n := len(got.Secrets()); n != 4 {
		t.Errorf("%d secrets", n)
	}
	given, err := config.Given(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if shown := fmt.Sprintf("%v %+v %#v %v", c, c, got, given); strings.Contains(shown, "hunter") {
		t.Errorf("a secret is shown: %s", shown)
	}
	for _, name := range []string{"feeds.trade news", "folders.papers", "calendars.holidays"} {
		if !strings.Contains(fmt.Sprint(given), name) {
			t.Errorf("%s is not among what was given", name)
		}
	}
}

// What a variable should hold and does not is said by its name and the line that wants it, and
// keeps nobody from work that needs no tools.
func TestToolsLackWhatVariablesHold(t *testing.T) {
	c, err := config.Load(home(t, outside, "WORK_PASSWORD=\"two\\nlines\"\nHOLIDAYS_URL=http://cal.example/hunter5\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Tools.Err()
	if err == nil {
		t.Fatal("no problem")
	}
	for _, want := range []string{
		"`mail` on line 13: needs MAIL_PASSWORD, which is not set; put it into .env in the home",
		"`calendars.home` on line 10: needs CALENDAR_PASSWORD, which is not set",
		"`WORK_PASSWORD` on line 1: contains characters that no password has",
		"`HOLIDAYS_URL` on line 2: does not begin with https",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("not said: %s\nbut\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "hunter") {
		t.Errorf("a secret is shown: %v", err)
	}
}

func TestToolsRefused(t *testing.T) {
	for name, test := range map[string]struct{ yaml, want string }{
		"a password":              {"mail: {imap: \"a.example:993\", from: a@b.example, password: Zq7}\n", "`mail.password` on line 1: a key does not belong into this file; take it out, and put it into .env in the home, as MAIL_PASSWORD=…"},
		"a calendar's password":   {"calendars: {a: {url: \"https://a.example/\", password: Zq7}}\n", "`calendars.a.password` on line 1: a key does not belong into this file; put it into .env in the home, or into the environment, as NAME=…; write password_env: NAME here"},
		"mail without a server":   {"mail: {from: a@b.example}\n", "`mail` on line 1: has no imap"},
		"mail without an address": {"mail: {imap: \"a.example:993\"}\n", "`mail` on line 1: has no from"},
		"mail in the open":        {"mail: {imap: \"plain://a.example:143\", from: a@b.example}\n", "would send your password where anybody on the way can read it"},
		"another security":        {"mail: {imap: \"ssl://a.example:993\", from: a@b.example}\n", "is not a mail server"},
		"no port":                 {"mail: {imap: a.example, from: a@b.example}\n", "is not a mail server"},
		"no address":              {"mail: {imap: \"a.example:993\", from: sam}\n", "\"sam\" is not a mail address"},
		"an address with a key":   {"calendars: {a: {url: \"https://a.example/?key=Zq7\"}}\n", "`calendars.a.url` on line 1: holds more than an address; write one such as https://dav.example.com/sam/home/; one with a key in it goes into .env, and its variable into url_env"},
		"a calendar in the open":  {"calendars: {a: {url: \"http://a.example/\"}}\n", "does not begin with https"},
		"a calendar without one":  {"calendars: {a: {user: sam}}\n", "`calendars.a` on line 1: needs one of url and url_env"},
		"a calendar with two":     {"calendars: {a: {url: \"https://a.example/\", url_env: A_URL}}\n", "needs one of url and url_env"},
		"hours the wrong way":     {"calendar: {from: 17:00, to: 9:00}\n", "`calendar` on line 1: has hours that end before they begin"},
		"no day":                  {"calendar: {days: [someday]}\n", "\"someday\" is not a day of the week"},
		"a feed that is none":     {"feeds: {a: b}\n", "`feeds.a` on line 1: is not an address"},
		"a feed with a password":  {"feeds: {a: \"https://me:Zq7@a.example/\"}\n", "holds a name or a password"},
		"a feed of settings":      {"feeds: {a: {url: \"https://a.example\"}}\n", "`feeds.a` on line 1: must be a single value, but is a group of settings"},
		"a feed twice":            {"feeds:\n  a: https://a.example\n  a: https://b.example\n", "`feeds.a` on line 3: is already given on line 2"},
		"a folder without a path": {"folders: {notes: {write: true}}\n", "`folders.notes` on line 1: has no path"},
		"a name with a slash":     {"folders: {a/b: {path: x}}\n", "\"a/b\" can't be a name here"},
		"a private page":          {"web: {private: [\"http://wiki/\"]}\n", "is not a host with a port"},
		"a search that is none":   {"web: {search: search.example}\n", "`web.search` on line 1: is not the address of a server; write one such as http://127.0.0.1:8888"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := config.Decode("config.yaml", []byte(test.yaml))
			var wrong *config.Error
			if !errors.As(err, &wrong) || len(wrong.Problems) != 1 {
				t.Fatalf("error = %v, want an *Error with one problem", err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error does not contain\n%s\nbut is\n%v", test.want, err)
			}
			if strings.Contains(err.Error(), "Zq7") {
				t.Errorf("it shows the secret: %v", err)
			}
		})
	}
}
