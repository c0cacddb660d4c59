package inspect

import (
	"context"
	"time"

	"citadel/brain/chart"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// classes are the decay classes in words, from the slowest to the fastest.
var classes = []struct {
	class formula.Class
	word  string
}{
	{formula.Permanent, "lasting"}, {formula.Emotional, "emotional"}, {formula.Standard, "everyday"},
	{formula.Operational, "tasks"}, {formula.Location, "places"}, {formula.Ephemeral, "passing"},
}

// strengths shows how many memories of each class are how strong, now and in 90 days: as a
// picture where the platform has them, and as figures everywhere.
func strengths(ctx context.Context, l *look) (*turn.Reply, error) {
	counts := make([][2][]int, len(classes))
	for i := range counts {
		counts[i] = [2][]int{make([]int, len(bands)), make([]int, len(bands))}
	}
	var all [2][3]int
	n, newest := 0, event.Seq(0)
	moments := [2]time.Time{l.turn.Now, l.turn.Now.Add(ahead)}
	for m, err := range l.learned(ctx, func(m remembered) bool { return m.current() && m.learned != nil }) {
		if err != nil {
			return nil, err
		}
		n, newest = n+1, max(newest, m.Seq)
		class := classOf(m.learned.Class)
		for i, at := range moments {
			b := band(formula.Strength(classes[class].class, l.settled(m.Seq), days(m.learned.On, at)))
			counts[class][i][b]++
			all[i][b]++
		}
	}
	if n == 0 {
		return l.says(new(phrase.Text).Say("There is nothing to draw yet: I have learned nothing. A plain statement, such as `Ana lives in Porto`, is the first.")), nil
	}
	c := event.Chart{Title: "How my memories fade", Parts: bands}
	for i, k := range classes {
		if one := counts[i]; one[0][0]+one[0][1]+one[0][2] > 0 {
			c.Rows = append(c.Rows, event.Row{Label: k.word, Bars: []event.Bar{{Label: "now", Counts: one[0]}, {Label: "in 90 days", Counts: one[1]}}})
		}
	}
	rests := []event.Seq{newest}
	t := new(phrase.Text).Claim(rests, "**Of %s, %s clear now and %d in 90 days.**", phrase.Count(n, "memory"), are(all[0][0]), all[1][0])
	t.Break().Claim(rests, "%s", chart.Text(c)).Break()
	t.Claim(rests, "Each pair is now→in 90 days. Clear is a strength of %.2f and more, faded below %.2f.", clearFrom, fadingFrom).
		Say(" Fading deletes nothing; what is recalled three times fades half as fast.")
	c.Alt = new(phrase.Text).Say("Bars by kind of memory: of %s, %s clear now and %d in 90 days, %d and %d fading, %d and %d faded.",
		phrase.Count(n, "memory"), are(all[0][0]), all[1][0], all[0][1], all[1][1], all[0][2], all[1][2]).String()
	r := l.says(t)
	r.Charts = []event.Chart{c}
	return r, nil
}

// are is a number with its verb.
func are(n int) string {
	if n == 1 {
		return "1 is"
	}
	return phrase.Thousands(n) + " are"
}

// classOf finds a class among the classes; what nobody knows fades like everyday things.
func classOf(name string) (i int) {
	for at, k := range classes {
		if k.class == formula.Class(name) {
			return at
		}
		if k.class == formula.Standard {
			i = at
		}
	}
	return i
}
