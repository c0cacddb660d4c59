package signal

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/economy"
)

const (
	freshMove = 30 * 24 * time.Hour // after which a move is no news
	mostMoves = 4
)

// moves are those of the last month, the newest first.
func (q *Query) moves(v memory.View) []economy.Move {
	fresh := slices.DeleteFunc(slices.Clone(v.Economy.Moves), func(m economy.Move) bool { return q.Now.Sub(m.On) > freshMove })
	slices.SortStableFunc(fresh, func(a, b economy.Move) int { return b.On.Compare(a.On) })
	return fresh
}

// economic is what moved lately, as one signal.
func economic(v memory.View, q *Query) []Signal {
	s := Signal{Name: "what moved"}
	moves := q.moves(v)
	for _, m := range moves[:min(mostMoves, len(moves))] {
		number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
		s.Lines = append(s.Lines, Line{
			Seq: m.Seq, Letter: 'm', On: m.On,
			Text: fmt.Sprintf("%s went from %s to %s %s", m.Indicator, number(m.From), number(m.To), m.Unit),
			Note: fmt.Sprintf("%s to %s, by %s", phrase.Dated(m.Since), phrase.Dated(m.On), m.Feed),
		})
	}
	return together(s)
}
