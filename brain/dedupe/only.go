package dedupe

import (
	"slices"
	"strings"

	"citadel/brain/extract"
)

// cues are the words in which a fact of an attribute is told, by its one name (see extract.Matter). Of two sentences
// that have no other words beside whom they are about and the value, both say the same: "Ana lives in Lisbon", "Ana's
// home is Lisbon".
var cues = map[string]map[string]bool{
	"residence": set("live lives living reside resides residing based dwell dwells located"),
	"employer":  set("work works working employ employs employed"),
	"role":      set("work works working"),
	"spouse":    set("marry married husband wife spouse"),
	"birthday":  set("birthday born"),
	"name":      set("name named called"),
	"location":  set("located situated based found lies stands"),
}

// nouns are those of them that are said of the one whom it is about: "Ana's home is …". Behind the verb they would be a
// thing: the Porto house is not Porto.
var nouns = map[string]map[string]bool{
	"residence": set("home town city residence"),
	"employer":  set("employer company firm"),
	"role":      set("job profession occupation"),
	"birthday":  set("birthday birth date"),
}

// naming are words that only say that what follows is a name; joining are those that stand before a value, or beside the
// whole, and say nothing.
var (
	naming  = set("called named name")
	joining = set("in at for as a an the on by to is are am be being way so well anyway")
)

// only says whether a statement tells its fact and nothing else: each of its words names the one it is about, or the
// value, or stands for the attribute.
func (r *Reader) only(st *Statement) bool {
	s := &st.sense
	if s.verb.low == "" || s.verb.name || st.value == "" || st.subject == "" {
		return false
	}
	value, subject, attribute := strings.Fields(strings.ToLower(st.value)), strings.Fields(st.subject), strings.Fields(strings.ToLower(st.item.Attribute))
	told := func(t term) bool {
		low := strings.ToLower(strings.TrimSuffix(t.low, "'s"))
		return !t.quantity && (slices.Contains(value, low) || slices.Contains(subject, low) || slices.Contains(attribute, low) || owners[low] && st.item.Subject == extract.Me ||
			cues[st.attribute][low] || naming[low] || joining[low] || pronouns[low])
	}
	if !calls(s.subject, st.subject) && slices.ContainsFunc(s.subject, func(t term) bool { return !told(t) && !nouns[st.attribute][t.low] }) {
		return false
	}
	rest := append([]term{s.verb}, s.said()...)
	for _, c := range s.chunks {
		if !joining[c.prep] {
			return false
		}
	}
	return !slices.ContainsFunc(rest, func(t term) bool { return t.low != "have" && t.low != "has" && !told(t) })
}

// asFirm says that two statements are as sure as each other, and of the same time.
func asFirm(x, y *sense) bool {
	return x.hedged == y.hedged && x.manner == y.manner && x.faint == y.faint && x.mode == y.mode && !x.never && !y.never && !x.none && !y.none &&
		x.tense == y.tense && x.the == y.the
}
