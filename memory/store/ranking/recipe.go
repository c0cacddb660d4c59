package ranking

import "time"

// The constants of the ranking, chosen on the development halves of two sets of
// long conversations together, one of human chat and one of talk with a
// long-winded assistant (`citadel eval recall`). All are plain values near the best
// found on either set. The same constants find as much after every speaker is renamed,
// and lose less than .01 of recall@10 when all dates are moved by 37 days (`--honesty`).
const (
	// BM25's own constants, for items, neighbourhoods and sessions alike. Tuned
	// on human chat alone they would be 0.9 and 0.4, which costs the other set.
	Saturation = 1.2  // k1
	LengthBias = 0.75 // b

	// OwnLengthBias is b for items: one that says the word and little else is about it.
	OwnLengthBias = 0.9

	TermsWeight     = 1.0
	NeighbourWeight = 1.0
	SessionWeight   = 0.4
	SpeakerWeight   = 1.2
	DateWeight      = 0.4 // 0.8 finds .003 more while questions and memory agree on dates, and loses .02 when they do not

	// WordlessWeight is for vectors, of items that hold none of the words asked for.
	WordlessWeight = 0.3

	// InsightWeight TODO
	InsightWeight = 1.0

	// SpeakerAlone is the part of SpeakerWeight for whatever somebody said who is named; the
	// rest is for what bears on the question too.
	SpeakerAlone = 0.5

	// NameDamping is what the rarity of a speaker's name still counts for as a
	// word of the query. The name says who spoke, seldom what was said, and yet
	// others may speak of the person.
	NameDamping = 0.3

	// AnswerFactor is what an item of the agent's own words counts for.
	AnswerFactor = 0.3
)

// What a word counts for in the neighbourhoods and sessions of others: tenths,
// so that sums of lengths stay whole numbers and come out the same in whatever
// order items arrive.
const (
	WholeWord  = 10
	AnswerWord = 3
)

// Reach is how many turns before and after an item are its neighbours.
const Reach = 2

// near is what a word counts for so many turns away; nearAnswer, one of the agent's.
var near, nearAnswer = [Reach]uint32{10, 6}, [Reach]uint32{3, 2}

// toldFor is how long after a time it is still told.
const toldFor = 31 * 24 * time.Hour

// MaxTerms is how many different words of a query are searched for, the rarest
// first.
const MaxTerms = 64

// maxNameWords is how many words a name may have for each of them to call its
// bearer. Of a longer one, which is more of a description, only the first does.
const maxNameWords = 3
