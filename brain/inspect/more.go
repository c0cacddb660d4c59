package inspect

import (
	"context"
	"strconv"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// more gives the next page of a list: of the one replied to, or of the last thing said.
func more(ctx context.Context, l *look) (*turn.Reply, error) {
	post, ok, err := l.lastPost(ctx)
	if reply := l.turn.Last().ReplyTo; err == nil && reply != 0 {
		post, ok, err = l.event(ctx, reply)
	}
	if err != nil {
		return nil, err
	}
	p, isPost := post.payload.(event.PostQueued)
	if !ok || !isPost || p.Answer == nil {
		return l.noMore(), nil
	}
	if may, err := l.sees(ctx, post); err != nil || !may {
		return l.noMore(), err
	}
	origin, page := p.Answer.Message, 2
	name, _ := strings.CutPrefix(p.Answer.By, "command:")
	if name == "more" {
		n, ok := strings.CutPrefix(p.Subject, "page ")
		done, err := strconv.Atoi(n)
		if !ok || err != nil {
			return l.noMore(), nil
		}
		origin, page = p.About, done+1
	}
	if strings.Contains(p.Text, onwards) || name == "why" {
		return l.again(ctx, origin, page)
	}
	return l.noMore(), nil
}

func (l *look) noMore() *turn.Reply {
	return l.says(new(phrase.Text).Say("There is no more to show: the last thing I said was all of it."))
}

// again answers the command of an earlier message once more, from another page on.
func (l *look) again(ctx context.Context, message event.Seq, page int) (*turn.Reply, error) {
	e, ok, err := l.event(ctx, message)
	if err != nil {
		return nil, err
	}
	h, heard := e.payload.(event.Heard)
	if may, err := l.sees(ctx, e); err != nil || !ok || !heard || !may {
		return l.noMore(), err
	}
	c, parsed := command.Parse(h.Text)
	row, _ := command.Lookup(c.Name)
	answer := answerTo(c.Name)
	if !parsed || answer == nil || c.Name == "more" {
		return l.noMore(), nil
	}
	t := *l.turn
	t.Command = &c
	first := newLook(l.desk, &t, row)
	first.by, first.asked, first.page, first.replyTo = l.by, message, page, h.ReplyTo
	if c.Name == "why" && !c.Has("more") {
		// The receipt was one page; the next is the first of "why more".
		first.cmd.Options, first.page = append(first.cmd.Options, "more"), page-1
	}
	r, err := answer(ctx, first)
	if r != nil {
		r.Subject, r.About = "page "+strconv.Itoa(page), message
	}
	return r, err
}
