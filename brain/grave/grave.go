// Package grave knows words of what is not brought up with somebody unless he does so himself (TRUST, Reading
// moods): by their stems, in English. Too much is taken for grave rather than too little, for what is left unsaid
// can still be said in a conversation. What package crisis takes for danger and package extract for delicate is grave too.
package grave

import (
	"regexp"

	"citadel/brain/crisis"
	"citadel/brain/extract"
)

// What the words are of.
const (
	loss = `died|dies|dying|death|deaths|dead|funerals?|passed away|buried|burial|cremat\w*|hospice|mourn\w*|griev\w*|grief|widow\w*|coffin|graves?|late (?:mother|father|wife|husband)`

	illness = `ill|illness\w*|sick\w*|cancer|tumou?rs?|surgery|operat(?:ed|ion) on|hospitals?|clinic|doctors?|diagnos\w*|chemo\w*|symptoms?|pills|medication\w*|therap\w*|pregnan\w*|miscarr\w*|depress\w*|anxiety|panic|burn-?out|blood pressure|pain|rehab|addict\w*|alcoholi\w*|drunk`

	harm = `suicid\w*|self-harm\w*|abus\w*|assault\w*|rap(?:e|ed|ist)|violen\w*|beat(?:en|ing) (?:me|him|her|them|up)|murder\w*|kill\w*|weapon\w*`

	quarrel = `divorc\w*|separat(?:ed|ion) from|break-?up|broke up|affair|cheat\w*|custody|quarrel\w*|fights?|fought|argu(?:e|ed|ing|ments?)|shout\w*|hate[sd]?|furious|rage|humiliat\w*|bull(?:y|ied|ying)`

	straits = `lawsuit\w*|sue[sd]?|suing|courts?|police|arrest\w*|prison|lawyers?|fired|sacked|laid off|redundan\w*|bankrupt\w*|insolven\w*|debts?|overdrawn|foreclos\w*|mortgages?|salar(?:y|ies)|owes?|owed`
)

var (
	heavy = regexp.MustCompile(`(?i)\b(?:` + loss + `|` + illness + `|` + harm + `)\b`)
	some  = regexp.MustCompile(`(?i)\b(?:` + loss + `|` + illness + `|` + harm + `|` + quarrel + `|` + straits + `)\b`)
)

// Heavy says whether a text is of danger, death and grief, illness, faith, politics or harm.
func Heavy(text string) bool {
	_, danger := crisis.Check(text)
	return danger || extract.Delicate(text) || heavy.MatchString(text)
}

// Touched says whether it is of that, of quarrel and the end of a love, of the law, debts or the loss of work.
func Touched(text string) bool { return some.MatchString(text) || Heavy(text) }
