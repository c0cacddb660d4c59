package consent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// Own says whether a call is the principal's by its words: every text among its arguments stands in
// words, each text and each number as a run of whole words, whatever the spacing, the case and the
// punctuation around words. What arguments are called is the tool's, true, false and null are nobody's
// words and are passed over here (see chosen), and what cannot be read, or says nothing at all, is not his.
func Own(args json.RawMessage, words []string) bool {
	said := make([][]string, len(words))
	for i, w := range words {
		said[i] = tokens(w)
	}
	texts, err := texts(args)
	if err != nil {
		return false
	}
	something := false
	for _, text := range texts {
		if blank(text) {
			continue
		}
		wanted := tokens(text)
		if !slices.ContainsFunc(said, func(s []string) bool { return holds(s, wanted) }) {
			return false
		}
		something = true
	}
	return something
}

// Readable says why arguments could be read in more than one way, by us and by whoever runs the
// call; nil where they cannot. What is shown on a card would else not be what is done.
func Readable(args json.RawMessage) error {
	_, err := texts(args)
	return err
}

// texts are the texts and numbers among arguments, in their order, keys of objects below the first
// level included: those are not the tool's but the model's. The error says why there is no telling.
func texts(args json.RawMessage) (all []string, err error) {
	r := reader{Decoder: json.NewDecoder(bytes.NewReader(args))}
	r.UseNumber()
	first, err := r.Token()
	if err != nil {
		return nil, err
	}
	if first != json.Delim('{') {
		return nil, errors.New("not an object")
	}
	if err := r.object(true); err != nil {
		return nil, err
	}
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value")
	}
	return r.found, nil
}

// reader takes texts out of JSON. It sees what decoding into a map hides: of an argument that is
// named twice some take the first and some the last.
type reader struct {
	*json.Decoder
	found []string
}

// object reads on to the end of an object. Of the first one the names are the tool's.
func (r *reader) object(first bool) error {
	named := map[string]bool{}
	for r.More() {
		key, err := r.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string) // a decoder gives nothing else there
		if named[name] {
			return fmt.Errorf("%q is named twice", name)
		}
		if named[name] = true; !first {
			r.found = append(r.found, name)
		}
		if err := r.value(); err != nil {
			return err
		}
	}
	_, err := r.Token()
	return err
}

func (r *reader) value() error {
	t, err := r.Token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case string:
		r.found = append(r.found, t)
	case json.Number:
		r.found = append(r.found, t.String())
	case json.Delim:
		if t == '{' {
			return r.object(false)
		}
		for r.More() {
			if err := r.value(); err != nil {
				return err
			}
		}
		_, err := r.Token()
		return err
	}
	return nil
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// holds says whether some words stand in others, one after another.
func holds(said, wanted []string) bool {
	if len(wanted) == 0 {
		return false
	}
	for i := 0; i+len(wanted) <= len(said); i++ {
		if slices.Equal(said[i:i+len(wanted)], wanted) {
			return true
		}
	}
	return false
}

// Marks before and after words, without being of them. Everything else counts, what cannot be seen
// most of all: ".env" is no "env" and "–5" no "5".
const (
	before = "\"'`([{<«“„‘‚"
	after  = ".,;:!?\"'`)]}>»”’“‘…–—"
)

// bare is a word without the marks around it.
func bare(field string) string { return strings.TrimRight(strings.TrimLeft(field, before), after) }

// tokens are the words of a text, in small letters. What joins the parts of an address, a link, a
// number or a file name belongs to the word, so that no two addresses are the same but for a mark;
// marks around words do not.
func tokens(text string) []string {
	var all []string
	for field := range strings.FieldsSeq(text) {
		if word := bare(strings.Map(small, field)); word != "" {
			all = append(all, word)
		}
	}
	return all
}

// small makes a letter small where that can be taken back. The sign of the kelvin is no k: two
// addresses that differ in it are two.
func small(r rune) rune {
	if l := unicode.ToLower(r); unicode.ToUpper(l) == r {
		return l
	}
	return r
}
