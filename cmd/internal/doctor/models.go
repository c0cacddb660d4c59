package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"citadel/brain/model"
	"citadel/config"
)

// without is what works without a model.
const without = "Commands, recall, reminders, loops and decisions work; what needs reasoning is answered with what I know."

// models looks at the language models: who runs them and whether he answers, what they are
// used for, and what it may cost.
func (x *examination) models(ctx context.Context) Finding {
	if x.settings == nil {
		return Finding{} // they have been said to be wrong, or could not be read
	}
	m := x.settings.Models
	var wrong *config.Error
	if errors.As(m.Err(), &wrong) {
		f := misset(wrong)
		f.Says = "A model is named that cannot be asked."
		return f
	}
	if len(m.Uses) == 0 {
		f := ok("None is set up. " + without + " For reasoning, set ANTHROPIC_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL, in the environment or in .env in the home.")
		if len(m.Providers) > 0 {
			f = look("The settings switch every use of a model off. "+without, "Take the empty lists out of `models:` if that is not meant.")
		}
		return f
	}
	r := &reasoning{settings: *x.settings, list: x.List, asked: map[string]asked{}}
	r.ask(ctx)
	for _, p := range m.Providers {
		r.provider(p)
	}
	for _, role := range config.Roles() {
		r.role(role)
	}
	for _, p := range m.Passed {
		r.look(fmt.Sprintf("%s for models.%s is passed over: %s", p.Name, p.Role, p.Why), "")
	}
	r.prices()
	r.ceilings()
	return r.finding()
}

// reasoning collects what is to be said of the models.
type reasoning struct {
	settings config.Config
	list     func(context.Context, config.Provider) ([]model.Listed, error)
	asked    map[string]asked // by the provider's name

	details, do []string
	looks       int
	failed      string // why nothing can be reasoned about
}

// asked is what a provider said of itself.
type asked struct {
	models []model.Listed
	err    error
}

// askWait is how long providers may take to say which models they have. They are asked all
// at once.
const askWait = 5 * time.Second

func (r *reasoning) ask(ctx context.Context) {
	if r.list == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	all := r.settings.Models.Providers
	said := make([]asked, len(all))
	var work errgroup.Group
	for i, p := range all {
		work.Go(func() error {
			said[i].models, said[i].err = r.list(ctx, p)
			return nil
		})
	}
	_ = work.Wait() // what went wrong stands in said
	for i, p := range all {
		r.asked[p.Name] = said[i]
	}
}

func (r *reasoning) say(line string) { r.details = append(r.details, line) }

func (r *reasoning) look(line, do string) {
	r.looks++
	r.say(line)
	r.todo(do)
}

func (r *reasoning) todo(do string) {
	if do != "" && !slices.Contains(r.do, do) {
		r.do = append(r.do, do)
	}
}

// provider says who runs models, from where that is known, and whether he answers.
func (r *reasoning) provider(p config.Provider) {
	var b strings.Builder
	b.WriteString(p.Title)
	if at := at(p); at != p.Title {
		b.WriteString(" at " + at)
	}
	if p.URLFrom != "" {
		b.WriteString(", named by " + p.URLFrom)
	}
	if p.Key.Set() {
		fmt.Fprintf(&b, ", key in %s from %s", p.KeyName, p.KeyFrom)
	} else {
		b.WriteString(", without a key")
	}
	said, was := r.asked[p.Name]
	switch {
	case !was:
		r.say(b.String())
	case said.err == nil && len(said.models) == 1:
		r.say(b.String() + ": answers, and has 1 model")
	case said.err == nil:
		r.say(fmt.Sprintf("%s: answers, and has %d models", b.String(), len(said.models)))
	default:
		what, do := refusal(p, said.err)
		r.look(b.String()+": "+what, do)
	}
	if p.Loopback {
		return
	}
	if strings.HasPrefix(p.URL, "http://") {
		r.look("Words go to "+p.Host+" unencrypted", "Write https:// in the address of "+p.Host+" if it can do that, unless the way there is safe.")
	}
	if !p.Key.Set() {
		r.look(p.Host+" is another computer and asks no key", "")
	}
}

// at is where a provider is reached: its host, and the port if it is not the usual one.
func at(p config.Provider) string {
	if u, err := url.Parse(p.URL); err == nil {
		return u.Host
	}
	return p.Host
}

// refusal says why a provider did not list its models, and what to do about it. It decides
// by the reason, and shows no words of the provider.
func refusal(p config.Provider, err error) (what, do string) {
	var failed *model.Error
	if !errors.As(err, &failed) {
		if errors.Is(err, context.DeadlineExceeded) {
			return "does not answer in time", reach(p)
		}
		return "could not be asked", reach(p)
	}
	key := p.KeyName
	if key == "" {
		key = "the variable that key_env names"
	}
	switch failed.Reason {
	case model.Unauthorised:
		if !p.Key.Set() {
			return "wants a key", "Set " + key + ", in the environment or in .env in the home."
		}
		return "does not accept the key", "Check the key in " + key + ", or make a new one at " + p.Title + "."
	case model.NoCredit:
		return "says that the account has no money left", "Pay in at " + p.Title + "."
	case model.Unreachable:
		return "cannot be reached", reach(p)
	case model.Timeout:
		return "does not answer in time", reach(p)
	case model.Overloaded, model.RateLimited:
		return "has too much to do just now", "Ask again in a minute."
	case model.NoModel:
		return "answers, but does not say which models it has", ""
	case model.Broken, model.Invalid:
		return "answers, but not in the protocol " + p.Kind, "Check the address of " + p.Title + " and its kind."
	}
	return "could not be asked: " + failed.Reason.String(), reach(p)
}

// reach is what to do where nobody answers.
func reach(p config.Provider) string {
	if p.Loopback {
		return "Start the server at " + at(p) + ", or change its address."
	}
	return "Check the network, and the address " + at(p) + "."
}

// role says which models are used for something, and which of them their provider does not
// have.
func (r *reasoning) role(role string) {
	cards := r.settings.Models.Uses[role]
	if len(cards) == 0 {
		if role == config.Primary {
			r.failed = "No model answers you: models.primary is empty."
			r.todo("Take `primary: []` out of `models:`.")
		}
		return
	}
	var names []string
	for _, c := range cards {
		name := c.Name
		if name == "" {
			name = "whatever " + r.title(c.Provider) + " has"
		}
		names = append(names, name)
	}
	r.say(role + ": " + strings.Join(names, ", then "))
	able := 0
	for _, c := range cards {
		if r.able(c) {
			able++
		}
	}
	if role == config.Primary && able == 0 {
		r.failed = "No model can be asked to answer you."
	}
}

// able says whether a model can be asked as far as is known, and says so once if its
// provider does not list it.
func (r *reasoning) able(c config.Card) bool {
	said, was := r.asked[c.Provider]
	if !was {
		return true
	}
	if said.err != nil {
		var failed *model.Error
		return errors.As(said.err, &failed) && failed.Reason == model.NoModel // it has no list
	}
	has := slices.ContainsFunc(said.models, func(l model.Listed) bool { return c.Name == l.Name || c.Name == "" })
	if !has && len(said.models) < model.MaxListed { // of a longer list, not all is read
		line := fmt.Sprintf("%s does not list %s", r.title(c.Provider), c.Name)
		if c.Name == "" {
			line = r.title(c.Provider) + " has no model"
		}
		if !slices.Contains(r.details, line) {
			r.look(line, fmt.Sprintf("Take %s out of the settings, or check how %s writes it: %s.", either(c.Name, "it"), r.title(c.Provider), some(said.models)))
		}
		return false
	}
	return true
}

func either(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// some names the first of some models.
func some(models []model.Listed) string {
	var names []string
	for _, l := range models {
		names = append(names, l.Name)
	}
	if len(names) == 0 {
		return "it has none"
	}
	return few(names)
}

func (r *reasoning) title(provider string) string {
	p, _ := r.settings.Models.Provider(provider)
	return p.Title
}

// prices says which models nobody knows the price of.
func (r *reasoning) prices() {
	var names []string
	for _, role := range config.Roles() {
		for _, c := range r.settings.Models.Uses[role] {
			if name := either(c.Name, "whatever "+r.title(c.Provider)+" has"); !c.Priced() && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) > 0 {
		r.look("No price is known for "+strings.Join(names, " and ")+": counted as the dearest I know", "Write the price under `cards:` in "+config.FileName+".")
	}
}

// ceilings says which of them forbid every call.
func (r *reasoning) ceilings() {
	c := r.settings.Ceilings
	for _, limit := range []struct {
		name string
		most config.USD
	}{{"ceilings.month", c.Month}, {"ceilings.day", c.Day}, {"ceilings.turn", c.Turn}} {
		if limit.most == 0 {
			r.look(limit.name+" is US$0.00: no model ever answers you", "Raise "+limit.name+" if models are to be asked.")
		}
	}
	if c.Job == 0 {
		r.look("ceilings.job is US$0.00: no job in the background asks a model", "")
	}
}

// finding puts everything together.
func (r *reasoning) finding() Finding {
	f := ok(r.answers())
	switch {
	case r.failed != "":
		f = fail(r.failed, "")
		if len(r.do) == 0 {
			r.todo("See what is said of the providers below.")
		}
	case r.looks > 0:
		f = look(r.answers(), "")
	}
	f.Details, f.Do = r.details, strings.Join(r.do, " ")
	return f
}

// answers says who is asked first, and what it may cost.
func (r *reasoning) answers() string {
	first := r.settings.Models.Uses[config.Primary]
	if len(first) == 0 {
		return ""
	}
	c := r.settings.Ceilings
	name := either(first[0].Name, "Whatever "+r.title(first[0].Provider)+" has")
	return fmt.Sprintf("%s of %s answers you, within %s a turn, %s a day and %s a month.", name, r.title(first[0].Provider), c.Turn, c.Day, c.Month)
}
