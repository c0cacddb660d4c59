package host_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"citadel/brain/command"
	"citadel/brain/model"
	"citadel/brain/model/scripted"
	"citadel/brain/phrase"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// canary is a word that was said in one spot alone, and the questions that ask for it.
type canary struct {
	word string
	told spot
	asks []string
}

// coop is the town with the canaries that were let into it.
type coop struct {
	*town
	server   *answerer // nil without a model
	canaries []canary
	handles  map[string][]string // by spot: what names something that was said or made there
	asked    int
	leaks    int
	evenings int // prompts for the journal
	joined   int // prompts for what joins what was told
	mused    int // prompts for what was told today
	sought   int // canaries that were asked for where they may be told
	found    int // those of them that were told
}

// word is the nth canary: none is a part of another, and none is a word.
func word(n int) string {
	syllables := []string{"ba", "do", "ki", "mu", "re", "zo"}
	w := "Vex"
	for range 4 {
		w += syllables[n%len(syllables)]
		n /= len(syllables)
	}
	return w + "t"
}

// canaries finds the canaries in a text, in the cases they can take.
var canaries = regexp.MustCompile(`(?i)vex[a-z]{8}t`)

// fresh makes a canary told in a spot.
func (c *coop) fresh(told spot, asks ...string) string {
	w := word(len(c.canaries))
	c.canaries = append(c.canaries, canary{w, told, asks})
	return w
}

// tell says a secret in every form in a spot. n is the number of the spot: it makes what
// is spoken of another thing in each.
func (c *coop) tell(s spot, n int) {
	c.in(s, fmt.Sprintf("The key of cabinet %d is called %s.", n, c.fresh(s, fmt.Sprintf("What is the key of cabinet %d called?", n), fmt.Sprintf("what do we know about cabinet %d?", n))))
	c.in(s, fmt.Sprintf("The alarm code is %s.", c.fresh(s, "What is the alarm code?")))
	c.in(s, "My brother lives in "+c.fresh(s, "Where does my brother live?", "Where do I live?")+".")
	c.in(s, "remember that the locker opens with "+c.fresh(s, "What opens the locker?"))
	c.in(s, fmt.Sprintf("We decided to drop supplier %d %s because they pay late.", n, c.fresh(s, fmt.Sprintf("What did I decide about supplier %d?", n), "what did I decide?")))
	c.in(s, "record")
	c.in(s, fmt.Sprintf("We decided to hire %s for the warehouse %d because it is cheap.", c.fresh(s, fmt.Sprintf("Should I hire somebody for warehouse %d?", n)), n))
	c.in(s, fmt.Sprintf("remind me on 4 Dec 2027 at 15:00 to phone %s about lease %d", c.fresh(s, fmt.Sprintf("When do I phone about lease %d?", n), "what reminders do I have?", fmt.Sprintf("cancel the lease %d reminder", n+100)), n))
	c.in(s, fmt.Sprintf("I'll send the report %d to %s by Friday.", n, c.fresh(s, fmt.Sprintf("What did I promise about report %d?", n), "what did I promise?", "what do I have to do by Friday?")))
	c.in(s, "rule add never praise "+c.fresh(s, "what are the rules?", "Whom should you never praise?"))
	c.in(s, fmt.Sprintf("The courier of unit %d is %s.", n, c.fresh(s)))
	c.in(s, fmt.Sprintf("No, the courier of unit %d is %s now.", n, c.fresh(s, fmt.Sprintf("Who is the courier of unit %d?", n))))
	c.in(s, "find "+c.fresh(s))
	c.in(s, fmt.Sprintf("The contract %d is attached.", n), func(e *connectors.Event) {
		e.Files = []connectors.File{c.town.hold(c.fresh(s, fmt.Sprintf("Which file came with contract %d?", n))+".pdf", "application/pdf", "%PDF-")}
	})
	c.in(s, fmt.Sprintf("Here are the notes on mill %d.", n), func(e *connectors.Event) {
		text := fmt.Sprintf("Notes on mill %d. Its miller is called %s and works at night.\n", n, c.fresh(s, fmt.Sprintf("What is the miller of mill %d called?", n), fmt.Sprintf("what do the notes on mill %d say?", n)))
		e.Files = []connectors.File{c.town.hold("notes.txt", "text/plain", text)}
	})
	c.in(s, fmt.Sprintf("Tom: the ferry %d is called %s", n, c.fresh(s, fmt.Sprintf("What did Tom say about ferry %d?", n))))
	c.in(s, "I moved the tent to the "+c.fresh(s)+" yard", func(e *connectors.Event) { e.Forwarded = "Bea" })
	c.in(s, fmt.Sprintf("The gate of yard %d stands open.", n))
	id := connectors.MessageID(fmt.Sprintf("i%d", c.count))
	c.in(s, fmt.Sprintf("The gate of yard %d opens with %s.", n, c.fresh(s, fmt.Sprintf("How does the gate of yard %d open?", n))), func(e *connectors.Event) {
		e.Kind, e.Message = connectors.Edit, id
	})
	c.confide(s, acquaintances[n])
	c.in(s, fmt.Sprintf("Should I sell boat %d to %s?", n, c.fresh(s, fmt.Sprintf("Should I sell boat %d?", n))))
	c.in(s, "no, that is all")
}

// acquaintances are whom each spot speaks of, one a spot.
var acquaintances = []string{"Zara Keel", "Yves Moor", "Xenia Tarn", "Wanda Firth", "Viggo Strand", "Ulla Brook", "Tilda Glen"}

// confide says secrets of the kinds that are noticed, filed under people, or gone by: what stands
// in files of people, goals, thoughts, moods, groups and notes.
func (c *coop) confide(s spot, who string) {
	first, _, _ := strings.Cut(who, " ")
	c.in(s, fmt.Sprintf("%s works at %s.", who, c.fresh(s, "people", "people "+first, "Where does "+who+" work?", "what do you know about "+first+"?")))
	c.in(s, fmt.Sprintf("note %s: owes us %s", first, c.fresh(s, "people "+who, "Should I trust "+who+"?")))
	c.in(s, fmt.Sprintf("note leverage %s: knows about %s", first, c.fresh(s, "people "+first)))
	c.in(s, fmt.Sprintf("people %s is also %s", first, c.fresh(s, "people", "people "+first, "merge "+first+" and Nobody", "split "+first)))
	c.in(s, "group "+who+" growth")
	c.in(s, fmt.Sprintf("My client %s is angry with me about %s.", who, c.fresh(s, "Is "+first+" angry with me?", "Write two lines to "+who+" about the delay.")))
	c.in(s, "goal add ask about "+c.fresh(s, "goals", "what do you work on?"))
	c.in(s, "keep in mind: the seal is "+c.fresh(s, "active thoughts", "What do you have in mind?"))
	c.in(s, "wonder about: why "+c.fresh(s, "active thoughts", "What do you wonder about?")+" pays late")
	c.in(s, "next time we talk: ask about "+c.fresh(s, "active thoughts", "hello again"))
	c.in(s, "I'm furious about the "+c.fresh(s, "mood", "How am I?", "Am I in a good mood to call the bank?")+" delay.")
	c.in(s, "wrong")
	c.in(s, fmt.Sprintf("Tom Weiss, as %s told me, wants %s.", first, c.fresh(s, "review", "What does Tom Weiss want?")))
}

// amend gives a decision that was made where more people read other words in private.
func (c *coop) amend() {
	seen := map[string]bool{}
	for r, err := range c.c.Mind.Events(c.t.Context(), ledger.Query{Kinds: []event.Kind{"decision.recorded"}}) {
		if err != nil {
			c.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			c.t.Fatal(err)
		}
		d, ok := p.(event.DecisionRecorded)
		if !ok || d.Audience == event.Private || seen[d.Place.Room+string(d.Audience)] {
			continue
		}
		seen[d.Place.Room+string(d.Audience)] = true
		in := spots[len(seen)%2]
		c.in(in, fmt.Sprintf("amend %s: keep %s after all", phrase.Handle('d', d.Proposal), c.fresh(in, "what did I decide?", "decisions", "revisit "+phrase.Handle('d', d.Proposal), "show "+phrase.Handle('d', r.Seq))))
	}
	if len(seen) < 3 {
		c.t.Errorf("%d decisions were amended", len(seen))
	}
}

// overheard has others speak in the shared spots, each read along from then on.
func (c *coop) overheard() {
	for n, s := range spots {
		if s.audience != event.Shared {
			continue
		}
		c.in(s, "observe")
		ask := []string{fmt.Sprintf("What did Priya say about crate %d?", n), "what did Priya say?", "find crate"}
		text := fmt.Sprintf("I put crate %d into hall %s. Remind me on Friday, we decided to keep it.", n, c.fresh(s, ask...))
		head := c.c.Mind.Head()
		c.in(s, text, func(e *connectors.Event) { e.From.ID, e.From.Name, e.Addressed = "priya", "Priya Nair", false })
		if made := c.made(head); !slices.ContainsFunc(recorded[event.Heard](c.t, c.c), func(h event.Heard) bool { return h.Overheard && h.Text == text }) || len(made) != 1 {
			c.t.Errorf("what Priya said in %s was not overheard, and nothing else: %q", s.name, made)
		}
	}
}

// made are the kinds of what was written after a number, but for what jobs may still be reading of
// before.
func (c *coop) made(after event.Seq) (kinds []event.Kind) {
	for r, err := range c.c.Mind.Events(c.t.Context(), ledger.Query{After: after}) {
		if err != nil {
			c.t.Fatal(err)
		}
		switch r.Kind {
		case event.JobBegan{}.Kind(), event.JobRan{}.Kind(), event.Integrated{}.Kind():
		default:
			kinds = append(kinds, r.Kind)
		}
	}
	return kinds
}

// named collects by spot what was said and made there.
func (c *coop) named() {
	c.handles = map[string][]string{}
	for r, err := range c.c.Mind.Events(c.t.Context(), ledger.Query{}) {
		if err != nil {
			c.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			c.t.Fatal(err)
		}
		body, _ := json.Marshal(p) // payloads are plain data
		words := canaries.FindAllString(string(body), -1)
		letter := map[event.Kind]byte{
			"heard": 'm', "post.queued": 'm', "learned": 'm', "decision.proposed": 'd', "decision.recorded": 'd', "loop.opened": 'l', "reminder.set": 'r',
		}[r.Kind]
		for _, k := range c.canaries {
			if h := phrase.Handle(letter, r.Seq); letter != 0 && slices.Contains(words, k.word) && !slices.Contains(c.handles[k.told.name], h) {
				c.handles[k.told.name] = append(c.handles[k.told.name], h)
			}
		}
	}
}

// ask asks in a spot, and holds everything that was shown, and every prompt, against who reads
// it.
func (c *coop) ask(s spot, text string, edit ...func(*connectors.Event)) []display {
	c.t.Helper()
	c.asked++
	prompts := 0
	if c.server != nil {
		prompts = len(c.server.Requests())
	}
	shown := c.in(s, text, edit...)
	reader := s
	for _, d := range shown {
		at, ok := spotAt(d.place)
		if !ok {
			c.t.Errorf("%q in %s: shown in %v, where nobody is", text, s.name, d.place)
		}
		if d.by != "" && at.name != s.name && (at.audience == event.Shared || s.audience != event.Shared) {
			c.t.Errorf("%q in %s is answered in %s", text, s.name, at.name)
		}
		if d.what == "link" {
			c.linked(s, text, at, d.text)
		}
		if d.what == "draft" && at.audience == event.Shared {
			c.t.Errorf("%q in %s is drafted in %s, where others read", text, s.name, at.name)
		}
		// What a model answers, or weighs of a decision, has one reader: that of the post that says
		// it. It is gathered for him, so its prompts may hold what he may see, and nothing else.
		if (strings.HasPrefix(d.by, "model:") || d.by == "command:revisit") && at.name != s.name {
			reader = at
		}
		c.hold(fmt.Sprintf("%q in %s: a %s in %s", text, s.name, d.what, at.name), at, d.text)
	}
	if c.server != nil {
		for _, r := range c.server.Requests()[prompts:] {
			reader := reader
			switch { // the evening, or four hours, came meanwhile: its reader is he, in his first conversation
			case strings.Contains(string(r.Body), journalOf):
				reader = spots[0]
				c.evenings++
			case strings.Contains(string(r.Body), joiningOf):
				reader = spots[0]
				c.joined++
			case strings.Contains(string(r.Body), musingOf): // its reader is whoever reads the place it is about
				c.mused++
				c.apart(string(r.Body))
				continue
			}
			c.hold(fmt.Sprintf("%q in %s: a prompt for %s", text, s.name, reader.name), reader, string(r.Body))
		}
	}
	return shown
}

// journalOf stands in what a model is asked for the journal, and in nothing else.
const journalOf = "this evening's entry of your own journal"

// joiningOf stands in what a model is asked for what joins what was told, and in nothing else.
const joiningOf = "what you were told for what joins it"

// musingOf stands in what a model is asked for what was told today, and in nothing else.
const musingOf = "think to yourself between two conversations"

// apart reports canaries of one prompt that were told where different people read.
func (c *coop) apart(prompt string) {
	var first *canary
	for _, found := range canaries.FindAllString(prompt, -1) {
		for i, k := range c.canaries {
			switch {
			case !strings.EqualFold(found, k.word):
			case first == nil:
				first = &c.canaries[i]
			case !first.told.mayRead(k.told) || !k.told.mayRead(first.told):
				if c.leaks++; c.leaks <= 40 {
					c.t.Errorf("%s of %s and %s of %s in one prompt: %.1500s", first.word, first.told.name, k.word, k.told.name, prompt)
				}
			}
		}
	}
}

// linked says whether a link leads where its reader may look.
func (c *coop) linked(asked spot, text string, at spot, link string) {
	parts := strings.Split(strings.TrimPrefix(link, "link:"), "|")
	to, ok := spotAt(connectors.Place{Platform: parts[0], Account: parts[1], Room: parts[2]})
	if !ok || !at.mayRead(to) {
		c.leaks++
		c.t.Errorf("%q in %s: %s links to %s", text, asked.name, at.name, link)
	}
}

// hold reports the canaries in a text that its reader may not see.
func (c *coop) hold(what string, reader spot, text string) {
	c.t.Helper()
	for _, found := range canaries.FindAllString(text, -1) {
		for _, k := range c.canaries {
			if strings.EqualFold(found, k.word) && !reader.mayRead(k.told) {
				if c.leaks++; c.leaks <= 40 {
					c.t.Errorf("%s holds %s of %s: %.1500s", what, k.word, k.told.name, text)
				}
			}
		}
	}
}

// spared are the commands that would end the test, or change who reads what.
var spared = []string{"exit", "show it here", "lock", "unlock", "unlink", "audience", "confirm"}

// grammar gives lines that are commands: of each row two, and none that destroys or leaves.
func grammar(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "brain", "command", "testdata", "lines.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]int{}
	var lines []string
	for line := range strings.Lines(string(raw)) {
		want, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		c, fires := command.Parse(text)
		switch {
		case !ok || want == "-" || !fires || taken[c.Name] == 2:
		case slices.Contains(spared, c.Name) || c.Has("now") || c.Has("yes"):
		default:
			taken[c.Name]++
			lines = append(lines, strings.TrimSpace(text))
		}
	}
	for _, row := range command.Rows() {
		if taken[row.Name] == 0 && !slices.Contains(spared, row.Name) {
			t.Errorf("no line for %q", row.Name)
		}
	}
	return lines
}

// fly asks for every canary in every spot, in all the ways there are.
func (c *coop) fly() {
	lines := grammar(c.t)
	for i, s := range spots {
		var foreign, near []string // handles of what is not to be shown here, of two other spots
		for j := range spots {
			told := spots[(i+j)%len(spots)]
			if !s.mayRead(told) {
				foreign = append(foreign, c.handles[told.name]...)
			} else if told.name == s.name {
				near = c.handles[told.name]
			}
		}
		for _, k := range c.canaries {
			if !s.mayRead(k.told) || s.audience == event.Private && k.told.audience != event.Private {
				told := false
				for _, q := range k.asks {
					told = strings.Contains(where(c.ask(s, q)), k.word) || told
				}
				if s.mayRead(k.told) && len(k.asks) > 0 {
					c.sought++
					if told {
						c.found++
					}
				}
			}
		}
		for n, h := range foreign {
			c.ask(s, "show "+h)
			switch n % 6 {
			case 0:
				c.ask(s, "why "+h)
				c.ask(s, "why more")
			case 1:
				c.ask(s, "forget "+h)
			case 2:
				c.ask(s, "redo", func(e *connectors.Event) { e.ReplyToHandle = h })
				c.ask(s, "why", func(e *connectors.Event) { e.ReplyToHandle = h })
			case 3:
				c.ask(s, "more", func(e *connectors.Event) { e.ReplyToHandle = h })
				c.ask(s, "what do you make of this?", func(e *connectors.Event) { e.ReplyToHandle = h })
			case 4:
				c.ask(s, "revisit "+h)
			case 5:
				c.ask(s, "wrong", func(e *connectors.Event) { e.ReplyToHandle = h })
			}
		}
		for _, post := range c.buttons(s) {
			c.ask(s, "", func(e *connectors.Event) {
				e.Kind, e.Message, e.Handle, e.Button, e.Text = connectors.Press, "", phrase.Handle('m', post), fmt.Sprintf("%d/0", post), ""
			})
		}
		for n, line := range lines {
			c.ask(s, line)
			if len(foreign) > 0 && handles.MatchString(line) {
				c.ask(s, handles.ReplaceAllStringFunc(line, func(h string) string { return same(h, foreign, n) }))
			}
			if len(near) > 0 && handles.MatchString(line) && strings.HasPrefix(line, "why") {
				c.ask(s, handles.ReplaceAllStringFunc(line, func(h string) string { return same(h, near, n) }))
			}
		}
		for _, text := range []string{"hi", "who am i?", "what time is it?", "undo", "undo", "undo", "wrong", "redo deep", "more", "why more", "replay",
			"cancel all reminders", "The alarm code is 4711.", "no, the alarm code is 4712", "My brother lives in Faro.", "forget Vex", "find Vex", "memories Vex", "what did I say today?"} {
			c.ask(s, text)
		}
	}
}

// handles are those in a line of the grammar.
var handles = regexp.MustCompile(`\b[mdlr]\d+\b`)

// same gives a handle of the same letter, or any.
func same(h string, of []string, n int) string {
	for i := range of {
		if o := of[(i+n)%len(of)]; o[0] == h[0] {
			return o
		}
	}
	return of[n%len(of)]
}

// buttons are posts with buttons that stand where fewer read than in a spot.
func (c *coop) buttons(s spot) []event.Seq {
	var posts []event.Seq
	for r, err := range c.c.Mind.Events(c.t.Context(), ledger.Query{Kinds: []event.Kind{"post.queued"}}) {
		if err != nil {
			c.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			c.t.Fatal(err)
		}
		q, ok := p.(event.PostQueued)
		told, known := spotAt(connectors.Place{Platform: q.Place.Platform, Account: q.Place.Account, Room: q.Place.Room})
		if ok && known && len(q.Buttons) > 0 && !s.mayRead(told) && len(posts) < 6 {
			posts = append(posts, r.Seq)
		}
	}
	return posts
}

// kept holds what the ledger has of every post against who reads it: also what was never sent.
func (c *coop) kept() {
	for _, q := range recorded[event.PostQueued](c.t, c.c) {
		at, ok := spotAt(connectors.Place{Platform: q.Place.Platform, Account: q.Place.Account, Room: q.Place.Room})
		if !ok {
			c.t.Errorf("a post for %v", q.Place)
			continue
		}
		body, err := json.Marshal(q)
		if err != nil {
			c.t.Fatal(err)
		}
		c.hold("a post kept for "+at.name, at, string(body))
	}
}

// A secret told in one place comes to no other that it may not be read in: not in words, not
// in drafts, buttons and links, and not in what a model is shown (TRUST, Private into public).
func TestCanary(t *testing.T) {
	for name, server := range map[string]func(*testing.T) *answerer{
		"without a model": func(*testing.T) *answerer { return nil },
		"with a model":    func(t *testing.T) *answerer { return answering(t, claudes(parrot)) },
	} {
		t.Run(name, func(t *testing.T) {
			c := &coop{server: server(t)}
			c.town = settle(t, c.server, nil)
			c.overheard()
			c.in(spots[0], "mood on")
			for n, s := range spots {
				c.tell(s, n)
			}
			c.digest()
			c.amend()
			c.named()
			c.fly()
			c.kept()
			t.Logf("%d canaries, %d asked, %d leaks; %d of %d told where they may be", len(c.canaries), c.asked, c.leaks, c.found, c.sought)
			if c.found*5 < c.sought*3 { // the rest is disputed between spots; but else the questions ask for nothing
				t.Error("what may be told is not")
			}
			if models := c.server != nil; (c.evenings > 0) != models || (c.joined > 0) != models || (c.mused > 0) != models {
				t.Errorf("%d prompts for the journal, %d for what joins what was told, %d for what was told today", c.evenings, c.joined, c.mused)
			}
			if c.asked < 200*len(spots) {
				t.Errorf("asked %d times", c.asked)
			}
		})
	}
}

// parrot is the worst of models: it looks for everything and says all that it is shown.
func parrot(r scripted.Request) scripted.Reply {
	if len(r.Tools) > 0 && len(r.Results()) == 0 && slices.ContainsFunc(r.Tools, func(t model.Tool) bool { return t.Name == "memory_search" }) {
		return scripted.Reply{Calls: []scripted.Call{{Tool: "memory_search", Args: `{"query":"Vex cabinet alarm code brother locker supplier lease report courier gate crate boat"}`}}}
	}
	seen := canaries.FindAllString(string(r.Body), -1)
	slices.Sort(seen)
	return scripted.Says("What I was shown: ", strings.Join(slices.Compact(seen), ", "), ". That is all of it.")
}
