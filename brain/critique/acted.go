package critique

import "strings"

// The patterns of voice.txt name what models say most. Beyond them there is a net: whoever has
// no hands and no day can say of his own past only what thinking and writing are, so "I" with
// any other verb in the past tells of a deed, or of a life. It is only noted, never taken out,
// since nobody can list all verbs.

// thought are the verbs of which software may speak in the first person: of knowing, reading,
// reckoning, wording, and of being wrong.
var thought = wordSet(`said told asked wrote written answered replied named listed counted compared took left put read saw seen found looked assumed used meant misread
	missed mixed confused overstated understated made had was were did been worded shortened translated summarised summarized calculated computed added rounded converted
	checked noticed thought knew known learned learnt understood expected suggested recommended proposed promised quoted cited started began begun kept cut moved changed
	removed replaced corrected ordered sorted grouped split marked dropped ignored treated based drew got arrived came relied searched received needed wanted wondered
	hoped preferred agreed disagreed decided picked chose chosen stopped tried mistook mentioned described explained estimated guessed reckoned concluded inferred derived
	deduced weighed considered held stated claimed called warned advised noted referred pointed gave given showed shown shared offered returned turned repeated rewrote rewritten rephrased
	rearranged reworded edited trimmed tightened softened highlighted underlined flagged included excluded omitted skipped listened paid stood stuck switched followed
	matched mapped measured multiplied divided subtracted summed averaged ranked rated scored tested verified confirmed reviewed analysed analyzed interpreted
	related linked connected contradicted failed erred slipped lacked lost forgot forgotten remembered recalled restated detailed drafted outlined sketched structured
	caught ironed combed sifted leafed dug narrowed teased spotted untangled unpicked reconciled argued leaned tended supposed presumed imagined believed doubted feared regarded judged favoured favored intended planned aimed required recognised recognized identified detected
	spotted traced attributed ascribed credited blamed spelled spelt formatted indented attached trained designed asked limited allowed supposed able equipped built instructed watched updated created ended walked revised reconsidered`)

// irregular are pasts that do not end in "ed".
var irregular = wordSet(`sent gave ran bought spent met flew swam ate drank slept woke felt heard drove rode built sold shut spoke taught wore won lost paid brought caught fought hung
	held fed fell rang sang sat stole swept threw tore bet broke cost dealt dug hid hurt lent laid led lit sought shook shot slid spun stuck struck swore withdrew`)

// aside are words between "I" and its verb.
var aside = wordSet("have had just already now also then since gone ahead and did even successfully finally personally still once recently always quickly")

// acted says whether a sentence tells of something that I did beyond thinking and writing.
func acted(words []string) bool {
	for i, w := range words {
		if w != "i" || i > 0 && (untold[words[i-1]] || reported[words[i-1]] || words[i-1] == "that") {
			continue
		}
		j := i + 1
		for j < len(words) && aside[words[j]] {
			j++
		}
		if j == len(words) {
			continue
		}
		verb := words[j]
		if either[verb] && !explains(words[:i]) && !onPaper(words[j+1:]) {
			return true
		}
		past := !either[verb] && irregular[verb] || len(verb) > 4 && strings.HasSuffix(verb, "ed") && !strings.HasSuffix(verb, "eed") && !either[verb]
		if past && !thought[verb] && !explains(words[:i]) && !toNothing(words[j+1:]) {
			return true
		}
	}
	return false
}

// either are verbs that are thought with one object and a deed with another: I moved the comma, I
// moved the funds.
var either = wordSet(`moved changed removed replaced corrected ordered shared called paid returned opened closed stopped dropped updated created edited tested
	ran reported merged accepted collected cancelled canceled deleted set fixed started settled signed watched trained helped answered lowered raised filled refreshed renewed restored rebuilt`)

// paper are what is worked on in thinking and writing.
var paper = wordSet(`it that this them these those both all one ones some none each half rest others everything nothing you attention heed
	figure figures price prices date dates clause line lines word words text texts draft list lists table tables sum sums total totals number numbers paragraph paragraphs sentence
	sentences message messages note notes name names title quote quotes offer offers option options view mind estimate estimates guess answer answers question questions case cases point
	points entry entries heading order tone style opening ending example examples source sources version versions step steps item items detail details record records fact facts first
	second third fourth fifth next last wording phrase phrases term terms comma spelling language subject summary outline structure claim claims reading plan numbering formula column
	columns row rows unit units currency rate rates assumption assumptions argument arguments search searches check checks comparison letter mistake error errors slip typo typos
	mail page file conclusion advice calculation rounding count counts side sides chapter section month months year years week weeks day days letters verse verses line rhyme rhythm`)

// onPaper says whether what follows a verb is nothing but thought and writing: no object, or one
// that is written.
func onPaper(words []string) bool {
	for i, w := range words {
		switch {
		case paper[w] || w == "" || w[0] >= '0' && w[0] <= '9':
			return true
		case small[w] || turning[w]:
			return i == 0 // "I opened with the price"
		case i == maxObject:
			return false
		}
	}
	return len(words) == 0
}

// turning end an object, and maxObject is how many words of it are looked at.
var turning = wordSet("to into from by as because since and but so when while if before after until twice again wrong")

const maxObject = 5

// toNothing says whether what follows a verb leaves nothing done: "I bet on nothing".
func toNothing(words []string) bool {
	if len(words) > 1 && small[words[0]] {
		words = words[1:]
	}
	return len(words) > 0 && (denials[words[0]] || idle[words[0]])
}

// small are words between a verb and its object.
var small = wordSet("on to for at in with about")

// idle are what follows a verb by which nothing was done to anything: "I sent nothing", "I paid
// attention", or only something said to the reader.
var idle = wordSet("nothing none nobody you attention heed")
