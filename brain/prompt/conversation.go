package prompt

import (
	"regexp"
	"strings"

	"citadel/brain/compress"
	"citadel/brain/model"
	"citadel/brain/phrase"
)

// tier is how much a tier shows.
type tier struct {
	name       string
	turns      int // of the conversation, word for word (SPEC §5)
	history    int // bytes of them at most
	points     int // decisions of the older ones at most, and open items
	memories   int
	creativity model.Creativity
	effort     model.Effort
}

var tiers = [...]tier{
	{Reflex, 4, 8 << 10, 1, 2, model.Low, model.NoEffort},
	{Routine, 10, 48 << 10, 3, 6, model.Low, model.LowEffort},
	{Standard, 20, 96 << 10, 4, 10, model.Medium, model.MediumEffort},
	{Deep, 30, 192 << 10, 5, 10, model.Medium, model.HighEffort},
}

func tierOf(name string) tier {
	for _, t := range tiers {
		if t.name == name {
			return t
		}
	}
	return tiers[2]
}

// Memories is how many memories a tier shows at most: those with the highest scores.
func Memories(tier string) int { return tierOf(tier).memories }

// step is how many turns leave at once. Were it one, the first message would be another in
// every request, and whatever a provider has cached of the conversation would be of no use.
// So the oldest turn shown stays the same for step turns, and then that many leave. It is a
// fifth of what is shown: the size of a prompt moves by less than 10 % either way for it.
func (t tier) step() int { return max(1, t.turns/5) }

// from says with which turn of a window the conversation begins, so that at most t.turns
// are shown, more than t.turns-step where there are as many, and at most so many bytes.
// The last one is always shown. Turns are counted from the first one
// ever, of which earlier have left the window: the places at which turns leave do not
// depend on how the window moves.
func (t tier) from(earlier int, sizes []int, most int) int {
	step, all := t.step(), earlier+len(sizes)
	first := earlier // the number of the first turn shown
	if over := all - t.turns; over > 0 {
		first = max(first, (over+step-1)/step*step)
	}
	bytes := 0
	for _, n := range sizes[first-earlier:] {
		bytes += n
	}
	for bytes > most && first < all-1 {
		next := min((first/step+1)*step, all-1)
		for ; first < next; first++ {
			bytes -= sizes[first-earlier]
		}
	}
	return first - earlier
}

// text is how long a text of the past may be, of so many in its turn: one turn alone never
// exceeds what the tier shows of the conversation.
func (t tier) text(n int) int { return min(MaxText, t.history/max(4, n)) }

// day and minute are how dates stand in a prompt: with the year, whatever today is, so that
// a turn reads the same for as long as it is shown.
const (
	day    = "Mon 2 Jan 2006"
	minute = "Mon 2 Jan 2006, 15:04"
)

// conversation adds the turns of the window: of the older ones a digest, the newest ones word
// for word, with what their tools were asked as one line.
func (b *builder) conversation() {
	sizes := make([]int, len(b.in.Window))
	for i, t := range b.in.Window {
		limit := b.tier.text(len(t.Messages) + len(t.Replies))
		for _, m := range t.Messages {
			sizes[i] += min(limit, len(m.Text))
		}
		for _, r := range t.Replies {
			sizes[i] += min(limit, len(r.Text))
		}
		sizes[i] += len(compress.Calls(t.Calls))
	}
	from := b.tier.from(b.in.Earlier, sizes, b.history)
	for _, n := range sizes[from:] {
		b.verbatim += n
	}
	b.receipt.Turns, b.receipt.Left = len(sizes)-from, from
	seqs := b.digest(b.in.Window[:from])
	for _, t := range b.in.Window[from:] {
		limit := b.tier.text(len(t.Messages) + len(t.Replies))
		for _, m := range t.Messages {
			b.say(model.User, b.words(m, limit))
			seqs = append(seqs, m.Seq)
		}
		b.calls(t.Calls)
		for _, r := range t.Replies {
			b.reply(r, limit)
		}
	}
	size := 0
	for _, m := range b.messages {
		size += len(m.Parts[0].Text)
	}
	b.receipt.add(Part{Name: "history", Bytes: size, Seqs: seqs})
}

// link is a citation in an answer of ours: what stood in the conversation may be cited
// again.
var link = regexp.MustCompile(`\[([^\[\]\n]{1,40})\]\(src:([mdlrceaK][0-9]{1,19})\)`)

// dated is a link that is worded as a date: "12 Aug 2026", "Tue 24 Nov".
var dated = regexp.MustCompile(`^(?:[A-Z][a-z]{2} )?[0-9]{1,2} [A-Z][a-z]{2}(?: [0-9]{4})?$`)

// reply adds what the agent said. A conversation begins with the user, so a reply to
// nothing is a note like that of a program.
func (b *builder) reply(r Reply, limit int) {
	text := escape(b.shorten(r.Text, limit, 0))
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		switch {
		case dated.MatchString(m[1]):
			b.handles[m[2]] = m[1]
		case b.handles[m[2]] == "":
			b.handles[m[2]] = ""
		}
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	if r.Program || len(b.messages) == 0 {
		b.say(model.User, "<program>\n"+text+"\n</program>")
		return
	}
	b.say(model.Assistant, text)
}

// say adds a text, to the message before where that is of the same side: both wires want
// the sides in turn.
func (b *builder) say(from model.Side, text string) {
	if n := len(b.messages); n > 0 && b.messages[n-1].From == from {
		part := &b.messages[n-1].Parts[0]
		part.Text += "\n\n" + text
		return
	}
	b.messages = append(b.messages, model.Says(from, text))
}

// words words a message: when it was said, what it answers, what came with it, and the
// text; set apart if it is not the principal's.
func (b *builder) words(m Words, limit int) string {
	var s strings.Builder
	s.WriteString(b.stamp(m) + "\n")
	if m.About != "" {
		about, _ := headAndTail(m.About, maxAbout)
		s.WriteString(quoted("what this replies to", escape(about)) + "\n")
	}
	for _, f := range m.Files {
		s.WriteString(b.file(f))
	}
	text := escape(b.shorten(m.Text, limit, m.Seq))
	if m.From != "" {
		text = quoted(m.From, text)
	}
	s.WriteString(text)
	return s.String()
}

// stamp is when something was said: a link, so that an answer can cite it like a memory.
func (b *builder) stamp(m Words) string {
	on := m.On.In(b.in.Now.Location())
	if m.Seq == 0 {
		return "[" + on.Format(minute) + "]"
	}
	b.handles[phrase.Handle('m', m.Seq)] = phrase.FullDay(on, b.in.Now)
	return phrase.Source(on.Format(minute), 'm', m.Seq)
}
