package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"citadel/tools"
)

// BenchmarkHundredTools is what a hundred tools cost a whole turn that a model answers, without its commits and without
// recall: turns of a mind with them and of one without any are taken in turns. "more-cpu-ms" is the difference of the
// medians, as processor time; "with/without" their ratio.
func BenchmarkHundredTools(b *testing.B) {
	turns := 200
	if testing.Short() {
		turns = 60
	}
	for b.Loop() {
		b.StopTimer()
		bare, laden := life(b, 400), life(b, 400, hundred()...)
		bare.blank, laden.blank = true, true
		for n := range mindWarm {
			bare.turn(b, n)
			laden.turn(b, n)
		}
		b.StartTimer()
		var without, with []time.Duration
		for n := range turns {
			e, f := bare.turn(b, n), laden.turn(b, n)
			without, with = append(without, e.whole.cpu-e.commit.cpu), append(with, f.whole.cpu-f.commit.cpu)
		}
		b.ReportMetric(milliseconds(middle(with)-middle(without)), "more-cpu-ms")
		b.ReportMetric(middle(with).Seconds()/middle(without).Seconds(), "with/without")
		b.ReportMetric(0, "ns/op") // of so many turns together
	}
}

// hundred are tools as servers have them: a sentence or two, and a schema of five arguments.
func hundred() (all []tools.Tool) {
	for i := range 100 {
		params := `{"type":"object","properties":{`
		for n := range 5 {
			params += fmt.Sprintf(`"argument_%d":{"type":"string","description":"what the %dth argument of tool %d is for, in one sentence"},`, n, n, i)
		}
		params += `"limit":{"type":"integer","minimum":1,"maximum":100}},"required":["argument_0"],"additionalProperties":false}`
		all = append(all, tools.Tool{
			Name: fmt.Sprintf("desk_tool_%03d", i), Class: tools.Class(i % 3), Params: json.RawMessage(params), //nolint:gosec // three classes
			Description: fmt.Sprintf("Does what tool %d of the desk does. Use it where that is wanted, and not where another fits better.", i),
			Run:         func(context.Context, json.RawMessage) (tools.Result, error) { return tools.Result{}, nil },
		})
	}
	return all
}
