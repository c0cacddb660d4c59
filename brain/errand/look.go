package errand

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

type mailArgs struct {
	Words  string `json:"words,omitempty"`
	From   string `json:"from,omitempty"`
	Unread bool   `json:"unread,omitempty"`
	Waits  bool   `json:"waits,omitempty"`
}

// mail lists what is in the inbox: unread, unless he wants all, that of somebody, or what waits for an
// answer.
func (e *errand) mail(ctx context.Context) error {
	args := mailArgs{From: e.c.Person, Waits: slices.ContainsFunc([]string{"unanswered", "need", "needs", "needing"}, e.c.Has)}
	args.Unread = e.c.Person == "" && !e.c.Has("all") && !args.Waits
	of := ""
	if args.Unread {
		of = "unread"
	}
	return e.mails(ctx, args, of)
}

// totals is how a search of mail begins: how many are listed, and of how many.
var totals = regexp.MustCompile(`^\d+ of (\d+) in `)

func (e *errand) mails(ctx context.Context, args mailArgs, of string) error {
	out, ok, err := e.look(ctx, "mail_search", args)
	if err != nil || !ok {
		return err
	}
	n := e.show("mail_search", out, func(n int) string {
		if m := totals.FindStringSubmatch(out.Result.Text); m != nil {
			n, _ = strconv.Atoi(m[1]) // digits
		}
		switch {
		case n == 0:
			return ""
		case args.Waits:
			return several(n, of, "mail") + " of the last 14 days: written to you, asking something, and not answered."
		case args.From != "":
			return several(n, of, "mail") + " from " + args.From + "."
		case args.Words != "":
			return several(n, of, "mail") + " with " + phrase.Quote(args.Words, phrase.MaxQuote) + "."
		}
		return several(n, of, "mail") + "."
	})
	if n > 0 {
		e.r.Text.Break().Say("`read mail 1` shows the first; it stays as it is, read or not.")
	}
	return nil
}

// listed is how a search names a mail for reading it.
var listed = regexp.MustCompile("(?m)^- .* · id `([^`]+)`$")

// nth is the name of a mail by its number in the newest list.
func (e *errand) nth(ctx context.Context, n int) (id string, err error) {
	for r, err := range ledger.Each[event.ToolReturned](ctx, e.t.Mind, ledger.Query{Newest: true, Limit: 100}) {
		if err != nil {
			return "", err
		}
		if all := listed.FindAllStringSubmatch(r.Said.Text, -1); len(all) > 0 {
			if n > len(all) {
				return "", nil
			}
			return all[n-1][1], nil
		}
	}
	return "", nil
}

// read shows a mail of the newest list, a file, or a page.
func (e *errand) read(ctx context.Context) error {
	if e.c.Has("mail") {
		return e.readMail(ctx)
	}
	at := strings.TrimRight(e.c.Words, ".,;:!?")
	if folder, _, _ := strings.Cut(at, "/"); slices.Contains(e.Folders, folder) {
		out, ok, err := e.look(ctx, "files_read", map[string]string{"path": at})
		if err != nil || !ok {
			return err
		}
		e.show("files_read", out, func(int) string { return at })
		return nil
	}
	bare := !strings.Contains(at, "://")
	if bare {
		at = "https://" + at
	}
	out, ok, err := e.look(ctx, "web_page", map[string]string{"url": at})
	if err != nil {
		return err
	}
	if !ok {
		if bare && out.Call != 0 {
			e.r.Text.Say(" I tried `%s`; `read http://%s` tries it without encryption.", at, strings.TrimPrefix(at, "https://"))
		}
		return nil
	}
	e.show("web_page", out, func(int) string {
		if s := out.Result.Sources; len(s) > 0 && !s[0].On.IsZero() {
			return strings.TrimPrefix(s[0].What, "the page ") + ", " + phrase.FullDay(s[0].On, e.t.Now)
		}
		return strings.TrimPrefix(strings.TrimPrefix(at, "https://"), "http://")
	})
	return nil
}

func (e *errand) readMail(ctx context.Context) error {
	if !e.has("mail_read") {
		_, _, err := e.look(ctx, "mail_read", nil)
		return err
	}
	id, err := e.nth(ctx, e.c.Number)
	if err != nil {
		return err
	}
	if id == "" {
		e.r.Text.Say("There is no mail %d in the last list. `mail` lists what is unread, `mail all` the newest.", e.c.Number)
		return nil
	}
	out, ok, err := e.look(ctx, "mail_read", map[string]string{"id": id})
	if err != nil || !ok {
		return err
	}
	e.show("mail_read", out, func(int) string { return "" })
	return nil
}

// search looks for words where he says.
func (e *errand) search(ctx context.Context) error {
	words := strings.TrimSpace(e.c.Words)
	switch {
	case e.c.Has("mail"):
		return e.mails(ctx, mailArgs{Words: words}, "")
	case e.c.Has("files"):
		return e.list(ctx, "files_find", map[string]string{"words": words}, "file", " with "+phrase.Quote(words, phrase.MaxQuote))
	case e.c.Has("news"):
		return e.list(ctx, "news", map[string]string{"words": words}, "item", " with "+phrase.Quote(words, phrase.MaxQuote))
	}
	return e.list(ctx, "web_search", map[string]string{"query": words}, "result", " for "+phrase.Quote(words, phrase.MaxQuote))
}

// list shows a list with how many there are, and of what.
func (e *errand) list(ctx context.Context, tool string, args map[string]string, thing, of string) error {
	out, ok, err := e.look(ctx, tool, args)
	if err != nil || !ok {
		return err
	}
	e.show(tool, out, func(n int) string {
		if n == 0 {
			return ""
		}
		return several(n, "", thing) + of + "."
	})
	return nil
}

// news shows the newest of the feeds, or of one.
func (e *errand) news(ctx context.Context) error {
	args, of := map[string]string{}, " from your feeds"
	if e.c.Words != "" {
		args["feed"], of = e.c.Words, " from "+e.c.Words
	}
	return e.list(ctx, "news", args, "item", of+", the newest first")
}

// files shows what is in a folder, or which folders there are.
func (e *errand) files(ctx context.Context) error {
	args := map[string]string{}
	if e.c.Words != "" {
		args["path"] = e.c.Words
	}
	return e.list(ctx, "files_list", args, "entry", " in "+e.c.Words)
}
