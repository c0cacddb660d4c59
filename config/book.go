package config

import "strings"

// The variables that set up one calendar without a line in config.yaml. It is called usualBook then.
const (
	CalendarURL  = "CITADEL_CALENDAR_URL"
	CalendarUser = "CITADEL_CALENDAR_USER"
	CalendarPass = "CITADEL_CALENDAR_PASSWORD" // its own, so that no calendar of the file loses the one it has

	usualBook = "calendar"
)

// UsualBook is the calendar that CalendarVariables set up; its zero value but for the name where none is.
func (c Calendar) UsualBook() Book {
	for _, b := range c.Books {
		if b.URLEnv == CalendarURL {
			return b
		}
	}
	return Book{Name: usualBook}
}

// CalendarVariables are the variables that set up one calendar, in the order in which they are asked for.
func CalendarVariables() []string { return []string{CalendarURL, CalendarUser, CalendarPass} }

// Take sets what a variable says. A calendar that nobody logs in to is a file that is only read. The
// error, of a name that is none of CalendarVariables or a value that cannot be right, says what to do
// and never shows a password.
func (b *Book) Take(name, value string) (err error) {
	switch name {
	case CalendarURL:
		b.URLEnv = name
		b.URL, err = parseSecretURL(published(value))
	case CalendarUser:
		if b.User = ""; strings.TrimSpace(value) != "" {
			b.User, err = parseText(value)
		}
	case CalendarPass:
		b.PasswordEnv = name
		b.Password, err = parsePassword(value)
	default:
		return fault{named(name) + " is no variable of a calendar", "use one of " + joined(CalendarVariables())}
	}
	b.ReadOnly = b.User == ""
	return err
}

// Value is what is set for one of CalendarVariables; empty where nothing is. It may be the password.
func (b Book) Value(name string) string {
	return map[string]string{CalendarURL: b.URL.Reveal(), CalendarUser: b.User, CalendarPass: b.Password.Reveal()}[name]
}

// published is an address as the web has it: calendars that are published for others to follow are
// often given out under a scheme of their own.
func published(address string) string {
	address = strings.TrimSpace(address)
	if rest, is := strings.CutPrefix(address, "webcal://"); is {
		return "https://" + rest
	}
	return address
}

// usual adds the calendar that variables set up to those of the file.
func (o *overlay) usual() {
	at, given := o.held[CalendarURL]
	user, named := o.held[CalendarUser]
	t := &o.config.Tools
	problem := func(v variable, what, do string) {
		t.Problems = append(t.Problems, Problem{File: v.at.file, Line: v.at.line, Key: calendarsGroup, Subject: "`" + v.name + "`", What: what, Do: do})
	}
	switch {
	case !given && named:
		problem(user, "is set without "+CalendarURL, "set that too, or run `citadel setup calendar`")
		return
	case !given:
		return
	}
	for _, b := range t.Calendar.Books {
		if b.Name == usualBook {
			problem(at, "is set, and "+FileName+" has a calendar called "+usualBook+" as well", "call that one something else")
			return
		}
	}
	b := Book{Name: usualBook, ReadOnly: true}
	for _, v := range []variable{at, user} {
		if v.value == "" {
			continue
		}
		if err := b.Take(v.name, v.value); err != nil {
			what, do := reasonOf(err)
			problem(v, what, do)
			return
		}
	}
	if b.User != "" {
		b.PasswordEnv = CalendarPass
	}
	t.Calendar.Books = append(t.Calendar.Books, b)
	path := calendarsGroup + "." + usualBook
	o.places[path] = at.at
	if b.PasswordEnv != "" {
		last := &t.Calendar.Books[len(t.Calendar.Books)-1]
		last.Password = o.secret(CalendarPass, path, at.at, parsePassword)
	}
}
