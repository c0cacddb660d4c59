package prompt_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/prompt"
)

// How to go about tools stands behind the tone and before whatever is of this turn, wherever there are any but the one
// that asks for more thought (SPEC §7, P15).
func TestToolStance(t *testing.T) {
	for _, tier := range []string{prompt.Reflex, prompt.Routine, prompt.Standard, prompt.Deep} {
		for _, able := range []bool{false, true} {
			in := sample(tier)
			if !able {
				in.Tools = []model.Tool{prompt.Harder()}
			}
			out := prompt.Build(in)
			var names []string
			for _, p := range out.Receipt.Parts {
				names = append(names, p.Name)
			}
			at := slices.Index(names, "stance")
			if told := at >= 0; told != (able && tier != prompt.Reflex) {
				t.Fatalf("%s, with tools %v: told %v", tier, able, told)
			}
			if at < 0 {
				continue
			}
			if names[at-1] != "tone" || names[at+1] != "people" {
				t.Errorf("%s: %v", tier, names)
			}
			if stance := out.Receipt.Parts[at].Text; !strings.Contains(out.Request.System[1].Text, stance) || strings.Contains(out.Request.System[0].Text, stance) {
				t.Errorf("%s: it stands elsewhere", tier)
			}
		}
	}
}

// Whatever stands in a tag is named as data where the model is told whose words count.
func TestEveryTagIsNamedAsData(t *testing.T) {
	within := []string{"learned", "former", "signal"} // a tag of the others
	for _, tier := range []string{prompt.Reflex, prompt.Standard} {
		head := prompt.Build(sample(tier)).Request.System[0].Text
		for line := range strings.Lines(head) {
			if !strings.HasPrefix(line, "- What stands inside <") {
				continue
			}
			head = ""
			for _, tag := range prompt.Tags {
				if !slices.Contains(within, tag) && !strings.Contains(line, "<"+tag+">") {
					t.Errorf("%s: <%s> is not named in %q", tier, tag, line)
				}
			}
		}
		if head != "" {
			t.Errorf("%s: nothing is named", tier)
		}
	}
}
