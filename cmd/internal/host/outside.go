package host

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"citadel/config"
	"citadel/memory"
	"citadel/tools"
	"citadel/tools/calendar"
	"citadel/tools/files"
	"citadel/tools/mail"
	"citadel/tools/news"
	"citadel/tools/search"
	"citadel/tools/web"
)

// Outside is what the settings let the agent use outside its mind. Making it reaches for no server:
// one that is away is told of when it is used.
type Outside struct {
	Tools   []tools.Tool
	Folders []string  // names of those that are open
	Mail    *mail.Box // nil where none is set up
	Missing []error   // folders that are not there, or cannot be opened
	files   *files.Files
}

// Equip makes the tools of the settings. zone is where the principal is; it is asked at each use.
// The error names a setting that cannot be used. Close what it gives.
func Equip(s config.Tools, zone func() *time.Location, now func() time.Time) (*Outside, error) {
	o := &Outside{}
	for _, part := range []func() error{
		func() error { return o.web(s, now) },
		func() error { return o.folders(s.Folders) },
		func() error { return o.calendars(s, zone, now) },
		func() error { return o.mail(s.Mail, now) },
	} {
		if err := part(); err != nil {
			return nil, errors.Join(err, o.Close())
		}
	}
	return o, nil
}

// Close lets go of the folders.
func (o *Outside) Close() error {
	if o == nil || o.files == nil {
		return nil
	}
	return o.files.Close()
}

// log tells the operator what was left out.
func (o *Outside) log(log *slog.Logger) {
	for _, err := range o.Missing {
		log.Warn("a folder is left out until the next start", "err", err)
	}
}

// present gives the zone the principal is in: as he said, or else as the settings say.
func (c *Citadel) present(configured *time.Location) func() *time.Location {
	return func() (zone *time.Location) {
		c.Mind.Read(func(v memory.View) { zone = v.Principal.Zone() })
		if zone == nil {
			return configured
		}
		return zone
	}
}

func (o *Outside) web(s config.Tools, now func() time.Time) error {
	if s.Web.Read {
		o.Tools = append(o.Tools, web.New(web.Settings{Private: s.Web.Private, Now: now}).Tools()...)
	}
	if s.Web.Search != "" {
		engine, err := search.New(search.Settings{Server: s.Web.Search, Now: now})
		if err != nil {
			return fmt.Errorf("web.search: %w", err)
		}
		o.Tools = append(o.Tools, engine.Tools()...)
	}
	if len(s.Feeds) == 0 {
		return nil
	}
	// A feed may send us on, as pages do, so it is read by the same rule as they are.
	set := news.Settings{Client: web.Client(s.Web.Private...), Now: now}
	for _, f := range s.Feeds {
		set.Feeds = append(set.Feeds, news.Feed{Name: f.Name, URL: f.URL})
	}
	paper, err := news.New(set)
	if err != nil {
		return fmt.Errorf("feeds: %w", err)
	}
	o.Tools = append(o.Tools, paper.Tools()...)
	return nil
}

// folders opens those that are there. A disk that is not mounted keeps nobody from starting.
func (o *Outside) folders(all []config.Folder) (err error) {
	var set files.Settings
	for _, f := range all {
		info, err := os.Stat(f.Path)
		if err == nil && !info.IsDir() {
			err = errors.New("is no folder")
		}
		if err != nil {
			o.Missing = append(o.Missing, fmt.Errorf("folders.%s: %w", f.Name, err))
			continue
		}
		o.Folders = append(o.Folders, f.Name)
		set.Folders = append(set.Folders, files.Folder{Name: f.Name, Path: f.Path, Write: f.Write})
	}
	if len(set.Folders) == 0 {
		return nil
	}
	if o.files, err = files.New(set); err != nil {
		return fmt.Errorf("folders: %w", err)
	}
	o.Tools = append(o.Tools, o.files.Tools()...)
	return nil
}

func (o *Outside) calendars(all config.Tools, zone func() *time.Location, now func() time.Time) error {
	s := all.Calendar
	if len(s.Books) == 0 {
		return nil
	}
	set := calendar.Settings{
		Own: all.Own(), Zone: zone, Now: now,
		Hours: calendar.Hours{From: sinceMidnight(s.From), To: sinceMidnight(s.To), Days: s.Weekdays()},
	}
	for _, b := range s.Books {
		set.Calendars = append(set.Calendars, calendar.Calendar{
			Name: b.Name, URL: b.URL.Reveal(), User: b.User, Password: b.Password.Reveal(), ReadOnly: b.ReadOnly, Shared: b.Shared,
		})
	}
	book, err := calendar.New(set)
	if err != nil {
		return fmt.Errorf("calendars: %w", err)
	}
	o.Tools = append(o.Tools, book.Tools()...)
	return nil
}

func sinceMidnight(c config.Clock) time.Duration { return time.Duration(c) * time.Minute }

func (o *Outside) mail(s config.Mail, now func() time.Time) error {
	if !s.On() {
		return nil
	}
	var err error
	o.Mail, err = mail.New(mail.Settings{
		IMAP: mailServer(s.IMAP), SMTP: mailServer(s.SMTP), User: s.Login(), Password: s.Password.Reveal(), From: s.From,
		Drafts: s.Drafts, Sent: s.Sent, Now: now,
	})
	if err != nil {
		return err
	}
	o.Tools = append(o.Tools, o.Mail.Tools()...)
	return nil
}

func mailServer(s config.MailServer) mail.Server {
	of := map[string]mail.Security{config.StartTLSSecurity: mail.StartTLS, config.PlainSecurity: mail.Plain}
	return mail.Server{Address: s.Address, Security: of[s.Security]}
}
