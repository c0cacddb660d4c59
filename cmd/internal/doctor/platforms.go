package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/outbox"
)

// platformWait is how long a platform may take to say how it is set up. They are asked all
// at once.
const platformWait = 10 * time.Second

// longSilence is from when on the silence of a platform is worth looking at.
const longSilence = 15 * time.Minute

// examined is what a platform said of itself.
type examined struct {
	self     connectors.Self
	err      error // of Identify
	findings []connectors.Finding
}

// platform makes the check of one of them.
func (x *examination) platform(name string) func(context.Context) Finding {
	return func(ctx context.Context) Finding {
		if x.settings == nil {
			return Finding{} // they have been said to be wrong, or could not be read
		}
		p := x.settings.Platforms
		if problems := concerning(name, p.Problems); len(problems) > 0 {
			f := misset(&config.Error{Problems: problems})
			f.Says = accounts.Title(name) + " is set up in part, or wrongly."
			return f
		}
		if !p.On(name) {
			return alone(name, p)
		}
		r := &reached{name: name, title: accounts.Title(name)}
		r.asked(x.reach(ctx)[name])
		r.tokens(p)
		x.heard(r)
		x.linked(r)
		return r.finding()
	}
}

// concerning picks the problems with the variables of a platform.
func concerning(name string, all []config.Problem) (out []config.Problem) {
	for _, p := range all {
		if strings.HasPrefix(p.Key, strings.ToUpper(name)+"_") {
			out = append(out, p)
		}
	}
	return out
}

// alone says of a variable that may be meant for another program that it is left alone.
func alone(name string, p config.Platforms) Finding {
	var given, missing []string
	for _, v := range config.Variables(name) {
		if slices.Contains(p.Alone, v) {
			given = append(given, v)
		} else {
			missing = append(missing, v)
		}
	}
	if len(given) == 0 {
		return Finding{}
	}
	return ok(fmt.Sprintf("%s is in the environment, but not %s. It may be another program's, so it is left alone; `citadel setup %s` sets it up.",
		strings.Join(given, " and "), strings.Join(missing, " and "), name))
}

// reach asks all platforms that are set up, once.
func (x *examination) reach(ctx context.Context) map[string]*examined {
	if x.platforms != nil || x.Platform == nil {
		return x.platforms
	}
	names := x.settings.Platforms.Names()
	x.platforms = make(map[string]*examined)
	for _, name := range names {
		x.platforms[name] = &examined{}
	}
	ctx, cancel := context.WithTimeout(ctx, platformWait)
	defer cancel()
	progress := x.progress("asking the platforms")
	var done atomic.Int64
	var work errgroup.Group
	for name, e := range x.platforms {
		c := x.Platform(name, x.settings.Platforms)
		step := func() { progress(int(done.Add(1)), 2*len(names)) }
		work.Go(func() error {
			defer step()
			if i, is := c.(connectors.Identifier); is {
				e.self, e.err = i.Identify(ctx)
			}
			return nil
		})
		work.Go(func() error {
			defer step()
			if checker, is := c.(connectors.Checker); is {
				e.findings = checker.Check(ctx)
			}
			return nil
		})
	}
	_ = work.Wait() // what went wrong stands in what they said
	return x.platforms
}

// reached collects what is to be said of one platform.
type reached struct {
	name, title string
	says        string
	details, do []string
	looks       int
	failed      bool
}

func (r *reached) say(line string) { r.details = append(r.details, line) }

func (r *reached) look(line, do string) {
	r.looks++
	r.say(line)
	if do != "" && !slices.Contains(r.do, do) {
		r.do = append(r.do, do)
	}
}

// asked tells what the platform said.
func (r *reached) asked(e *examined) {
	r.says = r.title + " is set up."
	if e == nil {
		return // nobody was asked
	}
	var why *connectors.Error
	switch {
	case errors.As(e.err, &why) && why.Reason == connectors.Forbidden:
		r.failed = true
		r.says = r.title + " does not accept the token."
		r.do = append(r.do, "Run `citadel setup "+r.name+"`.")
	case e.err != nil:
		r.looks++
		r.says = r.title + " is set up, but could not be asked."
		if len(e.findings) == 0 {
			r.do = append(r.do, "Check the network.")
		}
	case e.self.Title != "" && e.self.Title != e.self.Name: // a bot of Telegram is in no place
		r.says = fmt.Sprintf("%s answers: I am %s, in %s.", r.title, e.self.Name, e.self.Title)
	default:
		r.says = fmt.Sprintf("%s answers: I am %s.", r.title, e.self.Name)
	}
	for _, f := range e.findings {
		if f.Well {
			r.say(strings.TrimSuffix(f.What, "."))
		} else {
			r.look(strings.TrimSuffix(f.What, "."), f.Do)
		}
	}
}

// tokens says from where they are, and where they go if that is not the platform itself.
func (r *reached) tokens(p config.Platforms) {
	var from []string
	for _, v := range config.Variables(r.name) {
		from = append(from, v+" from "+p.From[v])
	}
	r.say(strings.Join(from, ", "))
	for _, v := range []string{config.SlackURL, config.TelegramURL} {
		if to := p.Value(v); to != "" && strings.HasPrefix(v, strings.ToUpper(r.name)+"_") {
			r.look(fmt.Sprintf("%s is spoken to at %s, as %s says", r.title, to, v), "Unset "+v+" unless that server is yours.")
		}
	}
	if r.name == config.MattermostName && strings.HasPrefix(p.Mattermost.URL, "http://") && !local(p.Mattermost.URL) {
		r.look("Words and the token go to "+p.Mattermost.URL+" unencrypted", "Write https:// in "+config.MattermostURL+" if the server can do that.")
	}
}

// local says whether a server is this computer.
func local(url string) bool {
	for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
		rest, is := strings.CutPrefix(url, "http://"+host)
		if is && (rest == "" || rest[0] == ':' || rest[0] == '/') {
			return true
		}
	}
	return false
}

// heard tells what the process that runs hears of the platform.
func (x *examination) heard(r *reached) {
	if !x.held {
		return
	}
	h, err := host.ReadHealth(x.Home)
	const later = "Ask again in a minute. If it stays so, see what " + host.LogName + " says, and check the network."
	const restart = "Stop citadel and start it again: tokens are read at its start."
	seconds := h.Silent[r.name]
	switch {
	case err != nil:
		r.look("How the running citadel hears it could not be found out: "+reason(err), later)
	case !h.Talks(r.name, x.Now()):
		r.look("The running citadel does not talk on it", restart)
	case seconds < 0:
		r.look("The running citadel has heard nothing of it yet, as in the first half minute after its start", later)
	case time.Duration(seconds)*time.Second >= longSilence:
		r.look("The running citadel heard the last sign of it "+phrase.Lasted(time.Duration(seconds)*time.Second)+" ago",
			"See what "+host.LogName+" says, and check the network.")
	default:
		r.say(fmt.Sprintf("the running citadel heard of it %d s ago", seconds))
	}
	if err == nil && h.Talks(r.name, x.Now()) {
		for _, f := range h.Faults[r.name] {
			if line := strings.TrimSuffix(f.What, "."); !slices.Contains(r.details, line) {
				r.look(line, f.Do)
			}
		}
	}
}

// linked tells whose messages are heard there.
func (x *examination) linked(r *reached) {
	var found []string
	if x.mind != nil {
		x.mind.Read(func(v memory.View) {
			for _, a := range v.Accounts.Linked {
				if a.Person.Platform != r.name {
					continue
				}
				line := "linked: your account whose id ends in " + a.Ending()
				switch {
				case a.Locked:
					line += ", locked"
				case a.Audience == event.Private:
					line += ", read by you alone"
				default:
					line += ", which admins may read"
				}
				found = append(found, line)
			}
		})
	}
	for _, line := range found {
		r.say(line)
	}
	user := map[string]string{
		config.SlackName: x.settings.Platforms.Slack.User, config.TelegramName: x.settings.Platforms.Telegram.User,
		config.MattermostName: x.settings.Platforms.Mattermost.User,
	}[r.name]
	switch {
	case len(found) > 0:
	case user != "":
		r.say(r.name + ".user in " + config.FileName + " is linked when it first writes")
	default:
		r.look("No account of yours is linked, so I answer nobody there", "Run `citadel setup "+r.name+"`, or `citadel link` and send the code there.")
	}
}

// finding puts everything together.
func (r *reached) finding() Finding {
	f := ok(r.says)
	switch {
	case r.failed:
		f = fail(r.says, "")
	case r.looks > 0:
		f = look(r.says, "")
	}
	if f.Verdict != OK && len(r.do) == 0 { // nobody is left alone with it
		r.do = append(r.do, "Run `citadel setup "+r.name+"`: it goes through everything again.")
	}
	f.Details, f.Do = r.details, strings.Join(r.do, " ")
	return f
}

// pairing says when codes are refused.
func (x *examination) pairing(context.Context) Finding {
	barred := false
	if x.mind != nil {
		x.mind.Read(func(v memory.View) { barred = v.Accounts.Barred() })
	}
	if !barred {
		return Finding{}
	}
	return look(fmt.Sprintf("%d wrong codes came in, so no account can be linked by a code.", accounts.MostFailed),
		"`citadel link --reopen` makes a new code and allows them again.")
}

// undelivered says what a platform did not take, and since when. A text is never shown here.
func (x *examination) undelivered(context.Context) Finding {
	var refused []outbox.Refused
	if x.mind != nil {
		x.mind.Read(func(v memory.View) { refused = v.Outbox.Refusing(x.Now()) })
	}
	if len(refused) == 0 {
		return Finding{}
	}
	posts := 0
	var lines []string
	for _, r := range refused {
		posts += r.Posts
		lines = append(lines, fmt.Sprintf("%s since %s: %s (%s), the last is %s", accounts.Title(r.Place.Platform), x.moment(r.Since),
			phrase.Count(r.Posts, "message"), r.Reason, phrase.Handle('m', r.Last)))
	}
	f := look(fmt.Sprintf("%s could not be delivered.", phrase.Count(posts, "message")),
		"See that the bot is not blocked there and may write, and write to it: the entry goes once something arrives. Nothing is lost: `show` with the handle reads a message.")
	f.Details = lines
	return f
}
