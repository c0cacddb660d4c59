package critique

import (
	"regexp"
	"strings"
)

var (
	htmlTag = regexp.MustCompile(`^</?([A-Za-z][A-Za-z0-9-]*)(\s[^<>]*)?/?>`)
	odd     = regexp.MustCompile(`^(?:<[!?][A-Za-z-][^<>]*>|<\|[^<>|]{1,40}\|>)`)
)

// htmlNames are the elements of HTML. A "<name>" that is none of them is a blank to fill in.
var htmlNames = func() map[string]bool {
	names := map[string]bool{}
	for _, n := range strings.Fields(`a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas
		caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form
		frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta
		meter nav noframes noscript object ol optgroup option output p param picture portal pre progress q rp rt ruby s samp script search section select
		slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var
		video wbr xmp`) {
		names[n] = true
	}
	return names
}()

// breaks are the elements that stand for white space.
var breaks = map[string]bool{"br": true, "p": true, "div": true, "li": true, "tr": true, "td": true, "th": true, "hr": true}

// angle takes what begins with "<": a tag, an address, or a sign.
func (w *inliner) angle() {
	rest := w.s[w.i:min(len(w.s), w.i+1000)]
	if at := aThought.FindString(rest); at != "" {
		w.tag(at, true)
		return
	}
	if at := autolink.FindStringSubmatch(rest); at != nil {
		address := at[1]
		switch {
		case strings.HasPrefix(strings.ToLower(address), "src:"):
			w.group(at[0], '(')
		case !strings.Contains(address, ":"):
			w.put(address, len(at[0])) // of mail: nobody fetches it
		case w.links && w.m.leads(address):
			w.copy(len(at[0]))
		default:
			w.m.take(Link, address)
			w.putCode("", address, len(at[0]))
		}
		return
	}
	if at := htmlTag.FindStringSubmatch(rest); at != nil {
		name := strings.ToLower(at[1])
		if (htmlNames[name] || w.m.tags[name]) && strings.Trim(at[2], " \t/") == "" || strings.Contains(at[2], "=") {
			w.tag(at[0], breaks[name])
			return
		}
	}
	if at := odd.FindString(rest); at != "" {
		w.tag(at, false)
		return
	}
	w.copy(1)
}

// tag takes a tag out; a break leaves a space.
func (w *inliner) tag(tag string, breaks bool) {
	w.m.take(Markup, tag)
	w.i += len(tag)
	if n := len(w.out); breaks && n > 0 && w.out[n-1] != ' ' && w.i < len(w.s) && w.s[w.i] != ' ' {
		w.out = append(w.out, ' ')
	}
}
