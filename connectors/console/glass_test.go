package console_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

// glass is a terminal as far as the line editor uses one: what was written to it is on its
// rows, the last of which are the screen.
type glass struct {
	width, height int
	rows          []row
	top           int // the first row of the screen
	row, column   int // of the cursor; the column may be one beyond the last
	rest          string
}

// row is one of the terminal's. A wrapped one goes on in the next, where the terminal and
// not the program broke it.
type row struct {
	cells   []string // a wide character is followed by an empty cell
	wrapped bool
}

func newGlass(width, height int) *glass {
	return &glass{width: width, height: height, rows: make([]row, 1)}
}

func (g *glass) Write(p []byte) (int, error) {
	text := g.rest + string(p)
	for text != "" {
		switch c := text[0]; {
		case c == '\r':
			g.column, text = 0, text[1:]
		case c == '\n':
			g.down()
			text = text[1:]
		case c == 0x1b:
			end := strings.IndexAny(text, "ABCDHJKhlm")
			if end < 0 {
				g.rest = text
				return len(p), nil
			}
			if err := g.obey(text[2 : end+1]); err != nil {
				return 0, err
			}
			text = text[end+1:]
		case c < 0x20:
			return 0, fmt.Errorf("control character %#x", c)
		default:
			var cluster string
			cluster, text, _, _ = uniseg.FirstGraphemeClusterInString(text, -1)
			g.put(cluster)
		}
	}
	g.rest = ""
	return len(p), nil
}

// obey carries out a control sequence, given behind its introducer.
func (g *glass) obey(s string) error {
	switch n, _ := strconv.Atoi(s[:len(s)-1]); {
	case s[len(s)-1] == 'm', s == "?2004h", s == "?2004l":
	case s[len(s)-1] == 'A':
		g.row = max(g.top, g.row-max(n, 1))
	case s == "J":
		g.rows = g.rows[:g.row+1]
		r := &g.rows[g.row]
		r.cells, r.wrapped = r.cells[:min(g.column, len(r.cells))], false
	case s == "H":
		g.row, g.column = g.top, 0
	case s == "2J":
		g.rows = append(g.rows[:g.top], make([]row, g.row-g.top+1)...)
	default:
		return fmt.Errorf("control sequence %q", s)
	}
	return nil
}

func (g *glass) down() {
	if g.row++; g.row == len(g.rows) {
		g.rows = append(g.rows, row{})
	}
	g.top = max(g.top, g.row-g.height+1)
}

func (g *glass) put(cluster string) {
	w := uniseg.StringWidth(cluster)
	if g.column+w > g.width {
		g.rows[g.row].wrapped = true
		g.down()
		g.column = 0
	}
	r := &g.rows[g.row]
	for len(r.cells) < g.column+w {
		r.cells = append(r.cells, " ")
	}
	if w == 0 {
		if g.column > 0 {
			r.cells[g.column-1] += cluster
		}
		return
	}
	r.cells[g.column] = cluster
	for i := 1; i < w; i++ {
		r.cells[g.column+i] = ""
	}
	g.column += w
}

// resize makes the terminal wider or narrower, which breaks its rows anew.
func (g *glass) resize(width int) {
	old := *g
	g.width, g.rows, g.row, g.column, g.top = width, make([]row, 1), 0, 0, 0
	at, atColumn := 0, 0
	for i, r := range old.rows {
		for c, cell := range r.cells {
			if i == old.row && c == old.column {
				at, atColumn = g.row, g.column
			}
			if cell != "" {
				g.put(cell)
			}
		}
		if i == old.row && old.column >= len(r.cells) {
			at, atColumn = g.row, g.column
		}
		if i < len(old.rows)-1 && !r.wrapped {
			g.down()
			g.column = 0
		}
	}
	g.row, g.column = at, atColumn
}

// lines are all that was written, each with the rows into which the terminal broke it,
// without spaces at their ends.
func (g *glass) lines() []string {
	var out []string
	var b strings.Builder
	for _, r := range g.rows {
		b.WriteString(strings.Join(r.cells, ""))
		if !r.wrapped {
			out = append(out, strings.TrimRight(b.String(), " "))
			b.Reset()
		}
	}
	return out
}

// screen is what can be seen.
func (g *glass) screen() []string {
	var out []string
	for _, r := range g.rows[g.top:] {
		out = append(out, strings.TrimRight(strings.Join(r.cells, ""), " "))
	}
	return out
}

// sees fails unless these are the last rows on the screen, with the cursor behind the last.
func (g *glass) sees(t testing.TB, want ...string) {
	t.Helper()
	got := g.screen()
	if len(got) < len(want) || !slices.Equal(got[len(got)-len(want):], want) {
		t.Errorf("the screen shows\n%s\nwant at its end\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
