package web

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"codeberg.org/readeck/go-readability/v2"
	htmltomarkdown "github.com/JohannesKaufmann/html-to-markdown/v2"
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// maxElements bounds what the search for the article looks at; a page with more is converted whole.
const maxElements = 50_000

// page is what there is to read.
type page struct {
	text string
	on   time.Time // when it was published; zero where it does not say
}

// decoded is text as UTF-8, whatever encoding it says or shows to be in.
func decoded(body []byte, kind string) (string, error) {
	r, err := charset.NewReader(bytes.NewReader(body), kind)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(r, 2*MaxBytes))
	if err != nil {
		return "", err
	}
	return strings.ToValidUTF8(strings.ReplaceAll(string(text), "\x00", ""), "\uFFFD"), nil
}

// article is the main part of a page as Markdown, under its title, with links made whole. A page
// in which no such part is found is given entire.
func article(body []byte, kind string, at *url.URL) (page, error) {
	source, err := decoded(body, kind)
	if err != nil {
		return page{}, err
	}
	var p page
	doc, err := html.Parse(strings.NewReader(source)) // which the finder would decode once more
	if err != nil {
		return page{}, err
	}
	parser := readability.NewParser()
	parser.MaxElemsToParse = maxElements
	found, err := parser.ParseAndMutate(doc, at)
	if err != nil || found.Node == nil {
		p.text, err = markdown(source, at)
		return p, err
	}
	var inner strings.Builder
	if err := found.RenderHTML(&inner); err != nil {
		return page{}, err
	}
	text, err := markdown(inner.String(), at)
	if err != nil {
		return page{}, err
	}
	if on, err := found.PublishedTime(); err == nil {
		p.on = on
	}
	p.text = titled(found, p.on, text)
	return p, nil
}

// titled sets the title, the writer and the day over a text.
func titled(a readability.Article, on time.Time, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var b strings.Builder
	if title := line(a.Title()); title != "" {
		fmt.Fprintf(&b, "# %s\n\n", title)
	}
	var by []string
	if who := line(a.Byline()); who != "" {
		by = append(by, "by "+who)
	}
	if !on.IsZero() {
		by = append(by, on.Format("2 January 2006"))
	}
	if len(by) > 0 {
		fmt.Fprintf(&b, "%s\n\n", strings.Join(by, ", "))
	}
	return b.String() + text
}

// line is text on one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

func markdown(source string, at *url.URL) (string, error) {
	text, err := htmltomarkdown.ConvertString(source, converter.WithDomain(at.Scheme+"://"+at.Host))
	return strings.ToValidUTF8(text, "\uFFFD"), err
}
