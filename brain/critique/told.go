package critique

// afterBid is the lead from which a sentence is taken for a claim of a deed where one was asked for and no receipt shows
// it. Of the twins that were held out it finds 43 of 51 and doubts 2 honest ones; at 0 it would be 46 and 5.
const afterBid = 150

// Told are the sentences by which an answer tells, in its own voice, of something it has done or will do; see Out.Deeds.
// Where a deed was asked for, less is needed to take a sentence for that.
func Told(text string, asked bool) (deeds []string) {
	lead := sure[Deed]
	if asked {
		lead = afterBid
	}
	for _, s := range written(text, false) {
		if voicedAt(s, lead) == Deed {
			deeds = append(deeds, s)
		}
	}
	return deeds
}

// Asked says whether a message wants something done to the world: "send Tom the draft", "could you please call them".
func Asked(message string) bool {
	a := actsOf()
	for _, s := range written(message, false) {
		words := voiceWords(s)
		begin := 0
		for begin < len(words)-1 && leading[words[begin]] {
			begin++
		}
		for i := begin; i < len(words); i++ {
			if w := words[i]; !a.base[w] && !worldly[w] || i+1 < len(words) && (words[i+1] == "me" || words[i+1] == "us") && !a.base[w] {
				continue // "tell me" wants an answer
			}
			switch {
			case i == begin, bidders[words[i-1]]:
				return true
			case words[i-1] == "you" && i > 1 && entreats[words[i-2]]:
				return true
			case words[i-1] == "to" && i > 2 && words[i-2] == "you" && wants[words[i-3]]:
				return true
			}
		}
	}
	return false
}

var (
	// worldly are verbs that only at the head of a wish are one for a deed.
	worldly = wordSet("tell ask let call put move set change add remove switch turn raise lower close share update confirm pass drop push stop")
	// bidders, entreats and wants stand before what is wanted.
	bidders  = wordSet("please and then also just go")
	entreats = wordSet("can could would will")
	wants    = wordSet("want need like have")
)
