package change

import (
	"strings"

	"citadel/brain/appointment"
	"citadel/brain/turn"
	"citadel/brain/when"
)

// appointed gives the one appointment that a correction in a full sentence is of: "no, lunch with Ana is on Wednesday". Where
// it may be meant for several there is none. now is the correction with the day of that, where it names only another hour.
func appointed(t *turn.Turn, text string, known []statement) (now string, of []statement) {
	c, changes := appointment.ReadChange("no, "+text, t.Last().On)
	if !changes || c.Off || c.Back {
		return text, nil
	}
	for _, s := range known {
		quote := s.item.Quote
		if day, named := when.Ahead(quote, t.There(s.on)); !named || day.Ambiguous || !day.To.After(t.Now) || !appointment.ToCome(quote) {
			continue
		}
		if !c.Concerns(&appointment.Saying{Text: quote}) {
			continue
		}
		if len(of) > 0 && !strings.EqualFold(settled(of[0].item.Quote), settled(quote)) {
			return text, nil
		}
		of = append(of, s)
	}
	if len(of) == 0 {
		return text, nil
	}
	return withDay(t, text, of[len(of)-1]), of
}

// withDay is a correction that names only an hour with the day of what it corrects: "the meeting is at 11" on Tuesday.
func withDay(t *turn.Turn, text string, s statement) string {
	if _, dayed := when.Ahead(text, t.Now); dayed {
		return text
	}
	hour, timed := when.Find(text, t.Now)
	if !timed || !hour.HasTime || hour.HasDay || hour.Recur != nil {
		return text
	}
	day, _ := when.Ahead(s.item.Quote, t.There(s.on))
	said := strings.TrimSpace(s.item.Quote[day.Start:day.End])
	if of, same := when.Ahead(said, t.Now); !same || !of.From.Equal(day.From) {
		said = "on " + day.From.Format("2 January 2006")
	}
	return capitalised(text[:hour.Start] + said + " " + text[hour.Start:])
}
