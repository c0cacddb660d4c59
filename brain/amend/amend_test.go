package amend_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/amend"
)

func TestRead(t *testing.T) {
	for message, want := range map[string]string{
		"no, Braga": "Braga", "No, at 16:00.": "16:00", "no 300k": "300k", "not Porto, Braga": "Braga<Porto", "no, Braga, not Porto": "Braga<Porto",
		"actually it is 4413": "4413", "that's wrong, Tuesday": "Tuesday", "sorry, I meant Initech": "Initech", "no, she's a nurse": "a nurse",
		"no, not tea, coffee": "coffee<tea", "that's wrong, it's teal": "teal", "that's wrong, it is fun": "fun", "that's not right, it's 0 negative": "0 negative", "no, it's teal": "teal", "no, blue": "blue", "no, it's maple": "", "no, it's Wednesday, not Tuesday": "Wednesday<Tuesday",
		"no, thanks": "", "no problem": "", "no idea": "", "no, later": "", "no Bosch": "", "not now, later": "", "no, Tuesday?": "", "Braga": "",
		"no, it was fun": "", "no, Ana lives in Braga": "", "No, that is not what I meant": "", "not yet": "", "no, one sec": "", "no,\nBraga": "",
		"no, " + strings.Repeat("very ", 40) + "Braga": "",
	} {
		c, ok := amend.Read(message)
		got := c.Right
		if c.Wrong != "" {
			got += "<" + c.Wrong
		}
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// Whatever is corrected, nothing of the statement changes but the one stretch, and the article
// before it.
func TestNothingElseChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.SampledFrom(strings.Split(`Ana lives in Porto.|The review is on Tuesday at 15:00.|I weigh 80 kg.|Tom owes me 50 euros and 2 bottles.|My blood type is A+.|
			Ana is a doctor.|The table costs €350.|(Bosch) pays "Acme" 3% in May 2027!|I have two sons; one is in Leeds.|Zoë – 0412 555 777`, "|")).Draw(t, "said")
		next := rapid.SampledFrom(strings.Split(`no, Braga|no, Wednesday|no, 16:00|no, 79.5 kg|no, 60|no, A-|no, an engineer|no, 360 euros|not Tom, Bob|no, three|no, 4%|no, June|not one, two`, "|")).Draw(t, "next")
		c, ok := amend.Read(next)
		if !ok {
			t.Fatalf("%q is none", next)
		}
		places, _ := c.Places(said)
		for _, p := range places {
			at := strings.Index(p.Now, c.Right[strings.LastIndexByte(c.Right, ' ')+1:])
			if !strings.Contains(said, p.Was) || at < 0 {
				t.Fatalf("%q, then %q: %+v", said, next, p)
			}
			rest := strings.Replace(said, p.Was, "", 1)
			if lost := len(rest) - (len(p.Now) - len(c.Right)); lost > 3 || lost < -3 {
				t.Fatalf("%q, then %q: %q", said, next, p.Now)
			}
		}
	})
}

func FuzzPlaces(f *testing.F) {
	f.Add("no, Braga", "Ana lives in Porto.")
	f.Add("not 3 pm, at 4", "at at 3 pm\xff (3) A* 1,80 m")
	f.Add("no, a nurse", "a an a nurse’s an ")
	f.Fuzz(func(t *testing.T, next, said string) {
		c, ok := amend.Read(next)
		if !ok {
			return
		}
		places, same := c.Places(said)
		if same && len(places) > 0 || len(places) > len(said) {
			t.Fatalf("%d places, same %v", len(places), same)
		}
	})
}
