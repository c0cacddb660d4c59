package inspect

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/acquaintance"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/loops"
	"citadel/memory/people"
	"citadel/memory/store"
)

// memories lists what was learned, newest first: all that still counts, what was learned
// today, one kind of it, what is known of somebody, or what has certain words. Each line says
// how strong the memory is and will be (SPEC §13.2), and what became of it.
func memories(ctx context.Context, l *look) (*turn.Reply, error) {
	if l.cmd.Has("more") {
		l.by = "command:more" // the page after the last one is the same, however it is asked for
		return more(ctx, l)
	}
	l.page += max(0, l.cmd.Number-1)
	switch {
	case l.cmd.Has("picture"):
		return strengths(ctx, l)
	case l.cmd.Has("today"):
		return learnedToday(ctx, l)
	case l.cmd.Has("keep"), l.cmd.Has("remember"):
		return learnedKind(ctx, l, keptOnRequest)
	case l.cmd.Period != "":
		return learnedDuring(ctx, l)
	case l.cmd.Has("loops"):
		return openLoops(ctx, l)
	case l.cmd.Has("decisions"):
		return decided(ctx, l)
	case l.cmd.Has("theories"):
		return theories(ctx, l)
	case l.cmd.Has("me"):
		return learnedOfMe(ctx, l)
	case l.cmd.Person != "":
		return learnedOf(ctx, l, l.cmd.Person)
	case l.cmd.Words != "":
		all, err := acquaintance.Known(ctx, l.turn)
		if err != nil {
			return nil, err
		}
		if len(all.Called(l.cmd.Words)) > 0 { // "about Ana" is asked for as "of Ana" is
			return learnedOf(ctx, l, l.cmd.Words)
		}
		return learnedAbout(ctx, l, l.cmd.Words)
	}
	for _, k := range kinds {
		if l.cmd.Has(k.word) {
			return learnedKind(ctx, l, k)
		}
	}
	return learnedAll(ctx, l)
}

func learnedAll(ctx context.Context, l *look) (*turn.Reply, error) {
	head := new(phrase.Text).Say("**What I remember, newest first.**")
	any := false
	items := each2(l.learned(ctx, current), func(m remembered) (*phrase.Text, error) { any = true; return l.memory(ctx, m) })
	r, err := l.list(head, items, memoriesFoot())
	if err != nil || any {
		return r, err
	}
	unread, newest := 0, event.Seq(0)
	l.turn.Read(func(v memory.View) { unread, newest = len(v.Thread.Unread), v.Head })
	if unread > 1 { // more than this very command
		text := new(phrase.Text).Say("I have ").Claim([]event.Seq{newest}, "%s", phrase.Count(unread, "message")).
			Say(" of yours and have not read them through for facts yet; that happens every half hour. `find WORDS` and questions search them now.")
		return l.says(text), nil
	}
	text := new(phrase.Text).Say("I remember nothing yet. Tell me something, such as `My sister Ana moved to Porto in March`: it is kept without a word, and listed here.")
	return l.says(text), nil
}

func memoriesFoot() *phrase.Text {
	return new(phrase.Text).Say("A new memory has a strength of one. `show` with a handle says where one comes from, `wrong` corrects it, `forget` erases it.")
}

// kind is one sort of memory as people ask for it. Sorts are those of event.Learned.
type kind struct {
	word  string // as typed and told: "facts"
	sorts []string
	fills string // what will fill it, where there is none
}

var kinds = []kind{
	{"facts", []string{"fact", "kept"}, "A plain statement makes one: `Ana lives in Porto`."},
	{"preferences", []string{"preference"}, "What you like, dislike or prefer makes one: `I prefer trains to planes`."},
	{"statements", []string{"statement"}, "What you tell in passing makes one."},
	{"beliefs", []string{"belief"}, "I form them from what you tell me, and put them to you before they count as settled."},
	{"patterns", []string{"pattern", "intent"}, "They take something that was seen three times."},
	{"episodes", []string{"episode"}, "A stretch with a beginning, an end and an outcome makes one."},
}

// keptOnRequest are the memories of `remember`.
var keptOnRequest = kind{"what you asked me to keep", []string{"kept"}, "`remember TEXT` makes one."}

func (k kind) has(sort string) bool {
	for _, s := range k.sorts {
		if s == sort {
			return true
		}
	}
	return false
}

func learnedKind(ctx context.Context, l *look, k kind) (*turn.Reply, error) {
	found, err := l.gather(ctx, func(m remembered) bool { return m.current() && m.learned != nil && k.has(m.learned.Sort) })
	if err != nil {
		return nil, err
	}
	if len(found) == 0 && l.cmd.Has(k.word) {
		return l.says(new(phrase.Text).Say("I remember no %s yet. %s", k.word, k.fills)), nil
	}
	if len(found) == 0 {
		return l.says(new(phrase.Text).Say("You have asked me to keep nothing yet. %s", k.fills)), nil
	}
	head := new(phrase.Text).Say("**%s I remember: ", capital(k.word)).Claim(seqsOf(found), "%s", counted(found)).Say(".**")
	return l.listed(ctx, head, found)
}

// learnedOf lists what is known of somebody: what is said of him, and what he said. Whom the name
// means is decided as for `people NAME`, and what stands in his file stands here: of messages that
// were not read through yet, as it was said.
func learnedOf(ctx context.Context, l *look, name string) (*turn.Reply, error) {
	all, err := acquaintance.Known(ctx, l.turn)
	if err != nil {
		return nil, err
	}
	var known []people.Person
	for _, p := range all.Called(name) {
		if p, ok, err := l.shown(ctx, p); err != nil {
			return nil, err
		} else if ok {
			known = append(known, p)
		}
	}
	if len(known) > 1 {
		return l.whichOf(name, known, "memories of"), nil
	}
	one := people.Person{Name: title(name)}
	if len(known) == 1 {
		one = known[0]
	}
	r, err := l.listedOf(ctx, one, len(known) == 1, one.Name, new(phrase.Text))
	if r == nil && err == nil {
		return learnedAbout(ctx, l, name)
	}
	return r, err
}

// learnedOfMe lists what the principal said of himself.
func learnedOfMe(ctx context.Context, l *look) (*turn.Reply, error) {
	all, err := acquaintance.Known(ctx, l.turn)
	if err != nil {
		return nil, err
	}
	own, _, err := l.shown(ctx, all.Own())
	if err != nil {
		return nil, err
	}
	besides, err := l.besides(ctx)
	if err != nil {
		return nil, err
	}
	r, err := l.listedOf(ctx, own, true, "you", besides)
	if r == nil && err == nil && !besides.Empty() {
		return l.says(new(phrase.Text).Say("You have told me nothing about yourself yet. ").Add(besides)), nil
	}
	if r == nil && err == nil {
		return l.says(new(phrase.Text).Say("You have told me nothing about yourself yet. What you say in passing is kept without a word: `I live in Perth`, `I'm allergic to nuts`.")), nil
	}
	return r, err
}

// besides says what is known of the principal that stands in lists of its own: what he decided, what is open, and what
// he is to be reminded of.
func (l *look) besides(ctx context.Context) (*phrase.Text, error) {
	made, err := l.decisions(ctx)
	if err != nil {
		return nil, err
	}
	var open []loops.Loop
	var set []loops.Reminder
	l.turn.Read(func(v memory.View) { open, set = slices.Clone(v.Loops.Loops), slices.Clone(v.Loops.Reminders) })
	if open, err = visible(ctx, l, open, alone(func(o loops.Loop) event.Seq { return o.Seq })); err != nil {
		return nil, err
	}
	if set, err = visible(ctx, l, set, alone(func(m loops.Reminder) event.Seq { return m.Seq })); err != nil {
		return nil, err
	}
	t := new(phrase.Text)
	for _, c := range []struct {
		seqs           []event.Seq
		what, commands string
	}{
		{numbers(made, func(d decisions.Decision) event.Seq { return d.Seq }), "decision", "decisions"},
		{numbers(open, func(o loops.Loop) event.Seq { return o.Seq }), "open loop", "loops"},
		{numbers(set, func(m loops.Reminder) event.Seq { return m.Seq }), "reminder", "reminders"},
	} {
		if len(c.seqs) == 0 {
			continue
		}
		if t.Empty() {
			t.Say("Besides: ")
		} else {
			t.Say(", ")
		}
		t.Claim(c.seqs, "%s", phrase.Count(len(c.seqs), c.what)).Say(" (`%s`)", c.commands)
	}
	if !t.Empty() {
		t.Say(". ")
	}
	return t, nil
}

// listedOf lists the memories of somebody: of messages that were not read through yet, as it was said.
// It is nil where there are none. What is known besides stands below them.
func (l *look) listedOf(ctx context.Context, one people.Person, filed bool, called string, besides *phrase.Text) (*turn.Reply, error) {
	found, err := l.gatherOf(ctx, one, filed)
	if err != nil {
		return nil, err
	}
	fresh := slices.DeleteFunc(one.Told(), func(s people.Statement) bool { return s.Seq != s.Message })
	if len(found)+len(fresh) == 0 {
		return nil, nil
	}
	seqs := seqsOf(found)
	for _, s := range fresh {
		seqs = append(seqs, s.Seq)
	}
	count := counted(found)
	if len(found) < maxAbout {
		count = phrase.Count(len(seqs), "thing")
	}
	head := new(phrase.Text).Say("**What I remember of %s: ", called).Claim(seqs, "%s", count).Say(".**")
	return l.list(head, func(yield func(*phrase.Text, error) bool) {
		for _, s := range slices.Backward(fresh) {
			line := l.statement(s)
			if gone(s, fresh) {
				line.Say(", no longer current")
			}
			if !yield(line, nil) {
				return
			}
		}
		for line, err := range each(found, func(m remembered) (*phrase.Text, error) { return l.memory(ctx, m) }) {
			if !yield(line, err) {
				return
			}
		}
	}, besides.Add(memoriesFoot()))
}

// gone says whether something told since says otherwise than a statement that was not read through yet.
func gone(s people.Statement, among []people.Statement) bool {
	item := func(s people.Statement) extract.Item {
		it := extract.Item{Kind: extract.Fact, Subject: s.Subject, Attribute: s.Attribute, Value: s.Value, Quote: s.Text, At: s.On}
		for _, read := range extract.Read(extract.Utterance{Text: s.Text, At: s.On}) {
			if read.Subject == s.Subject && read.Attribute == s.Attribute {
				it.Negated, it.Ahead = read.Negated, read.Ahead
			}
		}
		return it
	}
	return slices.ContainsFunc(among, func(now people.Statement) bool {
		if now.Message <= s.Message || now.Passed != s.Passed {
			return false
		}
		if extract.Over(item(s), item(now)) {
			return true
		}
		if now.Attribute == "" || s.Attribute == "" {
			return false
		}
		how := extract.Conflict(item(s), item(now))
		return how == extract.ChangedValue || how == extract.Negation
	})
}

// gatherOf collects the memories of somebody: those in his file, with what took their place, and what
// he said. Of whom there is no file they are those whose subject has the words of the name.
func (l *look) gatherOf(ctx context.Context, one people.Person, filed bool) ([]remembered, error) {
	called := append([]string{one.Name}, one.Names...)
	holds := map[event.Seq]bool{}
	for _, s := range one.Statements {
		holds[s.Seq] = true
	}
	his := func(name string) bool {
		if !filed {
			return containsAll(name, strings.Fields(strings.ToLower(one.Name)))
		}
		return name != "" && slices.ContainsFunc(called, func(c string) bool { return strings.EqualFold(c, name) })
	}
	var failed error
	found, err := l.gather(ctx, func(m remembered) bool {
		p := m.learned
		if p == nil {
			return false
		}
		if holds[m.Seq] || his(p.Subject) {
			return true
		}
		who := ""
		if p.Provenance == event.Reported {
			who, failed = l.said(ctx, m.seen, *p)
		}
		return his(who)
	})
	if err == nil {
		err = failed
	}
	return found, err
}

// maxAbout bounds how many memories are listed for words.
const maxAbout = 200

func learnedAbout(ctx context.Context, l *look, words string) (*turn.Reply, error) {
	r, err := l.turn.Store.Search(ctx, store.Query{
		Text: words, Audiences: l.sight.Audiences(), Limit: maxAbout, Now: l.turn.Now, Superseded: true,
	})
	if err != nil {
		return nil, err
	}
	holds := map[event.Seq]bool{}
	for _, h := range r.Hits {
		if h.Coverage > 0.5 {
			holds[event.Seq(h.Item.Seq)] = true
		}
	}
	terms := wanted{words: words}.terms()
	found, err := l.gather(ctx, func(m remembered) bool {
		for _, s := range m.From {
			if holds[s] && m.learned != nil {
				return true
			}
		}
		return holds[m.Seq] || containsAll(m.words(), terms)
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		text := new(phrase.Text).Say("I have learned nothing about ").Claim(l.turn.Heard(), "%s", quote(words)).
			Say(". `find %s` looks through everything that was said.", strings.ReplaceAll(title(words), "`", ""))
		return l.says(text), nil
	}
	head := new(phrase.Text).Say("**What I remember about ").Claim(l.turn.Heard(), "%s", quote(words)).Say(": ").
		Claim(seqsOf(found), "%s", counted(found)).Say(".**")
	return l.listed(ctx, head, found)
}

// listed is the list of what was gathered.
func (l *look) listed(ctx context.Context, head *phrase.Text, found []remembered) (*turn.Reply, error) {
	return l.list(head, each(found, func(m remembered) (*phrase.Text, error) { return l.memory(ctx, m) }), memoriesFoot())
}

// gather collects the memories that are wanted, newest first, as many as are ever listed.
func (l *look) gather(ctx context.Context, wanted func(remembered) bool) ([]remembered, error) {
	var found []remembered
	for m, err := range l.learned(ctx, wanted) {
		if err != nil {
			return nil, err
		}
		if found = append(found, m); len(found) == maxAbout {
			break
		}
	}
	return found, nil
}

// counted says how many were found; of those at the bound, that there may be more.
func counted(found []remembered) string {
	if len(found) == maxAbout {
		return "the newest " + phrase.Count(len(found), "thing")
	}
	return phrase.Count(len(found), "thing")
}

func seqsOf(found []remembered) []event.Seq {
	return numbers(found, func(m remembered) event.Seq { return m.Seq })
}
