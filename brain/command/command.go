package command

import "slices"

// maxLength is the longest message that can be a command, in bytes. Beyond it
// a message is read in pieces (SPEC §3), and nobody types a command that long.
const maxLength = 16 << 10

// Command is one command as it was typed. Which fields are filled depends on
// the row; texts are pieces of the message with their own case and quotes.
type Command struct {
	Name       string   // as in the table, for example "rule add"
	Args       string   // all that follows the command's own words
	Options    []string // fixed words, in order: "all", "more", "chat", "json"
	Handles    []Handle // in the order typed, duplicates kept
	Number     int      // of a rule or version; 0 if none was given
	Cents      int      // of US dollars, as Words has them: allow 4.00
	Words      string   // what to find, keep, forget, amend, be called …
	Correction string   // what is right, after "no," or "wrong:"
	Person     string   // find … from PERSON; may turn out to be no person
	Period     string   // when, unresolved: "in March", "from 4 Dec to 18 Dec", "20 min"
	Except     string   // away … except THIS
}

// Has reports whether the fixed word was typed.
func (c Command) Has(option string) bool { return slices.Contains(c.Options, option) }

// Handle is the first handle, or the zero value if none was typed.
func (c Command) Handle() Handle {
	if len(c.Handles) == 0 {
		return Handle{}
	}
	return c.Handles[0]
}

// Memo is what a message asks to be remembered; ok is false where it asks for nothing of the kind.
func Memo(text string) (words string, ok bool) {
	c, is := Parse(text)
	return c.Words, is && c.Name == "remember"
}

// Parse reads a whole message as a command. It reports false for talk, which
// is nearly always.
func Parse(text string) (Command, bool) { return parse(text, commandGrammar) }

// Asked reads a whole message as a question that a command answers: "what's on today?". Whether there
// is anything to answer it with is for the caller to know; where there is not, it is talk.
func Asked(text string) (Command, bool) {
	c, ok := parse(text, questionGrammar)
	if c.Period == "" && c.Has("coming") {
		c.Period = soon
	}
	return c, ok
}

// soon is the time meant by "what's coming up?", which names none.
const soon = "the next 7 days"

// grammar is some rows, found by the words that they begin with.
type grammar struct {
	rows  []Row
	opens map[string][]int // see opening
}

var commandGrammar, questionGrammar = grammar{table, opening(table)}, grammar{asking, opening(asking)}

func parse(text string, in grammar) (Command, bool) {
	if len(text) > maxLength {
		return Command{}, false
	}
	m, ok := read(text, in)
	if !ok {
		return Command{}, false
	}
	if last := len(m.words) - 1; last > 0 && !m.cut && m.words[last].is("please") {
		polite := m
		polite.words = m.words[:last]
		if c, ok := polite.command(); ok {
			return c, true
		}
	}
	return m.command()
}

// command tries the rows in their order; the first form that covers
// the message wins.
func (m *message) command() (Command, bool) {
	for _, i := range m.fit {
		row := &m.rows[i]
		if m.asks && !row.Reads && !m.slash && !(row.Asks && len(m.words) > 1) {
			continue
		}
		for _, form := range row.forms {
			if c, ok := m.match(form, 0, Command{Name: row.Name}); ok {
				return c, true
			}
		}
	}
	return Command{}, false
}
