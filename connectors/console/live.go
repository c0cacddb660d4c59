package console

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"citadel/connectors"
	"citadel/connectors/markup"
)

// live is the draft on the screen; the zero live is none.
type live struct {
	turn    uint64
	text    string
	changed bool // it began to say something else before
}

// changed marks an answer that is not what it began to say.
const changed = "(changed) "

// Draft shows the answer above the line being typed, as much of its end as there is room
// for. Nothing of it scrolls away, so that the post can take its place.
func (c *Console) Draft(ctx context.Context, d connectors.Draft) error {
	const op = "console: draft"
	refuse := func(r connectors.Reason, err error) error { return &connectors.Error{Op: op, Reason: r, Err: err} }
	switch {
	case ctx.Err() != nil:
		return refuse(connectors.Temporary, ctx.Err())
	case d.Place.Platform != name:
		return refuse(connectors.Invalid, fmt.Errorf("a draft for %q", d.Place.Platform))
	case d.Turn == 0:
		return refuse(connectors.Invalid, errors.New("a draft needs a turn"))
	case !c.Terminal:
		return refuse(connectors.Invalid, errors.New("a pipe takes whole answers"))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var rows []string
	switch {
	case strings.TrimSpace(d.Text) != "":
		was := c.live
		if was.turn != d.Turn {
			was = live{turn: d.Turn}
		}
		c.live = live{turn: d.Turn, text: d.Text, changed: was.changed || !goesOn(was.text, d.Text)}
		if text := mended(d.Text); text != "" {
			if c.live.changed {
				text = changed + text
			}
			rows = strings.Split(c.dialect().Render(text, nil), "\n")
		}
	case d.Turn < c.live.turn || c.live.turn == 0:
		return nil
	default:
		c.live = live{}
	}
	if c.edit == nil {
		return nil // the terminal is not ours yet
	}
	return printed(op, c.edit.show(rows))
}

// goesOn says whether what was begun is still said, as far as a person can see it.
func goesOn(begun, text string) bool {
	if strings.HasPrefix(text, begun) {
		return true
	}
	seen := func(text string) string { return strings.Join(strings.Fields(markup.Plain().Render(text, nil)), " ") }
	return strings.Contains(seen(text), seen(mended(begun)))
}

// mended makes a text that breaks off look as the whole of it will: what is open is
// closed, and what cannot be told yet is left out.
func mended(text string) string {
	text = strings.TrimRight(text, " \n")
	for {
		last := strings.LastIndexByte(text, '\n') + 1
		if strings.Trim(text[last:], " -+*_=#>`~0123456789.)") != "" {
			break
		}
		if last == 0 {
			return ""
		}
		text = strings.TrimRight(text[:last], " \n") // it may make a list, or a heading of the line above
	}
	if fenced(text) {
		return text
	}
	block := strings.LastIndex(text, "\n\n") + 1
	return text[:block] + closed(text[block:])
}

// fenced says whether the text breaks off within a code block.
func fenced(text string) bool {
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " >")
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			inside = !inside
		}
	}
	return inside
}

// closed closes the code and the bold type that are open at the end of a block, and makes a
// link of which not all is there its label.
func closed(block string) string {
	code, bold, label, address := 0, false, -1, -1 // label and address: where the open link has them
	for i := 0; i < len(block); i++ {
		switch b := block[i]; {
		case b == '\\' && code == 0:
			i++
		case b == '`':
			n := len(block[i:]) - len(strings.TrimLeft(block[i:], "`"))
			switch code {
			case 0:
				code = n
			case n:
				code = 0
			}
			i += n - 1
		case code > 0:
		case strings.HasPrefix(block[i:], "**"):
			bold = !bold
			i++
		case b == '[':
			label, address = i, -1
		case b == ']' && label >= 0 && address < 0:
			if address = i; i+1 < len(block) && block[i+1] != '(' {
				label, address = -1, -1
			}
		case b == ')' && address >= 0:
			label, address = -1, -1
		}
	}
	if label >= 0 {
		end := len(block)
		if address >= 0 {
			end = address
		}
		block = block[:label] + block[label+1:end]
	}
	switch {
	case code > 0 && strings.HasSuffix(block, "`"):
		block = strings.TrimRight(block, "`")
	case code > 0:
		block += strings.Repeat("`", code)
	}
	if !bold {
		return block
	}
	words := strings.TrimRight(block, " *\n")
	if strings.HasSuffix(block, "**") { // only just opened
		return words
	}
	return words + "**"
}
