package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
)

// A Twist changes conversations so that an honest recipe finds as much as before, or nothing.
type Twist struct {
	Name    string
	Nothing bool // below a tenth must be found; else as much as before, give or take a hundredth
	Apply   func([]Conversation) []Conversation
}

// shift is how many days Shifted moves everything that was said, and no word of the questions.
const shift = 37

// Twists are the checks, in the order they are told.
func Twists() []Twist {
	return []Twist{
		{Name: "other names", Apply: renamed},
		{Name: "37 days later", Apply: shifted},
		{Name: "another order", Apply: shuffled},
		{Name: "texts exchanged", Apply: scrambled, Nothing: true},
	}
}

// Holds says whether what was found after a twist is as it must be.
func (t Twist) Holds(before, after float64) bool {
	if t.Nothing {
		return after < 0.10
	}
	return after >= before-0.01 && after <= before+0.01
}

// Check is what one twist did to one set.
type Check struct {
	Twist  string  `json:"twist"`
	Set    string  `json:"set"`
	Before float64 `json:"r10"`
	After  float64 `json:"r10_twisted"`
	Holds  bool    `json:"holds"`
}

// Honesty measures the conversations as they are and after each twist.
func Honesty(ctx context.Context, conversations []Conversation, o Options) ([]Check, error) {
	o.headline = true
	plain, err := Recall(ctx, conversations, o)
	if err != nil {
		return nil, err
	}
	var checks []Check
	for _, t := range Twists() {
		twisted, err := Recall(ctx, t.Apply(conversations), o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		for _, before := range plain.Sets {
			at := slices.IndexFunc(twisted.Sets, func(s Set) bool { return s.Set == before.Set })
			after := twisted.Sets[at].R10
			checks = append(checks, Check{Twist: t.Name, Set: before.Set, Before: before.R10, After: after, Holds: t.Holds(before.R10, after)})
		}
	}
	return checks, nil
}

// WriteChecks prints the checks as a table, or as JSON.
func WriteChecks(w io.Writer, checks []Check, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(checks)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "set\tchanged\tR@10 before\tafter\t")
	for _, c := range checks {
		verdict := "holds"
		if !c.Holds {
			verdict = "DOES NOT HOLD"
		}
		fmt.Fprintf(t, "%s\t%s\t%.4f\t%.4f\t%s\n", c.Set, c.Twist, c.Before, c.After, verdict)
	}
	return t.Flush()
}

// strangers are names that no speaker has had.
var strangers = []string{"Quillon", "Vesper", "Tamsin", "Odalys", "Brannock", "Ishbel", "Corvane", "Lunet", "Halcyon", "Merrick"}

// renamed gives every speaker of a talk another name, wherever it is written.
func renamed(conversations []Conversation) []Conversation {
	return each(conversations, func(c *Conversation) {
		names := map[string]string{}
		for _, t := range c.Turns {
			if _, known := names[t.Speaker]; !known && t.Role != User && t.Role != Assistant {
				names[t.Speaker] = strangers[len(names)%len(strangers)]
			}
		}
		for i := range c.Turns {
			t := &c.Turns[i]
			if name, ok := names[t.Speaker]; ok {
				t.Speaker = name
			}
			t.Text, t.Caption = rename(t.Text, names), rename(t.Caption, names)
		}
		for i := range c.Questions {
			c.Questions[i].Text = rename(c.Questions[i].Text, names)
		}
	})
}

// rename replaces whole words.
func rename(text string, names map[string]string) string {
	var b strings.Builder
	for len(text) > 0 {
		end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		if name, ok := names[word]; ok {
			word = name
		}
		b.WriteString(word)
		rest := strings.IndexFunc(text[end:], unicode.IsLetter)
		if rest < 0 {
			rest = len(text) - end
		}
		b.WriteString(text[end : end+rest])
		text = text[end+rest:]
	}
	return b.String()
}

// shifted lets everything have been said later.
func shifted(conversations []Conversation) []Conversation {
	return each(conversations, func(c *Conversation) {
		for i := range c.Turns {
			c.Turns[i].At = c.Turns[i].At.AddDate(0, 0, shift)
		}
	})
}

// shuffled brings the conversations in another order.
func shuffled(conversations []Conversation) []Conversation {
	out := slices.Clone(conversations)
	chance().Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// scrambled lets every turn say what another one said.
func scrambled(conversations []Conversation) []Conversation {
	return each(conversations, func(c *Conversation) {
		said := slices.Clone(c.Turns)
		chance().Shuffle(len(said), func(i, j int) { said[i], said[j] = said[j], said[i] })
		for i := range c.Turns {
			c.Turns[i].Text, c.Turns[i].Caption = said[i].Text, said[i].Caption
		}
	})
}

// chance is the same each time.
func chance() *rand.Rand { return rand.New(rand.NewPCG(13, 37)) }

// each changes copies.
func each(conversations []Conversation, change func(*Conversation)) []Conversation {
	out := slices.Clone(conversations)
	for i := range out {
		out[i].Turns, out[i].Questions = slices.Clone(out[i].Turns), slices.Clone(out[i].Questions)
		change(&out[i])
	}
	return out
}
