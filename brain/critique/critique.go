// Package critique takes out of a model's answer what must not be said (SPEC §12), and
// reads what the answer cites and claims to do.
//
// It knows no model and asks none: it goes over the text line by line, by rule. What it
// takes out, and how it decides, is written beside the code: thoughts (thought.go), control
// lines (control.go), the ways in which text can carry words out of the house (inline.go,
// link.go), internal names (handle.go), and a voice that is not software's or claims what
// it cannot have done (voice.go).
// Style is left alone, and so is code but for secrets, and so are drafts in block quotes
// but for everything that could do harm.
//
// Three laws hold for every text, and its tests hold them to it:
//
//   - Clean(Clean(x)) is Clean(x).
//   - What a Stream shows is at every moment a beginning of what Clean makes of the whole
//     answer, however the answer is cut into pieces, and it never shrinks.
//   - The time is linear in the length of the answer.
package critique

import (
	"encoding/json"
	"slices"
	"strings"

	"citadel/brain/redact"
	"citadel/memory/event"
)

// Known is what an answer is held against. The zero value knows nothing: every citation is
// unknown then, and every host.
type Known struct {
	// Handles are what the model was shown and may cite: "m412", and the date it was shown
	// with, "12 Aug 2026", or "".
	Handles map[string]string
	// Hosts are the hosts that occur in the conversation. See Hosts.
	Hosts []string
	// Tags are the names of the tags in which the prompt sets things apart.
	Tags []string
	// Lines are the lines of the prompt. An answer's line that is one of them is an echo.
	Lines []string
}

// Out is a clean answer, and what was found on the way.
type Out struct {
	Text     string // valid UTF-8, CommonMark, without blank ends
	Empty    bool   // nothing is left to say: the caller says so
	Cites    []event.Cite
	Controls []Control // in order
	Removed  []Removed // in order, as far as maxRemoved

	// Deeds says that something is said to be done, or promised, by what has no hands to do
	// it. It stays, because drafts, minutes and translations read the same: the caller says
	// what really happened.
	Deeds bool
}

// Kind says why something was taken out.
type Kind string

// The kinds.
const (
	Thought    Kind = "thought"    // thinking aloud
	Echo       Kind = "echo"       // the prompt itself
	Body       Kind = "body"       // a body, or a human life
	Persuasion Kind = "persuasion" // to make somebody stay, come back or feel guilty
	Deed       Kind = "deed"       // said to be done by what has no hands: it stays, see Out.Deeds
	Secret     Kind = "secret"     // replaced by a label that says what it was
	Picture    Kind = "picture"    // the address of a picture; its description stays
	Link       Kind = "link"       // a link to a host nobody spoke of; its words and its address stay
	Citation   Kind = "citation"   // of what the model was not shown
	Handle     Kind = "handle"     // an internal name outside of a link
	Markup     Kind = "markup"     // HTML and its like
	Tangle     Kind = "tangle"     // a line that became another kind of line by what was taken out of it
)

// Limits of what is told of an answer.
const (
	maxRemoved  = 200 // entries
	maxTold     = 300 // bytes of each
	maxControls = 100
)

// Removed is something that was taken out.
type Removed struct {
	Kind Kind
	Text string // its first bytes, without secrets; empty for a secret
}

// Control is a control line (SPEC §11): what a model without tools wants recorded. It was
// not obeyed, only read.
type Control struct {
	Verb  Verb
	Type  string          // of a claim
	Text  string          // of commit and ref; the handle of close
	JSON  json.RawMessage // of claim and reflect
	Fault string          // why it cannot be recorded as what it says; empty if it can
}

// Clean cleans a whole answer.
func Clean(raw string, known Known) Out {
	m := newMachine(known)
	m.write(raw)
	return m.close()
}

// Stream cleans an answer while it comes. It is for one goroutine.
type Stream struct{ m *machine }

// NewStream begins an answer.
func NewStream(known Known) *Stream {
	m := newMachine(known)
	m.streams = true
	return &Stream{m}
}

// Write takes the next piece of the answer, of any length, cut anywhere, and gives all that
// may be shown by now: the same as before or more of it, and a beginning of what Close will
// give. Plain sentences are shown when they are complete, everything else with its line. An
// answer that begins like a thought is held back whole until it is known not to be one.
func (s *Stream) Write(piece string) string {
	s.m.write(piece)
	return s.m.show()
}

// Close ends the answer and gives what Clean gives for all its pieces. Nothing may be
// written afterwards.
func (s *Stream) Close() Out { return s.m.close() }

// take notes something that was taken out.
func (m *machine) take(kind Kind, text string) {
	if len(m.removed) >= maxRemoved {
		return
	}
	if kind == Secret {
		text = ""
	}
	text, _ = redact.Secrets(strings.TrimSpace(text[:min(len(text), 4*maxTold)]))
	m.removed = append(m.removed, Removed{kind, strings.ToValidUTF8(text[:min(len(text), maxTold)], "")})
}

// lore is what is known, ready for looking up.
type lore struct {
	handles map[string]string
	hosts   map[string]bool
	tags    map[string]bool
	echoes  []string // sorted
}

func newLore(k Known) lore {
	l := lore{handles: k.Handles, hosts: map[string]bool{}, tags: map[string]bool{}}
	for _, h := range k.Hosts {
		l.hosts[hostKey(h)] = true
	}
	for _, t := range k.Tags {
		l.tags[strings.ToLower(t)] = true
	}
	for _, s := range k.Lines {
		if s = echoKey(s); len(s) >= minEcho {
			l.echoes = append(l.echoes, strings.TrimRight(s, echoTail))
		}
	}
	slices.Sort(l.echoes)
	return l
}

// minEcho is how long a line has to be, in bytes, to be an echo rather than a coincidence.
const minEcho = 32

const echoTail = " \t*_.:"

// echoKey is a line as it is compared: without list and emphasis marks and case.
func echoKey(s string) string { return strings.ToLower(strings.TrimLeft(s, " \t#>*_-")) }

// echo says whether a line is one of the prompt.
func (l *lore) echo(line string) bool {
	_, found := slices.BinarySearch(l.echoes, strings.TrimRight(echoKey(line), echoTail))
	return found
}

// mayEcho says whether a line that begins so may become one of the prompt.
func (l *lore) mayEcho(beginning string) bool {
	key := strings.TrimRight(echoKey(beginning), echoTail)
	i, _ := slices.BinarySearch(l.echoes, key)
	return i < len(l.echoes) && strings.HasPrefix(l.echoes[i], key)
}
