package openai

import (
	"strings"
	"unicode"
)

// thoughts are the tags between which models think in their text, where the server leaves
// them there.
var thoughts = []struct{ open, shut string }{
	{"<think>", "</think>"},
	{"<thinking>", "</thinking>"},
	{"[THINK]", "[/THINK]"}, // Mistral
	{"<|channel|>analysis<|message|>", "<|channel|>final<|message|>"}, // gpt-oss
}

// splitter takes thinking out of a text that comes in pieces. However the text is cut up,
// what is left of it is the same.
//
//   - What stands between a tag and the one that ends it is thinking; so is everything after
//     a tag that is never ended.
//   - A tag that ends nothing ends what came before it: servers whose template opens the
//     thinking leave the opening tag out.
//   - With thinking, the text begins with something to be seen.
//   - A tag behind a backtick is spoken of, not used.
type splitter struct {
	text strings.Builder // without thinking
	held string          // the end of what came, which may be the beginning of a tag
	shut string          // the tag that ends the thinking under way; empty if none
	last byte            // before held
	lead string          // white space at the very beginning, which goes if thinking follows
	seen bool            // the text has begun
	tags bool            // there was thinking
	hid  int             // bytes of thinking
}

// add takes a piece and gives what is to be heard of it.
func (s *splitter) add(piece string) string { return s.take(s.held+piece, false) }

// end gives what is still to be heard, when nothing more comes.
func (s *splitter) end() string {
	rest := s.take(s.held, true)
	if !s.seen && !s.tags {
		s.text.WriteString(s.lead)
		rest += s.lead
	}
	return rest
}

func (s *splitter) take(in string, end bool) string {
	var out strings.Builder
	s.held = ""
	for in != "" {
		i := strings.IndexAny(in, "<[")
		if i < 0 {
			s.give(&out, in)
			break
		}
		s.give(&out, in[:i])
		in = in[i:]
		n, partial := s.tag(in)
		switch {
		case n > 0:
			s.last = '>'
			in = in[n:]
		case partial && !end:
			s.held = in
			return out.String()
		default:
			s.give(&out, in[:1])
			in = in[1:]
		}
	}
	return out.String()
}

// give passes on what is no tag.
func (s *splitter) give(out *strings.Builder, text string) {
	if text == "" {
		return
	}
	s.last = text[len(text)-1]
	if s.shut != "" {
		s.hid += len(text)
		return
	}
	if !s.seen {
		visible := strings.TrimLeftFunc(text, unicode.IsSpace)
		if s.lead += text[:len(text)-len(visible)]; visible == "" {
			return
		}
		if text = visible; !s.tags {
			text = s.lead + visible
		}
		s.seen = true
	}
	s.text.WriteString(text)
	out.WriteString(text)
}

// tag does what the tag at the beginning of a text says, and gives its length; or it says
// that more has to come before that can be known.
func (s *splitter) tag(in string) (n int, partial bool) {
	if s.last == '`' && s.shut == "" {
		return 0, false
	}
	for _, t := range thoughts {
		switch {
		case strings.HasPrefix(in, t.shut) && (s.shut == "" || s.shut == t.shut):
			if s.shut == "" {
				s.hid += s.text.Len()
				s.text.Reset()
				s.seen = false
			}
			s.shut, s.tags = "", true
			return len(t.shut), false
		case s.shut == "" && strings.HasPrefix(in, t.open):
			s.shut, s.tags = t.shut, true
			return len(t.open), false
		case strings.HasPrefix(t.shut, in), s.shut == "" && strings.HasPrefix(t.open, in):
			partial = true
		}
	}
	return 0, partial
}
