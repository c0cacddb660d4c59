package main

import (
	"encoding/json"
	"os"

	"citadel/cmd/internal/eval"
	"citadel/brain/when"
	"citadel/memory/words"
	"time"
)

func main() {
	a := words.New(100000)
	enc := json.NewEncoder(os.Stdout)
	for _, p := range os.Args[1:] {
		f, _ := os.Open(p)
		cs, err := eval.Read(f)
		if err != nil {
			panic(err)
		}
		for _, c := range cs {
			type T struct {
				eval.Turn
				Terms []string `json:"terms"`
				TextOnly []string `json:"text_terms"`
				Cap []string `json:"cap_terms"`
			}
			type Q struct {
				eval.Question
				Terms []string `json:"terms"`
				From, To string
			}
			out := struct {
				Set, ID string
				Turns   []T
				Questions []Q
			}{Set: c.Set, ID: c.ID}
			for _, t := range c.Turns {
				x := T{Turn: t, TextOnly: a.AppendTerms(nil, t.Text), Cap: a.AppendTerms(nil, t.Caption)}
				s := t.Text
				if t.Caption != "" {
					s += "\n[picture: " + t.Caption + "]"
				}
				if t.Role == "person" {
					s = t.Speaker + ": " + s
				}
				x.Terms = a.AppendTerms(nil, s)
				out.Turns = append(out.Turns, x)
			}
			now := c.Turns[len(c.Turns)-1].At.Add(24 * time.Hour)
			for _, q := range c.Questions {
				x := Q{Question: q, Terms: a.AppendTerms(nil, q.Text)}
				if s, ok := when.Period(q.Text, now); ok {
					x.From, x.To = s.From.Format(time.RFC3339), s.To.Format(time.RFC3339)
				}
				out.Questions = append(out.Questions, x)
			}
			enc.Encode(out)
		}
	}
}
