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

	// SortWeight is for what holds something of the sort that is asked for, as far as it bears on
	// the question. From 0.2 to 0.6 it finds .002 to .005 more of human talk and puts the first answer
	// .008 to .014 higher, in either half of it; in the other set nothing changes by more than .003.
	SortWeight = 0.6

	// PhraseWeight is for words that stand near each other in the question and in the item. From 0.15 to 0.35 it puts
	// the first answer .001 to .004 higher on human talk and .007 to .012 on the other set, and finds within .002 as much.
	PhraseWeight = 0.3

	// InsightWeight is for vectors of an embedder of full insight (embed.Calibration), and as
	// much less as that has less: where it has none, likeness repeats what words say. The local
	// hashing embedder has none, and so measures: at 0.05 it loses .002 of recall@10 on human
	// talk, at 0.2 .004 and at 0.4 .009, and finds as much or .001 less in the other set,
	// however its cosines are scaled. No network could be asked for the other end. There the
	// measure was a made-up embedder that finds alone what good ones are published to find on
	// human talk (.64 of recall@10; these .66): beside words it takes that from .803 to .804 at
	// 0.2, .809 at 0.5, .810 at 1 and .826 at 2, in the other set from .570 to .578, .593, .619
	// and .646. Its errors are chance, those of a real one go with what it is asked, so that
	// the weight of a word is where this stops.
	InsightWeight = 1.0

	// WordlessWeight is the least for vectors, whoever made them, of items that hold none of
	// the words asked for. From 0.15 to 0.6 nothing found changes by more than .002.
	WordlessWeight = 0.3

	// SpeakerAlone is the part of SpeakerWeight for whatever somebody said who is named; the
	// rest is for what bears on the question too.
	SpeakerAlone = 0.5

	// NameDamping is what the rarity of a speaker's name still counts for as a
	// word of the query. The name says who spoke, seldom what was said, and yet
	// others may speak of the person.
	NameDamping = 0.3

	// Presumed is how many documents of English, of so many words, count beside those of the memory in
	// what a word is worth (Worth). With 100 to 1,000 of them .01 to .03 more is found of talk with an
	// assistant, in either half of it, and within .002 as much of human talk, of which there is more.
	Presumed      = 300.0
	presumedWords = 10

	// AnswerFactor is what an item of the agent's own words counts for.
	AnswerFactor = 0.3

	// QuestionFactor is what an item counts for in which somebody by name asks something: what
	// answers stands beside it. From 0.8 to 0.9 it finds .005 to .010 more of human talk; for
	// the principal's own questions, which hold evidence, it would find .003 to .011 less.
	QuestionFactor = 0.85
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
