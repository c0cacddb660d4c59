package procedure

import (
	"slices"
	"strings"

	"citadel/brain/antecedent"
	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/memory/store"
)

// mostLeaning is how many messages that lean on others are looked up for one question, the newest.
const mostLeaning = 6

// leaning gives the words of messages that speak of what the question asks for without its name: "it's at the
// Gewandhaus", said of the recital. A search by words does not find them.
func (r *reading) leaning(messages []antecedent.Message) (texts []string) {
	subject := strings.Join(r.question.Subjects, " ")
	if len(meaning(subject)) == 0 {
		subject = r.question.Text // "who has the ladder?"
	}
	if len(meaning(subject)) == 0 {
		return nil
	}
	for _, m := range slices.Backward(messages) {
		if m.Leans() && len(texts) < mostLeaning && share(subject, m.Full) == 1 && !noEvidence(m.Text) {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// meant is what an item says, with what its pronouns mean in their place.
func (r *reading) meant(i recall.Item) string {
	if m, known := r.said[i.Seq]; known && i.Kind == store.Said && i.Text == m.Text {
		return m.Full
	}
	return i.Text
}

// stated reads the facts of an item. What is quoted of one that leans on another message is the item as it was said.
func (r *reading) stated(i recall.Item) []extract.Item {
	full := r.meant(i)
	facts := extract.Read(extract.Utterance{Text: full, At: i.On, Speaker: i.Speaker})
	if full != i.Text {
		for k := range facts {
			facts[k].Quote = i.Text
		}
	}
	return facts
}
