package extract

// feeling is a word for how one feels.
type feeling struct{ valence, intensity float64 }

// feelings are for the first person only; what others feel is not read
// (TRUST, Reading moods). The figures are ours: sign and rough strength.
var feelings = map[string]feeling{
	"happy": {.7, .5}, "glad": {.5, .4}, "thrilled": {.9, .8}, "excited": {.8, .6}, "delighted": {.9, .7}, "proud": {.7, .6}, "relieved": {.6, .5},
	"grateful": {.7, .5}, "overjoyed": {1, .9}, "ecstatic": {1, .9}, "elated": {.9, .8}, "hopeful": {.5, .4}, "optimistic": {.5, .4}, "content": {.5, .3},
	"cheerful": {.6, .4}, "pleased": {.5, .4}, "great": {.7, .5}, "wonderful": {.8, .6}, "fantastic": {.8, .6}, "amazing": {.8, .6}, "calm": {.4, .3},
	"confident": {.5, .4}, "motivated": {.5, .4}, "energised": {.6, .5}, "energized": {.6, .5}, "touched": {.6, .5}, "amused": {.4, .3},
	"sad": {-.6, .5}, "unhappy": {-.6, .5}, "depressed": {-.8, .7}, "miserable": {-.8, .7}, "heartbroken": {-.9, .9}, "devastated": {-1, .9}, "gutted": {-.8, .7},
	"down": {-.5, .4}, "low": {-.5, .4}, "lonely": {-.7, .6}, "hopeless": {-.9, .8}, "disappointed": {-.6, .5}, "upset": {-.6, .5}, "hurt": {-.6, .5},
	"angry": {-.7, .7}, "furious": {-.9, .9}, "mad": {-.6, .6}, "annoyed": {-.5, .4}, "irritated": {-.5, .4}, "frustrated": {-.6, .5}, "livid": {-.9, .9}, "outraged": {-.9, .8},
	"fed-up": {-.6, .6}, "worried": {-.5, .5}, "anxious": {-.6, .6}, "nervous": {-.4, .5}, "scared": {-.7, .7}, "afraid": {-.6, .6}, "terrified": {-.9, .9}, "stressed": {-.6, .6},
	"overwhelmed": {-.6, .6}, "panicked": {-.8, .8}, "tense": {-.4, .4}, "exhausted": {-.6, .6}, "tired": {-.3, .4}, "drained": {-.5, .5}, "burnt-out": {-.8, .7},
	"ashamed": {-.7, .6}, "guilty": {-.6, .6}, "embarrassed": {-.5, .5}, "jealous": {-.5, .5}, "bored": {-.3, .3}, "confused": {-.3, .3}, "shocked": {-.5, .7},
	"terrible": {-.7, .6}, "awful": {-.7, .6}, "horrible": {-.7, .6}, "lost": {-.5, .5}, "helpless": {-.7, .6}, "bitter": {-.6, .5}, "homesick": {-.5, .5}, "uneasy": {-.4, .4}, "rotten": {-.6, .5},
}

// onlyFelt are words that say a feeling after "feel", and something else after "am".
var onlyFelt = words("great wonderful fantastic amazing low down lost terrible awful horrible content rotten hurt mad touched")

func isFeeling(w string) bool { _, ok := feelings[w]; return ok }

var (
	stronger = words("very so really extremely incredibly absolutely totally completely super deeply terribly utterly truly")
	weaker   = words("slightly somewhat bit little kinda mildly rather")
)

// emotion reads "I'm furious", "I feel a bit low", "that made me very sad".
func (r *reader) emotion(c *clause) bool {
	t := c.toks
	if r.utterance.Speaker != "" || c.source != "" || len(t) < 2 {
		return false
	}
	i, felt := -1, false
	switch {
	case t[0].low == "i" && (t[1].low == "'m" || t[1].low == "am"):
		i = 2
	case t[0].low == "i" && (t[1].low == "feel" || t[1].low == "felt"):
		i, felt = 2, true
	case t[0].low == "i" && (t[1].low == "'ve" || t[1].low == "have") && len(t) > 3 && (t[2].low == "been" || t[2].low == "never"):
		i = 3
		if t[2].low == "never" {
			i = 4
		}
	case t[0].low == "feeling":
		i, felt = 1, true
	case t[0].low == "so" || t[0].low == "very" || t[0].low == "really":
		i = 0
	default:
		for k := 1; k+2 < len(t) && k < 10; k++ {
			if (t[k].low == "made" || t[k].low == "makes" || t[k].low == "left" || t[k].low == "has" && t[k+1].low == "made") && (t[k+1].low == "me" || t[k+2].low == "me") && t[0].low != "you" {
				i = k + 2
				if t[k+1].low != "me" {
					i++
				}
				felt = true
				if i < len(t) && (t[i].low == "feel" || t[i].low == "feeling") {
					i++
				}
				break
			}
		}
	}
	if i < 0 {
		return false
	}
	if i < len(t) && (t[i].low == "feeling" || t[i].low == "getting") {
		felt = t[i].low == "feeling"
		i++
	}
	negated, boost := false, 0.0
	for i < len(t) {
		w := t[i].low
		switch {
		case w == "not":
			negated = true
		case stronger[w]:
			boost += 0.2
		case weaker[w]:
			boost -= 0.2
		case w == "a" || w == "of" || w == "pretty" || w == "quite" || w == "kind" || w == "just" || w == "still" || w == "also" || w == "too" || w == "actually" || w == "both" || w == "happy" && i+1 < len(t) && t[i+1].low == "and" || w == "more" || w == "now" || w == "honestly":
			if w == "happy" {
				goto found
			}
		default:
			goto found
		}
		i++
	}
found:
	if i >= len(t) {
		return false
	}
	name := t[i].low
	end := i + 1
	if joinLow(t, i, 2) == "fed up" || joinLow(t, i, 2) == "burnt out" || joinLow(t, i, 2) == "burned out" {
		name, end = "fed-up", i+2
		if t[i].low != "fed" {
			name = "burnt-out"
		}
	}
	f, ok := feelings[name]
	if !ok || !felt && onlyFelt[name] {
		return false
	}
	// Only a word of feeling that closes the clause or says what it is about.
	topic := ""
	if end < len(t) {
		switch w := t[end].low; {
		case w == "about" || w == "with" || w == "at" || w == "of" || w == "by" || w == "for" || w == "over":
			k := end + 1
			stop := k
			for stop < len(t) && t[stop].kind <= quoted && t[stop].low != "because" {
				stop++
			}
			if name == "afraid" && stop == k {
				return false
			}
			topic = r.slice(t, k, stop)
		case w == "to":
			if name == "happy" || name == "glad" || name == "afraid" || name == "pleased" || name == "delighted" || name == "relieved" && end+1 >= len(t) || name == "excited" && end+1 >= len(t) {
				return true // happy to help: willing, not happy
			}
		case w == "that" || w == "because" || w == "and" || w == "but" || w == "right" || w == "now" || w == "since" || w == "when" || t[end].kind > number || w == "again" || w == "lately" || w == "enough" || w == "all" || w == "as":
			if name == "afraid" && w == "that" {
				return false
			}
		case name == "afraid" || name == "glad" && (w == "you" || w == "it"):
			return name == "glad"
		case !whenAt(t, end).empty() || pronouns[w] || determiners[w] || t[end].capital:
		default:
			return false
		}
	}
	if negated {
		f.valence, f.intensity = -0.6*f.valence, f.intensity-0.1
	}
	r.add(c, Item{Kind: Emotion, Subject: Me, Attribute: name, Value: topic, Negated: negated,
		Valence: f.valence, Intensity: min(max(f.intensity+boost, 0.1), 1)})
	return true
}
