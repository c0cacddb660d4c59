package procedure

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// namesakes answers a question about a first name that several people have with what is known of each,
// where the question means all of them alike; whom it means is not for this side to guess (SPEC §9).
// It says whether it did.
func (v *visit) namesakes(reply *turn.Reply, r *reading) bool {
	if len(r.question.Subjects) != 1 || r.question.Subjects[0] == extract.Me || strings.Contains(r.question.Subjects[0], " ") {
		return false
	}
	name := r.question.Subjects[0]
	told := map[string]int{} // by person, the fact that answers, else the newest
	var full []string
	for i, f := range r.facts {
		for _, person := range calledIn(f) {
			longer := len(person) > len(name) && strings.EqualFold(person[:len(name)+1], name+" ")
			if f.Superseded || !longer && !strings.EqualFold(person, name) {
				continue
			}
			if longer && share(person[len(name):], v.Text) > 0 { // in small letters his other name is read as a word
				r.question.Subjects = []string{person}
				return false
			}
			was, known := told[person]
			if longer && !known {
				full = append(full, person)
			}
			if !known || r.answers(i) || !r.answers(was) && f.At.After(r.facts[was].At) {
				told[person] = i
			}
		}
	}
	if len(full) < 2 {
		return v.relations(reply, r)
	}
	slices.Sort(full)
	reply.Text.Say("You told me of more than one ").Claim(v.Heard(), "%s", full[0][:len(name)]).Say(":")
	if _, bare := told[full[0][:len(name)]]; bare {
		full = append(full, full[0][:len(name)])
	}
	var shown []event.Seq
	for _, person := range full[:min(len(full), most)] {
		f := r.facts[told[person]]
		item := r.result.Items[r.of[told[person]]]
		v.quote(reply.Text.Item(), item, uncut(item.Text, f), listWords)
		shown = append(shown, item.Seq)
	}
	reply.Found = r.result.Used(shown...)
	return true
}

// calledIn are the people whom a fact names, also those that are no person by its words alone: "my client
// Tom Weiss".
func calledIn(f extract.Item) []string {
	all := slices.Clone(f.Persons)
	for _, name := range [...]string{f.Subject, f.Value} {
		of := f.Subject == extract.Me && f.Attribute != "" && name == f.Value
		switch f.Attribute {
		case "residence", "location", "whereabouts", "employer", "role", "birthday", "origin", "spouse":
			of = of || name == f.Subject && f.Subject != extract.Me
		}
		if of && capitals(name) && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// capitals says whether all words of a name begin with one.
func capitals(name string) bool {
	words := strings.Fields(name)
	for _, w := range words {
		if first, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(first) {
			return false
		}
	}
	return len(words) > 1 && len(words) <= 3
}

// relations answers who somebody is where the name stands for more than one relation of the principal's:
// his wife is Jo, and his boss. It says whether it did; whether they are one person nobody told.
func (v *visit) relations(reply *turn.Reply, r *reading) bool {
	if r.question.Attribute != "who" {
		return false
	}
	name := r.question.Subjects[0]
	told := map[string]int{} // by relation, the newest
	var of []string
	for i, f := range r.facts {
		if f.Superseded || f.Negated || f.Source != "" || f.Hedge != "" || f.Subject != extract.Me || f.Attribute == "" || !strings.EqualFold(f.Value, name) {
			continue
		}
		if was, known := told[f.Attribute]; !known {
			of = append(of, f.Attribute)
			told[f.Attribute] = i
		} else if f.At.After(r.facts[was].At) {
			told[f.Attribute] = i
		}
	}
	if len(of) < 2 {
		return false
	}
	slices.Sort(of)
	var shown []event.Seq
	reply.Text.Say("You told me of ").Claim(v.Heard(), "%s", capital(name)).Say(" more than once:")
	for _, relation := range of {
		f, item := r.facts[told[relation]], r.item(told[relation])
		line := reply.Text.Item()
		line.Claim([]event.Seq{item.Seq}, "Your %s: ", relation)
		v.quote(line, item, uncut(item.Text, f), listWords)
		shown = append(shown, item.Seq)
	}
	reply.Found = r.result.Used(shown...)
	return true
}
