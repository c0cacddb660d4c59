package console

import (
	"errors"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"strings"

	"citadel/connectors"
)

// The usage of each verb, as shown when it was written wrongly.
const (
	usageReact   = "Usage: `/react EMOJI [#n]`, for instance `/react 👍 #412`."
	usageUnreact = "Usage: `/unreact [EMOJI] [#n]`, for instance `/unreact #412`."
	usageReply   = "Usage: `/reply #n TEXT`, for instance `/reply #412 on Friday`."
	usageEdit    = "Usage: `/edit [#n] TEXT`, for instance `/edit Ana lives in Braga`."
	usageDelete  = "Usage: `/delete [#n]`, for instance `/delete #409`."
	usageImage   = "Usage: `/image PATH [TEXT]`, for instance `/image \"my cat.png\" who is this?`"

	nothingShown = "I have said nothing in this session. Name the message by its number, for instance `#412`."
	nothingSaid  = "You have said nothing in this session. Name the message by its number, for instance `#409`."
)

// understand turns one line into an event. Where the line is a verb written
// wrongly it returns what to tell the person instead.
func (c *Console) understand(number int, text string) (e connectors.Event, usage string) {
	verb, rest := cutWord(text)
	switch verb {
	case "/react":
		return c.react(number, rest)
	case "/unreact":
		return c.unreact(number, rest)
	case "/edit":
		return c.change(number, rest)
	case "/delete":
		return c.takeBack(number, rest)
	case "/reply":
		e, usage = c.replyTo(number, rest)
	case "/image":
		e, usage = c.image(number, rest)
	default:
		e = c.message(number, text)
	}
	if usage == "" {
		c.mu.Lock()
		c.own = e.Message
		c.mu.Unlock()
	}
	return e, usage
}

func (c *Console) react(number int, rest string) (connectors.Event, string) {
	emoji, rest := cutWord(rest)
	handle, rest := cutHandle(rest)
	e := c.event(connectors.React, number)
	e.Emoji = connectors.NormalEmoji(emoji)
	if !plausibleEmoji(e.Emoji) || rest != "" {
		return e, usageReact
	}
	e, usage := c.aboutShown(e, handle)
	if usage == "" {
		c.mu.Lock()
		c.given, c.givenID = e.Handle, e.Message
		c.mu.Unlock()
	}
	return e, usage
}

// unreact takes back a reaction: all of a message, or one emoji of it. Without a number that is the
// message last reacted to, since more may have been shown since, and else the last one shown.
func (c *Console) unreact(number int, rest string) (connectors.Event, string) {
	e := c.event(connectors.Unreact, number)
	handle, rest := cutHandle(rest)
	if handle == "" && rest != "" {
		word, left := cutWord(rest)
		if e.Emoji = connectors.NormalEmoji(word); !plausibleEmoji(e.Emoji) {
			return e, usageUnreact
		}
		handle, rest = cutHandle(left)
	}
	if rest != "" {
		return e, usageUnreact
	}
	c.mu.Lock()
	given, givenID := c.given, c.givenID
	c.mu.Unlock()
	if handle == "" && given+string(givenID) != "" {
		e.Handle, e.Message = given, givenID
		return e, ""
	}
	return c.aboutShown(e, handle)
}

// aboutShown points e at the message with that handle, else at the last post.
func (c *Console) aboutShown(e connectors.Event, handle string) (connectors.Event, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case handle != "":
		e.Handle = handle
	case c.shown == 0:
		return e, nothingShown
	case c.last != "":
		e.Handle = c.last
	default:
		e.Message = c.lastID
	}
	return e, ""
}

func (c *Console) replyTo(number int, rest string) (connectors.Event, string) {
	handle, rest := cutHandle(rest)
	if handle == "" || rest == "" {
		return connectors.Event{}, usageReply
	}
	e := c.message(number, rest)
	e.ReplyToHandle = handle
	return e, ""
}

func (c *Console) change(number int, rest string) (connectors.Event, string) {
	handle, rest := cutHandle(rest)
	if rest == "" {
		return connectors.Event{}, usageEdit
	}
	e := c.event(connectors.Edit, number)
	e.Text = rest
	return c.aboutOwn(e, handle)
}

func (c *Console) takeBack(number int, rest string) (connectors.Event, string) {
	handle, rest := cutHandle(rest)
	if rest != "" {
		return connectors.Event{}, usageDelete
	}
	return c.aboutOwn(c.event(connectors.Delete, number), handle)
}

// aboutOwn points e at the message with that handle, else at the last own line,
// which is gone once it was taken back.
func (c *Console) aboutOwn(e connectors.Event, handle string) (connectors.Event, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case handle != "":
		e.Handle = handle
	case c.own == "":
		return e, nothingSaid
	default:
		e.Message = c.own
		if e.Kind == connectors.Delete {
			c.own = ""
		}
	}
	return e, ""
}

func (c *Console) image(number int, rest string) (connectors.Event, string) {
	path, text, ok := cutPath(rest)
	if !ok {
		return connectors.Event{}, usageImage
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return connectors.Event{}, unreadable(path, err)
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil:
		return connectors.Event{}, unreadable(path, err)
	case !info.Mode().IsRegular():
		return connectors.Event{}, "`" + path + "` is not a file, so I sent nothing."
	}
	e := c.message(number, text)
	e.Files = []connectors.File{{
		Name: filepath.Base(abs), MIME: mime.TypeByExtension(filepath.Ext(abs)), Size: info.Size(), Path: abs,
	}}
	return e, ""
}

func unreadable(path string, err error) string {
	why := "can't be read"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		why = "does not exist"
	case errors.Is(err, fs.ErrPermission):
		why = "is not open to me"
	}
	return "`" + path + "` " + why + ", so I sent nothing."
}

// cutWord splits off the first word.
func cutWord(s string) (word, rest string) {
	i := strings.IndexAny(s, " \t\n")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// cutHandle splits off a leading "#412", as "m412"; no handle leaves s.
func cutHandle(s string) (handle, rest string) {
	word, rest := cutWord(s)
	digits, ok := strings.CutPrefix(word, "#")
	if !ok || digits == "" || len(digits) > 18 || strings.Trim(digits, "0123456789") != "" {
		return "", s
	}
	return "m" + digits, rest
}

// cutPath splits off a path, which may stand in double quotes.
func cutPath(s string) (path, rest string, ok bool) {
	if quoted, isQuoted := strings.CutPrefix(s, `"`); isQuoted {
		path, rest, ok = strings.Cut(quoted, `"`)
		return path, strings.TrimSpace(rest), ok && path != ""
	}
	path, rest = cutWord(s)
	return path, rest, path != ""
}

// plausibleEmoji keeps words and numbers out; which emoji mean something is for
// others to say.
func plausibleEmoji(s string) bool {
	if len(s) == 0 || len(s) > 64 {
		return false
	}
	for _, r := range s {
		if r > 0x7F {
			return true
		}
	}
	return false
}
