package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

const (
	longestJSON      = 1 << 20 // bytes of an answer that are looked at
	longestComplaint = 600     // bytes that a model is told of what is wrong
	longestRepeated  = 8 << 10 // bytes of a malformed answer that are shown to the model again
)

// form is a JSON schema that answers have to fulfil.
type form struct{ schema *jsonschema.Resolved }

// compile reads a schema; nil without one. A schema that is none is a mistake of ours.
func compile(raw json.RawMessage) (*form, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var s jsonschema.Schema
	err := json.Unmarshal(raw, &s)
	if err == nil {
		var r *jsonschema.Resolved
		if r, err = s.Resolve(nil); err == nil {
			return &form{r}, nil
		}
	}
	return nil, &Error{Op: "model: read the schema", Reason: Invalid, Err: err}
}

// read takes the JSON out of an answer and checks it. The complaint says what is wrong, in
// words for the model: it may quote the answer. The error, which may be logged, does not.
func (f *form) read(r Response) (text, complaint string, err error) {
	wrong := func(complaint, why string) (string, string, error) {
		return r.Text, complaint, &Error{Op: "model: check the answer", Reason: Malformed, Err: errors.New(why)}
	}
	if len(r.Text) > longestJSON {
		return wrong("It is far too long.", fmt.Sprintf("%d bytes", len(r.Text)))
	}
	text = bare(r.Text)
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		if r.Stop == Length {
			return wrong("It is longer than there is room for, and was cut off.", "cut off at the longest answer allowed")
		}
		return wrong("It is not JSON: "+err.Error()+".", "not JSON")
	}
	if err := f.check(v); err != nil {
		return wrong("It does not fulfil the schema: "+cut(err.Error())+".", "the schema is not fulfilled")
	}
	return text, "", nil
}

// Formless says whether the model that was asked last answered, and not in the form that was asked for: to ask it the
// same again later is of little use. A driver that finds an answer not to be JSON may be so strict as not to look inside
// a code fence.
func Formless(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Reason == Malformed
}

// check validates. The library asserts what it takes for granted; an answer that breaks
// that is no valid one.
func (f *form) check(v any) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it cannot be checked")
		}
	}()
	return f.schema.Validate(v)
}

// bare takes off the white space around a text, and the code fence that models like to put
// around JSON.
func bare(s string) string {
	s = strings.TrimSpace(s)
	inner, ok := strings.CutPrefix(s, "```")
	if !ok {
		return s
	}
	inner, ok = strings.CutSuffix(inner, "```")
	_, inner, line := strings.Cut(inner, "\n") // the rest of the first line names the language
	if !ok || !line {
		return s
	}
	return strings.TrimSpace(inner)
}

// cut shortens what a model is told.
func cut(s string) string {
	if len(s) <= longestComplaint {
		return s
	}
	return strings.ToValidUTF8(s[:longestComplaint], "") + " …"
}

// complain adds a malformed answer, and what is wrong with it, to a conversation.
func complain(r Request, said Message, out outcome) Request {
	r.Messages = slices.Clip(r.Messages)
	if len(said.Parts) == 0 {
		said = Says(Assistant, out.text)
	}
	if out.text != "" && len(out.text) <= longestRepeated {
		r.Messages = append(r.Messages, said)
	}
	what := out.complaint
	if what == "" {
		what = "It is not the JSON that was asked for."
	}
	r.Messages = append(r.Messages, Says(User, "Your answer cannot be read by a program. "+what+" Answer again, with the corrected JSON and nothing else."))
	return r
}
