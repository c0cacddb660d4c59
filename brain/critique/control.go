package critique

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Verb is what a control line asks for.
type Verb string

// The verbs (SPEC §11).
const (
	Commit  Verb = "commit"  // COMMIT: what is promised
	Close   Verb = "close"   // CLOSE: c12
	Claim   Verb = "claim"   // CLAIM:type={...}
	Reflect Verb = "reflect" // REFLECT:{...}
	Ref     Verb = "ref"     // REF: an event of another ledger
)

// Limits of what a control line holds, in bytes.
const (
	maxCommit = 500
	maxJSON   = 8 << 10
)

var (
	controlLine = regexp.MustCompile(`^[\s*_]*(COMMIT|CLOSE|CLAIM|REFLECT|REF)[*_]*[ \t]?:[*_]*[ \t]*(.*)$`)
	closeHandle = regexp.MustCompile(`^[cl][0-9]{1,19}$`)
	price       = regexp.MustCompile(`^[^\sA-Za-z0-9]*[A-Z]{0,3}[$€£¥]?[0-9][0-9,]*(?:\.[0-9]+|%)`)
	claimType   = regexp.MustCompile(`^([a-z][a-z0-9_.-]{0,39})\s*=\s*(.*)$`)
)

// verbOf says which control line the words of a line are, "" if none. A closing price is
// none.
func verbOf(words string) Verb {
	at := controlLine.FindStringSubmatch(words)
	if at == nil || at[1] == "CLOSE" && price.MatchString(at[2]) {
		return ""
	}
	return Verb(strings.ToLower(at[1]))
}

// pending is a control line whose JSON goes on in the next lines.
type pending struct {
	control Control
	text    strings.Builder
	depth   int  // brackets that are open
	quoted  bool // in a string
	escaped bool // behind a backslash in it
}

// feed reads more of the JSON and says whether its brackets are closed.
func (p *pending) feed(text string) (whole bool) {
	if p.text.Len() <= maxJSON {
		p.text.WriteString(text)
	}
	for i := range len(text) {
		switch c := text[i]; {
		case p.escaped:
			p.escaped = false
		case p.quoted && c == '\\':
			p.escaped = true
		case c == '"':
			p.quoted = !p.quoted
		case p.quoted:
		case c == '{', c == '[':
			p.depth++
		case c == '}', c == ']':
			p.depth--
		}
	}
	return p.depth <= 0
}

// order reads a control line. Nothing of it is let through.
func (m *machine) order(line string) {
	_, body := split(line)
	at := controlLine.FindStringSubmatch(body)
	c := Control{Verb: Verb(strings.ToLower(at[1]))}
	words := strings.TrimSpace(at[2])
	switch c.Verb {
	case Commit, Ref:
		c.Text = words[:min(len(words), maxCommit)]
		switch {
		case words == "":
			c.Fault = "it says nothing"
		case len(words) > maxCommit:
			c.Fault = "it is too long"
			c.Text = strings.ToValidUTF8(c.Text, "")
		}
	case Close:
		if c.Text = words; !closeHandle.MatchString(words) {
			c.Text = strings.ToValidUTF8(words[:min(len(words), maxCommit)], "")
			c.Fault = "it names no promise or loop"
		}
	case Claim:
		t := claimType.FindStringSubmatch(words)
		if t == nil {
			c.Fault = "it has no type"
			break
		}
		c.Type = t[1]
		m.json(c, t[2])
		return
	case Reflect:
		m.json(c, words)
		return
	}
	m.add(c)
}

// json reads the JSON of a control line, from the next lines too where it goes on there.
func (m *machine) json(c Control, text string) {
	m.data = &pending{control: c}
	if m.data.feed(text) {
		m.endData()
	}
}

// moreData takes a line while JSON goes on: up to where it is whole, or a blank line.
func (m *machine) moreData(line string) {
	words := strings.TrimSpace(line)
	switch {
	case words == "":
		m.endData()
		m.blank()
	case m.data.feed("\n" + words):
		m.endData()
	}
}

func (m *machine) endData() {
	c, text := m.data.control, m.data.text.String()
	m.data = nil
	switch {
	case len(text) > maxJSON:
		c.Fault = "it is too long"
	case !json.Valid([]byte(text)):
		c.Fault = "it is not JSON"
	case c.Verb == Reflect && !strings.HasPrefix(text, "{"):
		c.Fault = "it is not an object"
	default:
		c.JSON = json.RawMessage(text)
	}
	m.add(c)
}

func (m *machine) add(c Control) {
	if len(m.control) < maxControls {
		m.control = append(m.control, c)
	}
}
