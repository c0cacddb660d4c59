package contest_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/contest"
	"citadel/memory/event"
)

// The question reads as MESSAGES 16 has it; only of two days is one planned for.
func TestAsk(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	side := func(seq event.Seq, on int, quote, subject, attribute, value string) contest.Side {
		return contest.Side{Memory: seq, Source: seq, Learned: event.Learned{
			Quote: quote, Subject: subject, Attribute: attribute, Value: value, On: now.AddDate(0, 0, -on),
		}}
	}
	for _, c := range []struct {
		a, b contest.Side
		want string
	}{
		{
			side(429, 18, "Lena's contract ends on 31 March.", "Lena's contract", "end", "31 March"), side(440, 2, "It ends in June, I think.", "Lena's contract", "end", "June"),
			`You gave me two end dates for Lena's contract: "31 March" ([2 Nov 2026](src:m429)) and "June, I think" ([18 Nov 2026](src:m440)). I plan for 31 March, the earlier one, until you say. Which holds?`,
		},
		{
			side(1, 3, "My passport expires in 2027.", "my passport", "end", "2027"), side(2, 2, "My passport expires in 2028.", "my passport", "end", "2028"),
			`You gave me two end dates for your passport: "2027" ([17 Nov 2026](src:m1)) and "2028" ([18 Nov 2026](src:m2)). I plan for 2027, the earlier one, until you say. Which holds?`,
		},
		{
			side(1, 3, "I live in Porto.", "me", "residence", "Porto"), side(2, 2, "I live in Braga.", "me", "residence", "Braga"),
			`You gave me two homes: "Porto" ([17 Nov 2026](src:m1)) and "Braga" ([18 Nov 2026](src:m2)). I give both until you say. Which holds?`,
		},
		{
			side(1, 3, "I like coffee.", "me", "likes", "coffee"), side(2, 2, "I hate coffee.", "me", "dislikes", "coffee"),
			`Two things you told me cannot both hold: "I like coffee" ([17 Nov 2026](src:m1)) and "I hate coffee" ([18 Nov 2026](src:m2)). I give both until you say. Which holds?`,
		},
	} {
		text, buttons := contest.Ask(c.a, c.b, now)
		if text.String() != c.want || len(buttons) != 3 || strings.Contains(buttons[0].Label, "no,") {
			t.Errorf("%s\n%v\nwant %s", text, buttons, c.want)
		}
	}
}

func TestSeveralAttributes(t *testing.T) {
	for attribute, want := range map[string]string{"city": "cities", "price": "prices", "pay day": "pay days", "end": "end dates", "terms": "answers"} {
		if got := contest.Several(attribute); got != want {
			t.Errorf("two of %q are %q, want %q", attribute, got, want)
		}
	}
}
