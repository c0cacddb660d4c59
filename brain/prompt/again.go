package prompt

import (
	_ "embed"
	"strings"

	"citadel/brain/model"
)

//go:embed again.md
var againText string

// Again asks a model to write its answer anew, behind the same instructions and conversation
// (SPEC §12: whoever rewrites has to know who it is). faults say what was wrong.
func Again(r model.Request, answer string, faults []string) model.Request {
	var s strings.Builder
	s.WriteString("<program>\n" + strings.TrimSpace(againText) + "\n")
	for _, f := range faults {
		s.WriteString("- " + escape(f) + "\n")
	}
	s.WriteString("</program>")
	r.Tools = nil
	r.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)], model.Says(model.Assistant, answer), model.Says(model.User, s.String()))
	return r
}
