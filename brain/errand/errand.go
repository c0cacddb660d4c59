// Package errand looks at something outside because the principal said so: his calendars, mail and
// files, news, a page. It needs no model: the command says what to look at, the tool looks, and what
// it brought is shown as it is.
//
// The calls are those that a model makes, by the same tools and with the same receipts, so that what
// strangers wrote is theirs here too: whatever is shown of it keeps the mark.
package errand

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"citadel/brain/beyond"
	"citadel/brain/card"
	"citadel/brain/command"
	"citadel/brain/consent"
	"citadel/brain/perform"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// Desk answers. Its fields are set before the first turn.
type Desk struct {
	Tools   func() tools.Set // that there are now
	Hands   perform.Hands
	Folders []string // names of the folders whose files may be read
}

// Answer answers a command that looks outside, and a question that one answers where there is something
// to look at; anything else it leaves, with nil. It blocks for as long as the tool takes. The errors
// are those of the ledger, and ctx's where it ended.
func (d Desk) Answer(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	c, by := t.Command, "command:"
	if m := t.Last(); c == nil && m.Forwarded == "" && m.Edited == 0 {
		if asked, ok := command.Asked(t.Text); ok && d.answers(asked.Name) {
			c, by = &asked, "procedure:"
		}
	}
	if c == nil {
		return nil, nil
	}
	e := &errand{Desk: d, t: t, c: *c, r: &turn.Reply{By: by + c.Name, Direct: true}}
	do := map[string]func(context.Context) error{
		"briefing": e.briefing, "agenda": e.agenda, "free": e.free, "mail": e.mail, "read": e.read, "search": e.search, "news": e.news, "files": e.files,
		"watch": e.watch, "appointment": e.appointment,
	}[c.Name]
	if do == nil {
		return nil, nil
	}
	if err := do(ctx); err != nil {
		return nil, fmt.Errorf("errand: %s: %w", c.Name, err)
	}
	if _, private := beyond.Private(t, e.reader()); private && e.leftOut && command.Lists(c.Name) {
		beyond.Add(t, e.r)
	}
	return e.r, nil
}

// answers says whether a question is answered here: one about mail always is, as nobody else can say
// anything to it; one about time where there is a calendar, about files where there is a folder.
func (d Desk) answers(name string) bool {
	return name == "mail" || name == "files" && d.has("files_list") || name == "appointment" && d.has("agenda") || d.has(name)
}

func (d Desk) has(name string) bool {
	_, found := d.Tools().Find(name)
	return found
}

// errand is one.
type errand struct {
	Desk
	t *turn.Turn
	c command.Command
	r *turn.Reply

	leftOut bool // something that belongs to the answer may not be told where it goes
}

// lacks says what has to be set for a tool that is not there.
func lacks(tool string) string {
	const answers = " `citadel doctor` says whether it answers."
	switch tool {
	case "agenda", "free":
		return "No calendar is set up. On the host, `citadel setup calendar` does that." + answers
	case "mail_search", "mail_read":
		return "No mail is set up. On the host, `citadel setup mail` does that." + answers
	case "news":
		return "No feeds are set up. On the host, put their addresses under `feeds:` in config.yaml, each with a name." + answers
	case "web_page":
		return "I may not read pages of the web. On the host, write `web: {read: true}` into config.yaml."
	case "web_search":
		return "No search of the web is set up. On the host, put the address of a SearXNG server into config.yaml, as `search` under `web:`." + answers
	}
	return "No folder is set up, or none of them is there. On the host, put it under `folders:` in config.yaml, with a name and its path."
}

// look makes a call. Where there is nothing to be shown of it, ok is false and the reply says why.
func (e *errand) look(ctx context.Context, name string, args any) (out perform.Outcome, ok bool, err error) {
	tool, found := e.Tools().Find(name)
	if !found {
		e.r.Text.Say("%s", lacks(name))
		return out, false, nil
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return out, false, err
	}
	var policy string
	e.t.Read(func(v memory.View) { policy = v.Hands.Policies[name] })
	// The command is his yes, as the word of a card is; what he denied for good stays denied.
	if v := consent.Decide(consent.Call{Tool: tool, Args: raw, Policy: policy, Approved: policy != event.PolicyDeny}); v.Do != consent.Run {
		e.r.Text.Say("Nothing was done. %s `policy %s usual` changes that.", strings.Join(v.Why, " "), name)
		return out, false, nil
	}
	began, err := e.t.Begin(ctx)
	if err != nil {
		return out, false, err
	}
	out, err = e.Hands.Make(ctx, perform.Call{
		Tool: tool, Args: raw, Because: append([]event.Seq{began}, e.t.Heard()...), From: e.t.Heard(),
	})
	if err != nil {
		return out, false, err
	}
	if f := out.Failure; f != nil {
		e.r.Text.Claim(rests(out), "**I couldn't look.** %s", f.Text)
		return out, false, nil
	}
	if len(out.Result.Sources) > 0 {
		e.r.Others = append(e.r.Others, out.Returned)
	}
	return out, true, nil
}

// rests are the events that whatever is told of a call rests on.
func rests(out perform.Outcome) []event.Seq { return []event.Seq{out.Call, out.Returned} }

// show words what a call brought, below a heading that is made of how many items a list has.
func (e *errand) show(name string, out perform.Outcome, heading func(n int) string) (n int) {
	text, n := card.Seen(name, out.Result, rests(out), e.t.Now)
	if h := heading(n); h != "" {
		e.r.Text.Claim(rests(out), "**%s**", h).Break()
	}
	e.r.Text.Add(text)
	return n
}

// several words a number of things: "1 mail", "3 unread mails".
func several(n int, of, thing string) string {
	return phrase.Count(n, strings.TrimSpace(of+" "+thing))
}
