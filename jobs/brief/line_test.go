package brief_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/jobs/brief"
	"citadel/jobs/jobstest"
	"citadel/tools"
)

// A model writes the first line from the same facts. What it adds to them costs it the line, and a model that does
// not answer costs nothing.
func TestTheFirstLine(t *testing.T) {
	const template = "**Fri 20 Nov: two appointments, one thing due, one mail to answer.**"
	for name, c := range map[string]struct {
		line string
		err  error
		want string
	}{
		"one that holds":     {"two meetings, the draft for Priya due, and Lena Brandt waits", nil, "**Fri 20 Nov: two meetings, the draft for Priya due, and Lena Brandt waits.**"},
		"in quotation marks": {"\"the draft for Priya is due between two meetings.\"\n", nil, "**Fri 20 Nov: the draft for Priya is due between two meetings.**"},
		"another number":     {"three meetings and a draft for Priya", nil, template},
		"another figure":     {"two meetings, the first at 11", nil, template},
		"another name":       {"two meetings, and Henderson waits", nil, template},
		"its own judgement":  {"nothing urgent before noon", nil, template},
		"markup":             {"**two** meetings", nil, template},
		"two lines":          {"two meetings\nand more", nil, template},
		"a book":             {strings.Repeat("meetings and ", 20), nil, template},
		"nothing":            {"", nil, template},
		"no answer":          {"", errors.New("away"), template},
	} {
		w := begin(t, "2026-11-17 15:00")
		w.owe("Draft for Priya", "by Friday", "2026-11-20")
		w.brings["agenda"], w.brings["mail_search"] = tools.Result{Text: entries}, tools.Result{Text: letters}
		var asked []model.Ask
		w.ask = func(_ context.Context, a model.Ask) (model.Answer, error) {
			asked = append(asked, a)
			return model.Answer{Response: model.Response{Text: c.line}}, c.err
		}
		w.lookAt("2026-11-20 07:00")
		w.want(1, name)
		if first, _, _ := strings.Cut(w.said()[0].Text, "\n"); first != c.want {
			t.Errorf("%s: %s", name, first)
		}
		if len(asked) != 1 || len(asked[0].Purpose.From) == 0 || asked[0].Purpose.Job != brief.Name {
			t.Errorf("%s: asked %d times", name, len(asked))
		}
		if name == "one that holds" {
			jobstest.Golden(t, w.World, "written", brief.Name, w.said()[0])
		}
	}
}
