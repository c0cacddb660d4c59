package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
)

// Check looks at the tokens, the scopes, Socket Mode and, as far as Slack lets itself be
// asked, at what the app subscribes to.
func (s *Slack) Check(ctx context.Context) []connectors.Finding {
	s.setUp()
	out := s.checkTokens()
	me, err := s.introduce(ctx, "check") // again, since scopes change when the app is installed anew
	if err != nil {
		out = append(out, refusedToken("bot", "OAuth & Permissions", err))
	} else {
		out = append(out, good("The bot token is that of @%s in the workspace %s.", me.name, me.title))
		out = append(out, me.checkScopes()...)
	}
	out = append(out, s.checkSocket(ctx))
	if err == nil {
		out = append(out, s.checkTalks(ctx, me)...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.noTab {
		out = append(out, bad(
			"Slack refused a direct message, because the Messages tab of the app is off.",
			"At api.slack.com/apps, App Home: switch on Messages Tab, and below it let users send messages from there.",
		))
	}
	return out
}

func good(format string, args ...any) connectors.Finding {
	return connectors.Finding{Well: true, What: fmt.Sprintf(format, args...)}
}

func bad(what, do string) connectors.Finding { return connectors.Finding{What: what, Do: do} }

// checkTokens looks at what the tokens begin with.
func (s *Slack) checkTokens() []connectors.Finding {
	swapped := strings.HasPrefix(s.BotToken, "xapp-") && strings.HasPrefix(s.AppToken, "xoxb-")
	switch {
	case swapped:
		return []connectors.Finding{bad("The two tokens are swapped.",
			"Give the one that begins with xoxb- as the bot token and the one that begins with xapp- as the app token.")}
	case !strings.HasPrefix(s.BotToken, "xoxb-"):
		return []connectors.Finding{bad("The bot token is not one: it does not begin with xoxb-.",
			"Copy the Bot User OAuth Token from OAuth & Permissions, at api.slack.com/apps.")}
	case !strings.HasPrefix(s.AppToken, "xapp-"):
		return []connectors.Finding{bad("The app token is not one: it does not begin with xapp-.",
			"Make one with connections:write under Basic Information, App-Level Tokens, at api.slack.com/apps.")}
	}
	return []connectors.Finding{good("Both tokens are of the right kind.")}
}

// refusedToken words why a token was not taken, or that nobody could be asked.
func refusedToken(which, page string, err error) connectors.Finding {
	var e *connectors.Error
	code := saidCode(err)
	if errors.As(err, &e) && e.Reason != connectors.Forbidden {
		return bad(fmt.Sprintf("Slack could not be asked about the %s token (%s).", which, e.Reason), "Look at the network, and try again.")
	}
	what := fmt.Sprintf("Slack refuses the %s token (%s).", which, cmp.Or(code, "not allowed"))
	return bad(what, fmt.Sprintf("Copy it again from %s at api.slack.com/apps. If it was revoked, install the app again.", page))
}

// checkScopes names every scope that is missing.
func (me *self) checkScopes() []connectors.Finding {
	if me.scopes == nil {
		return []connectors.Finding{bad("Slack did not say what the bot token may do.", "Compare its scopes with deployments/slack/manifest-dm.yaml.")}
	}
	need := slices.Clone(ScopesDirect)
	channels := slices.ContainsFunc(ScopesChannels, func(scope string) bool { return slices.Contains(me.scopes, scope) })
	if channels {
		need = append(need, ScopesChannels...)
	}
	var out []connectors.Finding
	for _, scope := range need {
		if !slices.Contains(me.scopes, scope) {
			out = append(out, bad(
				fmt.Sprintf("The bot token lacks the scope %s: I cannot %s.", scope, scopeFor[scope]),
				fmt.Sprintf("At api.slack.com/apps, OAuth & Permissions, Bot Token Scopes: add %s, then install the app again.", scope),
			))
		}
	}
	if len(out) > 0 {
		return out
	}
	if channels {
		return []connectors.Finding{good("The bot token has all scopes for direct messages and channels.")}
	}
	return []connectors.Finding{good("The bot token has all scopes for direct messages.")}
}

// checkSocket asks for a connection and does not use it.
func (s *Slack) checkSocket(ctx context.Context) connectors.Finding {
	err := s.ask(ctx, "check", func(ctx context.Context) error {
		_, _, err := s.web.StartSocketModeContext(ctx)
		return err
	})
	code := saidCode(err)
	switch {
	case err == nil:
		return good("The app token opens a connection.")
	case code == "missing_scope":
		return bad("The app token lacks the scope connections:write.", "Make a new one under Basic Information, App-Level Tokens, with connections:write.")
	case code == "", aboutToken(code), passing(code), is(err, connectors.RateLimited), is(err, connectors.Unknown): // all but the second say nothing of the app
		return refusedToken("app", "Basic Information, App-Level Tokens,", err)
	}
	return bad(fmt.Sprintf("Slack opens no connection (%s).", code), "At api.slack.com/apps, Socket Mode: switch it on.")
}

// How many conversations are looked at for what should have been heard, and how old that
// has to be.
const (
	checkTalks = 20
	checkAfter = time.Minute
)

// checkTalks lists the conversations and, where Run listens, looks for a message that was
// said since then and did not come: Slack does not tell what the app subscribes to.
func (s *Slack) checkTalks(ctx context.Context, me *self) []connectors.Finding {
	var said struct {
		Channels []conversation `json:"channels"`
	}
	kinds := me.kinds()
	if kinds == "" {
		return nil // the missing scopes are named already
	}
	if _, err := s.call(ctx, "users.conversations", url.Values{"types": {kinds}, "limit": {"200"}}, &said); err != nil {
		return []connectors.Finding{bad(
			fmt.Sprintf("The conversations could not be listed (%s).", cmp.Or(saidCode(err), failed("check", true, err).Reason.String())), "Try again.",
		)}
	}
	direct, channels := 0, 0
	for _, c := range said.Channels {
		if c.Direct {
			direct++
		} else {
			channels++
		}
	}
	out := []connectors.Finding{good("I am in %s and %s.", count(direct, "direct conversation"), count(channels, "channel"))}
	s.mu.Lock()
	since := s.pulse.since
	s.mu.Unlock()
	if since.IsZero() {
		return out
	}
	for _, c := range said.Channels[:min(len(said.Channels), checkTalks)] {
		if s.missed(ctx, me, c, since) {
			return append(out, bad(
				"A message that stands in Slack did not come over the connection.",
				fmt.Sprintf("At api.slack.com/apps, Event Subscriptions: subscribe to the bot event %s, then install the app again.", c.said()),
			))
		}
	}
	return append(out, good("Everything said since I connected has come."))
}

// missed says whether the newest message of somebody, said while Run listened, did not come.
func (s *Slack) missed(ctx context.Context, me *self, c conversation, since time.Time) bool {
	var p page
	values := url.Values{"channel": {c.ID}, "limit": {"20"}, "oldest": {stampOf(since).String()}}
	date, err := s.call(ctx, "conversations.history", values, &p)
	if err != nil {
		return false
	}
	for _, l := range p.lines() {
		if l.msg == nil || me.own(l.msg) || !spoken(l.msg.Subtype) || l.ts.time().After(date.Add(-checkAfter)) {
			continue
		}
		s.mu.Lock()
		came := s.pulse.live.has(c.ID + "/" + l.ts.String())
		s.mu.Unlock()
		return !came
	}
	return false
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
