package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/tools"
)

// toolWait is how long everything outside is asked, all at once.
const toolWait = 15 * time.Second

// probe is one thing outside that the settings name, and how it is asked whether it answers.
type probe struct {
	check  string // the finding it belongs to
	name   string // as the settings have it
	part   config.Tools
	tool   string
	args   any
	call   func(context.Context, *host.Outside) error // instead of a tool
	answer string                                     // what is said where it answers
	do     string                                     // what may help where it does not
}

// probed is a probe with what came of it.
type probed struct {
	probe
	err error
}

// outside makes the check of one kind of tools.
func (x *examination) outside(check string) func(context.Context) Finding {
	return func(ctx context.Context) Finding {
		if x.settings == nil {
			return Finding{} // they have been said to be wrong, or could not be read
		}
		if problems := about(check, x.settings.Tools.Problems); len(problems) > 0 {
			return misset(&config.Error{Problems: problems})
		}
		var mine []probed
		for _, a := range x.ask(ctx) {
			if a.check == check {
				mine = append(mine, a)
			}
		}
		return told(mine)
	}
}

// about picks the problems with the settings of a kind of tools.
func about(check string, all []config.Problem) (out []config.Problem) {
	for _, p := range all {
		if p.Key == check || strings.HasPrefix(p.Key, check+".") {
			out = append(out, p)
		}
	}
	return out
}

// told puts together what came of some probes.
func told(all []probed) Finding {
	if len(all) == 0 {
		return Finding{}
	}
	f := ok("")
	var do []string
	failed := 0
	for _, a := range all {
		if a.err == nil {
			f.Details = append(f.Details, a.name+": "+a.answer)
			continue
		}
		failed++
		f.Details = append(f.Details, a.name+": "+reasonWhy(a.err))
		if a.do != "" && (len(do) == 0 || do[len(do)-1] != a.do) {
			do = append(do, a.do)
		}
	}
	switch {
	case failed == 0 && len(all) == 1:
		f.Says = map[bool]string{true: "It is there.", false: "It answers."}[all[0].check == "folders"]
	case failed == 0 && all[0].check == "folders":
		f.Says = fmt.Sprintf("All %d are there.", len(all))
	case failed == 0:
		f.Says = fmt.Sprintf("All %d answer.", len(all))
	case failed == len(all) && len(all) == 1:
		f = Finding{Verdict: Look, Says: "It cannot be used now.", Details: f.Details}
	default:
		f = Finding{Verdict: Look, Says: fmt.Sprintf("%d of %d cannot be used now.", failed, len(all)), Details: f.Details}
	}
	f.Do = strings.Join(do, " ")
	return f
}

// reasonWhy words why something outside does not answer. What a failure has beside its words says
// more than a person in a conversation needs, and nothing secret.
func reasonWhy(err error) string {
	var failure *tools.Failure
	if !errors.As(err, &failure) {
		return reason(err)
	}
	text := failure.Text
	if failure.Err != nil {
		text += " (" + failure.Err.Error() + ")"
	}
	return text
}

// ask asks everything outside that the settings name, once, all at the same time.
func (x *examination) ask(ctx context.Context) []probed {
	if x.outer != nil || x.settings == nil {
		return x.outer
	}
	x.outer = []probed{}
	for _, p := range probes(x.settings.Tools, x.Now().In(x.location()).Format(time.DateOnly)) {
		if len(about(p.check, x.settings.Tools.Problems)) == 0 { // else it lacks its password
			x.outer = append(x.outer, probed{probe: p})
		}
	}
	ctx, cancel := context.WithTimeout(ctx, toolWait)
	defer cancel()
	var all sync.WaitGroup
	for i := range x.outer {
		all.Go(func() { _, x.outer[i].err = x.try(ctx, x.outer[i].probe) })
	}
	all.Wait()
	return x.outer
}

// try uses one tool of one part of the settings, and gives what it brought.
func (x *examination) try(ctx context.Context, p probe) (got tools.Result, err error) {
	o, err := host.Equip(p.part, x.location, x.Now)
	if err != nil {
		return got, err
	}
	defer func() { _ = o.Close() }() // it was only read
	if len(o.Missing) > 0 {
		return got, o.Missing[0]
	}
	if p.call != nil {
		return got, p.call(ctx, o)
	}
	set, err := tools.NewSet(o.Tools...)
	if err != nil {
		return got, err
	}
	tool, found := set.Find(p.tool)
	if !found {
		return got, fmt.Errorf("there is no tool %s", p.tool)
	}
	args, err := json.Marshal(p.args)
	if err != nil {
		return got, err
	}
	return tool.Run(ctx, args)
}

// probes lists what is asked, in the order of the example.
func probes(t config.Tools, today string) (all []probe) {
	type args = map[string]any
	if t.Web.Search != "" {
		all = append(all, probe{
			check: "web", name: "search at " + t.Web.Search, part: config.Tools{Web: config.Web{Search: t.Web.Search}}, tool: "web_search", args: args{"query": "news"},
			answer: "answers", do: "Start it, or correct web.search.",
		})
	}
	for _, f := range t.Feeds {
		all = append(all, probe{
			check: "feeds", name: f.Name, part: config.Tools{Feeds: []config.Feed{f}, Web: config.Web{Private: t.Web.Private}}, tool: "news", args: args{},
			answer: "answers", do: "See whether its address is right; one that is not on the public web has to stand under web.private too.",
		})
	}
	for _, f := range t.Folders {
		answer := "can be read"
		if f.Write {
			answer = "can be read, and written"
			if !writable(f.Path) {
				answer = "can be read; this user may not write there"
			}
		}
		all = append(all, probe{
			check: "folders", name: f.Name + " at " + f.Path, part: config.Tools{Folders: []config.Folder{f}}, tool: "files_list", args: args{"path": f.Name},
			answer: answer, do: "Make the folder, or correct its path; a citadel that runs has to be started again.",
		})
	}
	for _, b := range t.Calendar.Books {
		one := t.Calendar
		one.Books = []config.Book{b}
		all = append(all, probe{
			check: "calendars", name: b.Name + " at " + config.Host(config.NewSecret(hostOf(b.URL))), part: config.Tools{Calendar: one}, tool: "agenda", args: args{"from": today, "to": today},
			answer: "answers", do: "See whether its address is that of one calendar, and whether the user and the password are right.",
		})
	}
	if !t.Mail.On() {
		return all
	}
	for _, folder := range []string{"INBOX", cmp.Or(t.Mail.Drafts, "Drafts"), cmp.Or(t.Mail.Sent, "Sent")} {
		all = append(all, probe{
			check: "mail", name: folder + " at " + t.Mail.IMAP.Address, part: config.Tools{Mail: t.Mail}, tool: "mail_search", args: args{"folder": folder, "since": today},
			answer: "can be read", do: "See whether the server, the user and " + config.MailPassword + " are right, and how the folders are called there: mail.drafts and mail.sent.",
		})
	}
	if t.Mail.SMTP.Address != "" {
		all = append(all, probe{
			check: "mail", name: "sending by " + t.Mail.SMTP.Address, part: config.Tools{Mail: t.Mail},
			call:   func(ctx context.Context, o *host.Outside) error { return o.Mail.Ready(ctx) },
			answer: "takes mail", do: "See whether mail.smtp is right; most servers want the same user and password as for reading.",
		})
	}
	return all
}

// Mail tries a mailbox that is being set up, and says what does not work; nothing where all does.
func Mail(ctx context.Context, m config.Mail, now func() time.Time) (wrong []string) {
	x := &examination{Options: Options{Now: now}, settings: &config.Config{Tools: config.Tools{Mail: m}}}
	for _, p := range x.ask(ctx) {
		if p.err != nil {
			wrong = append(wrong, p.name+": "+reasonWhy(p.err)+" "+p.do)
		}
	}
	return wrong
}

// Calendar tries a calendar that is being set up: found says what is on in the seven days from now, and
// wrong what does not work, empty where all does.
func Calendar(ctx context.Context, settings *config.Config, b config.Book, now func() time.Time) (found, wrong string) {
	x := &examination{Options: Options{Now: now}, settings: settings}
	one := settings.Tools.Calendar
	one.Books = []config.Book{b}
	today := now().In(x.location())
	for _, p := range probes(config.Tools{Calendar: one}, today.Format(time.DateOnly)) {
		p.args = map[string]any{"from": today.Format(time.DateOnly), "to": today.AddDate(0, 0, 6).Format(time.DateOnly)}
		got, err := x.try(ctx, p)
		if err != nil {
			return "", p.name + ": " + reasonWhy(err) + " " + p.do
		}
		n := strings.Count("\n"+got.Text, "\n- ")
		found = p.name + " answers: " + phrase.Count(n, "event") + " from today until " + today.AddDate(0, 0, 6).Format("Mon 2 Jan") + "."
		if got.Of > 0 {
			found = p.name + " answers: " + phrase.Count(n, "event") + " or more from today until " + today.AddDate(0, 0, 6).Format("Mon 2 Jan") + "."
		}
	}
	return found, ""
}

// hostOf is an address without what could be a secret in it.
func hostOf(address config.Secret) string {
	scheme, rest, _ := strings.Cut(address.Reveal(), "://")
	server, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + server
}

// writable says whether this user may make files in a folder, as far as its bits tell.
func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o200 != 0
}

// pages says what of the web may be read. Nobody is asked.
func (x *examination) pages(context.Context) Finding {
	if x.settings == nil || !x.settings.Tools.Web.Read {
		return Finding{}
	}
	f := ok("Pages of the public web may be read.")
	if n := len(x.settings.Tools.Web.Private); n > 0 {
		f.Says = "Pages of the public web may be read, and of " + phrase.Count(n, "host") + " that is not: " + strings.Join(x.settings.Tools.Web.Private, ", ") + "."
	}
	return f
}
