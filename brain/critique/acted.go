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
	argued leaned tended supposed presumed imagined believed doubted feared regarded judged favoured favored intended planned aimed required recognised recognized identified detected
	spotted traced attributed ascribed credited blamed spelled spelt formatted indented attached trained designed asked limited allowed supposed able equipped built instructed watched updated created`)

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
		past := irregular[verb] || len(verb) > 4 && strings.HasSuffix(verb, "ed") && !strings.HasSuffix(verb, "eed")
		if past && !thought[verb] && !explains(words[:i]) && (j+1 == len(words) || !denials[words[j+1]] && !idle[words[j+1]]) {
			return true
		}
	}
	return false
}

// idle are what follows a verb by which nothing was done to anything: "I sent nothing", "I paid
// attention", or only something said to the reader.
var idle = wordSet("nothing none nobody you attention heed")
