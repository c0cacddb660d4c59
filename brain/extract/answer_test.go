package extract

import (
	"testing"
	"time"
)

// told reads messages a day apart, oldest first.
func told(messages ...string) []Item {
	var items []Item
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i, m := range messages {
		items = append(items, Read(Utterance{Text: m, At: at.AddDate(0, 0, i)})...)
	}
	return items
}

func TestAnswer(t *testing.T) {
	ana := "My sister Ana moved to Porto in March to open a bakery."
	for _, c := range []struct {
		name     string
		messages []string
		question string
		value    string // of the best candidate; "" for none
		sure     bool
	}{
		{"the first example", []string{ana}, "Where does Ana live?", "Porto", true},
		{"by relation", []string{ana}, "Where does my sister live?", "Porto", true},
		{"who somebody is", []string{ana}, "Who is Ana?", "Ana", true},
		{"who one's sister is", []string{ana}, "Who is my sister?", "Ana", true},
		{"corrected since", []string{ana, "No, Ana lives in Braga now."}, "Where does Ana live?", "Braga", true},
		{"taken back, nothing else known", []string{ana, "Ana doesn't live in Porto any more."}, "Where does Ana live?", "Porto", false},
		{"taken back, asked outright", []string{ana, "Ana doesn't live in Porto any more."}, "Does Ana live in Porto?", "Porto", true},
		{"an older value after a negation", []string{"Ana lives in Braga.", "Ana doesn't live in Porto."}, "Where does Ana live?", "Braga", true},
		{"unsure", []string{"I think Ana moved to Porto."}, "Where does Ana live?", "Porto", false},
		{"by hearsay", []string{"Tom said Ana lives in Porto."}, "Where does Ana live?", "Porto", false},
		{"no attribute fits", []string{ana}, "When is Ana's birthday?", "Porto", false},
		{"a name that ends like a verb", []string{"Alfred lives in Porto.", "Winifred lives in Braga."}, "Where does Winifred live?", "Braga", true},
		{"nobody of that name", []string{"Lea lives in Graz."}, "Where does Ana live?", "", false},
		{"nothing at all", nil, "Where does Ana live?", "", false},
		{"two sisters", []string{"My sister Ana lives in Porto.", "My sister Lea lives in Graz."}, "Where does my sister live?", "Graz", false},
		{"a price", []string{"Our day rate is A$1,450."}, "What is our day rate?", "A$1,450", true},
		{"another price", []string{"Our day rate is A$1,450."}, "How much do we charge?", "A$1,450", false},
		{"newer price", []string{"Our day rate is A$1,450.", "Our day rate is A$1,600."}, "How much is our day rate?", "A$1,600", true},
		{"a date", []string{"Acme's price review is on Tue 1 Dec 2026."}, "When is Acme's price review?", "Tue 1 Dec 2026", true},
		{"a birthday", []string{"Nadia's birthday is on 9 June."}, "When is Nadia's birthday?", "9 June", true},
		{"yes", []string{"Tom works at Acme."}, "Does Tom work at Acme?", "Acme", true},
		{"no", []string{"Tom works at Bosch."}, "Does Tom work at Acme?", "Bosch", true},
		{"not known to own that", []string{"I own a boat."}, "Do I own a car?", "a boat", false},
		{"owned", []string{"I own a small boat.", "I own a car."}, "Do I own a boat?", "a small boat", true},
		{"who lives there", []string{ana, "Lea lives in Graz."}, "Who lives in Graz?", "Graz", true},
		{"what was said", []string{"Priya said the launch slipped to May."}, "What did Priya say about the launch?", "May", true},
		{"said by somebody else", []string{"Tom said the launch slipped to May."}, "What did Priya say about the launch?", "", false},
		{"a decision", []string{"I've decided to drop the Henderson retainer because they pay late."}, "What did I decide about Henderson?", "drop the Henderson retainer", true},
		{"its reason", []string{"I've decided to drop the Henderson retainer because they pay late."}, "Why did we drop Henderson?", "drop the Henderson retainer", true},
		{"no reason given", []string{"I've decided to drop the Henderson retainer."}, "Why did we drop Henderson?", "drop the Henderson retainer", false},
		{"what is to be done", []string{"I'll send Priya the draft by Friday."}, "What did I promise?", "send Priya the draft", true},
		{"in another year", []string{"Ana lives in Porto."}, "Where did Ana live in 2019?", "Porto", false},
		{"passing whereabouts", []string{"Ana is in Lisbon this week."}, "Where is Ana?", "Lisbon", false},
		{"spelt otherwise", []string{"My favourite colour is green."}, "What is my favorite color?", "green", true},
		{"first name for full name", []string{"Ruth Adler lives in Bath."}, "Where does Ruth live?", "Bath", false},
		{"spouse by any name", []string{"Ana's husband Tom works for the council."}, "Who is Ana married to?", "Tom", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			items := told(c.messages...)
			best, sure := Answer(Ask(c.question), items)
			value := ""
			if best >= 0 {
				value = items[best].Value
			}
			if value != c.value || sure != c.sure {
				t.Errorf("%q over %q: got %q, sure %v; want %q, %v", c.question, c.messages, value, sure, c.value, c.sure)
			}
		})
	}
}

func TestAnswerPassesOverSuperseded(t *testing.T) {
	items := told("Ana lives in Porto.", "Ana lives in Braga.")
	items[1].Superseded = true
	if best, sure := Answer(Ask("Where does Ana live?"), items); best != 0 || !sure {
		t.Errorf("got %d, %v; want the one that stands", best, sure)
	}
}
