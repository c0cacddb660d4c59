package approve

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/mail"
	"strings"

	"citadel/brain/card"
	"citadel/brain/command"
	"citadel/brain/consent"
	"citadel/brain/phrase"
	"citadel/brain/prepare"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// prepare makes a mail or a note ready by plain words, and holds it until he asks. Nothing is done.
func (d Desk) prepare(t *turn.Turn) (*turn.Reply, error) {
	if t.Last().Forwarded != "" {
		return says(t, "That was passed on, so nothing is prepared of it. Write it yourself.")
	}
	name, args, lacks := d.wanted(t)
	if lacks != "" {
		return says(t, "%s", lacks)
	}
	tool, _ := d.Tools().Find(name)
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	c := consent.Call{Tool: tool, Args: raw, Words: []string{t.Text}, Requests: []consent.Request{{Texts: []string{t.Text}}}}
	t.Read(func(v memory.View) { c.Policy, c.Known = v.Hands.Policies[name], v.Hands.Reached() })
	a, err := prepare.Card(prepare.Work{Tool: tool, Args: raw, Verdict: consent.Decide(c)}, t.Now)
	var failed *tools.Failure
	if errors.As(err, &failed) {
		return says(t, "Nothing is prepared. %s", failed.Text)
	}
	if err != nil {
		return nil, err
	}
	r := begin(t)
	r.Change(a)
	shown, handle := card.Of(tool, raw), r.Made('K')
	r.Text.Say("Prepared, and not done: ").Claim(t.Heard(), "%s", strings.Join(shown.Facts, " · ")).
		Say(". `release %s` shows it as a card, `hold %s until Friday` shows it then, `drop %s` ends it.", handle, handle, handle)
	return r, nil
}

// wanted is the call that he wants prepared; lacks says what is missing for it.
func (d Desk) wanted(t *turn.Turn) (tool string, args map[string]any, lacks string) {
	head, body, _ := strings.Cut(t.Command.Words, ":")
	head, body = strings.TrimSpace(head), strings.TrimSpace(body)
	has := func(name string) bool { _, there := d.Tools().Find(name); return there }
	if t.Command.Has("note") {
		switch {
		case !has("files_write"):
			return "", nil, "No folder may be written to, so there is nowhere for a note. On the host, put one under `folders:` in config.yaml, with `write: true`."
		case !placed(head) || body == "":
			return "", nil, "A note has a place and a text: `prepare a note in notes/plan.md: Ask Henderson for 50% up front.`"
		}
		return "files_write", map[string]any{"path": head, "text": body + "\n"}, ""
	}
	to, subject, _ := strings.Cut(head, " about ")
	if tool = "mail_send"; !has(tool) {
		tool = "mail_draft"
	}
	switch {
	case !has(tool):
		return "", nil, "No mail is set up. On the host, `citadel setup mail` does that."
	case !addressed(to) || subject == "" || body == "":
		return "", nil, "A mail has an address, a subject and a text: `prepare a mail to kim@acme.example about Prices: Hi Kim, can we talk on Friday?`"
	}
	return tool, map[string]any{"to": []string{strings.TrimSpace(to)}, "subject": strings.TrimSpace(subject), "text": body}, ""
}

// placed says whether a text is a place in a folder: "notes/plan.md".
func placed(text string) bool {
	return strings.Contains(text, "/") && fs.ValidPath(text)
}

// addressed says whether a text is one address, and nothing but that.
func addressed(text string) bool {
	text = strings.TrimSpace(text)
	a, err := mail.ParseAddress(text)
	return err == nil && a.Address == text
}

// release shows what was prepared or put aside as the card that it is.
func (d Desk) release(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := begin(t)
	for _, h := range t.Command.Handles {
		a, found, err := d.find(ctx, t, event.Seq(h.N))
		if err != nil {
			return nil, err
		}
		if !found || !a.card.Open(t.Now) {
			continue
		}
		if len(r.Cards) == 0 {
			r.Text.Say("Nothing is done yet: its word does it.")
		}
		d.view(t, r, a)
	}
	if len(r.Cards) == 0 {
		return says(t, "Nothing waits under that. `approvals` lists what waits.")
	}
	return r, nil
}

// upon gives what has to happen before a card is shown: a watch that is looked at, or a loop that is open.
func upon(t *turn.Turn, word string) (seq event.Seq, told *phrase.Text, ok bool) {
	h, err := command.ParseHandle(word)
	if err != nil {
		return 0, nil, false
	}
	seq, told = event.Seq(h.N), new(phrase.Text)
	t.Read(func(v memory.View) {
		switch h.Letter {
		case 'w':
			if w, there := v.Watches.Find(seq); there && w.Stands(t.Now) {
				ok = true
				told.Say("once `%s` shows something new", h)
			}
		case 'l':
			if _, there := v.Loops.Loop(seq); there {
				ok = true
				told.Say("once `%s` is closed", h)
			}
		}
	})
	return seq, told, ok
}
