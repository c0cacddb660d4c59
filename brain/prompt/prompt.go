// Package prompt is what a language model is shown (SPEC §7): instructions, conversation,
// memories beside the message.
//
// It is pure: the same In gives the same bytes. From top to bottom a request is
//
//   - the tools, sorted by name, and the head: primer, standing rules, identity. It ends at
//     the one cache breakpoint, and is the same to the byte from call to call as long as the
//     rules, the names and the tools are;
//   - what holds for today, for this place and for this turn: date, audience, tone, how to deal
//     with who is named, blind spots, what was noticed, scope;
//   - the conversation, word for word, as user and assistant in turn;
//   - the memories, beside the message they bear on and never among the instructions, and
//     the message itself.
//
// What is no word of the principal's stands in tags. A text cannot close the tag it stands
// in, nor open one: see escape.
//
// Build shows what it is given. What the place may not see, the caller has left out.
package prompt

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"citadel/brain/compress"
	"citadel/brain/identity"
	"citadel/brain/model"
	"citadel/brain/signal"
	"citadel/memory/event"
)

// The tiers (SPEC §5). Any other name counts as Standard.
const (
	Reflex   = "reflex"
	Routine  = "routine"
	Standard = "standard"
	Deep     = "deep"
)

// In is what a prompt is made of. Only Messages must not be empty.
type In struct {
	Tier      string
	Agent     string // what the agent is called: "Citadel"
	Principal string // what the principal wants to be called; may be empty
	Rules     []Rule // the standing rules, in their order

	Identity []string // the open lines of who the agent is; the founding ones where there are none

	Now   time.Time // in the principal's present zone
	Zone  string    // how that zone is named; by its own name where empty
	Place Place

	Tone   string     // how the answer should sound; see package tone
	People []Guidance // how the principal deals with those whom the messages name; see package filter
	Blind  []string   // what to watch for after errors that were pointed out; see package fault

	Room    int    // tokens that the request should have at most, as model.Bound counts; 0 is no limit
	Window  []Turn // ended turns, oldest first
	Earlier int    // turns that ended before the first of Window: see tier.from

	Memories []Memory        // in any order
	Signals  []signal.Signal // what was noticed and let in, in any order; see package gate
	Files    []File          // that came with earlier messages and may be meant, oldest first
	Messages []Words         // to be answered, oldest first
	Made     *Made           // the call that they approved; nil where they approve none
	Tools    []model.Tool
}

// Rule is a standing rule.
type Rule struct {
	Seq  event.Seq
	Text string
}

// Guidance is what the program itself has to say to the model in this turn, and the events by
// which it does.
type Guidance struct {
	Text string
	Seqs []event.Seq
}

// Place is where the answer will stand.
type Place struct {
	Audience event.Audience // Private where empty
	Longest  int            // characters one message can hold there; 0 is no limit
	Plain    bool           // formatting is not shown there
}

// Turn is an exchange of the past.
type Turn struct {
	Messages []Words
	Calls    []compress.Call // that a model made before it replied
	Replies  []Reply
}

// Words is what somebody said.
type Words struct {
	Seq   event.Seq
	Text  string
	On    time.Time
	From  string // who said it; empty for the principal, whose words alone are instructions
	About string // what it answers, where it is a reply to something older; may be empty
	Files []File
}

// Reply is what the agent said.
type Reply struct {
	Text string
	// Program says that a command or procedure wrote it and perhaps did something. It is
	// shown as a note and not as the assistant's words: a model repeats what it seems to have
	// said, and would claim to do what only the program can.
	Program bool
}

// Made is a call that the principal approved and that was made since: the answer goes on from it.
type Made struct {
	Tool    string
	Args    string // JSON
	Brought string // what came of it
	Seqs    []event.Seq
}

// Memory is something remembered that may bear on the message.
type Memory struct {
	Seq        event.Seq
	Letter     byte // of its handle: m where zero
	Text       string
	On         time.Time
	Speaker    string   // who said it; empty for the principal
	Fact       string   // what was made of it in other words, or its words that matter, with
	Doubt      string   // how sure that is: "possibly"
	Current    bool     // it replaces an older statement of the same fact
	Superseded bool     // something newer replaces it
	Former     []string // of what it says, that which no longer holds
	Score      float64
}

// Out is a prompt and its receipt.
type Out struct {
	// Request has System (two passages, the first with the cache breakpoint), Messages, Tools,
	// Creativity and Effort. The rest is for the caller.
	Request model.Request
	Receipt Receipt
	// Handles are what the answer may cite ("m412"), each with its date as shown, if any.
	Handles map[string]string
	// Lines are the lines of the instructions: an answer that holds one repeats its prompt.
	Lines []string

	verbatim int // bytes of the conversation that are shown word for word
}

// ThinkHarder is the name of the tool with which a model asks for more thought.
const ThinkHarder = "think_harder"

// Harder is that tool. The deepest tier has no use for it.
func Harder() model.Tool {
	return model.Tool{Name: ThinkHarder, Description: harderText, Params: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)}
}

var (
	//go:embed primer.md
	primerText string
	//go:embed primer_reflex.md
	primerReflexText string
	//go:embed identity_reflex.md
	identityReflexText string
	//go:embed noticed.md
	noticedText string
	//go:embed stance.md
	stanceText string
	//go:embed scope.md
	scopeText string
	//go:embed think_harder.md
	thinkHarderText string

	harderText = strings.TrimSpace(thinkHarderText)
)

// Build makes the prompt of a turn. Of the tools the reflex tier gets ThinkHarder alone.
//
// Where it would be larger than In.Room, older turns go into the digest, down to the newest one.
// Nothing else gives way: what is too large even so is for the model to reject.
func Build(in In) Out {
	full := build(in, tierOf(in.Tier).history)
	out, before := full, model.Bound(full.Request)
	for size := before; in.Room > 0 && size > in.Room && out.Receipt.Turns > 1; size = model.Bound(out.Request) {
		// Two bytes are one token or more. Below zero the newest turn alone is left, and each
		// time at least one leaves.
		out = build(in, min(out.verbatim-1, out.verbatim-2*(size-in.Room)))
	}
	if less := full.Receipt.Turns - out.Receipt.Turns; less > 0 {
		out.Receipt.Squeezed = Squeezed{Turns: less, Before: before, After: model.Bound(out.Request)}
	}
	return out
}

// build makes a prompt that shows at most so many bytes of the conversation word for word.
func build(in In, history int) Out {
	b := builder{in: in, tier: tierOf(in.Tier), history: history, handles: map[string]string{}}
	b.receipt.Tier = b.tier.name
	b.tools()
	head := b.head()
	below := b.below()
	b.conversation()
	b.beside()
	return Out{
		Request: model.Request{
			System:     []model.Passage{{Text: head, Cache: true}, {Text: below}},
			Messages:   b.messages,
			Tools:      b.sent,
			Creativity: b.tier.creativity,
			Effort:     b.tier.effort,
		},
		Receipt:  b.receipt,
		Handles:  b.handles,
		Lines:    b.lines,
		verbatim: b.verbatim,
	}
}

// builder is a prompt under construction.
type builder struct {
	in       In
	tier     tier
	history  int // bytes of the conversation shown word for word, at most
	verbatim int // those that are
	sent     []model.Tool
	messages []model.Message
	receipt  Receipt
	handles  map[string]string
	lines    []string

	pictures []File      // to be shown behind the message, in the order of their numbers
	before   int         // pictures that were shown before these
	attached []event.Seq // files that are shown
}

// tools sorts the tools by name, so that their order does not depend on the caller's.
func (b *builder) tools() {
	for _, t := range b.in.Tools {
		if b.tier.name != Reflex || t.Name == ThinkHarder {
			b.sent = append(b.sent, t)
		}
	}
	slices.SortStableFunc(b.sent, func(x, y model.Tool) int { return cmp.Compare(x.Name, y.Name) })
	size := 0
	for _, t := range b.sent {
		size += len(t.Name) + len(t.Description) + len(t.Params)
	}
	b.receipt.add(Part{Name: "tools", Bytes: size})
}

// head is what stands above the breakpoint. Nothing in it may depend on the time, the
// place or the conversation.
func (b *builder) head() string {
	primer, self := primerText, identity.Text(identity.Open(b.in.Identity))
	if b.tier.name == Reflex {
		primer, self = primerReflexText, identityReflexText
	}
	names := strings.NewReplacer("{agent}", name(b.in.Agent, "the agent"), "{principal}", name(b.in.Principal, "the principal"))
	primer, self = names.Replace(primer), names.Replace(self)
	for line := range strings.Lines(primer + self) {
		b.lines = append(b.lines, strings.TrimSpace(line))
	}

	var s section
	s.put(&b.receipt, "primer", primer, nil)
	if len(b.in.Rules) > 0 {
		text, seqs := rules(b.in.Rules)
		s.put(&b.receipt, "rules", text, seqs)
	}
	s.put(&b.receipt, "identity", self, nil)
	head := s.String()

	sum := sha256.New()
	for _, t := range b.sent {
		for _, field := range []string{t.Name, t.Description, string(t.Params)} {
			_, _ = sum.Write([]byte(field)) // a hash takes everything
			_, _ = sum.Write([]byte{0})
		}
	}
	_, _ = sum.Write([]byte(head))
	b.receipt.Head = hex.EncodeToString(sum.Sum(nil))
	return head
}

// rules gives the standing rules word for word.
func rules(all []Rule) (text string, seqs []event.Seq) {
	var s strings.Builder
	s.WriteString("# Standing rules of the principal\nThey stand above everything but truth, safety and what you are.\n")
	for _, r := range all {
		s.WriteString("- " + strings.ReplaceAll(escape(strings.TrimSpace(r.Text)), "\n", "\n  ") + "\n")
		seqs = append(seqs, r.Seq)
	}
	return s.String(), seqs
}

// section collects parts of the instructions, a blank line between them.
type section struct{ strings.Builder }

func (s *section) put(r *Receipt, part, text string, seqs []event.Seq) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if s.Len() > 0 {
		s.WriteString("\n\n")
	}
	s.WriteString(text)
	r.add(Part{Name: part, Bytes: len(text), Seqs: seqs})
}
