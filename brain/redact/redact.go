// Package redact takes secrets out of a text before it is kept (TRUST, Secrets
// and retention): strings shaped like keys, cards, passwords and the codes of doors. What replaces
// them says what was there, so that the person can be told.
//
// It goes by shape and by what stands beside it, never by trying a value out.
// Bank accounts, phone numbers and addresses are not secrets here. A secret
// without a known shape and without a word such as "password" before it is not
// recognised.
package redact

import "strings"

// Kind says what sort of secret was found.
type Kind string

const (
	APIKey     Kind = "api key"     // of a known vendor, or named as one
	PrivateKey Kind = "private key" // an armoured block
	Token      Kind = "token"       // JWT, bearer and basic credentials, named tokens
	Card       Kind = "card"        // payment card number
	Code       Kind = "code"        // the card's check number
	PIN        Kind = "pin"
	EntryCode  Kind = "entry code" // of a door, a safe, a lock, an alarm
	Password   Kind = "password"   // also passphrases and recovery phrases
)

// Words names the kind to a person: "a card number".
func (k Kind) Words() string {
	switch k {
	case APIKey:
		return "an API key"
	case Card:
		return "a card number"
	case Code:
		return "a card's check number"
	case PIN:
		return "a PIN"
	case EntryCode:
		return "the code of a door or an alarm"
	}
	return "a " + string(k)
}

// Found is one secret: bytes Start to End of the text given to Secrets.
type Found struct {
	Kind       Kind
	Start, End int
}

// label is what stands in the clean text; every one begins with '[', ends with
// ']' and holds nothing that is recognised as a secret.
func (f Found) label(text string) string {
	switch f.Kind {
	case APIKey:
		return "[API key removed]"
	case PrivateKey:
		return "[private key removed]"
	case Token:
		return "[token removed]"
	case Card:
		return "[card number removed, ends in " + lastDigits(text[f.Start:f.End]) + "]"
	case Code:
		return "[security code removed]"
	case PIN:
		return "[PIN removed]"
	case EntryCode:
		return "[code removed]"
	}
	return "[password removed]"
}

// Secrets returns text with each secret replaced by a label such as "[password
// removed]", and what was found, in order and without overlap. Without secrets
// clean is text itself and found is nil. Done again on its own result it
// changes nothing. Time is linear in the length of text.
func Secrets(text string) (clean string, found []Found) {
	s := scanner{text: text}
	for s.at < len(text) {
		s.step()
	}
	if s.found == nil {
		return text, nil
	}
	s.out.WriteString(text[s.kept:])
	return s.out.String(), s.found
}

// scanner walks over a text once. What a detector decides by looking back it
// reads from out, the clean text so far: so it decides the same when it is
// given the clean text.
type scanner struct {
	text    string
	at      int // next byte to look at
	kept    int // text before this is in out
	out     strings.Builder
	found   []Found
	pending []Found // named secrets further on, in order, not overlapping
}

func (s *scanner) step() {
	for len(s.pending) > 0 && s.pending[0].Start <= s.at {
		f := s.pending[0]
		s.pending = s.pending[1:]
		if f.Start == s.at {
			s.take(f)
			return
		}
	}
	if f, ok := s.detect(); ok {
		s.take(f)
		return
	}
	s.at++
}

// take replaces f, which begins at s.at.
func (s *scanner) take(f Found) {
	s.out.WriteString(s.text[s.kept:f.Start])
	s.out.WriteString(f.label(s.text))
	s.found = append(s.found, f)
	s.at, s.kept = f.End, f.End
}

// detect looks for a secret that begins at s.at. A word that names a secret
// further on is noted in pending.
func (s *scanner) detect() (Found, bool) {
	c := s.text[s.at]
	if c == ':' {
		s.credentials()
		return Found{}, false
	}
	if c == '-' && strings.HasPrefix(s.text[s.at:], "-----BEGIN") {
		return s.privateKey()
	}
	if !alnum(c) || s.at > 0 && wordByte(s.text[s.at-1]) && s.at != s.kept {
		return Found{}, false
	}
	if c >= '0' && c <= '9' {
		if f, ok := s.card(); ok {
			return f, true
		}
	}
	if f, ok := s.vendorKey(); ok {
		return f, true
	}
	if letter(c) {
		s.named()
		s.lock()
	}
	return Found{}, false
}

// expect notes a secret further on, unless one was noted there already.
func (s *scanner) expect(f Found) {
	i := len(s.pending)
	for i > 0 && s.pending[i-1].Start >= f.End {
		i--
	}
	if i > 0 && s.pending[i-1].End > f.Start {
		return
	}
	s.pending = append(s.pending, Found{})
	copy(s.pending[i+1:], s.pending[i:])
	s.pending[i] = f
}

// before returns the last n bytes, or fewer, of the clean text up to s.at.
func (s *scanner) before(n int) string {
	tail := s.text[s.kept:s.at]
	if len(tail) >= n {
		return tail[len(tail)-n:]
	}
	out := s.out.String()
	return out[max(0, len(out)-n+len(tail)):] + tail
}

func letter(c byte) bool   { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool    { return c >= '0' && c <= '9' }
func alnum(c byte) bool    { return letter(c) || digit(c) }
func wordByte(c byte) bool { return alnum(c) || c == '_' || c >= 0x80 }
