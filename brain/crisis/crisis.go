// Package crisis notices that someone may be in danger, and says the fixed
// words for it (TRUST, Crisis; MESSAGES 28).
//
// It is the first thing every message meets: before classification, before
// any model, and whatever the budget or the hour. It leans towards recall: a
// false alarm costs the person one word, "fine" (AllClear), a miss may cost
// more. It reads English; of German, French, Spanish, Portuguese, Italian and
// Dutch it knows the plainest phrases, and other languages pass unnoticed.
//
// The knowledge is in rules.txt, a table of word patterns in the small
// notation described at its head. A message is cut into words, words are
// matched against the table, and each kind of danger gathers points: a plain
// statement is enough alone, of hints it takes two that stand together.
package crisis

// Kind says what sort of danger a message speaks of.
type Kind string

const (
	Self    Kind = "self"    // someone may harm themselves
	Others  Kind = "others"  // someone may harm, or is harming, somebody else
	Abuse   Kind = "abuse"   // the person is being hurt, threatened or held
	Medical Kind = "medical" // a body needs help now; swallowed poison is here
)

// kinds is in order of urgency: with equal points the earlier one wins.
var kinds = [...]Kind{Medical, Self, Abuse, Others}

// alarm is how many points make a crisis: one plain statement, or two hints.
const alarm = 2

// Check reports whether text speaks of someone in danger, and how. It looks
// at nothing but the text, never blocks, and takes time linear in its length.
func Check(text string) (Kind, bool) {
	rules := rules()
	msg := rules.read(text)
	if len(msg.words) == 0 {
		return "", false
	}
	rules.hush(&msg)
	points := rules.weigh(&msg)
	best := -1
	for i := range kinds {
		if points[i] >= alarm && (best < 0 || points[i] > points[best]) {
			best = i
		}
	}
	if best < 0 {
		return "", false
	}
	return kinds[best], true
}
