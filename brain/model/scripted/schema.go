package scripted

import (
	"encoding/json"
	"slices"
)

// strictSchema says what keeps a schema from being one that an answer can be held to, or "".
// Both services want every object closed; OpenAI also wants all its properties required.
func strictSchema(raw json.RawMessage, allRequired bool) string {
	var s map[string]any
	if json.Unmarshal(raw, &s) != nil {
		return "the schema must be an object"
	}
	if s["type"] != "object" && s["anyOf"] == nil && s["$ref"] == nil && allRequired {
		return "schema must be a JSON Schema of 'type: \"object\"'"
	}
	return closed(s, allRequired)
}

func closed(v any, allRequired bool) string {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if why := closed(e, allRequired); why != "" {
				return why
			}
		}
	case map[string]any:
		props, isObject := v["properties"].(map[string]any)
		if v["type"] == "object" || isObject {
			if v["additionalProperties"] != false {
				return "for 'object' type, 'additionalProperties' must be explicitly set to false"
			}
			required, _ := v["required"].([]any)
			for name := range props {
				if allRequired && !slices.Contains(required, any(name)) {
					return "'required' must list every key in properties; missing '" + name + "'"
				}
			}
		}
		for _, e := range v {
			if why := closed(e, allRequired); why != "" {
				return why
			}
		}
	}
	return ""
}
