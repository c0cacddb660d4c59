package procedure

import (
	"context"
	"regexp"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/decisions"
	"citadel/memory/event"
)

// subjectCard marks posts that propose a decision.
const subjectCard = "card"

// cardsADay is how many proposals are shown a day (TRUST, Confirming); further ones are
// kept and wait.
const cardsADay = 3

// decide proposes a decision that was overheard. It counts for nothing until it is
// recorded (MESSAGES 19).
func decide(ctx context.Context, v *visit) (*turn.Reply, error) {
	if v.asks() {
		return nil, nil
	}
	var f extract.Item
	for _, one := range v.own() {
		if one.Kind == extract.Decision && one.Hedge == "" && one.Source == "" {
			f = one
			break
		}
	}
	if said := announced(v.Text); said != "" {
		f = extract.Item{Value: said, Quote: said, Reason: f.Reason}
	}
	if f.Value == "" {
		return nil, nil
	}
	text, named := when.Review(decisionText(f), v.Now, decisions.ReviewHour)
	reason, later := when.Review(clause(f.Reason), v.Now, decisions.ReviewHour)
	if named.IsZero() {
		named = later
	}
	reply := says("decide").Change(event.DecisionProposed{
		Text: text, Reason: reason, Quote: f.Quote, Review: named, On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(),
	})
	posts, err := v.postsToday(ctx)
	if err != nil {
		return nil, err
	}
	cards := 0
	for _, p := range posts {
		if p.Subject == subjectCard {
			cards++
		}
	}
	if cards >= cardsADay {
		return reply, nil
	}
	whole := text
	if reason != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(reason)) {
		why := " because "
		if strings.Contains(strings.ToLower(v.Text), "because of "+strings.ToLower(reason)) {
			why = " because of "
		}
		whole += why + reason
	}
	review := named
	if review.IsZero() {
		review = decisions.ReviewFrom(v.Now)
	}
	reply.Text.Say("Shall I record a decision? ").Claim(v.Heard(), "%s", phrase.Quote(whole+".", ownWords*2))
	reply.Text.Say(" I'd ask on ").Claim(v.Heard(), "%s", phrase.Day(review, v.Now)).Say(" whether it still holds.")
	reply.Buttons = []event.Button{
		{Label: "Record", Says: "record " + reply.Made('d'), Emoji: "✅"},
		{Label: "Not a decision", Says: "not a decision " + reply.Made('d'), Emoji: "❌"},
	}
	reply.Subject = subjectCard
	return reply, nil
}

// announced is what a message states behind "I have decided:" and its like; "" for any other.
func announced(text string) string {
	head, said, ok := strings.Cut(text, ":")
	if !ok || strings.ContainsRune(said, '\n') || len(strings.Fields(said)) < 2 {
		return ""
	}
	switch plainWords(head) {
	case "i have decided", "i've decided", "i decided", "we have decided", "we've decided", "we decided", "decided", "decision", "my decision", "our decision", "the decision", "it's decided":
		return clause(said)
	}
	return ""
}

// becauseEnd is what stands between a decision and its reason.
var becauseEnd = regexp.MustCompile(`(?i)\s*,?\s*\b(?:because(?: of)?|'?cause|cos|since|due to|given that|as)\s*$`)

// decisionText is what was decided, in the words that were used: "drop the retainer" of
// "I've decided to drop the retainer because …", "not to renew" of "we decided not to renew",
// else the clause as it stands.
func decisionText(f extract.Item) string {
	value := clause(f.Value)
	first, _, _ := strings.Cut(value, " ")
	if strings.Contains(f.Quote, " to "+value) || strings.Contains(f.Quote, "ecided "+value) || strings.Contains(f.Quote, "ecided that "+value) || f.Negated && (first == "not" || first == "against") {
		return capital(value)
	}
	text := clause(f.Quote)
	if f.Reason != "" {
		if i := strings.Index(text, f.Reason); i > 0 {
			text = strings.TrimSuffix(strings.TrimSpace(becauseEnd.ReplaceAllString(text[:i], "")), ",")
		}
	}
	return capital(text)
}
