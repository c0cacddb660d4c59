package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"citadel/connectors"

	api "github.com/slack-go/slack"
)

// React puts an emoji on a message, or takes it off.
func (s *Slack) React(ctx context.Context, at connectors.Place, id connectors.MessageID, emoji string, on bool) error {
	name := nameOf(emoji)
	ts, ok := parseStamp(bare(id))
	if name == "" || !ok {
		return &connectors.Error{Op: "slack: react", Reason: connectors.Invalid, Err: errors.New("no emoji of Slack's, or no message")}
	}
	return s.react(ctx, "react", at.Room, ts, name, on)
}

func (s *Slack) react(ctx context.Context, op, room string, ts stamp, name string, on bool) error {
	to := api.NewRefToMessage(room, ts.String())
	err := s.ask(ctx, op, func(ctx context.Context) error {
		if on {
			return s.web.AddReactionContext(ctx, name, to)
		}
		return s.web.RemoveReactionContext(ctx, name, to)
	})
	switch saidCode(err) {
	case "already_reacted", "no_reaction":
		return nil
	}
	return err
}

// Working shows 👀 on the message that is being answered. A slash command, which nobody sees,
// has none.
func (s *Slack) Working(ctx context.Context, at connectors.Place, id connectors.MessageID, on bool) error {
	ts, ok := parseStamp(bare(id))
	if !ok {
		return nil
	}
	return s.react(ctx, "working", at.Room, ts, "eyes", on)
}

// Fetch writes the bytes of a file. The token goes to Slack's own hosts only.
func (s *Slack) Fetch(ctx context.Context, f connectors.File, w io.Writer) error {
	const op = "fetch"
	from := f.ID
	if from == "" {
		return &connectors.Error{Op: "slack: " + op, Reason: connectors.Invalid, Err: errors.New("no file of Slack's")}
	}
	if isID(from) { // Slack told its id alone
		err := s.ask(ctx, op, func(ctx context.Context) error {
			info, _, _, err := s.web.GetFileInfoContext(ctx, from, 0, 0)
			if err == nil {
				from = cmp.Or(info.URLPrivateDownload, info.URLPrivate)
			}
			return err
		})
		if err != nil {
			return reads(err)
		}
	}
	if !s.slacks(from) {
		return &connectors.Error{Op: "slack: " + op, Reason: connectors.Forbidden, Err: errors.New("a file that lies outside of Slack")}
	}
	out := &taker{w: w}
	err := s.bulk.GetFileContext(ctx, from, out)
	var e *connectors.Error
	var network *url.Error
	var broken net.Error
	switch {
	case err == nil:
		return nil
	case out.err != nil:
		return fmt.Errorf("slack: fetch: %w", out.err)
	case errors.As(failed(op, false, err), &e) && (e.Reason == connectors.RateLimited || e.Reason == connectors.Invalid):
		return e
	case isStatus(err, http.StatusNotFound), isStatus(err, http.StatusGone):
		e.Reason = connectors.Gone
	case isStatus(err, http.StatusUnauthorized), isStatus(err, http.StatusForbidden):
		e.Reason = connectors.Forbidden
	case isStatus(err, 0), ctx.Err() != nil, out.n > 0, errors.As(err, &network), errors.As(err, &broken), errors.Is(err, io.ErrUnexpectedEOF):
		e.Reason = connectors.Temporary
	default:
		e.Reason = connectors.Forbidden // it led to the sign-in page
	}
	return e
}

// isStatus says whether an error is an answer with a status; 0 is any.
func isStatus(err error, code int) bool {
	var status api.StatusCodeError
	return errors.As(err, &status) && (code == 0 || status.Code == code)
}

// slacks says whether an address is one that may see the token; the SDK asks the same, but
// does not say so in a way that can be told from other failures.
func (s *Slack) slacks(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if s.URL != "" {
		base, err := url.Parse(s.URL)
		return err == nil && u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host)
	}
	host := strings.ToLower(u.Hostname())
	for _, domain := range []string{"slack.com", "slack-gov.com"} {
		if u.Scheme == "https" && (host == domain || strings.HasSuffix(host, "."+domain)) {
			return true
		}
	}
	return false
}

// reads makes an error of something that only reads.
func reads(err error) *connectors.Error {
	e := failed("fetch", false, err)
	if e.Reason == connectors.Unknown {
		e.Reason = connectors.Temporary
	}
	return e
}

// taker notes why what was fetched could not be taken.
type taker struct {
	w   io.Writer
	n   int64
	err error
}

func (t *taker) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	t.n += int64(n)
	if err != nil {
		t.err = err
	}
	return n, err
}
