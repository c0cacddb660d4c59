package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// What was denied since leads no answer, and a denial that was taken back denies nothing.
func TestWhatWasDeniedLeadsNoAnswer(t *testing.T) {
	for _, c := range []struct {
		talk      []string
		says, not string
	}{
		{[]string{"Ana is my sister.", "Ana is not my sister.", "who is Ana?"}, `"Ana is not my sister"`, `"Ana is my sister"`},
		{[]string{"Ana is my aunt.", "Ana isn't my aunt.", "who is Ana?"}, `"Ana isn't my aunt"`, "Your aunt"},
		{[]string{"Ana is not my sister.", "Ana is my sister.", "who is Ana?"}, "Your sister: ", "not my sister"},
		{[]string{"Ana is my sister.", "Ana is not my sister.", "Ana is my aunt.", "who is Ana?"}, "Your aunt: ", "sister"},
		{[]string{"Ana is my sister.", "Ana lives in Porto.", "Ana is not my sister.", "where does my sister live?"}, "I have nothing", "Porto"},
		{[]string{"Tom is our lawyer.", "Tom is no longer our lawyer.", "who is our lawyer?"}, `"Tom is no longer our lawyer"`, `"Tom is our lawyer"`},
		{[]string{"Tom is our lawyer.", "Tom is no longer our lawyer.", "who is Tom?"}, `"Tom is no longer our lawyer"`, "Your lawyer"},
		{[]string{"Tom is our lawyer.", "Tom is no longer our lawyer.", "Bea is our lawyer.", "who is our lawyer?"}, "Bea: ", "Tom"},
		{[]string{"Leo has a dog.", "Leo has no dog.", "does Leo have a dog?"}, `No: "Leo has no dog"`, "Yes"},
		{[]string{"Leo has no dog.", "Leo has a dog.", "does Leo have a dog?"}, `Yes: "Leo has a dog"`, "no dog"},
		{[]string{"Leo has a dog.", "does Leo have a dog?"}, "Yes: ", "No:"},
		{[]string{"Ana speaks no French.", "does Ana speak French?"}, "No: ", "Yes"},
		{[]string{"Tom works at Acme.", "Tom left Acme.", "where does Tom work?"}, `"Tom left Acme"`, "Tom works"},
		{[]string{"I like coffee.", "I hate coffee.", "do I like coffee?"}, "Two things you told me cannot both hold: ", "Yes"},
		{[]string{"Ana is 31.", "how old is Ana?"}, "31: ", "nothing"},
		{[]string{"Leo is 12.", "how old is Leo?"}, `"`, "12: "}, // nothing is told apart of a child
		{[]string{"remember that my cat is Tilly.", "who is Tilly?"}, `Your cat: "my cat is Tilly"`, "remember"},
		{[]string{"what am I allergic to?"}, "I have nothing about your allergies", "allergic to."},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		last := len(c.talk) - 1
		for i, line := range c.talk[:last] {
			tell(t, w, line)
			w.At("2026-11-20 09:0" + string(rune('1'+i)))
		}
		_, r := ask(t, w, c.talk[last])
		said := r.Text.String()
		if !strings.HasPrefix(said, c.says) && !strings.Contains(said, c.says) || strings.Contains(said, c.not) {
			t.Errorf("%q: %s", c.talk, said)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}
