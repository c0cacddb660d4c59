package simulate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"citadel/brain/art"
	"citadel/brain/extract"
	"citadel/brain/model"
	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/memory/event"
	"citadel/memory/words"
)

// reasoner is a rule-based stand-in for a language model, for lives that are lived with one. It speaks the wire
// of a real one, so that everything on the way to a model and back is what a deployed Citadel has, and
// understands nothing: a question is answered with the remembered line that shares most words with it, notes are
// read by the rules of package extract, and whatever else is asked for in a form gets that form, empty. Like a
// model it errs: one reading in a dozen quotes what nobody said.
type reasoner struct {
	server *scripted.Server

	instead func(q scripted.Request) (reply scripted.Reply, is bool) // what a test has it answer; may be nil

	mu    sync.Mutex
	shown []prompt // since the last look
	said  int      // how many of them were shown before the message said last
}

// prompt is what it was shown once.
type prompt struct {
	body   []byte // as it came
	others bool   // the answer goes where others read
}

// newReasoner starts one. Close ends it.
func newReasoner() (*reasoner, error) {
	r := &reasoner{}
	script := scripted.Script{Answer: r.answer, Unkept: true}
	script.Cards = slices.DeleteFunc(scripted.Cards(), func(c model.Card) bool { return c.Provider != "anthropic" })
	var err error
	r.server, err = scripted.Start(script)
	return r, err
}

// asked is the model that it answers as where something needs thought: one of those whose prices are known, so
// that ceilings count.
const asked = "claude-opus-5-5"

// environ is what makes a Citadel ask it.
func (r *reasoner) environ() []string {
	return []string{"ANTHROPIC_API_KEY=sk-ant-none", "ANTHROPIC_BASE_URL=" + r.server.URL, "CITADEL_MODEL=" + asked}
}

// Close ends it; the error is that it was asked something no service would take.
func (r *reasoner) Close() error {
	if r == nil {
		return nil
	}
	err := r.server.Close()
	if wrong := r.server.Invalid(); len(wrong) > 0 && err == nil {
		err = fmt.Errorf("the stand-in for a model refused %d requests, the first as: %s", len(wrong), wrong[0])
	}
	return err
}

// among says whether what it was asked for the message said last is read by others.
func (r *reasoner) among(others bool) {
	if r == nil || !others {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := r.said; i < len(r.shown); i++ {
		r.shown[i].others = true
	}
}

// says notes that something is said to the agent now.
func (r *reasoner) says() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = len(r.shown)
}

// looked gives what it was shown since the last call.
func (r *reasoner) looked() (shown []prompt) {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	shown, r.shown, r.said = r.shown, nil, 0
	return shown
}

func (r *reasoner) answer(q scripted.Request) scripted.Reply {
	r.mu.Lock()
	r.shown = append(r.shown, prompt{body: q.Body})
	r.mu.Unlock()
	if r.instead != nil {
		if reply, is := r.instead(q); is {
			return reply
		}
	}
	asks := func(property string) bool { return bytes.Contains(q.Schema, []byte(`"`+property+`"`)) }
	switch {
	case asks("attribute"):
		return inForm(q.Schema, reading(q.Last()))
	case asks("narrative"):
		return inForm(q.Schema, dreaming(q.Last()))
	case asks("part"):
		return inForm(q.Schema, journal(q.Last()))
	case len(q.Schema) > 0:
		return scripted.Says(string(empty(q.Schema)))
	case len(q.Messages) > 0 && slices.ContainsFunc(q.Messages[0].Parts, func(p model.Part) bool { return p.Image != nil }):
		return scripted.Says("A gate stands open on wet grass.\nThe light goes from room to room.\nNobody counts the chairs.")
	case strings.Contains(q.Instructions(), "morning's message"):
		return scripted.Says(headline(q.Last()))
	}
	return scripted.Says(recalling(q.Messages))
}

// inForm is an answer of some properties, and of what else the form asks for, empty.
func inForm(schema json.RawMessage, says map[string]any) scripted.Reply {
	whole := map[string]any{}
	if err := json.Unmarshal(empty(schema), &whole); err != nil {
		panic(fmt.Sprintf("simulate: the form of an answer is no object: %v", err))
	}
	maps.Copy(whole, says)
	b, err := json.Marshal(whole)
	if err != nil {
		panic(fmt.Sprintf("simulate: an answer cannot be written: %v", err))
	}
	return scripted.Says(string(b))
}

// empty is the least that fulfils a schema: what a model says that has nothing to say.
func empty(schema json.RawMessage) json.RawMessage {
	var s struct {
		Type       string
		Required   []string
		Enum       []json.RawMessage
		Properties map[string]json.RawMessage
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return json.RawMessage("null")
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.Type {
	case "object":
		o := map[string]json.RawMessage{}
		for _, name := range s.Required {
			o[name] = empty(s.Properties[name])
		}
		b, err := json.Marshal(o)
		if err != nil {
			return json.RawMessage("null")
		}
		return b
	case "array":
		return json.RawMessage("[]")
	case "string":
		return json.RawMessage(`""`)
	case "integer", "number":
		return json.RawMessage("0")
	case "boolean":
		return json.RawMessage("false")
	}
	return json.RawMessage("null")
}

var (
	remembered = regexp.MustCompile(`(?s)<memory link="(\[[^"]*\))"([^>]*)>\n(.*?)\n</memory>`)
	stamped    = regexp.MustCompile(`(?m)^(\[[^\]]*\]\(src:[^)]*\))\n(.+)$`)
	tagged     = regexp.MustCompile(`(?s)<(former|learned|quoted|program)[^>]*>.*?</(former|learned|quoted|program)>`)
)

// line is something that a conversation shows, with its link.
type line struct{ link, text string }

// number is that of the message it stands for: the higher the newer; 0 where it names none.
func (l line) number() int {
	_, at, _ := strings.Cut(l.link, "(src:m")
	n, _ := strconv.Atoi(strings.TrimSuffix(at, ")")) // another handle is no message
	return n
}

// quoted is what is answered of it: his own words, with their source.
func (l line) quoted() string {
	return fmt.Sprintf("%q (%s).", strings.TrimSuffix(l.text, "."), l.link)
}

// recalling answers the last message of a conversation. A question is answered with the shown line that says what
// it asks for, by the rules that answer where there is no model, or else with the one that shares most words with
// it, the newest of several; anything else with a word.
func recalling(talk []model.Message) string {
	var shown []line // what is asked first
	for _, m := range slices.Backward(talk) {
		for _, p := range slices.Backward(m.Parts) {
			if m.From != model.User || p.Text == "" {
				continue
			}
			said := stamped.FindAllStringSubmatch(tagged.ReplaceAllString(remembered.ReplaceAllString(p.Text, ""), ""), -1)
			for _, s := range slices.Backward(said) {
				shown = append(shown, line{s[1], s[2]})
			}
			for _, s := range remembered.FindAllStringSubmatch(p.Text, -1) {
				if !strings.Contains(s[2], `state="superseded"`) {
					shown = append(shown, line{s[1], strings.TrimSpace(tagged.ReplaceAllString(s[3], ""))})
				}
			}
		}
	}
	if len(shown) == 0 || !strings.HasSuffix(shown[0].text, "?") {
		return "Understood."
	}
	said := shown[0].text
	shown = slices.DeleteFunc(shown, func(l line) bool { return strings.HasSuffix(l.text, "?") })
	slices.SortStableFunc(shown, func(a, b line) int { return b.number() - a.number() })
	var items []extract.Item
	var from []line
	for n, l := range shown {
		for _, i := range extract.Read(extract.Utterance{Text: l.text, At: began.Add(-time.Duration(n) * time.Hour)}) { // their order is all that counts
			items, from = append(items, i), append(from, l)
		}
	}
	if best, sure := extract.Answer(extract.Ask(said), items); best >= 0 && sure {
		return from[best].quoted()
	}
	terms := stems(said)
	best, most := line{}, 0
	for _, l := range shown {
		n := 0
		for stem := range stems(l.text) {
			if terms[stem] {
				n++
			}
		}
		if n > most {
			best, most = l, n
		}
	}
	if best.link == "" {
		return "I have nothing about that."
	}
	return best.quoted()
}

// stems are the words of a text that say something, without their endings.
func stems(text string) map[string]bool {
	all := map[string]bool{}
	for _, term := range new(words.Analyzer).AppendTerms(nil, text) {
		if !words.Stop(term) {
			all[term] = true
		}
	}
	return all
}

var message = regexp.MustCompile(`(?s)<message number="(\d+)" from="person" at="([^"]*)">\n(.*?)\n</message>`)

// erring is one of how many readings quotes what nobody said.
const erring = 12

// reading lists what is worth remembering of a stretch of talk, as the rules find it.
func reading(shown string) map[string]any {
	type item struct {
		Message    int     `json:"message"`
		Quote      string  `json:"quote"`
		Kind       string  `json:"kind"`
		Text       string  `json:"text"`
		Subject    string  `json:"subject"`
		Attribute  string  `json:"attribute"`
		Value      string  `json:"value"`
		Importance float64 `json:"importance"`
		Source     string  `json:"source"`
		Unsure     bool    `json:"unsure"`
		Negated    bool    `json:"negated"`
	}
	items := []item{}
	for _, m := range message.FindAllStringSubmatch(shown, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			continue
		}
		at, err := time.Parse("Mon 2 Jan 2006 15:04", m[2])
		if err != nil {
			continue
		}
		for _, found := range extract.Read(extract.Utterance{Text: m[3], At: at}) {
			kind := string(found.Kind)
			if kind != "fact" && kind != "preference" && kind != "statement" && kind != "promise" && kind != "decision" {
				continue
			}
			i := item{n, found.Quote, kind, found.Quote + ".", found.Subject, found.Attribute, found.Value, found.Importance, found.Source, found.Hedge != "", found.Negated}
			if digest(m[3])%erring == 0 {
				i.Quote = "what nobody said"
			}
			items = append(items, i)
		}
	}
	return map[string]any{"items": items}
}

// digest is a number that a text has, and another one hardly.
func digest(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

var (
	went   = regexp.MustCompile(`How the day went, from -1 to 1: (-?[0-9.]+)`)
	before = regexp.MustCompile(regexp.QuoteMeta(host.DreamBefore) + `(-?[0-9.]+)`)
)

// How a dream is coloured: a little darker than what it is made of and, where an earlier dream is shown, mostly as
// that one went, as it is the longest text there is to go by. Models did the same, and their dreams went dark within
// a week (S1, "The dreams").
const (
	gloom  = .06
	clings = .9
)

// dreaming is a dream that goes as its day went, a little to one side.
func dreaming(notes string) map[string]any {
	mood := figure(went, notes)
	if before.MatchString(notes) {
		mood = (1-clings)*mood + clings*figure(before, notes)
	}
	mood = math.Max(-1, math.Min(1, mood-gloom+float64(digest(notes)%21)/100-.1))
	palette, theme, tone := event.Warm, "rooms that open", "calm"
	if mood < 0 {
		palette, theme, tone = event.Hard, "weather on stone", "heavy"
	}
	forms := art.Forms(palette)
	return map[string]any{
		"theme": theme, "tone": tone, "mood": mood, "links": []any{}, "forms": forms[:1],
		"narrative": "A door gives onto water. Somebody has set the chairs in a row. The light moves over them and does not stop.",
	}
}

// figure is the number that a pattern finds; 0 where it finds none.
func figure(pattern *regexp.Regexp, in string) float64 {
	m := pattern.FindStringSubmatch(in)
	if m == nil {
		return 0
	}
	f, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return 0
	}
	return f
}

// journal is an entry that says as little as can be.
func journal(notes string) map[string]any {
	lines := []map[string]any{}
	if strings.TrimSpace(notes) != "" {
		lines = append(lines, map[string]any{"part": "happened", "text": "The day was about a few small things of the house.", "notes": []int{1}})
	}
	return map[string]any{"lines": lines}
}

// headline is what follows after the date in the first line of a morning's message.
func headline(shown string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(shown), "\n")
	if _, after, ok := strings.Cut(line, ": "); ok {
		line = after
	}
	return strings.TrimRight(strings.ReplaceAll(line, "*", ""), ".")
}
