package enclosure

import (
	"fmt"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// shown is how many files are named in a list; further ones are counted.
const shown = 5

// Limits that are told when they are met.
const (
	MaxFile  = 20 << 20 // bytes that are kept of one file
	MaxFiles = 10       // files that are kept of one message
)

// Told says what became of the files of a message: which are kept, which are not, and what
// cannot be done with them. It is empty where there is nothing to say. heard is what the
// claims rest on. asks says that a model that reads will be asked about them, or was: then
// only what is wrong with them is told.
func Told(to *phrase.Text, m turn.Message, h turn.Host, heard []event.Seq, asks bool) {
	tell(to, m, h, heard, !asks, !asks)
}

// Received is Told for files that are not asked about with the message they came with. next says that words
// that came with them will be: then he need not be told that he can ask.
func Received(to *phrase.Text, m turn.Message, h turn.Host, heard []event.Seq, next bool) {
	tell(to, m, h, heard, true, !next)
}

func tell(to *phrase.Text, m turn.Message, h turn.Host, heard []event.Seq, all, offers bool) {
	t := teller{to: to, host: h, heard: heard, whose: "you said"}
	if m.Forwarded != "" {
		t.whose = "is said in it"
	}
	var kept, loading, lost []turn.File
	for _, f := range m.Files {
		switch {
		case f.Loading():
			loading = append(loading, f)
		case f.Kept.Fault != "":
			lost = append(lost, f)
		case !m.Says(f):
			kept = append(kept, f)
		}
	}
	if all {
		t.list("Kept: ", kept, details)
	}
	t.list("Still loading: ", loading, said)
	if len(loading) > 0 {
		t.gap().Say("I tell you when it is there.")
	}
	t.list("Not kept: ", lost, fault)
	t.short(kept)
	t.removed(kept)
	t.cannot(kept, m.Spoken != nil)
	if offers {
		t.can(kept)
	}
}

// teller words the files of one message, sentence by sentence.
type teller struct {
	to    *phrase.Text
	host  turn.Host
	heard []event.Seq
	whose string // what was recorded: "you said"
	begun bool
}

// gap begins a sentence.
func (t *teller) gap() *phrase.Text {
	if t.begun {
		t.to.Say(" ")
	} else if !t.to.Empty() {
		t.to.Break()
	}
	t.begun = true
	return t.to
}

// rests is what a claim about a file rests on.
func (t *teller) rests(f turn.File) []event.Seq {
	if f.Seq != 0 {
		return []event.Seq{f.Seq}
	}
	return t.heard
}

func (t *teller) list(head string, files []turn.File, of func(turn.File) string) {
	if len(files) == 0 {
		return
	}
	t.gap().Say("%s", head)
	for i, f := range files[:min(len(files), shown)] {
		if i > 0 {
			t.to.Say(", ")
		}
		t.to.Claim(t.rests(f), "%s", Name(f.Name))
		if d := of(f); d != "" {
			t.to.Claim(t.rests(f), " (%s)", d)
		}
	}
	if more := len(files) - shown; more > 0 {
		t.to.Claim(t.heard, " and %s more", phrase.Count(more, "file"))
	}
	t.to.Say(".")
}

// short says which files may have come only in part.
func (t *teller) short(files []turn.File) {
	for _, f := range files {
		if f.Kept.Short {
			t.gap().Say("Of ").Claim(t.rests(f), "%s", Name(f.Name)).Say(" less came than the platform named, twice: it may be cut off.")
		}
	}
}

// removed says what was taken out of texts before they were kept.
func (t *teller) removed(files []turn.File) {
	for _, f := range files {
		if len(f.Kept.Removed) > 0 {
			t.gap().Say("Before keeping ").Claim(t.rests(f), "%s", Name(f.Name)).Say(" I took out what looked like secrets.")
		}
	}
}

// cannot says what cannot be done with files that are kept, each thing once. written says that a recording beside them
// was written down.
func (t *teller) cannot(files []turn.File, written bool) {
	var told []string
	once := func(text string) {
		if !slices.Contains(told, text) {
			told = append(told, text)
			t.gap().Say("%s", text)
		}
	}
	for _, f := range files {
		k := f.Kept
		switch {
		case k.Sort == event.SortPicture && !t.host.Sees():
			once("I can't look at pictures: no model that sees is set up.")
		case k.Sort == event.SortSound && f.Unheard != "":
			once("I can't write down what " + t.whose + ": " + f.Unheard + ".")
		case f.Voice() && written:
			once("Of several recordings in a message I write down the first.")
		case k.Sort == event.SortSound && f.Voice() && !t.host.Hears():
			once("I can't listen: no model that hears is set up.")
		case k.Sort == event.SortSound && !f.Voice():
			once("Of recordings I listen to voice messages only.")
		case k.Sort == event.SortOther:
			once("I can't read " + unreadable(k.MIME) + " yet.")
		}
	}
}

// can says what can be done with files that are kept.
func (t *teller) can(files []turn.File) {
	text := slices.IndexFunc(files, func(f turn.File) bool { return f.Kept.Sort == event.SortText && f.Kept.Chars > 0 })
	picture := slices.ContainsFunc(files, func(f turn.File) bool { return f.Kept.Sort == event.SortPicture })
	if text >= 0 {
		t.gap().Say("`show %s` shows its beginning, `find WORDS` searches it.", phrase.Handle('m', files[text].Seq))
	}
	if text >= 0 && t.host.Reasons() || picture && t.host.Sees() {
		t.gap().Say("Ask about it, and I look.")
	}
}

// details says what a kept file is.
func details(f turn.File) string {
	k := f.Kept
	parts := []string{Size(k.Size)}
	switch {
	case k.Sort == event.SortText && k.Chars > 0:
		parts[0] += " of text"
		parts = append(parts, phrase.Thousands(k.Words)+" words")
		if k.Words == 1 {
			parts[1] = "1 word"
		}
		if shownChars := len([]rune(k.Text)); shownChars < k.Chars {
			parts = append(parts, fmt.Sprintf("of which the first %s characters are searched", phrase.Thousands(shownChars)))
		}
	case k.Sort == event.SortSound && f.Seconds > 0:
		parts = append(parts, Length(f.Seconds))
	}
	return strings.Join(parts, ", ")
}

// said is what the platform said of a file.
func said(f turn.File) string {
	if f.Size <= 0 {
		return ""
	}
	return Size(f.Size)
}

// fault says why a file is not kept.
func fault(f turn.File) string {
	switch f.Kept.Fault {
	case event.FaultGone:
		return "it is not there any more"
	case event.FaultForbidden:
		return "I am not allowed to read it"
	case event.FaultTooLarge:
		return "more than " + Size(MaxFile)
	case event.FaultTooMany:
		return fmt.Sprintf("more than %d files in one message", MaxFiles)
	case event.FaultLate:
		return "it came while I could not fetch it"
	case event.FaultTakenOut:
		return "you took it out of the message"
	}
	return "it could not be fetched"
}

// Name is the name of a file as it is told: between quotation marks and on one line. It is
// somebody's words and never a path.
func Name(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r < 0x20, r == 0x7F, r >= 0x80 && r < 0xA0, r == 0x200B, r >= 0x200E && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0xFEFF:
			return -1 // of no width, or reordering what stands beside it
		case r == '`':
			return '\''
		}
		return r
	}, strings.Join(strings.Fields(name), " "))
	if name == "" {
		return "a file without a name"
	}
	if r := []rune(name); len(r) > longestName {
		name = string(r[:longestName-1]) + "…"
	}
	return phrase.Quote(name, phrase.MaxQuote)
}

// longestName is how many characters of the name of a file are told.
const longestName = 80

// Size words a number of bytes.
func Size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d B", max(n, 0))
}

// Length words how long a recording is: "0:12", "1:02:03".
func Length(seconds int) string {
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// Echo repeats what was heard in recordings, word for word, with doubtful words marked.
func Echo(spoken []turn.Message) *phrase.Text {
	t := new(phrase.Text)
	doubt := false
	for _, m := range spoken {
		s := m.Spoken
		t.Break()
		if m.Forwarded != "" {
			t.Claim([]event.Seq{m.Seq}, "%s", Name(m.Forwarded)).Say(", in what you passed on:\n")
		}
		t.Claim([]event.Seq{m.Transcribed}, "%s", "> "+strings.ReplaceAll(Marked(s.Spoken, s.Doubtful), "\n", "\n> "))
		doubt = doubt || len(s.Doubtful) > 0
	}
	if doubt {
		t.Break().Say("(?) marks what I may have misheard.")
	}
	return t
}

// Marked is a text with a mark behind each stretch of it that is doubtful. Stretches that do
// not lie in it one after the other are passed over.
func Marked(text string, doubtful []event.Range) string {
	var b strings.Builder
	at := 0
	for _, d := range doubtful {
		if d.Start < at || d.End <= d.Start || d.End > len(text) {
			continue
		}
		b.WriteString(text[at:d.End])
		b.WriteString("(?)")
		at = d.End
	}
	b.WriteString(text[at:])
	return b.String()
}
