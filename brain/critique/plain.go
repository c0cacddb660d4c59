package critique

import (
	"strings"
	"unicode/utf8"

	"citadel/brain/redact"
)

// A stream shows a line when it is complete, because what comes later on it may change how
// its beginning is read. Only plain sentences are shown at once: they hold nothing but words
// and punctuation, so that whatever follows leaves them as they are. Clean itself treats
// them the same way, and so both come to the same text.

// plainScan looks for the plain sentences at the beginning of the words of a line. It goes
// on where it stopped when there are more words.
type plainScan struct {
	at        int        // bytes looked at
	start     int        // where the sentence under way begins
	waiting   []sentence // complete ones that may still be an echo of the prompt
	sentences []sentence // those that are taken
	kept      int        // those that may be said, waiting ones included
	stuck     bool       // what follows is not plain
}

// sentence is a sentence, and why it must not be said, if so.
type sentence struct {
	span
	kind Kind
}

// scan looks at the words of a line so far.
func (m *machine) scan(p *plainScan, body string) {
	for !p.stuck && p.at < len(body) {
		r, n := utf8.DecodeRuneInString(body[p.at:])
		switch {
		case r == '.' || r == '!' || r == '?' || r == '…':
			end := afterEnd(body, p.at)
			if end == len(body) {
				return // nobody knows what follows
			}
			if body[end] != ' ' {
				p.stuck = true // a number, an address
				return
			}
			if abbreviated(body[p.start:p.at]) {
				p.at = end
				continue
			}
			m.sentence(p, body, span{p.start, end})
			p.at, p.start = end, end
		case r == ' ' && p.at == p.start:
			p.at++
			p.start++
		case (r == '\'' || r == '’') && p.at+n == len(body):
			return // it may be in a word or behind one
		case plainRune(body, p.at, r):
			p.at += n
		default:
			p.stuck = true
		}
	}
}

// sentence takes a complete sentence, or gets stuck at it.
func (m *machine) sentence(p *plainScan, body string, s span) {
	text := body[s.start:s.end]
	if holdsHandle(text) || namesSecret(text) {
		p.stuck = true
		return
	}
	if _, found := redact.Secrets(text); found != nil {
		p.stuck = true
		return
	}
	kind := voiced(text)
	if kind == Deed { // it is noted, and stays
		m.deeds, kind = true, ""
	}
	first := p.kept == 0 && kind == "" // of the line as it will be
	switch {
	case kind != "" && len(p.waiting) > 0, // without it the rest may be an echo
		first && !plainStart(text), // it may be the mark of a list
		first && len(p.sentences) > 0 && m.mayEcho(text):
		p.stuck = true
		return
	}
	if kind == "" {
		p.kept++
	}
	p.waiting = append(p.waiting, sentence{s, kind})
	if len(p.sentences) == 0 && m.mayEcho(body[:s.end]) {
		return
	}
	p.sentences = append(p.sentences, p.waiting...)
	p.waiting = p.waiting[:0]
}

// plainRune says whether a character of a line can stand in a plain sentence.
func plainRune(body string, at int, r rune) bool {
	switch {
	case r == '\'' || r == '’':
		before, _ := utf8.DecodeLastRuneInString(body[:at]) // an apostrophe stands in a word
		return at > 0 && wordAt(string(before)) > 0 && wordAt(body[at+utf8.RuneLen(r):]) > 0
	case r == '-':
		return at > 0 && body[at-1] != '-'
	case r == ' ', r == ',', r == ';', r == '%', r == '€', r == '£', r == '–', r == '—':
		return true
	}
	return wordAt(string(r)) > 0
}

// secretWords are parts of the words that name a secret: what such a sentence holds may be
// decided by what follows it.
var secretWords = []string{
	"pass", "pw", "wort", "contras", "wachtwoord", "lozenord", "mnemonic", "phrase", "pin", "cvv", "cvc", "key", "token", "secret", "bearer", "code", "begin",
}

func namesSecret(text string) bool {
	text = strings.ToLower(text)
	for _, w := range secretWords {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// plainPrefix says whether words behind such marks can be plain.
func plainPrefix(prefix string) bool { return prefix == "" || prefix == "- " }

// plain gives the plain sentences at the beginning of a whole line.
func (m *machine) plain(prefix, body string) []sentence {
	var p plainScan
	if plainPrefix(prefix) && plainStart(body) {
		m.scan(&p, body)
	}
	return p.sentences
}

// early is what a stream has shown of the line that is not over.
type early struct {
	shown  string
	scan   plainScan
	taken  int    // sentences of the scan that were looked at
	kept   int    // those of them that are shown
	looked int    // bytes of the line that were looked at
	prefix string // of the line
	off    bool   // nothing of this line is shown before its end
}

// maxEarly is how long a line may become and still be shown bit by bit, in bytes: each bit
// costs a look at the line.
const maxEarly = 32 << 10

// enoughToTell is how many bytes behind "okay, so" and the like tell a thought from words.
const enoughToTell = 48

// advance gives what may be shown of the line that is not over, beyond what is shown.
func (m *machine) advance() string {
	e := &m.early
	if e.off = e.off || len(m.line) > maxEarly; e.off || len(m.line) == 0 || m.muse == musing {
		return ""
	}
	if m.depth > 0 || m.fence != nil || m.data != nil || m.mutter || m.key != noKey {
		return ""
	}
	if !moreSentences(m.line[max(0, e.looked-utf8.UTFMax):]) {
		return ""
	}
	e.looked = len(m.line)
	line := string(m.line)
	if m.muse == unknown {
		if soundsLikeThought(line) {
			e.off = true
			return ""
		}
		if len(line)-len(fillers.FindString(telling(line))) < enoughToTell {
			e.looked = 0
			return ""
		}
	}
	if e.prefix = ""; strings.HasPrefix(line, "- ") {
		e.prefix = "- "
	}
	body := line[len(e.prefix):]
	if len(e.scan.sentences) == 0 && !plainStart(body) {
		e.off = true
		return ""
	}
	m.scan(&e.scan, body)
	e.off = e.scan.stuck
	var more strings.Builder
	for ; e.taken < len(e.scan.sentences); e.taken++ {
		s := e.scan.sentences[e.taken]
		if s.kind != "" {
			continue
		}
		if e.kept == 0 {
			more.WriteString(m.sep + e.prefix)
		} else {
			more.WriteString(body[e.scan.sentences[e.taken-1].end:s.start])
		}
		e.kept++
		more.WriteString(body[s.start:s.end])
	}
	return more.String()
}

// moreSentences says whether a stretch may hold the end of a sentence and what follows it.
func moreSentences(b []byte) bool {
	for i, c := range b {
		if (c == '.' || c == '!' || c == '?' || c == 0xA6) && i+1 < len(b) {
			return true
		}
	}
	return false
}

// plainStart says whether the words of a line begin with a letter: with anything else they
// may be a mark.
func plainStart(body string) bool {
	return body != "" && wordAt(body) > 0 && (body[0] < '0' || body[0] > '9')
}
