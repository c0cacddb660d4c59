package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // so that old charsets are read
	"github.com/emersion/go-message/mail"
	"golang.org/x/net/html"
)

// content is what a mail holds.
type content struct {
	text        string
	left        int      // bytes of the text that were left out
	attachments []string // name, type and size
}

// parse reads a mail as far as it makes sense. Plain text comes before HTML; what says neither is
// an attachment.
func parse(data []byte) (c content) {
	r, err := mail.CreateReader(bytes.NewReader(data))
	if err != nil && !message.IsUnknownCharset(err) {
		return content{text: "(The mail is malformed; its text could not be read.)"}
	}
	var plain, marked strings.Builder
	for range maxParts {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !message.IsUnknownCharset(err) {
			c.attachments = append(c.attachments, "(the rest of the mail is malformed)")
			break
		}
		switch h := p.Header.(type) {
		case *mail.InlineHeader:
			switch kind, _, _ := h.ContentType(); {
			case kind == "text/html":
				c.left += take(&marked, p.Body)
			case strings.HasPrefix(kind, "text/") || kind == "":
				c.left += take(&plain, p.Body)
			default:
				_, params, _ := h.ContentType()
				c.attachments = append(c.attachments, attachment(params["name"], kind, p.Body))
			}
		case *mail.AttachmentHeader:
			kind, _, _ := h.ContentType()
			name, _ := h.Filename()
			c.attachments = append(c.attachments, attachment(name, kind, p.Body))
		}
	}
	if c.text = strings.TrimSpace(plain.String()); c.text == "" {
		c.text = strings.TrimSpace(visible(marked.String()))
	}
	c.text = strings.ToValidUTF8(strings.ReplaceAll(c.text, "\r\n", "\n"), "\uFFFD")
	return c
}

// take adds a text to others, and tells how many bytes of it there was no room for. What is
// malformed ends it.
func take(to *strings.Builder, r io.Reader) int {
	_, _ = io.Copy(to, io.LimitReader(r, int64(maxText-to.Len())))
	rest, _ := io.Copy(io.Discard, r)
	to.WriteString("\n")
	return int(rest)
}

func attachment(name, kind string, r io.Reader) string {
	n, _ := io.Copy(io.Discard, r) // as far as it can be decoded
	if name == "" {
		name = "without a name"
	}
	return fmt.Sprintf("%s (%s, %d bytes)", line(name, 100), line(kind, 60), n)
}

// visible is the text of HTML, with line ends where blocks end and the address behind a link.
func visible(source string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(source))
	hidden, link := "", ""
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return tidy(b.String())
		case html.TextToken:
			if hidden == "" {
				b.WriteString(oneLine.Replace(string(z.Text())))
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			t := z.Token()
			switch name := t.Data; {
			case hidden != "":
				if kind == html.EndTagToken && name == hidden {
					hidden = ""
				}
			case kind == html.StartTagToken && (name == "script" || name == "style" || name == "title" || name == "template"):
				hidden = name
			case name == "a" && kind == html.StartTagToken:
				link = attribute(t, "href")
			case name == "a" && strings.HasPrefix(link, "http"):
				b.WriteString(" <" + line(link, 300) + ">")
				link = ""
			case name == "img":
				b.WriteString(attribute(t, "alt"))
			case name == "li" && kind == html.StartTagToken:
				b.WriteString("\n- ")
			case breaks[name]:
				b.WriteString("\n")
			}
		}
	}
}

// oneLine: line ends of the source of a page show as spaces.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ", "\t", " ")

var breaks = map[string]bool{
	"br": true, "p": true, "div": true, "tr": true, "table": true, "ul": true, "ol": true, "blockquote": true, "hr": true, "pre": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true,
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// tidy takes out spaces and empty lines that show nothing.
func tidy(s string) string {
	var b strings.Builder
	empty := 0
	for l := range strings.Lines(s) {
		if l = strings.Join(strings.Fields(l), " "); l == "" {
			empty++
			continue
		}
		if empty > 0 && b.Len() > 0 {
			b.WriteString("\n")
		}
		empty = 0
		b.WriteString(l + "\n")
	}
	return b.String()
}
