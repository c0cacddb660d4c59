package console

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"citadel/connectors"
	"citadel/connectors/markup"
)

// object is a post as JSON prints it (SPEC §3).
type object struct {
	Line     int    `json:"line"`
	Turn     uint64 `json:"turn"`
	Text     string `json:"text"`
	By       string `json:"by"`
	Category string `json:"category"`
	Tier     string `json:"tier"`
}

// by is who answers a verb that was written wrongly.
const by = "command:console"

// Send prints the post, in the place of its draft if that is on the screen. Buttons are
// left out, Silent means nothing here.
func (c *Console) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	const op = "console: send"
	if err := ctx.Err(); err != nil {
		return "", &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
	}
	if p.Place.Platform != name {
		return "", &connectors.Error{Op: op, Reason: connectors.Invalid, Err: fmt.Errorf("a post for %q", p.Place.Platform)}
	}
	if strings.TrimSpace(p.Text) == "" {
		return "", &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("blank text")}
	}
	var a connectors.Answer
	if p.Answers != nil {
		a = *p.Answers
	}
	text := p.Text
	if p.Again {
		text = "(again) " + text
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	switch {
	case c.live.turn == 0 || c.live.turn > a.Turn || c.edit == nil:
		err = c.print(op, c.line(a.To), a, text, p.Handle)
	case c.live.turn < a.Turn: // nothing takes the place of that any more
		c.live = live{}
		if err = printed(op, c.edit.show(nil)); err == nil {
			err = c.print(op, c.line(a.To), a, text, p.Handle)
		}
	default:
		err = c.settlePost(op, a, text, p.Handle)
	}
	if err != nil {
		c.refused(err)
		return "", err
	}
	c.refusals = 0
	select {
	case <-c.shut: // it takes something again, before Run heard of it
	default:
	}
	if t := c.open[a.To]; t != nil {
		t.spoke = true
	}
	c.shown++
	c.last = p.Handle
	c.lastID = connectors.MessageID(fmt.Sprintf("%s/%s/post/%d", name, c.Session, c.shown))
	return c.lastID, nil
}

// ErrFull is why Run ends where answers cannot be written.
var ErrFull = errors.New("the output takes nothing")

// mostRefusals is how often in a row a pipe may take nothing before Run ends: nobody frees a
// full disk while lines wait behind it.
const mostRefusals = 3

// refused notes that a post could not be written. The caller holds mu.
func (c *Console) refused(err error) {
	if c.refusals++; c.refusals == mostRefusals && !c.Terminal && c.shut != nil {
		select {
		case c.shut <- &connectors.Error{Op: "console: write", Reason: connectors.Gone, Err: fmt.Errorf("%w: %w", ErrFull, err)}:
		default: // Run has not read the last one yet
		}
	}
}

// Finished lets the next line in, and prints the empty line of a silent turn.
func (c *Console) Finished(_ context.Context, a connectors.Answer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.open[a.To]
	if t == nil {
		return nil
	}
	delete(c.open, a.To)
	close(t.over)
	if t.spoke || c.Terminal {
		return nil
	}
	return c.print("console: finish", t.line, a, "", "")
}

// reply answers a line that begins no turn.
func (c *Console) reply(number int, text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.print("console: reply", number, connectors.Answer{By: by}, text, "")
}

// print shows a text that answers the line of that number. The caller holds mu, which also
// keeps two posts apart.
func (c *Console) print(op string, number int, a connectors.Answer, text, handle string) error {
	out, err := c.look(op, number, a, text, handle)
	if err != nil {
		return err
	}
	if c.Terminal && c.edit != nil {
		return printed(op, c.edit.print(out))
	}
	n, err := io.WriteString(c.Out, out)
	if err == nil {
		return nil
	}
	reason := connectors.Unknown // part of it stands on the screen
	switch {
	case n > 0:
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe), errors.Is(err, os.ErrClosed):
		reason = connectors.Gone
	default:
		reason = connectors.Temporary
	}
	return &connectors.Error{Op: op, Reason: reason, Err: err}
}

// settlePost shows a text in the place of the draft on the screen. The caller holds mu.
func (c *Console) settlePost(op string, a connectors.Answer, text, handle string) error {
	if c.live.changed || !goesOn(c.live.text, text) {
		text = changed + text
	}
	c.live = live{}
	out, err := c.look(op, c.line(a.To), a, text, handle)
	if err != nil {
		return err
	}
	return printed(op, c.edit.settle(out))
}

// printed is what a line editor's error says of a post.
func printed(op string, err error) error {
	if err == nil {
		return nil
	}
	return &connectors.Error{Op: op, Reason: connectors.Unknown, Err: err}
}

// look is how a text is shown.
func (c *Console) look(op string, number int, a connectors.Answer, text, handle string) (string, error) {
	switch {
	case c.JSON:
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(object{number, a.Turn, text, a.By, a.Category, a.Tier}); err != nil {
			return "", &connectors.Error{Op: op, Reason: connectors.Invalid, Err: err}
		}
		return b.String(), nil
	case text == "":
		return "\n", nil
	}
	return c.dialect().Render(text, nil) + c.number(handle) + "\n\n", nil
}

// line is the number of the line that an event came from, also after its turn was over: what
// was set aside is answered later. 0 if it came from none of this session. The caller holds mu.
func (c *Console) line(id connectors.MessageID) int {
	if t := c.open[id]; t != nil {
		return t.line
	}
	number, here := strings.CutPrefix(string(id), name+"/"+c.Session+"/")
	n, err := strconv.Atoi(number)
	if !here || err != nil {
		return 0
	}
	return n
}

// number is the "#412" behind a post in a terminal; a pipe shows words only.
func (c *Console) number(handle string) string {
	if !c.Terminal || !markup.IsHandle(handle) {
		return ""
	}
	n := "#" + strings.TrimPrefix(handle, "m")
	if c.Colour {
		n = markup.Dim(n)
	}
	return "  " + n
}
