package dedupe

import "strings"

var (
	articles     = set("a an the")
	owners       = set("my our your his her their its")
	pronouns     = set("i we he she they it you this that there who")
	quantities   = set("all every each some any most many few a-few several half both only always often sometimes usually rarely seldom hardly almost approximately exactly mostly merely twice once")
	fillers      = set("really very quite actually indeed just already still now currently also too finally certainly definitely simply please today's yet presently nowadays officially clearly obviously of")
	prepositions = set(`in on at to from with without by for about before after since until till during per into onto under over behind between near
		through against within around outside inside above below beside towards across despite upon via up out off down if unless when while because`)
	maybes  = set("maybe possibly probably apparently supposedly allegedly presumably seemingly reportedly")
	modes   = map[string]string{"may": "may", "might": "may", "could": "may", "would": "would", "should": "should", "must": "must", "can": "can", "ought": "should"}
	ends    = set("stop stopped stops stopping quit quits ceased")
	fails   = set("failed forgot refused declined neglected refuses fails forgets declines failing refusing")
	manages = set("managed remembered")
	turns   = set("moved pushed postponed rescheduled changed switched rose went raised increased dropped fell cut lowered brought shifted delayed climbed grew reduced")
	unsure  = [][]string{{"i", "think"}, {"i", "believe"}, {"i", "guess"}, {"i", "suppose"}, {"i", "assume"}, {"i", "am", "not", "sure", "but"}, {"not", "sure", "but"}, {"as", "far", "as", "i", "know"}, {"if", "i", "remember", "right"}}
	empty   = [][]string{{"after", "all"}, {"in", "fact"}, {"by", "the", "way"}, {"of", "course"}, {"at", "the", "moment"}, {"for", "now"}, {"at", "present"}, {"right", "now"}}
	// unchanging are verbs whose form is the same today and yesterday.
	unchanging = set("read put cut set hit cost let shut hurt beat bet spread")
)

func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}
