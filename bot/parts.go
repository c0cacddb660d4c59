package bot

import (
	"context"
	"fmt"
	"strings"

	"citadel/brain/art"
	"citadel/brain/chart"
	"citadel/brain/phrase"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/outbox"
)

// parts turns a post into what the platform shows: one message, or several if it is too
// long for one, and says where each ends; see cut. The buttons come with the last.
func (b *Bot) parts(ctx context.Context, c connectors.Connector, p outbox.Post, q *event.PostQueued) (posts []connectors.Post, ends []int, err error) {
	l := c.Limits()
	front, text := "", q.Text
	banner := ""
	if q.Answer == nil && b.neutralFirst() {
		banner = neutral(q.Subject)
		front = banner + "\n\n"
	}
	if !(l.Pictures && l.Described) && q.Art != nil {
		text += "\n\n" + q.Art.Alt
	}
	if !l.Buttons && len(q.Buttons) > 0 {
		text += "\n\n" + typed(q.Buttons, offers(c))
	}
	texts, ends := cut(l, p, front, text)
	answers, err := b.answers(ctx, q, p.Seq)
	if err != nil {
		return nil, nil, err
	}
	posts = make([]connectors.Post, len(texts))
	for i, text := range texts {
		key := fmt.Sprintf("post/%d", p.Seq)
		if i > 0 {
			key = fmt.Sprintf("post/%d/%d", p.Seq, i)
		}
		posts[i] = connectors.Post{Key: key, Place: chatPlace(q.Place), Handle: phrase.Handle('m', p.Seq), Text: text, Banner: banner, Silent: quietly(q), Answers: answers}
		if answers != nil && (l.Threads || l.Replies && b.passedBy(q)) {
			posts[i].ReplyTo = answers.To
		}
		if err := b.beneath(ctx, l, q, &posts[i]); err != nil {
			return nil, nil, err
		}
		if posts[i].Links, err = b.links(ctx, c, b.sight(q.Place, q.Audience), text); err != nil {
			return nil, nil, err
		}
	}
	if l.Pictures {
		posts[0].Pictures = append(b.drawn(q), b.painted(q)...)
	}
	last := &posts[len(posts)-1]
	if l.Buttons && q.Answer == nil && weighed(q.Subject) {
		last.Buttons = append(last.Buttons, connectors.Button{Label: verdicts[0].label, Token: verdict(p.Seq, 0)})
	}
	for i, button := range q.Buttons {
		last.Buttons = append(last.Buttons, connectors.Button{Label: button.Label, Token: token(p.Seq, i)})
	}
	if l.Buttons && !l.Reactions && unasked(q) {
		for i, v := range verdicts {
			last.Buttons = append(last.Buttons, connectors.Button{Label: v.label, Token: verdict(p.Seq, i)})
		}
	}
	return posts, ends, nil
}

// drawn are the charts of a post as pictures. One that cannot be drawn is left out: the text
// has its figures.
func (b *Bot) drawn(q *event.PostQueued) (pictures []connectors.Picture) {
	for i, c := range q.Charts {
		data, err := chart.Draw(c)
		if err != nil {
			b.Log.Error("a chart could not be drawn", "err", err)
			continue
		}
		pictures = append(pictures, connectors.Picture{Name: fmt.Sprintf("chart-%d.png", i+1), MIME: "image/png", Alt: c.Alt, Data: data})
	}
	return pictures
}

// painted is the picture of a night, where the post has one.
func (b *Bot) painted(q *event.PostQueued) []connectors.Picture {
	if q.Art == nil {
		return nil
	}
	data, err := art.Draw(*q.Art)
	if err != nil {
		b.Log.Error("a picture could not be drawn", "err", err)
		return nil
	}
	return []connectors.Picture{{Name: "night.png", MIME: "image/png", Alt: q.Art.Alt, Data: data}}
}

// neutralFirst says whether first lines keep names, money and health out: as the principal said, else as it is configured.
func (b *Bot) neutralFirst() (yes bool) {
	b.Mind.Read(func(v memory.View) {
		said := v.Principal.Settings[event.SettingPreviews]
		yes = said == event.PreviewsNeutral || said == "" && b.Neutral
	})
	return yes
}

// neutral is a first line that may be read by whoever sees the telephone light up (TRUST,
// Notifications as craft).
func neutral(subject string) string {
	switch subject {
	case event.SubjectReminder:
		return "A reminder."
	case event.SubjectAccount:
		return "About your accounts."
	}
	return "A note for you."
}

// quietly says whether a post need not be heard: what nobody asked for and nobody has to
// act on (TRUST, Notifications as craft).
func quietly(q *event.PostQueued) bool {
	return q.Answer == nil && !q.Aloud && q.Subject != event.SubjectReminder && q.Subject != event.SubjectAccount
}

// weighed says whether posts of a subject have buttons of their own for what was not useful of them: "Too long",
// "Not relevant". Of both verdicts they need the other.
func weighed(subject string) bool {
	return subject == event.SubjectBriefing || strings.HasPrefix(subject, event.SubjectAlert)
}

// unasked says whether a post is one that feedback tells something about: nobody asked for
// it, and it asks nothing itself.
func unasked(q *event.PostQueued) bool {
	switch q.Subject {
	case event.SubjectReminder, event.SubjectUnsaid, event.SubjectOutage, event.SubjectWelcome, event.SubjectAccount:
		return false
	}
	return q.Answer == nil && len(q.Buttons) == 0
}

// passedBy says whether something else was said since what a post answers, so that it has
// to show what it is about.
func (b *Bot) passedBy(q *event.PostQueued) (yes bool) {
	b.Mind.Read(func(v memory.View) { yes = v.Thread.Newest != q.Answer.Message })
	return yes
}

// offers says whether buttons become emoji on a platform.
func offers(c connectors.Connector) bool {
	_, ok := c.(connectors.Reactor)
	l := c.Limits()
	return ok && !l.Buttons && l.Reactions
}

// typed lists what to type where there are no buttons to press, and the emoji that do the
// same where they can be put on the post.
func typed(buttons []event.Button, reactions bool) string {
	says := make([]string, len(buttons))
	for i, b := range buttons {
		says[i] = "`" + b.Says + "`"
		if reactions && b.Emoji != "" {
			says[i] = b.Emoji + " " + says[i]
		}
	}
	return strings.Join(says, " · ")
}

// answers names the message a post answers, by the platform's id.
func (b *Bot) answers(ctx context.Context, q *event.PostQueued, post event.Seq) (*connectors.Answer, error) {
	if q.Answer == nil {
		return nil, nil
	}
	a := &connectors.Answer{By: q.Answer.By, Category: q.Answer.Category, Tier: q.Answer.Tier}
	at, to, err := b.original(ctx, q.Answer.Message, 0)
	if err != nil {
		return nil, err
	}
	if at.SharesRoom(q.Place) { // what is answered in a direct message was asked elsewhere
		a.To = to
	}
	if rec, err := b.Mind.Event(ctx, post); err == nil {
		a.Turn = uint64(rec.Cause())
	}
	return a, nil
}

// saidAs is the platform's id of a message; none if that was forgotten.
func (b *Bot) saidAs(ctx context.Context, message event.Seq) (connectors.MessageID, error) {
	r, err := b.Mind.Event(ctx, message)
	if err != nil {
		return "", err
	}
	p, err := r.Payload()
	if err != nil {
		return "", err
	}
	h, _ := p.(event.Heard)
	return connectors.MessageID(h.Message), nil
}
