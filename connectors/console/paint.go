package console

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// frame is what stands at the bottom of the screen and may change: the live rows and
// below them the draft. The zero frame is nothing.
type frame struct {
	rows  []string
	row   int    // where the cursor is
	head  string // what stands before it there
	width int
}

// atEnd says whether the cursor stands behind everything.
func (f frame) atEnd() bool { return f.row == len(f.rows)-1 && f.head == f.rows[f.row] }

// leave draws the whole draft a last time and goes to the row below it, where the live
// rows go on. The caller holds mu.
func (e *lineEditor) leave() error {
	e.draft.cursor = len(e.draft.text)
	width, _ := e.size()
	rows, row, head := e.draft.rows(width)
	var err error
	if len(e.live) > 0 {
		err = e.write(e.erasure() + strings.Join(rows, "\r\n"))
	} else {
		err = e.paint(frame{rows, row, head, width})
	}
	e.reading, e.pasting, e.pasted = false, false, nil
	e.draft, e.drawn = draft{}, frame{}
	e.past.back, e.past.draft = 0, ""
	return errors.Join(err, e.write("\r\n"), e.draw())
}

func (e *lineEditor) print(text string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.above(text)
}

func (e *lineEditor) settle(text string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.live = nil
	return e.above(text)
}

func (e *lineEditor) show(rows []string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.live = rows
	if !e.reading && len(e.drawn.rows) == 0 {
		return nil // nobody reads: the next read draws it
	}
	return e.draw()
}

// above prints text above everything that may change. The caller holds mu.
func (e *lineEditor) above(text string) error {
	if e.saved == nil && !e.reading {
		return e.write(text)
	}
	err := e.write(e.erasure() + strings.ReplaceAll(text, "\n", "\r\n"))
	e.drawn = frame{}
	if err != nil {
		return err
	}
	return e.draw()
}

// draw shows the live rows and the draft, or as much of them as the screen has rows: the
// end of the live rows, and what is around the cursor of the draft. The caller holds mu.
func (e *lineEditor) draw() error {
	width, height := e.size()
	height-- // no row may scroll away: it could not be taken back
	live := cut(e.live, width)
	if !e.reading {
		live = live[max(0, len(live)-height):]
		if len(live) == 0 {
			return nil
		}
		return e.paint(frame{live, len(live) - 1, live[len(live)-1], width})
	}
	rows, row, head := e.draft.rows(width)
	if len(live) > 0 && height > 4 {
		live = append(live, "") // as after a post
	}
	room := height - min(len(live), height/2)
	if len(rows) > room {
		first := max(0, row-room+1)
		rows = rows[first : first+room]
		row -= first
	}
	if live = live[max(0, len(live)-(height-len(rows))):]; len(live) > 0 {
		rows, row = append(live, rows...), len(live)+row
	}
	return e.paint(frame{rows, row, head, width})
}

// paint makes the screen show next. Rows at the top that stay as they are it leaves
// alone, so that nothing flickers while an answer grows.
func (e *lineEditor) paint(next frame) error {
	was := e.drawn
	e.drawn = next
	if was.width != next.width {
		return e.write(was.erasure(0, next.width) + next.from(0))
	}
	same := 0
	for same < min(len(was.rows), len(next.rows)) && was.rows[same] == next.rows[same] {
		same++
	}
	if last := len(was.rows) - 1; same >= last && was.atEnd() && next.atEnd() && last < len(next.rows) {
		if more, ok := strings.CutPrefix(next.rows[last], was.rows[last]); ok { // typed at the end
			for _, row := range next.rows[last+1:] {
				more += "\r\n" + row
			}
			return e.write(more)
		}
	}
	from := min(same, was.row, len(next.rows)-1)
	return e.write(was.erasure(from, next.width) + next.from(from))
}

// from writes the frame from a row on, at the start of which the cursor stands.
func (f frame) from(row int) string {
	out := strings.Join(f.rows[row:], "\r\n")
	if !f.atEnd() {
		// The start of the row is written again rather than counted: terminals do
		// not agree on how wide an emoji is.
		out += up(len(f.rows)-1-f.row) + "\r" + f.head
	}
	return out
}

// erasure takes everything that may change from the screen.
func (e *lineEditor) erasure() string {
	width, _ := e.size()
	return e.drawn.erasure(0, width)
}

// erasure takes the frame from the screen from a row on that is not below the cursor,
// also when the terminal became narrower meanwhile and broke its rows.
func (f frame) erasure(from, width int) string {
	if len(f.rows) == 0 {
		return ""
	}
	above := len(cut(f.rows[from:f.row], width)) + len(cut([]string{f.head}, width)) - 1
	return up(above) + "\r\x1b[J"
}

func up(rows int) string {
	if rows == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA", rows)
}

// colour is the length of the escape sequence at the start of a rendered row: there are no
// others than those that set colours.
func colour(row string) int {
	if end := strings.IndexByte(row, 'm'); end >= 0 {
		return end + 1
	}
	return len(row)
}

// cut breaks rows that are wider than the screen where the terminal does: between two
// characters. The colours in a row take no room.
func cut(rows []string, width int) []string {
	if len(rows) == 0 {
		return nil
	}
	out := make([]string, 0, len(rows)+1)
	for _, row := range rows {
		from, column, rest, state := 0, 0, row, -1
		for rest != "" {
			if rest[0] == escape {
				rest, state = rest[colour(rest):], -1
				continue
			}
			var w int
			at := len(row) - len(rest)
			_, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
			if column+w > width && at > from {
				out = append(out, row[from:at])
				from, column = at, 0
			}
			column += w
		}
		out = append(out, row[from:])
	}
	return out
}

// size is that of the screen, as far as it can be drawn on.
func (e *lineEditor) size() (width, height int) {
	width, height, err := e.measure()
	if err != nil || width == 0 || height == 0 {
		width, height = 80, 24
	}
	return max(width, 8), max(height, 2)
}

func (e *lineEditor) write(text string) error {
	if text == "" {
		return nil
	}
	_, err := io.WriteString(e.out, text)
	return err
}
