package config

import (
	"cmp"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Tools are what the agent may use outside its mind. The zero value, but for the hours, is
// nothing: nobody is asked and no file is opened that is not named here.
type Tools struct {
	Web      Web
	Feeds    []Feed   // in the order of the file
	Folders  []Folder // in the order of the file
	Calendar Calendar
	Mail     Mail

	// Problems are what keeps a tool from being used although it was meant to be, as [Load]
	// finds it. They are no reason to refuse work that needs none: whoever wants to use the
	// tools must refuse to start with them.
	Problems []Problem
}

// Web is what of the web may be read.
type Web struct {
	Read   bool   // pages that somebody names
	Search string // address of a search server that speaks like SearXNG; empty is none
	// Private are hosts whose pages and feeds are read although their addresses are not public,
	// each "host:port".
	Private []string
}

// Feed is one of news.
type Feed struct {
	Name string // as the principal calls it
	URL  string
}

// Folder is one whose files may be read.
type Folder struct {
	Name  string // the first part of the paths in it
	Path  string // from [Load] absolute
	Write bool   // whether files may be made and replaced there
}

// Calendar are the principal's calendars together.
type Calendar struct {
	Books     []Book   // in the order of the file; the first that can be written takes new events
	Addresses []string // mail addresses of the principal; the one he sends from where none is given
	From, To  Clock    // the hours in which he can be asked for his time
	Days      []string // the days of that, as "mon"
}

// Book is one calendar.
type Book struct {
	Name     string
	URL      Secret // of a CalDAV collection, or of an iCalendar file where ReadOnly. Whoever has the address of such a file can often read it
	User     string
	Password Secret
	ReadOnly bool
	Shared   bool // others write into it as well

	URLEnv, PasswordEnv string // the variables that hold them; empty where none does
}

// Mail is the principal's mailbox. Its zero value is none.
type Mail struct {
	IMAP, SMTP   MailServer
	User         string // to log in with; the address where not given
	Password     Secret
	From         string // his address
	Drafts, Sent string // folders; empty is what they are usually called
}

// MailServer is one; its zero value is none.
type MailServer struct {
	Address  string // host:port
	Security string // TLSSecurity, StartTLSSecurity or PlainSecurity
}

// How a connection to a mail server is kept from being read.
const (
	TLSSecurity      = "tls"
	StartTLSSecurity = "starttls"
	PlainSecurity    = "plain" // not at all: on this computer only
)

// The variables that hold passwords, unless a calendar names another one.
const (
	MailPassword     = "MAIL_PASSWORD"
	CalendarPassword = "CALENDAR_PASSWORD"
)

// String is the server as it is written in the file.
func (s MailServer) String() string {
	if s.Address == "" {
		return ""
	}
	return s.Security + "://" + s.Address
}

// On says whether there is a mailbox.
func (m Mail) On() bool { return m.IMAP.Address != "" }

// Address is the principal's, without his name; empty where none is given.
func (m Mail) Address() string {
	a, err := mail.ParseAddress(m.From)
	if err != nil {
		return ""
	}
	return a.Address
}

// Login is the name to log in with.
func (m Mail) Login() string { return cmp.Or(m.User, m.Address()) }

// Own are the addresses by which a calendar knows the principal.
func (t Tools) Own() []string {
	if address := t.Mail.Address(); len(t.Calendar.Addresses) == 0 && address != "" {
		return []string{address}
	}
	return t.Calendar.Addresses
}

// Weekdays are the days of Calendar.Days as Go has them, in their order.
func (c Calendar) Weekdays() []time.Weekday {
	var out []time.Weekday
	for i, name := range dayNames {
		if slices.Contains(c.Days, name) {
			out = append(out, time.Weekday(i))
		}
	}
	return out
}

// dayNames are those of the week, from Go's first.
var dayNames = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// Secrets lists what must never be shown: passwords, and addresses that came from variables.
func (t Tools) Secrets() (out []Secret) {
	add := func(s Secret) {
		if s.Set() {
			out = append(out, s)
		}
	}
	add(t.Mail.Password)
	for _, b := range t.Calendar.Books {
		add(b.Password)
		if b.URLEnv != "" {
			add(b.URL)
		}
	}
	return out
}

// Err is an [*Error] with the Problems, or nil.
func (t Tools) Err() error {
	if len(t.Problems) == 0 {
		return nil
	}
	return &Error{Problems: t.Problems}
}

// ofTools keeps a variable that holds what a tool needs, and reports whether it is one.
func (o *overlay) ofTools(v variable) bool {
	named := slices.ContainsFunc(o.config.Tools.Calendar.Books, func(b Book) bool { return b.URLEnv == v.name || b.PasswordEnv == v.name })
	if v.name != MailPassword && !named && !slices.Contains(CalendarVariables(), v.name) {
		return false
	}
	o.held[v.name] = v
	return true
}

// tools takes what variables hold, makes paths absolute, and finds out what is missing.
func (o *overlay) tools(home string) {
	t := &o.config.Tools
	for i := range t.Folders {
		t.Folders[i].Path = absolute(home, t.Folders[i].Path)
	}
	if m := &t.Mail; m.On() {
		m.Password = o.secret(MailPassword, "mail", o.places["mail.imap"], parsePassword)
	}
	for i := range t.Calendar.Books {
		b := &t.Calendar.Books[i]
		path := calendarsGroup + "." + b.Name
		if b.URLEnv != "" {
			b.URL = o.secret(b.URLEnv, path, o.places[path], parseSecretURL)
		}
		if b.PasswordEnv != "" {
			b.Password = o.secret(b.PasswordEnv, path, o.places[path], parsePassword)
		}
	}
	o.usual()
}

// secret gives what a variable holds for a setting. That it is missing or wrong is a problem of the
// tools.
func (o *overlay) secret(name, path string, at place, parse func(string) (Secret, error)) Secret {
	t := &o.config.Tools
	v, set := o.held[name]
	if !set {
		t.Problems = append(t.Problems, Problem{File: at.file, Line: at.line, Key: path, Subject: named(path),
			What: "needs " + name + ", which is not set", Do: "put it into .env in the home, or into the environment, as " + name + "=…"})
		return Secret{}
	}
	s, err := parse(v.value)
	if err != nil {
		what, do := reasonOf(err)
		t.Problems = append(t.Problems, Problem{File: v.at.file, Line: v.at.line, Key: path, Subject: named(name), What: what, Do: do})
	}
	return s
}

// absolute is a path of the file as a path of the machine: from the home of Citadel, or with ~ from
// the folder of the person.
func absolute(home, path string) string {
	if rest, own := strings.CutPrefix(path, "~"); own && (rest == "" || rest[0] == '/') {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest)
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(home, path)
	}
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// toolContradictions finds what is wrong between settings of tools that are right alone.
func (o *overlay) toolContradictions() {
	t := o.config.Tools
	if t.Calendar.To <= t.Calendar.From {
		o.contradiction("calendar", "has hours that end before they begin", "write a from that is earlier than the to")
	}
	m := t.Mail
	switch {
	case !m.On() && (m.SMTP.Address != "" || m.User != "" || m.From != "" || m.Drafts != "" || m.Sent != ""):
		o.contradiction("mail", "has no imap", "write the server that keeps the mail, such as imap: imap.example.com:993")
	case m.On() && m.From == "":
		o.contradiction("mail", "has no from", "write your mail address, such as from: sam@example.com")
	}
}

// MailVariables are the variables that set up mail, in the order in which they are asked for.
func MailVariables() []string {
	return []string{"CITADEL_MAIL_FROM", "CITADEL_MAIL_IMAP", "CITADEL_MAIL_SMTP", "CITADEL_MAIL_USER", MailPassword}
}

// Take sets what a variable says. The error, of a name that is none of MailVariables or a value that
// cannot be right, says what to do and never shows a password.
func (m *Mail) Take(name, value string) (err error) {
	switch name {
	case "CITADEL_MAIL_FROM":
		m.From, err = parseMailAddress(value)
	case "CITADEL_MAIL_IMAP":
		m.IMAP, err = parseMailServer(value)
	case "CITADEL_MAIL_SMTP":
		m.SMTP, err = parseMailServer(value)
	case "CITADEL_MAIL_USER":
		m.User, err = parseText(value)
	case MailPassword:
		m.Password, err = parsePassword(value)
	default:
		return fault{named(name) + " is no variable of mail", "use one of " + joined(MailVariables())}
	}
	return err
}

// Value is what is set for one of MailVariables; empty where nothing is. It may be the password.
func (m Mail) Value(name string) string {
	return map[string]string{
		"CITADEL_MAIL_FROM": m.From, "CITADEL_MAIL_IMAP": m.IMAP.String(), "CITADEL_MAIL_SMTP": m.SMTP.String(),
		"CITADEL_MAIL_USER": m.User, MailPassword: m.Password.Reveal(),
	}[name]
}
