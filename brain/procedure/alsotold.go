package procedure

import (
	"context"
	"slices"
	"time"

	"citadel/brain/appointment"
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/memory"
)

// alsoToCome tells, under the answer to when something is, what else he told of days to come that is about it: another
// appointment of the sort, or the day of one of which only the hour is another.
func (v *visit) alsoToCome(ctx context.Context, reply *turn.Reply, r *reading) error {
	if r.question.Expects != extract.Date || !appointment.ToCome(v.Text) {
		return nil
	}
	about := appointment.Matter(v.Text)
	for term := range appointment.Matter("what time, when, next, again") {
		delete(about, term)
	}
	if len(about) == 0 {
		return nil
	}
	reader := r.to
	if reader == (memory.Sight{}) {
		reader = v.Sight()
	}
	book, err := v.book(ctx, reader)
	if err != nil {
		return err
	}
	y, m, d := v.Now.Date()
	today, shown := time.Date(y, m, d, 0, 0, 0, 0, v.Now.Location()), reply.Text.Rests()
	also := 0
	for _, s := range book.On(today, today.AddDate(10, 0, 0)).Told {
		if s.Fixed || also == most || slices.Contains(shown, s.Message) || slices.Contains(shown, s.Seq) || !appointment.About(s.Text, about) {
			continue
		}
		reply.Text.Break().Say("Also: ")
		v.quote(&reply.Text, itemOf(s), s.Text, listWords)
		reply.Text.Say(".")
		also++
	}
	return nil
}
