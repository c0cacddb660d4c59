package connectors

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
)

// Unquoted gives a JSON payload without the fields that have one of these names, wherever
// they stand in it, also where JSON is carried as a string: those in which a platform repeats
// what others said. A payload that has none of them is given back as it is, and so is what
// is no JSON.
func Unquoted(raw []byte, fields ...string) []byte {
	v, ok := decode(string(raw))
	if !ok {
		return raw
	}
	rest, cut := unquote(v, fields)
	if !cut {
		return raw
	}
	return []byte(encode(rest))
}

// unquote takes the fields out of a decoded value, and says whether there were any.
func unquote(v any, fields []string) (rest any, cut bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if slices.Contains(fields, name) {
				delete(v, name)
				cut = true
				continue
			}
			without, some := unquote(inner, fields)
			v[name], cut = without, cut || some
		}
	case []any:
		for i, inner := range v {
			without, some := unquote(inner, fields)
			v[i], cut = without, cut || some
		}
	case string:
		if !strings.HasPrefix(strings.TrimSpace(v), "{") && !strings.HasPrefix(strings.TrimSpace(v), "[") {
			return v, false
		}
		if inner, ok := decode(v); ok {
			if without, some := unquote(inner, fields); some {
				return encode(without), true
			}
		}
	}
	return v, cut
}

// decode reads one JSON value and nothing behind it. Numbers stay as they are written.
func decode(text string) (v any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil, false
	}
	_, err := d.Token()
	return v, err == io.EOF
}

func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "{}" // cannot be: it was decoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
