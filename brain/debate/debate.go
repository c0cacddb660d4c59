package debate

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/critique"
	"citadel/brain/model"
	"citadel/memory/event"
)

// Case is a decision and what bears on it.
type Case struct {
	Decision string // as it stands
	Reason   string // why it was made; may be empty
	Made     string // when, in words
	Evidence []Piece
	Names    []string  // of whom and what the case speaks, as far as they are known; see Mask
	Today    time.Time // in the principal's zone
	// Known finds in a text the names of those who are known to the program, whatever they are
	// called in it, by place and apart from each other; nil where nobody is known. What it finds
	// reaches no stranger, also where it is a word like any other ("May").
	Known func(text string) []Named
}

// Named is a stretch of a text, in bytes, that names somebody.
type Named struct {
	Start, End int
	Name       string // by which the principal calls him
}

// Piece is one piece of evidence, on a side where a rule is sure of one.
type Piece struct{ Words, Side string }

// Packet is what an adversary sees.
type Packet struct {
	Position string   `json:"position"`
	Evidence []string `json:"evidence"`
	Question string   `json:"question"`
}

// Sorted is what came of the first question.
type Sorted struct {
	Sides  []string // of each piece: event.SideFor, event.SideAgainst, or neither
	Packet Packet   // without names
}

// Verdict is a recommendation. It changes nothing.
type Verdict struct {
	How    string    // event.Hold, event.Amend or event.Reverse
	Text   string    // the decision as it should read; of event.Amend only, and never empty there
	Review time.Time // when to look again; zero where the model cannot say
	Why    string
	Kept   string // what of the other side was taken over
	Rests  []int  // pieces of evidence it goes by, from 0
}

// Bounds of what is shown and kept, in bytes where nothing else is said. What is told of a
// decision with all of them has to fit into a message beside the evidence (MESSAGES 2).
const (
	longestArgument  = 300
	longestAmendment = 200
	longestWhy       = 200
	longestKept      = 120
	longestTold      = 400 // of a sentence of a packet

	longestPiece  = 600
	mostPieces    = 24
	mostEvidence  = 8 // sentences of a packet
	latestReview  = 2 // years
	sortTokens    = 3000
	againstTokens = 2000
	weighTokens   = 6000
)

var (
	//go:embed sort.md
	sortText string
	//go:embed against.md
	againstText string
	//go:embed weigh.md
	weighText string
)

// Head names the instructions, for the receipt of what models were shown: hex SHA-256.
func Head() string {
	sum := sha256.Sum256([]byte(sortText + againstText + weighText))
	return hex.EncodeToString(sum[:])
}

// Sort asks on which side each piece stands, and for the packet.
func (c Case) Sort() model.Request {
	return request(sortText, c.shown(nil), sortSchema, sortTokens, model.LowEffort)
}

// Against asks an adversary.
func (p Packet) Against() model.Request {
	var b strings.Builder
	fmt.Fprintf(&b, "<position>\n%s\n</position>\n<evidence>\n", inert(p.Position))
	for _, e := range p.Evidence {
		fmt.Fprintf(&b, "- %s\n", inert(e))
	}
	fmt.Fprintf(&b, "</evidence>\n<question>\n%s\n</question>", inert(p.Question))
	return request(againstText, b.String(), nil, againstTokens, model.MediumEffort)
}

// Weigh asks for a recommendation. Without an argument nobody argued the other side.
func (c Case) Weigh(s Sorted, argument string) model.Request {
	shown := c.shown(s.Sides)
	if argument != "" {
		shown += fmt.Sprintf("\n<debate from=\"another model\" standing=\"to be challenged\">\n%s\n</debate>", inert(argument))
	}
	return request(weighText, shown, weighSchema, weighTokens, model.HighEffort)
}

func request(instructions, shown string, schema json.RawMessage, most int, effort model.Effort) model.Request {
	return model.Request{
		System:   []model.Passage{{Text: instructions, Cache: true}},
		Messages: []model.Message{model.Says(model.User, shown)},
		Schema:   schema, MaxTokens: most, Effort: effort,
	}
}

// shown is the case as the model that answers the principal sees it.
func (c Case) shown(sides []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Today is %s.\n<decision made=\"%s\">\n%s\n</decision>\n", c.Today.Format("Monday 2 January 2006"), inert(c.Made), inert(c.Decision))
	if c.Reason != "" {
		fmt.Fprintf(&b, "<reason>\n%s\n</reason>\n", inert(c.Reason))
	}
	for i, p := range c.Evidence[:min(len(c.Evidence), mostPieces)] {
		side := p.Side
		if side == "" && i < len(sides) {
			side = sides[i]
		}
		if side != "" {
			side = fmt.Sprintf(" side=%q", side)
		}
		fmt.Fprintf(&b, "<evidence number=\"%d\"%s>\n%s\n</evidence>\n", i+1, side, inert(beginning(p.Words, longestPiece)))
	}
	if len(c.Evidence) == 0 {
		b.WriteString("Nothing was said since that bears on it.\n")
	}
	return b.String()
}

// inert keeps words from closing the tag they stand in, or opening another.
func inert(s string) string { return strings.NewReplacer("<", "‹", ">", "›", `"`, "'").Replace(s) }

func beginning(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + " …"
}

// Argument is what of an adversary's answer may be said, with the names back in; "" for nothing.
func (c Case) Argument(answer string) string { return c.mask().back(sentence(answer, longestArgument)) }

// sentence is what of a model's words may be said, on one line.
func sentence(raw string, most int) string {
	s := strings.Join(strings.Fields(critique.Clean(raw, critique.Known{}).Text), " ")
	return beginning(strings.NewReplacer("**", "", "`", "").Replace(s), most)
}

// Sorted reads the answer to Sort. The error is that of an answer that is no JSON.
func (c Case) Sorted(answer string) (Sorted, error) {
	var in struct {
		Sides []struct {
			Number int    `json:"number"`
			Side   string `json:"side"`
		} `json:"sides"`
		Packet
	}
	if err := json.Unmarshal([]byte(answer), &in); err != nil {
		return Sorted{}, fmt.Errorf("debate: read how the evidence was sorted: %w", err)
	}
	s := Sorted{Sides: make([]string, len(c.Evidence))}
	for _, x := range in.Sides {
		if (x.Side == event.SideFor || x.Side == event.SideAgainst) && x.Number >= 1 && x.Number <= len(s.Sides) {
			s.Sides[x.Number-1] = x.Side
		}
	}
	for i, p := range c.Evidence {
		if p.Side != "" {
			s.Sides[i] = p.Side
		}
	}
	s.Packet = c.Packet(in.Packet)
	return s, nil
}

// CaseOf is a case of which nothing is known but what is told of it.
func CaseOf(told Packet, known func(text string) []Named) Case {
	c := Case{Decision: told.Position, Reason: told.Question, Known: known}
	for _, e := range told.Evidence {
		c.Evidence = append(c.Evidence, Piece{Words: e})
	}
	return c
}

// Packet is what of a packet an adversary may see: without names, and within bounds.
func (c Case) Packet(told Packet) (p Packet) {
	m := c.mask()
	p.Position, p.Question = m.over(sentence(told.Position, longestTold)), m.over(sentence(told.Question, longestTold))
	for _, e := range told.Evidence[:min(len(told.Evidence), mostEvidence)] {
		if e = m.over(sentence(e, longestTold)); e != "" {
			p.Evidence = append(p.Evidence, e)
		}
	}
	return p
}

// Weighed reads the answer to Weigh. The error is that of an answer that recommends nothing.
func (c Case) Weighed(answer string) (Verdict, error) {
	var in struct {
		Recommend, Text, Review, Because, Kept string
		Rests                                  []int
	}
	if err := json.Unmarshal([]byte(answer), &in); err != nil {
		return Verdict{}, fmt.Errorf("debate: read the recommendation: %w", err)
	}
	v := Verdict{How: in.Recommend, Why: sentence(in.Because, longestWhy), Kept: sentence(in.Kept, longestKept)}
	switch v.How {
	case event.Hold, event.Reverse:
	case event.Amend:
		if v.Text = sentence(in.Text, longestAmendment); v.Text == "" {
			return Verdict{}, fmt.Errorf("debate: an amendment without words")
		}
	default:
		return Verdict{}, fmt.Errorf("debate: recommends nothing that can be done")
	}
	if day, err := time.ParseInLocation(time.DateOnly, in.Review, c.Today.Location()); err == nil {
		day = day.Add(reviewHour)
		if day.After(c.Today) && day.Before(c.Today.AddDate(latestReview, 0, 0)) {
			v.Review = day
		}
	}
	for _, n := range in.Rests {
		if n >= 1 && n <= len(c.Evidence) {
			v.Rests = append(v.Rests, n-1)
		}
	}
	return v, nil
}

// reviewHour is when on its day a decision is looked at again.
const reviewHour = 9 * time.Hour

var (
	sortSchema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["sides","position","evidence","question"],"properties":{` +
		`"sides":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["number","side"],"properties":{` +
		`"number":{"type":"integer"},"side":{"type":"string"}}}},` +
		`"position":{"type":"string"},"evidence":{"type":"array","items":{"type":"string"}},"question":{"type":"string"}}}`)
	weighSchema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["recommend","text","review","because","rests","kept"],"properties":{` +
		`"recommend":{"type":"string"},"text":{"type":"string"},"review":{"type":"string"},"because":{"type":"string"},` +
		`"rests":{"type":"array","items":{"type":"integer"}},"kept":{"type":"string"}}}`)
)
