package host_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/memory/event"
)

const (
	weighty = "Should I keep the Henderson retainer, or is it better to drop it before Christmas?"
	light   = "What is the capital of Peru?"
	kept    = "Keep the retainer."
	half    = "Half of it."
)

// What becomes of a question. %[1]s is the model asked first, %[2]s the next one, %[3]s
// their provider.
const (
	declined = "%[1]s declined to answer that. Put another way it may; `redo` asks again."
	tooMuch  = "That is more than %[1]s can read at once. Your message is kept; ask about a part of it."
	unfit    = "%[1]s does not take the question in the form I ask it: a fault of mine, or of how it is set up. Your message is kept; the log on the host says more."
	none     = "I can't weigh that: no language model answers now. I have nothing about Henderson."
)

// mishap is a fault, and what becomes of a question when the first call meets it, and when
// all calls do.
type mishap struct {
	name   string
	fault  scripted.Fault
	first  string // empty: the second model answers, and that is said
	always string // empty: none answers, and that is said
	says   string // what is said of the provider
	paid   bool   // a call that met it may have cost something
	whole  bool   // it holds for the provider: its other model is not asked
}

func mishaps() []mishap {
	of := func(k scripted.Kind) scripted.Fault { return scripted.Fault{Kind: k} }
	const cut = "breaks off its answers"
	return []mishap{
		{name: "rate limited", fault: of(scripted.Limited), first: kept, says: "limits how often I may ask"},
		{name: "limited for an hour", fault: scripted.Fault{Kind: scripted.Limited, After: "3600"}, says: "limits how often I may ask"},
		{name: "overloaded", fault: of(scripted.Overloaded), first: kept, says: "is overloaded or out of order"},
		{name: "overloaded in the middle", fault: of(scripted.OverloadedLate), first: kept, says: "is overloaded or out of order", paid: true},
		{name: "broken inside", fault: of(scripted.Internal), first: kept, says: "is overloaded or out of order"},
		{name: "a page of a proxy", fault: of(scripted.HTML), first: kept, says: cut},
		{name: "a page instead of an answer", fault: of(scripted.Page), first: kept, says: cut, paid: true},
		{name: "an error that is only a text", fault: of(scripted.ErrorText), first: kept, says: "is overloaded or out of order"},
		{name: "a wrong key", fault: of(scripted.BadKey), says: "refuses the key; `citadel doctor` checks it", whole: true},
		{name: "a key that may not", fault: of(scripted.Forbidden), says: "refuses the key; `citadel doctor` checks it", whole: true},
		{name: "no credit", fault: of(scripted.NoCredit), says: "says the account has no credit left", whole: true},
		{name: "not billed", fault: of(scripted.Unbilled), says: "says the account has no credit left", whole: true},
		{name: "no such model", fault: of(scripted.NoModel), says: "has no model `%[1]s` (`model` lists the others)"},
		{name: "too long", fault: of(scripted.TooLong), first: tooMuch, always: tooMuch},
		{name: "too large", fault: of(scripted.TooLarge), first: tooMuch, always: tooMuch},
		{name: "not taken", fault: of(scripted.BadRequest), first: kept, always: unfit},
		{name: "a prompt that is refused", fault: of(scripted.FilteredIn), first: declined, always: declined, paid: true},
		{name: "refused", fault: of(scripted.Refusal), first: declined, always: declined, paid: true},
		{name: "filtered", fault: of(scripted.Filtered), first: declined, always: declined, paid: true},
		{name: "hung up", fault: of(scripted.Drop), says: "does not answer properly", paid: true},
		{name: "sent elsewhere", fault: of(scripted.Redirect), first: kept, says: cut, paid: true},
		{name: "nothing in it", fault: of(scripted.EmptyAnswer), says: cut, paid: true},
		{name: "cut short", fault: of(scripted.CutShort), says: cut, paid: true},
		{name: "the line went dead", fault: of(scripted.Reset), says: cut, paid: true},
		{name: "half an object", fault: scripted.Fault{Kind: scripted.Garbage, Bytes: []byte("event: content_block_delta\ndata: {\"type\":\n\n")},
			first: kept, says: cut, paid: true},
		{name: "nothing said of tokens", fault: of(scripted.NoUsage), first: half, always: half, paid: true},
	}
}

// Whatever goes wrong, first or always, on either wire: the question gets one answer, of a
// model or an honest one without; each call is recorded with what it cost; the key, which
// the errors repeat, and the words stand where they belong only.
func TestEveryFault(t *testing.T) {
	for _, w := range wires() {
		for _, m := range mishaps() {
			for _, always := range []bool{false, true} {
				how := map[bool]string{false: "once", true: "always"}[always]
				t.Run(w.name+"/"+m.name+"/"+how, func(t *testing.T) {
					t.Parallel()
					w.meets(t, m, always)
				})
			}
		}
	}
}

// meets has a question meet a mishap.
func (w wire) meets(t *testing.T, m mishap, always bool) {
	calls := 0
	server := answering(t, w.script(func(scripted.Request) scripted.Reply {
		if calls++; calls > 1 && !always {
			return scripted.Says(kept)
		}
		return scripted.Reply{Text: []string{half}, Fault: m.fault}
	}))
	g := goes(w.of(t, server))
	answers, said := g.ask(weighty)
	if want := w.told(m, always); said != want {
		t.Errorf("said %.2000q\nwant %q", said, want)
	}
	if len(answers) != 1 || len(queued(t, g.c)) != 1 {
		t.Errorf("%d answers are shown, %d were queued", len(answers), len(queued(t, g.c)))
	}
	for i, called := range books(t, g.c) {
		met := always || i == 0
		if met && !m.paid && called.Cost != 0 {
			t.Errorf("a call that was turned away cost %+v", called)
		}
		if !met && called.Cost == 0 {
			t.Errorf("a call that was answered cost nothing: %+v", called)
		}
	}
	again := ""
	if strings.Contains(said, "`redo` asks again") && !always {
		if again = g.tell("redo"); again != kept {
			t.Errorf("redo: %q", again)
		}
		books(t, g.c)
	}
	status := g.tell("status") + g.tell("spend") + g.tell("why")
	g.end()
	if strings.Contains(g.logged.String(), "Henderson") {
		t.Errorf("words are logged: %s", g.logged)
	}
	g.hides(t, planted, said, again, status, g.logged.String(), g.notices.String())
}

// told is what is said after a mishap.
func (w wire) told(m mishap, always bool) string {
	always = always || m.whole
	title := map[string]string{"anthropic": "Anthropic", "openai": "OpenAI"}[w.name]
	text, next := m.first, w.cards[1]+" answered instead. Nothing is lost."
	if always {
		text, next = m.always, "Your message is kept."
	}
	if text == "" {
		text = kept
		if always {
			text = none
		}
		text += "\n\n**%[3]s " + m.says + " (since Fri 20 Nov, 20:00).** " + next +
			" I try %[1]s again with your next questions and say once when it is back. `status` has the details."
	}
	return strings.NewReplacer("%[1]s", w.cards[0], "%[2]s", w.cards[1], "%[3]s", title).Replace(text)
}

// queued lists the posts that answer something.
func queued(t *testing.T, c *host.Citadel) []event.PostQueued {
	t.Helper()
	return slices.DeleteFunc(recorded[event.PostQueued](t, c), func(p event.PostQueued) bool { return p.Answer == nil })
}

// A model whose window is full in the middle has, on one wire, a reason of its own; on the
// other it looks like a limit that was reached, and what came is the answer.
func TestWindowFull(t *testing.T) {
	for i, want := range []string{"That is more than claude-sonnet-5-5 can read at once. Your message is kept; ask about a part of it.",
		half + "\n\nCut here: the answer reached its limit."} {
		w := wires()[i]
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			w.meets(t, mishap{fault: scripted.Fault{Kind: scripted.WindowFull}, first: want, always: want, paid: true}, true)
		})
	}
}

// An answer without end is ended, and what came of it is the answer.
func TestWithoutEnd(t *testing.T) {
	for _, w := range wires() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			server := answering(t, w.script(func(scripted.Request) scripted.Reply {
				return scripted.Reply{Text: []string{strings.Repeat("and on ", 20_000)}, Fault: scripted.Fault{Kind: scripted.Endless}}
			}))
			g := goes(w.of(t, server))
			_, said := g.ask(weighty)
			if !strings.HasPrefix(said, "and on and on") || !strings.HasSuffix(said, "Cut here: the answer reached its limit.") || len(queued(t, g.c)) != 1 {
				t.Errorf("%d answers, %d bytes: %.100q", len(queued(t, g.c)), len(said), said)
			}
			books(t, g.c)
			g.end()
			g.hides(t, planted, g.logged.String())
		})
	}
}

// Tools that are called in a wrong way, once or without end, and an answer of a megabyte
// end in one answer.
func TestOddAnswers(t *testing.T) {
	const empty = " gave no answer that I can pass on. Your message is kept; `redo` asks again."
	const same = " I stopped looking: the same was tried three times, and came to the same."
	long := strings.Repeat("It depends on the year. ", 1<<20/24)
	for name, c := range map[string]struct {
		calls  []scripted.Call
		always bool
		text   []string
		want   string
	}{
		"arguments that are not JSON":  {calls: []scripted.Call{{Tool: "memory_search", Args: `{"query": "Hend`}}, want: kept},
		"arguments that do not fit":    {calls: []scripted.Call{{Tool: "memory_search", Args: `{"query": 7}`}, {Tool: "memory_search", Args: `[]`}}, want: kept},
		"an unknown tool":              {calls: []scripted.Call{{Tool: "launch", Args: `{}`}}, want: kept},
		"never arguments that are any": {calls: []scripted.Call{{Tool: "memory_search", Args: `{"query": "Hend`}}, always: true, want: "%s" + empty + same},
		"always an unknown tool":       {calls: []scripted.Call{{Tool: "launch", Args: `{}`}}, always: true, want: "%s" + empty + same},
		"a megabyte":                   {text: slices.Collect(strings.SplitAfterSeq(long, "year. It ")), want: strings.TrimSpace(long)},
	} {
		for _, w := range wires() {
			t.Run(w.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				n := 0
				server := answering(t, w.script(func(scripted.Request) scripted.Reply {
					if n++; n > 1 && !c.always {
						return scripted.Says(kept)
					}
					return scripted.Reply{Text: c.text, Calls: c.calls}
				}))
				g := goes(w.of(t, server))
				answers, said := g.ask(light)
				var words []string // a platform may cut a long answer anywhere between them
				for _, a := range answers {
					words = append(words, strings.Fields(a.Text)...)
				}
				want := strings.Fields(strings.Replace(c.want, "%s", w.cards[1], 1))
				if cut := strings.Fields("Cut here: the answer reached its limit. `redo deep` allows a longer one."); len(want) > 10_000 {
					// More than the answer may be long is not taken: what came of it is kept.
					n := max(0, len(words)-len(cut)-1) // the last word may be half a one
					want = append(append(slices.Clone(want[:n]), words[n:min(n+1, len(words))]...), cut...)
				}
				if len(queued(t, g.c)) != 1 || len(words) < 3 || !slices.Equal(words, want) {
					t.Errorf("%d answers in %d posts after %d calls: %.500q", len(queued(t, g.c)), len(answers), n, said)
				}
				books(t, g.c)
				g.end()
				g.hides(t, planted, said, g.logged.String())
			})
		}
	}
}
