package consent

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// chosen says whether what a call switches is as it would be without a word, or as the principal
// named it. Own looks at texts and numbers; but "true" sends invitations, and "all" is a word that
// everybody says. So, where strangers may have wanted the call:
//
//   - true, false and null are nobody's words: they stand only where the schema of the tool gives
//     them as the default of that argument;
//   - one of a fixed list of values stands where it is that default, or where one of his texts has
//     both the value and every word of the name of its argument: "set visibility to public";
//   - what has to be filled and is left empty empties something, a file for one: that is nobody's
//     word. What may be left out is as if it were.
//
// A value counts as one of a list wherever in the schema that list is, so that a definition that
// is only referred to hides none. A default counts of arguments of the first level alone.
// Arguments or a schema that cannot be read are not his.
func chosen(params, args json.RawMessage, words []string) bool {
	var wanted any
	if decode(args, &wanted) != nil {
		return false
	}
	s := schema{usual: map[string]any{}, listed: map[string]bool{}, required: map[string]bool{}}
	if len(params) > 0 && s.read(params) != nil {
		return false
	}
	first, _ := wanted.(map[string]any)
	for name, value := range first {
		if usual, has := s.usual[name]; has && same(usual, value) {
			continue
		}
		if s.required[name] && empty(value) || !s.his(name, value, words) {
			return false
		}
	}
	return true
}

// schema is what the description of a tool's arguments says of choices.
type schema struct {
	usual    map[string]any  // defaults, by the name of the argument
	listed   map[string]bool // values of fixed lists, as text in small letters
	required map[string]bool // names of arguments that cannot be left out
}

func (s *schema) read(params json.RawMessage) error {
	var whole any
	if err := decode(params, &whole); err != nil {
		return err
	}
	s.lists(whole)
	top, _ := whole.(map[string]any)
	required, _ := top["required"].([]any)
	for _, name := range required {
		if name, is := name.(string); is {
			s.required[name] = true
		}
	}
	properties, _ := top["properties"].(map[string]any)
	for name, p := range properties {
		if described, is := p.(map[string]any); is {
			if usual, has := described["default"]; has {
				s.usual[name] = usual
			}
		}
	}
	return nil
}

// lists collects the values of every fixed list in a schema.
func (s *schema) lists(part any) {
	switch part := part.(type) {
	case map[string]any:
		if values, is := part["enum"].([]any); is {
			for _, v := range values {
				s.listed[choosable(v)] = true
			}
		}
		if v, has := part["const"]; has {
			s.listed[choosable(v)] = true
		}
		for _, p := range part {
			s.lists(p)
		}
	case []any:
		for _, p := range part {
			s.lists(p)
		}
	}
	delete(s.listed, "") // of no text, and of what is no text
}

// his says whether no choice in the value of an argument is anybody else's.
func (s *schema) his(name string, value any, words []string) bool {
	switch v := value.(type) {
	case nil, bool:
		return false
	case map[string]any:
		for inner, value := range v {
			if !s.his(inner, value, words) {
				return false
			}
		}
	case []any:
		for _, value := range v {
			if !s.his(name, value, words) {
				return false
			}
		}
	default:
		text := choosable(v)
		return !s.listed[text] || named(name, text, words)
	}
	return true
}

// named says whether one text of his has a value and every word of the name of its argument.
func named(name, value string, words []string) bool {
	parts := strings.FieldsFunc(spaced(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(words, func(w string) bool {
		said := tokens(w)
		for _, p := range parts {
			if !slices.Contains(said, strings.Map(small, p)) {
				return false
			}
		}
		return holds(said, tokens(value))
	})
}

// spaced parts a name that is written in one: "sendUpdates" is two words.
func spaced(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if lower && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		lower = unicode.IsLower(r)
	}
	return b.String()
}

// choosable is a value as text; empty where it is neither text nor number.
func choosable(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Map(small, strings.TrimSpace(v))
	case json.Number:
		return v.String()
	}
	return ""
}

// empty says whether a value holds nothing that could be anybody's word.
func empty(v any) bool {
	switch v := v.(type) {
	case string:
		return blank(v)
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// same says whether two values are one, to the letter.
func same(a, b any) bool {
	x, err := json.Marshal(a)
	if err != nil {
		return false
	}
	y, err := json.Marshal(b)
	return err == nil && bytes.Equal(x, y)
}

func decode(raw json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into)
}
