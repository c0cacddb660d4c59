package compress

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"citadel/brain/model"
)

// How much of a result is left, in bytes.
const (
	maxResult = 400            // of one that stays beside its call
	maxLast   = 64 * maxResult // of one of the last round, at first
	maxGone   = 120            // of one whose round is gone
	maxRounds = 2 << 10
)

// Rounds makes less of a running turn. Of its messages the first head were there when it began
// and stay; behind them stand rounds, a message of the model with its calls and one with the
// results. The last round stays as it is as long as that can be; of those before it
//
//   - first, the results are cut to their beginnings;
//   - if that does not make fits true, the rounds go, and a summary of them stands at the end
//     of the last round's first result: what tools brought stays among what tools brought, and
//     can't pass for the principal's words. Messages that came meanwhile move there whole;
//   - if even that does not fit, the results of the last round are cut too, all to the same length and
//     no further than it takes.
//
// The messages given are not changed. Without a round to make less of, gone is 0; otherwise it
// is how many rounds are no longer there in full.
func Rounds(messages []model.Message, head int, fits func([]model.Message) bool) (less []model.Message, gone int) {
	rounds := (len(messages) - head) / 2
	if rounds < 1 {
		return messages, 0
	}
	last := head + 2*(rounds-1)
	less = slices.Clone(messages)
	for i := head; i < last; i++ {
		less[i].Parts = briefly(less[i].Parts, maxResult)
	}
	if rounds > 1 && fits(less) {
		return less, rounds - 1
	}
	// The last round, cut to so many bytes a result, behind the head and the summary.
	tail := func(most int) []model.Message {
		m := slices.Clone(messages)
		m[last+1].Parts = briefly(m[last+1].Parts, most)
		return summed(m, head, last)
	}
	less, gone = tail(math.MaxInt), rounds-1
	for most := maxLast; most >= maxResult && !fits(less); most /= 2 {
		less = tail(most)
		if slices.ContainsFunc(messages[last+1].Parts, func(p model.Part) bool { return p.Result != nil && len(p.Result.Text) > most }) {
			gone = rounds
		}
	}
	return less, gone
}

// summed is the head and the last round, with a summary of the rounds between.
func summed(messages []model.Message, head, last int) []model.Message {
	if head == last {
		return messages
	}
	var joined []model.Part
	for _, m := range messages[head:last] {
		if m.From == model.User {
			for _, p := range m.Parts {
				if p.Result == nil {
					joined = append(joined, p)
				}
			}
		}
	}
	less := append(slices.Clone(messages[:head]), messages[last:]...)
	results := &less[head+1]
	results.Parts = slices.Concat(results.Parts, joined)
	for i, p := range results.Parts {
		if p.Result != nil {
			r := *p.Result
			r.Text += "\n\n" + summary(messages[head:last])
			results.Parts[i].Result = &r
			break
		}
	}
	return less
}

// briefly cuts the results among parts to so many bytes.
func briefly(parts []model.Part, most int) []model.Part {
	parts = slices.Clone(parts)
	for i, p := range parts {
		if p.Result != nil && len(p.Result.Text) > most {
			r := *p.Result
			r.Text = fmt.Sprintf("%s\ncut: the beginning of %d bytes", border(r.Text, most), len(p.Result.Text))
			parts[i].Result = &r
		}
	}
	return parts
}

// summary words rounds: what was called, and how what came of it began.
func summary(rounds []model.Message) string {
	var s strings.Builder
	s.WriteString("Before, in this same answer (summarised):")
	results := map[string]string{}
	for _, m := range rounds {
		for _, p := range m.Parts {
			if p.Result != nil {
				results[p.Result.ID] = p.Result.Text
			}
		}
	}
	left := 0
	for _, m := range rounds {
		for _, p := range m.Parts {
			if p.Call == nil {
				continue
			}
			line := fmt.Sprintf("\n- %s: %s", Calls([]Call{{Tool: p.Call.Tool, Args: string(p.Call.Args)}}), border(clean(results[p.Call.ID]), maxGone))
			if s.Len()+len(line) > maxRounds {
				left++
				continue
			}
			s.WriteString(line)
		}
	}
	if left > 0 {
		fmt.Fprintf(&s, "\n- and %d more", left)
	}
	return s.String()
}
