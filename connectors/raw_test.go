package connectors_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"citadel/connectors"
)

func TestUnquoted(t *testing.T) {
	for in, want := range map[string]string{
		`{"text":"mine", "n":1.50}`:                           `{"text":"mine", "n":1.50}`, // as it is, to the byte
		`{"text":"mine","quote":{"text":"theirs"}}`:           `{"text":"mine"}`,
		`{"a":[{"quote":1,"n":12345678901234567890}]}`:        `{"a":[{"n":12345678901234567890}]}`,
		`{"post":"{\"message\":\"<mine>\",\"quote\":\"x\"}"}`: `{"post":"{\"message\":\"<mine>\"}"}`,
		`{"post":"[{\"quote\":\"x\"}]"}`:                      `{"post":"[{}]"}`,
		`{"quote":"{"}`:                                       `{}`,
		`{"quote":1,"quote":2}`:                               `{}`,
		`{"text":"a quote"}`:                                  `{"text":"a quote"}`,
		`{"text":"{ no JSON, quote"}`:                         `{"text":"{ no JSON, quote"}`,
		`{`:                                                   `{`,
		`{} {}`:                                               `{} {}`,
		`"quote"`:                                             `"quote"`,
		``:                                                    ``,
	} {
		if got := string(connectors.Unquoted([]byte(in), "quote", "reply")); got != want {
			t.Errorf("of %s it leaves %s, want %s", in, got, want)
		}
	}
}

// Whatever comes: of JSON JSON is left, without the fields, and doing it again changes nothing.
func FuzzUnquoted(f *testing.F) {
	f.Add([]byte(`{"a":{"quote":1},"post":"{\"quote\":\"x\"}"}`))
	f.Add([]byte(`[[],"[1]",{"quote":[]}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := connectors.Unquoted(slices.Clone(raw), "quote")
		if json.Valid(raw) && !json.Valid(got) {
			t.Fatalf("%s became %s", raw, got)
		}
		if again := connectors.Unquoted(slices.Clone(got), "quote"); !bytes.Equal(again, got) {
			t.Fatalf("%s became %s and then %s", raw, got, again)
		}
		if json.Valid(raw) && has(t, string(got)) {
			t.Fatalf("%s is left of %s", got, raw)
		}
	})
}

// has says whether there is a field called "quote" anywhere.
func has(t *testing.T, text string) bool {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return false
	}
	found := false
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, inner := range v {
				found = found || name == "quote"
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		case string:
			if s := strings.TrimSpace(v); strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[") {
				found = found || has(t, v)
			}
		}
	}
	walk(v)
	return found
}
