package inspect

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/predictions"
)

// foretold lists what the principal said would come, newest first, and how near he was.
func foretold(ctx context.Context, l *look) (*turn.Reply, error) {
	var all []predictions.Prediction
	l.turn.Read(func(v memory.View) { all = slices.Clone(v.Predictions.All) })
	all = slices.DeleteFunc(all, func(p predictions.Prediction) bool { return p.Outcome == event.Undecided })
	all, err := visible(ctx, l, all, predictions.Prediction.Rests)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return l.says(new(phrase.Text).Say("No prediction of yours is noted. Say `I bet the Henderson deal closes by March` or `I think rates will fall this year, 70%%`, and I ask once what became of it.")), nil
	}
	head := new(phrase.Text).Claim(numbers(all, func(p predictions.Prediction) event.Seq { return p.Seq }), "**%s of yours%s.**", phrase.Count(len(all), "prediction"), inOrder(len(all)))
	slices.Reverse(all)
	return l.list(head, each(all, l.foretold), calibration(all))
}

// foretold words one: "`m12` "the deal closes by March" (0.80; you, 20 Nov 2026), asked about on 1 Apr 2027".
func (l *look) foretold(p predictions.Prediction) (*phrase.Text, error) {
	t := new(phrase.Text).Say("`m%d` ", p.Message).Claim(p.Rests(), "%s (%s; you, %s)", quote(p.Text), phrase.Figure(p.P), phrase.Source(l.turn.FullDay(p.On), 'm', p.Message))
	for i, s := range p.Because {
		t.Say("%s", []string{", because of ", ", "}[min(i, 1)]).Say("`m%d`", s)
	}
	switch {
	case p.Outcome == event.CameTrue:
		t.Claim(p.Rests(), ", came true")
	case p.Outcome == event.CameWrong:
		t.Claim(p.Rests(), ", did not come true")
	case p.Due.IsZero():
		t.Say(", open, without a date")
	default:
		t.Claim(p.Rests(), ", open until %s", phrase.Day(p.Due, l.turn.Now))
	}
	return t, nil
}

// calibration words how near he was: nothing where nothing was decided. A share of a hundred is told from twenty on, as of
// forecasts of the economy.
func calibration(all []predictions.Prediction) *phrase.Text {
	var r economy.Record
	var rests []event.Seq
	sum := 0.0
	for _, p := range all {
		miss, ok := p.Miss()
		if !ok {
			continue
		}
		if p.Outcome == event.CameTrue {
			r.True++
		} else {
			r.Wrong++
		}
		r.Squares += miss
		sum += p.P
		rests = append(rests, p.Rests()...)
	}
	if r.All() == 0 {
		return new(phrase.Text).Say("`came true m%[1]d` and `did not happen m%[1]d` say what became of one.", all[0].Message)
	}
	t := new(phrase.Text).Claim(rests, "%d of %d came true", r.True, r.All())
	if r.All() >= economy.Enough {
		t.Claim(rests, " (%d%%)", (r.True*100+r.All()/2)/r.All())
	}
	t.Claim(rests, "; as sure as you were, %s would have", phrase.Figure(sum))
	return t.Claim(rests, "; Brier score %s, where 0 is perfect and 0.25 is guessing", phrase.Figure(r.Brier())).Say(".")
}
