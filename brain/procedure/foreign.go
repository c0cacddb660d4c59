package procedure

import (
	"context"
	"regexp"
	"strings"
	"unicode"

	"citadel/brain/classify"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory"
)

// subjectForeign marks the post that said which language is understood.
const subjectForeign = "foreign"

// wishesReminder are the plainest words by which other languages ask for a reminder: German, French,
// Spanish, Italian, Portuguese and Dutch. They are not understood, but who says them waits for one.
var wishesReminder = regexp.MustCompile(`(?i)(?:(?:^|[.!?;,]\s*|\b(?:bitte|por favor|per favore)\s+)(?:erinner[en]? (?:mich|sie mich)|rappelle[sz]?[- ]moi|rappelez[- ]moi|` +
	`recu[eé]rdame|ricordami|lembr[ae][- ]me|me lembr[ae]|herinner (?:me|mij))|` +
	`\b(?:du|sie|ihr) mich\s[^.!?]*erinnern|\b(?:peux|pouvez)[- ](?:tu|vous) me rappeler|\bpuedes recordarme|\bpuoi ricordarmi|\bpodes? lembrar-me)(?:[^\p{L}]|$)`)

// foreign answers what is not English: a question with what shares its words, a wish for a reminder
// with that none is set, and else once a day with which language is understood (TRUST, Language and
// formats).
func foreign(ctx context.Context, v *visit) (*turn.Reply, error) {
	if !speech(v.Text) || classify.Classify(v.Text, nil).English {
		return nil, nil
	}
	reply := says("foreign")
	if wishesReminder.MatchString(v.Text) {
		reply.Text.Say("I set no reminder: ")
		if v.Host.Reasons() {
			reply.Text.Say("%s, and ", v.Lacking())
		}
		reply.Text.Say("without a language model I understand English only. `remind me tomorrow at 9 to call the dentist` sets one. Your message is kept, word for word.")
		return reply, nil
	}
	if v.Question {
		r, err := v.read(ctx)
		if err != nil {
			return nil, err
		}
		reply.Direct, reply.To, reply.Among = r.to != memory.Sight{}, r.to, r.result.Among
		var items []recall.Item
		for _, i := range r.result.Items {
			if share(v.Text, i.Text) > 0 {
				items = append(items, i)
			}
		}
		if len(items) > 0 {
			v.quotes(reply, r, items)
			return reply, nil
		}
	}
	posts, err := v.postsToday(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range posts {
		if p.Subject == subjectForeign && !v.Question {
			return reply, nil
		}
	}
	reply.Subject = subjectForeign
	reply.Text.Say("Your message is kept, word for word. ")
	if v.Host.Reasons() {
		reply.Text.Say("%s, and without a model I understand English only; in other languages I can only find words again.", capital(v.Lacking()))
		return reply, nil
	}
	reply.Text.Say("Without a language model I understand English only so far; in other languages I can only find words again.")
	return reply, nil
}

// speech says whether a text is long enough for its language to be told: three words.
func speech(text string) bool {
	words := 0
	for w := range strings.FieldsSeq(text) {
		if strings.IndexFunc(w, unicode.IsLetter) >= 0 {
			words++
		}
	}
	return words >= 3
}
