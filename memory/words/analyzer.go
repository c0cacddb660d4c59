package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	uax29 "github.com/clipperhouse/uax29/v2/words"
	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// MaxWord is the length in bytes at which a single word is cut. Longer ones are
// keys, encodings or noise, and their head is enough to find them by.
const MaxWord = 64

// An Analyzer turns text into terms and remembers the stems of recent words.
// The zero value works and remembers nothing. It is not safe for concurrent use.
type Analyzer struct {
	limit int
	known map[string]analysis
	buf   []byte
	slow  *uax29.Iterator[string]
}

// New returns an Analyzer that remembers the analysis of at most limit distinct
// words (about 100 bytes each). When that many are known it forgets them all and
// begins again: the common words are back within a few sentences.
func New(limit int) *Analyzer {
	return &Analyzer{limit: limit}
}

// Reset forgets every word seen so far.
func (a *Analyzer) Reset() {
	clear(a.known)
	a.known = nil
	clear(a.buf[:cap(a.buf)])
	a.slow = nil
}

// analysis is what one word comes to: nothing for a stop word, nearly always one
// term, and for the rest ("didn't", "example.com") what is in more.
type analysis struct {
	one  string
	more []string
}

// AppendTerms appends the index terms of text to dst, in order and with
// repetitions. The terms do not alias text.
func (a *Analyzer) AppendTerms(dst []string, text string) []string {
	for pos := 0; ; {
		start, end := a.next(text, pos)
		if start == end {
			break
		}
		found := a.analyse(text[start:end])
		if found.more == nil {
			if found.one != "" {
				dst = append(dst, found.one)
			}
		}
		dst = append(dst, found.more...)
		pos = end
	}
	if a.slow != nil {
		a.slow.SetText("") // let go of the caller's text
	}
	return dst
}

// analyse looks the word up by its lower-cased, accent-free form.
func (a *Analyzer) analyse(word string) analysis {
	a.buf = appendFolded(a.buf[:0], word)
	if found, ok := a.known[string(a.buf)]; ok {
		return found
	}
	folded := string(a.buf)
	found := analyseFolded(folded)
	if a.limit > 0 {
		if len(a.known) >= a.limit {
			clear(a.known)
		}
		if a.known == nil {
			a.known = make(map[string]analysis)
		}
		a.known[folded] = found
	}
	return found
}

// appendFolded appends word in lower case, without accents and in one canonical
// form, cut to MaxWord.
func appendFolded(dst []byte, word string) []byte {
	ascii := true
	for i := 0; i < len(word) && ascii; i++ {
		ascii = word[i] < utf8.RuneSelf
	}
	if ascii {
		word = word[:min(len(word), MaxWord)]
		for i := 0; i < len(word); i++ {
			c := word[i]
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
		}
		return dst
	}
	word = word[:min(len(word), 4*MaxWord)] // folding may shorten, not without bound
	plain := make([]rune, 0, len(word))
	for _, r := range norm.NFKD.String(word) {
		switch {
		case 0x0300 <= r && r <= 0x036f: // the accents of Latin, Greek and Cyrillic
		case r == '’' || r == 'ʼ':
			plain = append(plain, '\'')
		case r == utf8.RuneError || unicode.Is(unicode.Cf, r):
		default:
			plain = append(plain, unicode.ToLower(r))
		}
	}
	for _, r := range norm.NFC.String(string(plain)) {
		if len(dst)+utf8.RuneLen(r) > MaxWord {
			break
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// analyseFolded splits a folded word into its terms.
func analyseFolded(word string) analysis {
	if strings.IndexByte(word, '\'') >= 0 {
		if strings.HasSuffix(word, "n't") { // what stands before it is a stop word
			return analysis{one: "not"}
		}
		for _, ending := range [...]string{"'s", "'re", "'ve", "'ll", "'d", "'m"} {
			if stem, ok := strings.CutSuffix(word, ending); ok && stem != "" {
				word = stem
				break
			}
		}
	}
	if word != "" && '0' <= word[0] && word[0] <= '9' {
		return analysis{one: number(word)}
	}
	if !strings.ContainsAny(word, "._:'") {
		return analysis{one: single(word)}
	}
	var more []string
	for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return strings.ContainsRune("._:'", r) }) {
		if term := single(part); term != "" {
			more = append(more, term)
		}
	}
	return analysis{more: more}
}

// single is the term of a folded word without inner punctuation, "" for a stop
// word.
func single(word string) string {
	if Stop(word) {
		return ""
	}
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf {
			return word // not English
		}
	}
	return english.Stem(base(word), true)
}

// number writes a figure in one way: no thousands separators, no ordinal ending.
func number(word string) string {
	word = strings.ReplaceAll(word, ",", "")
	for _, ending := range [...]string{"st", "nd", "rd", "th"} {
		if digits, ok := strings.CutSuffix(word, ending); ok && allDigits(digits) {
			return digits
		}
	}
	return word
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
