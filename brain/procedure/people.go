package procedure

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"citadel/brain/command"
	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
)

// someone is a name as it is written: one to three words with a capital. short is a name of one word, or a handle.
const (
	someone = `\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*|van|von|de|da|der|den)){0,2}`
	short   = `\p{Lu}[\p{L}\p{N}.&-]*|@[\p{L}\p{N}._-]+`
)

// dealings are the sentences by which the principal says how he deals with somebody, or who that
// is, each with the command that it comes to: about NAME, and OTHER or a SHORT name of his. A
// sentence counts when it is the whole message.
var dealings = sync.OnceValue(func() []dealing {
	var all []dealing
	names := strings.NewReplacer("NAME", `(?P<name>`+someone+`)`, "OTHER", `(?P<other>`+someone+`)`, "SHORT", `(?P<other>`+short+`)`)
	add := func(pattern, name string, options ...string) {
		all = append(all, dealing{regexp.MustCompile(`^(?:[Pp]lease )?` + names.Replace(pattern) + `$`), name, options})
	}
	const the, set = `(?:my |the )?`, `(?:[Pp]ut|[Pp]lace|[Kk]eep|[Ss]et|[Mm]ove|[Tt]reat) NAME (?:in|into|to|as(?: an?| part of| one of)?) `
	add(set+the+`inner circle`, "group", event.Inner)
	add(`NAME (?:is|belongs) (?:in |to |part of |one of )?`+the+`inner circle`, "group", event.Inner)
	add(set+the+`growth(?: group)?`, "group", event.Growth)
	add(`NAME (?:is|belongs) (?:in|to) `+the+`growth group`, "group", event.Growth)
	add(set+the+`boundary(?: group)?`, "group", event.Boundary)
	add(`NAME is (?:a )?boundary(?: for me)?`, "group", event.Boundary)
	add(`(?:I want to |I'd like to |Let's |let's )?[Kk]eep NAME at (?:a|some|arm's) (?:distance|length)`, "group", event.Boundary)
	add(`NAME is (?:no longer|not) (?:in |part of |one of )?`+the+`(?:inner circle|growth group|boundary group|a boundary)(?: any ?more| for me)?`, "group", "none")
	add(`(?:[Tt]ake|[Rr]emove) NAME (?:out of|from) `+the+`(?:inner circle|growth|boundary)?(?: ?group)?`, "group", "none")
	add(`NAME and OTHER are (?:one and )?the same(?: person)?`, "merge")
	add(`NAME is the same person as OTHER`, "merge")
	add(`NAME is also (?:called|known as) (?P<other>@?[\p{L}\p{N}._'’-]+(?: \p{Lu}[\p{L}'’-]*)?)`, "alias")
	add(`NAME goes by (?P<other>@?[\p{L}\p{N}._'’-]+)`, "alias")
	const us = `(?:I|[Ww]e|[Ee]verybody|[Ee]veryone|[Pp]eople)(?: all)?`
	add(`SHORT is (?:what|how) `+us+` calls? NAME`, "alias")
	add(us+` calls? NAME SHORT`, "alias")
	add(`SHORT is (?:just )?(?:short|a nickname|the nickname|another name) (?:for|of) NAME`, "alias")
	add(`SHORT is NAME['’]s (?:nickname|short name|other name|handle)`, "alias")
	add(`NAME['’]s (?:nickname|short name|other name|handle) is SHORT`, "alias")
	add(`(?:[Ww]hen I (?:say|write)|[Bb]y) SHORT,? I mean NAME`, "alias")
	return all
})

type dealing struct {
	pattern *regexp.Regexp
	command string
	options []string
}

// nobody are words that stand where a name would and are none; a day or month is none either, where
// "we call Priya Tuesday" would give her a name.
const nobody = " i we you he she it they this that there everyone everybody nobody someone somebody anyone who what which my the a an family work home life money time " +
	"monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "

// dealt gives the command that a sentence about a person comes to; nil for every other message.
func dealt(text string) *command.Command {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	if strings.ContainsAny(text, ".!?;:\n\"") && !strings.Contains(text, "@") || len(text) > 160 {
		return nil
	}
	for _, d := range dealings() {
		m := d.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		c := &command.Command{Name: d.command, Person: m[d.pattern.SubexpIndex("name")], Options: d.options}
		if i := d.pattern.SubexpIndex("other"); i > 0 {
			c.Words = m[i]
		}
		if !isOneOf(nobody, strings.ToLower(c.Person)) && (c.Words == "" || !isOneOf(nobody, strings.ToLower(c.Words))) {
			return c
		}
	}
	return nil
}

var whoIs = regexp.MustCompile(`^(?i:who is|who's|who’s|whos) ([^?!,;:\n]{1,60}?)\??$`)

// file gives the command that shows somebody's file, where a question asks who he is and there
// is one. Where others read along it is answered from what was said there.
func (v *visit) file() *command.Command {
	m := whoIs.FindStringSubmatch(strings.TrimSpace(v.Text))
	if m == nil || v.Audience == event.Shared {
		return nil
	}
	var found []people.Person
	v.Read(func(view memory.View) { found = view.People.Called(m[1]) })
	if len(found) == 0 {
		return nil
	}
	return &command.Command{Name: "people", Person: m[1]}
}

// watch tells the principal what he does himself, where he asked for that and nothing else answers.
func watch(_ context.Context, v *visit) (*turn.Reply, error) { return Watch(v.Turn), nil }

// Watch is what is to be told to a principal who asked to be watched (SPEC §9): what his own words
// read like, once for each sort and person, where nobody else reads it. It can stand by itself or
// beside any answer; nil where there is nothing to tell.
func Watch(t *turn.Turn) *turn.Reply {
	if !t.Sight().Private() || t.Last().Forwarded != "" {
		return nil
	}
	var s filter.Sight
	tell := false
	t.Read(func(v memory.View) {
		if !v.Principal.Watched() {
			return
		}
		s, tell = filter.Watch(t.Last().Text, v.People.Named(t.Last().Text), t.Now)
		tell = tell && !v.People.Seen(s.Sort, s.Name)
	})
	if !tell {
		return nil
	}
	like := map[string]string{filter.Guilt: "giving in from guilt", filter.Used: "being used", filter.Harsh: "being hard on " + s.Name}[s.Sort]
	reply := says("watch").Change(event.Watched{Sort: s.Sort, Name: s.Name, Quote: s.Quote})
	reply.Text.Say("You asked me to watch for this: ").Claim(t.Heard(), "%s reads like %s", phrase.Quote(phrase.Bare(s.Quote), ownWords), like).Say(". I say it once; `watch me off` ends it.")
	return reply
}
