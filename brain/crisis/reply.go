package crisis

import "strings"

// Line is a crisis line the principal configured.
type Line struct{ Name, Number string }

// Person is what the fixed texts may mention of the principal. All of it was
// set beforehand; nothing is worked out at the moment of need.
type Person struct {
	Country string // ISO 3166 code; empty or not in the table: unknown
	Line    Line   // left out of the text unless both parts are set
	Trusted string // the name of a contact the principal chose for this, or empty
}

const (
	paused  = "I've paused everything else; `fine` ends the pause. This stays out of briefings, dreams and your files."
	askAway = "Which country are you in? I'll put the number here."
)

// Cleared answers AllClear.
const Cleared = "Understood. What I had paused goes on as before, and this stays out of briefings, dreams and your files. I did nothing with that message: if it asked for something, say it in other words."

// Reply is the fixed answer to a message of kind k, in CommonMark (MESSAGES
// 28). The only numbers in it are the table's and the configured line's. With
// the country unknown it asks for it in its last line, for Country to read.
func Reply(k Kind, p Person) string {
	number, known := Number(p.Country)
	call := "call " + number
	if !known {
		call = "call your local emergency number"
	}
	var parts []string
	switch k {
	case Medical:
		parts = append(parts,
			capital(call)+" now.",
			"I'm software and can't judge how serious this is; the person who answers can, and says what to do until help comes. Stay on the line.")
	case Others:
		parts = append(parts,
			"Thank you for telling me. I'm software and can't judge how dangerous this is; a person can, right now.",
			"If someone is about to be hurt, by you or by anyone else: get away from them and "+call+".")
	case Abuse:
		parts = append(parts,
			"Thank you for telling me. Nobody has the right to hurt you. I'm software and can't keep you safe; a person can.",
			"If you are in danger now: get to where other people are, if you can, and "+call+".")
	default:
		parts = append(parts,
			"Thank you for telling me. I'm software and can't judge how safe you are; a person can, right now.",
			"If you might act on this, or are in danger: "+call+".")
	}
	// A talking line is no help to a body; there the first call is the one.
	if k != Medical && p.Line.Name != "" && p.Line.Number != "" {
		parts = append(parts, "To talk to someone at any hour: "+plain(p.Line.Name)+", "+plain(p.Line.Number)+".")
	}
	parts = append(parts, company(k, p.Trusted, known))
	if k == Abuse {
		parts = append(parts, "If somebody else may read this screen, close it; I won't bring this up unasked.")
	}
	parts = append(parts, paused)
	if !known {
		parts = append(parts, askAway)
	}
	return strings.Join(parts, "\n\n")
}

// company is the paragraph about a human to turn to. It is a question only if
// the country is not the question already (MESSAGES rule 3).
func company(k Kind, trusted string, ask bool) string {
	trusted = plain(trusted)
	switch {
	case trusted != "" && k == Medical:
		return "If you can't call yourself, reach " + trusted + " or whoever is nearest."
	case trusted != "":
		return "You named " + trusted + " for a moment like this. Call or write to " + trusted + " now."
	case k == Medical:
		return "If you can't call yourself, hand the phone to whoever is nearest."
	case ask:
		return "Is there someone who can be with you? I can put their number here."
	}
	return "If there is someone who can be with you, call them now."
}

// Where answers a country read by Country: what to call there. It is ok only
// for a country of the table.
func Where(code string) (reply string, ok bool) {
	c, ok := find(code)
	if !ok {
		return "", false
	}
	return "In " + c.name + ": call " + c.number + ".", true
}

// AllClear reports whether text is the one word that ends the pause, or one of
// the few ways people write it: "fine", "I'm fine", "false alarm". Anything
// longer is not, since "fine" begins many sentences that mean the opposite.
func AllClear(text string) bool {
	if len(text) > 80 {
		return false
	}
	// Apostrophes go, so that "I'm" is one word, however it is typed.
	text = strings.NewReplacer("'", "", "’", "", "‘", "", "`", "").Replace(text)
	switch strings.Join(plainWords(text), " ") {
	case "fine", "im fine", "i am fine", "am fine", "fine thanks", "fine thank you", "im fine thanks",
		"im fine thank you", "all fine", "everything is fine", "everythings fine", "were fine", "we are fine", "its fine",
		"false alarm", "that was a false alarm", "it was a false alarm", "fine false alarm",
		"sorry false alarm", "no false alarm", "yes fine", "yes im fine", "ok fine", "ok im fine", "really im fine", "im fine really":
		return true
	}
	return false
}

// plain keeps a configured name from being read as markup or breaking the line.
func plain(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "&", `\&`, "#", `\#`).Replace(s)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
