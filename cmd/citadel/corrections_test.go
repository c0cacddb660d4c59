package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// Each conversation ends with a question: what leads its answer, and what is no longer in it.
// It holds before anything of it was made a memory, and after.
func TestWhatWasSaidLastHolds(t *testing.T) {
	for name, c := range map[string]struct {
		talk  []string
		says  string // how the last answer begins
		not   string // what is not in it
		reply string // in the answer before, if any
	}{
		"denied": {[]string{"Ana is allergic to peanuts.", "no, Ana is not allergic to peanuts", "is Ana allergic to peanuts?"},
			`"Ana is not allergic to peanuts"`, `"Ana is allergic`, "Before: \"Ana is allergic to peanuts\""},
		"denied, contracted": {[]string{"Bob drives to work.", "no, Bob doesn't drive to work", "does Bob drive to work?"},
			`"Bob doesn't drive`, `"Bob drives`, "Before: \"Bob drives to work\""},
		"denied and taken back": {[]string{"Bob drives to work.", "no, Bob doesn't drive to work", "undo", "does Bob drive to work?"},
			`"Bob drives to work"`, "doesn't", "counts again"},
		"a sign": {[]string{"My blood type is A+.", "no, my blood type is A-", "what is my blood type?"}, "A-: ", "A+", "Before: A+"},
		"a sign, taken back": {[]string{"My blood type is A+.", "no, my blood type is A-", "undo", "what is my blood type?"},
			"A+: ", "A-", "counts again"},
		"a figure": {[]string{"Our budget is 250k.", "what is our budget?", "no, 300k", "what is our budget?"}, "300k: ", "250k", "Before: 250k"},
		"a figure, of the answer": {[]string{"Our budget is 250k.", "Ana lives in Porto.", "what is our budget?", "no, 300k", "what is our budget?"},
			"300k: ", "250k", "My error: I said 250k"},
		"a figure, taken back":            {[]string{"Our budget is 250k.", "what is our budget?", "no, 300k", "undo", "what is our budget?"}, "250k: ", "300k", `your statement "Our budget is 300k"`},
		"a figure, of what was only said": {[]string{"Ana lives in Porto.", "Our budget is 250k.", "no, 300k", "what is our budget?"}, "300k: ", "250k", "Before: 250k"},
		"a figure, of nothing":            {[]string{"Ana lives in Porto.", "no, 300k", "where does Ana live?"}, "Porto: ", "300k", `I heard "300k", but don't know what it corrects`},
		"a name, of the answer": {[]string{"Ana lives in Porto.", "Tom works at Acme.", "where does Ana live?", "no, Braga", "where does Ana live?"},
			"Braga: ", "Porto", "My error: I said Porto"},
		"a mark":         {[]string{"My blood type is A+.", "what is my blood type?", "no, A-", "what is my blood type?"}, "A-: ", "A+", "Before: A+"},
		"a pronoun":      {[]string{"Ana lives in Porto.", "where does Ana live?", "no, she lives in Braga", "where does Ana live?"}, "Braga: ", "Porto", "Corrected: Ana lives in Braga."},
		"named as wrong": {[]string{"The review is on Tuesday.", "when is the review?", "not Tuesday, Wednesday", "when is the review?"}, "Wed ", "Tuesday", "Before: Tuesday"},
		"a taste":        {[]string{"I like coffee.", "do I like coffee?", "no, I hate coffee", "do I like coffee?"}, `"I hate coffee"`, "Yes", "Corrected: I hate coffee."},
		"an age":         {[]string{"Ana is 30.", "no, Ana is 31", "how old is Ana?"}, "31: ", "30", "Before: 30"},
		"a relation, denied": {[]string{"Ana is my sister.", "Ana is not my sister.", "who is Ana?"},
			"", "our sister", ""},
		"denied, of the third place": {[]string{"My sister Ana moved to Porto in March to open a bakery.", "Actually Ana moved to Lisbon last week.",
			"Ana doesn't live in Lisbon anymore.", "Where does Ana live?"}, `"Ana doesn't live in Lisbon anymore"`, "Porto: ", ""},
		"corrected over and over": {[]string{"Ana lives in Porto", "where does Ana live?", "wrong, she lives in Braga", "That's wrong. Ana lives in Evora.",
			"Correction: Ana lives in Faro.", "where does Ana live?", "Sorry, I meant Beja", "where does Ana live?"}, "Beja: ", "Evora", "Before: Faro"},
		"a correction announced": {[]string{"Ana lives in Porto", "Correction: Ana lives in Faro.", "where does Ana live?"}, `Faro: "Ana lives in Faro" (you`, "Porto", "Before: Porto"},
		"went up":                {[]string{"My rent is 900 euros.", "My rent went up to 950 euros.", "how much is my rent?"}, `950 euros: "My rent went up to 950 euros"`, "900 euros: ", ""},
		"upgraded":               {[]string{"The server runs Debian 11.", "We upgraded the server to Debian 12.", "what does the server run?"}, `"We upgraded the server`, "11: ", ""},
		"stopped":                {[]string{"I'm vegetarian.", "I stopped being vegetarian.", "am I vegetarian?"}, `"I stopped being vegetarian"`, "Yes", ""},
		"divorced":               {[]string{"Jan and Eva are married.", "Jan and Eva got divorced.", "are Jan and Eva married?"}, `"Jan and Eva got divorced"`, "Yes", ""},
		"another one":            {[]string{"Ana lives in Porto.", "Ana moved her desk.", "where does Ana live?"}, "Porto: ", "desk", ""},
		"uncut":                  {[]string{"Marta is my boss.", "Marta isn't my boss any more, Pavel is.", "who is my boss?"}, `"Marta isn't my boss any more, Pavel is"`, "Also", ""},
		"nobody left":            {[]string{"Ana is my sister.", "Ana is allergic to peanuts.", "no, Ana is not allergic to peanuts", "what is Ana allergic to?"}, `"Ana is not allergic to peanuts"`, "sister", "Before: "},
		"only talk":              {[]string{"Ana lives in Porto.", "no, it was fun", "where does Ana live?"}, "Porto: ", "fun", ""},
		"nonsense":               {[]string{"Ana lives in Porto.", "no, Ana lives in Ana lives in", "where does Ana live?"}, "Porto: ", "Ana: ", "changed nothing"},
		"denied in passing":      {[]string{"Bob drives to work.", "Bob does not drive to work.", "how does Bob get to work?"}, `"Bob does not drive to work"`, `"Bob drives`, ""},
		"another sign in passing": {[]string{"The margin is 3%.", "The margin is -3%.", "what is the margin?"},
			`-3%: "The margin is -3%"`, `3%: "The margin is 3%"`, ""},
		"sold": {[]string{"I drive a Volvo.", "I sold the Volvo and bought a Kia.", "what do I drive?"},
			`"I sold the Volvo and bought a Kia"`, "A Volvo: ", ""},
		"sold, asked by its sort": {[]string{"I drive a Volvo.", "I sold the Volvo and bought a Kia.", "what car do I have?"},
			`A Kia: "I sold the Volvo and bought a Kia"`, `"I drive`, ""},
		"handed on": {[]string{"Kim has the Henderson account.", "Lee took over the Henderson account from Kim.", "who has the Henderson account?"},
			`Lee: "Lee took over the Henderson account from Kim"`, "Kim: ", ""},
		"put elsewhere": {[]string{"The spare key is in the blue box.", "The spare key is now in the drawer.", "where is the spare key?"},
			`The drawer: "The spare key is now in the drawer"`, "The blue box: ", ""},
		"put elsewhere, called in short": {[]string{"The spare key is in the blue box.", "The key is now in the drawer.", "where is the spare key?"},
			`The drawer: "The key is now in the drawer"`, "The blue box: ", ""},
		"no longer allergic": {[]string{"I'm allergic to peanuts.", "I'm no longer allergic to peanuts.", "am I allergic to peanuts?"},
			`No: "I'm no longer allergic to peanuts"`, `"I'm allergic`, ""},
		"in part": {[]string{"My boss is Kim and I live in Ghent.", "No, my boss is Lee.", "who is my boss?"},
			`Lee: "my boss is Lee"`, "Kim", "Before: Kim"},
		"in part, the rest": {[]string{"My boss is Kim and I live in Ghent.", "No, my boss is Lee.", "where do I live?"},
			`Ghent: `, "Kim", "Before: Kim"},
		"in part, in passing": {[]string{"My boss is Kim and I live in Ghent.", "My boss is Lee.", "who is my boss?"},
			`Lee: "My boss is Lee"`, "Kim", "Which holds?"},
		"taken over": {[]string{"Kim manages the Paris office.", "Lee took over the Paris office from Kim.", "who manages the Paris office?"},
			`Lee: "Lee took over the Paris office from Kim"`, "Kim: ", ""},
		"of two things one, denied": {[]string{"My sister Ana lives in Porto.", "no Ana is not my sister", "people Ana"},
			"**Ana.** No group", "My sister", "Corrected: Ana is not my sister."},
		"of two things one, denied and taken back": {[]string{"My sister Ana lives in Porto.", "no Ana is not my sister", "undo", "people Ana"},
			"**Ana, your sister.**", "is not", "Taken back: "},
		"of two things one": {[]string{"Tom Weiss is the finance lead at Henderson.", "No, Tom Weiss is the head of sales.", "people Tom"},
			"**Tom Weiss, Henderson.**", "finance", "Before: finance lead"},
		"opposites": {[]string{"Henderson always pays late.", "Henderson never pays late.", "does Henderson pay late?"},
			`Two things you told me cannot both hold: "Henderson always pays late"`, "Also", ""},
		"opposites, settled": {[]string{"Henderson always pays late.", "Henderson never pays late.", "no, Henderson never pays late", "does Henderson pay late?"},
			`"Henderson never pays late"`, "always", "Corrected: Henderson never pays late."},
	} {
		for when, between := range map[string]string{"at once": "", "from memory": smalltalk} {
			first, rest := c.talk[0], c.talk[1:]
			t.Run(name+", "+when, func(t *testing.T) { holdsLast(t, nil, first+"\n"+between, rest, c.says, c.not, c.reply) })
			t.Run(name+", "+when+", without the search server", func(t *testing.T) {
				holdsLast(t, []string{"WEAVIATE_URL=http://127.0.0.1:1"}, first+"\n"+between, rest, c.says, c.not, c.reply)
			})
		}
	}
}

func holdsLast(t *testing.T, environ []string, first string, talk []string, says, not, reply string) {
	got := citadelIn(t, environ, newHome(t), "skip\n"+first+strings.Join(talk, "\n")+"\n", "chat", "--json")
	var said []string
	for line := range strings.Lines(got.out) {
		var o object
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		said = append(said, o.Text)
	}
	if got.code != 0 || len(said) != strings.Count(first, "\n")+len(talk)+1 {
		t.Fatalf("status %d: %q %s", got.code, said, got.err)
	}
	last, before := said[len(said)-1], said[len(said)-2]
	if !strings.HasPrefix(last, says) || strings.Contains(last, not) {
		t.Errorf("answered %q; it should begin with %q and not hold %q", last, says, not)
	}
	if reply == "" && before != "" || !strings.Contains(before, reply) {
		t.Errorf("said %q; it should hold %q", before, reply)
	}
}

// That the search server is away is one plain line beside an answer, and nothing else anywhere.
func TestSearchServerAwayIsToldOnce(t *testing.T) {
	home := newHome(t)
	for _, first := range []string{"skip", "My boat is called Petrel."} {
		got := citadelIn(t, []string{"WEAVIATE_URL=http://127.0.0.1:1"}, home, first+"\nwhat is my boat called?\nwhat is my boat called?\n")
		if got.code != 0 || got.err != "" || strings.Count(got.out, "I search less well since") != 1 || strings.Contains(got.out, "127.0.0.1") {
			t.Errorf("%+v", got)
		}
	}
}

// smalltalk is enough of it that what was said before is made memories of.
var smalltalk = strings.Repeat("We had a long chat about nothing in particular then.\n", 45)
