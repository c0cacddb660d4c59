package config

import (
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// The groups of config.yaml whose keys are names that the principal chose for what tools use.
const (
	feedsGroup     = "feeds"
	foldersGroup   = "folders"
	calendarsGroup = "calendars"
)

// toolGroup reads one of them.
func (w walk) toolGroup(name string, node *yaml.Node) {
	switch name {
	case feedsGroup:
		w.entries(name, node, yaml.ScalarNode, checkName, w.feed)
	case foldersGroup:
		w.entries(name, node, yaml.MappingNode, checkName, w.folder)
	case calendarsGroup:
		w.entries(name, node, yaml.MappingNode, checkName, w.calendar)
	}
}

func (w walk) feed(path, name string, at place, node *yaml.Node) {
	f := Feed{Name: name}
	if what, do := misfit(node); what != "" {
		w.add(node.Line, path, named(path), what, do)
		return
	}
	if w.fits(node.Line, path, into(&f.URL, parsePage)(node.Value)) {
		w.config.Tools.Feeds = append(w.config.Tools.Feeds, f)
		w.places[path] = at
	}
}

func (w walk) folder(path, name string, at place, node *yaml.Node) {
	f := Folder{Name: name}
	given := w.fields(path, node, []field{
		{name: "path", set: into(&f.Path, parsePath)},
		{name: "write", set: into(&f.Write, parseBool)},
	})
	if _, is := given["path"]; !is || f.Path == "" {
		w.add(at.line, path, named(path), "has no path", "write path: and the folder, such as ~/notes")
		return
	}
	w.config.Tools.Folders = append(w.config.Tools.Folders, f)
	w.places[path] = at
}

func (w walk) calendar(path, name string, at place, node *yaml.Node) {
	b := Book{Name: name}
	var address string
	given := w.fields(path, node, []field{
		{name: "url", set: into(&address, parseText)},
		{name: "url_env", set: into(&b.URLEnv, parseKeyName)},
		{name: "user", set: into(&b.User, parseText)},
		{name: "password_env", set: into(&b.PasswordEnv, parseKeyName)},
		{name: "read_only", set: into(&b.ReadOnly, parseBool)},
		{name: "shared", set: into(&b.Shared, parseBool)},
	})
	line, plain := given["url"]
	switch _, hidden := given["url_env"]; {
	case plain == hidden:
		w.add(at.line, path, named(path), "needs one of url and url_env", "write url: and its address, or url_env: and the variable that holds it")
		return
	case plain:
		if !w.fits(line.line, path+".url", checkCalendarURL(address)) {
			return
		}
		b.URL = NewSecret(strings.TrimSpace(address))
	}
	if b.User != "" && b.PasswordEnv == "" {
		b.PasswordEnv = CalendarPassword
	}
	w.config.Tools.Calendar.Books = append(w.config.Tools.Calendar.Books, b)
	w.places[path] = at
}

// checkName bounds what the principal calls a feed, a folder or a calendar.
func checkName(name string) error {
	if isKey(name) {
		return fault{"looks like a key, which does not belong here", keyElsewhere}
	}
	wrong := strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_. ", r)
	})
	if wrong || name == "" || len(name) > 40 || strings.ContainsRune("-_. ", rune(name[0])) || strings.TrimSpace(name) != name {
		return fault{quoted(name) + " can't be a name here", "use 1 to 40 letters and digits, with - _ . or spaces between them"}
	}
	return nil
}

// parsePage takes the address of a page or a feed, with what follows a ?.
func parsePage(address string) (string, error) {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || len(address) > maxURL {
		return "", fault{"is not an address", "write one such as https://news.example.com/feed.xml"}
	}
	if u.User != nil {
		return "", fault{"holds a name or a password", "take them out: a feed is read without"}
	}
	return address, nil
}

// maxURL is the longest address of a feed or calendar, in bytes.
const maxURL = 2000

// checkCalendarURL is for an address that anybody may see.
func checkCalendarURL(address string) error {
	_, err := parseServer(address)
	if err == nil {
		return calendarScheme(address)
	}
	what, _ := reasonOf(err)
	return fault{what, "write one such as https://dav.example.com/sam/home/; one with a key in it goes into .env, and its variable into url_env"}
}

// parseSecretURL takes the address of a calendar from a variable.
func parseSecretURL(address string) (Secret, error) {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || len(address) > maxURL {
		return Secret{}, fault{"is not the address of a calendar", "write one such as https://calendar.example.com/secret/basic.ics"}
	}
	if u.User != nil {
		return Secret{}, fault{"holds a name or a password", "take them out: write user and password_env into " + FileName}
	}
	return NewSecret(address), calendarScheme(address)
}

// calendarScheme refuses to send a password, or a calendar, where anybody on the way can read it.
func calendarScheme(address string) error {
	u, err := url.Parse(strings.TrimSpace(address))
	if err == nil && (u.Scheme == "https" || isLoopback(u.Hostname())) {
		return nil
	}
	return fault{"does not begin with https", "use https://; http is for servers on this computer only"}
}

// parsePassword takes a password from a variable. It is never shown, not even where it is wrong.
func parsePassword(text string) (Secret, error) {
	if strings.ContainsFunc(text, unicode.IsControl) || len(text) > 1024 {
		return Secret{}, fault{"contains characters that no password has", "copy it again, on one line"}
	}
	return NewSecret(text), nil
}

// parsePrivate takes a host that is read although its address is private.
func parsePrivate(text string) (string, error) {
	at, err := parseHostPort(text)
	if err != nil {
		return "", fault{quoted(text) + " is not a host with a port", "write one such as wiki.home.arpa:8080"}
	}
	return strings.ToLower(at), nil
}

// parseWebSearch takes the address of a search server, or nothing.
func parseWebSearch(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	at, err := parseServer(text)
	if err != nil {
		what, _ := reasonOf(err)
		return "", fault{what, "write one such as http://127.0.0.1:8888"}
	}
	return at, nil
}

// parseMailServer takes a host and a port, with how the connection is secured before it where the
// port does not say.
func parseMailServer(text string) (MailServer, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return MailServer{}, nil
	}
	bad := fault{"is not a mail server", "write one such as imap.example.com:993; tls://, starttls:// or, on this computer, plain:// may stand before it"}
	security, at, marked := strings.Cut(text, "://")
	if !marked {
		security, at = "", text
	}
	at, err := parseHostPort(at)
	if err != nil {
		return MailServer{}, bad
	}
	host, port, _ := net.SplitHostPort(at)
	switch {
	case security == "" && slices.Contains([]string{"143", "587", "25"}, port):
		security = StartTLSSecurity
	case security == "":
		security = TLSSecurity
	case security == PlainSecurity && !isLoopback(host):
		return MailServer{}, fault{"would send your password where anybody on the way can read it", "use tls:// or starttls://; plain:// is for servers on this computer only"}
	case !slices.Contains([]string{TLSSecurity, StartTLSSecurity, PlainSecurity}, security):
		return MailServer{}, bad
	}
	return MailServer{Address: at, Security: security}, nil
}

// parseMailAddress takes the principal's address, with his name or without, or nothing.
func parseMailAddress(text string) (string, error) {
	text, err := parseText(text)
	if err != nil || text == "" {
		return text, err
	}
	if _, err := mail.ParseAddress(text); err != nil {
		return "", fault{quoted(text) + " is not a mail address", "write one such as sam@example.com"}
	}
	return text, nil
}

// parseOwnAddress takes an address alone.
func parseOwnAddress(text string) (string, error) {
	a, err := mail.ParseAddress(strings.TrimSpace(text))
	if err != nil || a.Name != "" || isKey(text) {
		return "", fault{quoted(text) + " is not a mail address", "write one such as sam@example.com, without a name"}
	}
	return a.Address, nil
}

func parseWeekday(text string) (string, error) {
	day := strings.ToLower(strings.TrimSpace(text))
	if len(day) > 3 {
		day = day[:3]
	}
	if !slices.Contains(dayNames, day) {
		return "", fault{quoted(text) + " is not a day of the week", "use mon, tue, wed, thu, fri, sat or sun"}
	}
	return day, nil
}
