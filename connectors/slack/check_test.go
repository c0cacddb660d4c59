package slack_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// finding gives the first finding that is not well; none if all are.
func finding(all []connectors.Finding) connectors.Finding {
	for _, f := range all {
		if !f.Well {
			return f
		}
	}
	return connectors.Finding{Well: true}
}

func TestCheckNamesWhatIsMissing(t *testing.T) {
	without := func(scope string) []string {
		return slices.DeleteFunc(slices.Concat(slack.ScopesDirect, slack.ScopesChannels), func(s string) bool { return s == scope })
	}
	for _, c := range []struct {
		name     string
		change   func(*slackserver.Server, *slack.Slack)
		what, do string // that the first bad finding holds
	}{
		{"all is well", func(*slackserver.Server, *slack.Slack) {}, "", ""},
		{"direct messages only", func(s *slackserver.Server, _ *slack.Slack) { s.Scopes = slack.ScopesDirect }, "", ""},
		{"swapped", func(_ *slackserver.Server, c *slack.Slack) { c.AppToken, c.BotToken = c.BotToken, c.AppToken }, "swapped", "xoxb-"},
		{"a user's token", func(_ *slackserver.Server, c *slack.Slack) { c.BotToken = "xoxp-1" }, "xoxb-", "Bot User OAuth Token"},
		{"no app token", func(_ *slackserver.Server, c *slack.Slack) { c.AppToken = "" }, "xapp-", "App-Level Tokens"},
		{"an old bot token", func(_ *slackserver.Server, c *slack.Slack) { c.BotToken = "xoxb-old" }, "refuses the bot token (invalid_auth)", "OAuth & Permissions"},
		{"an old app token", func(_ *slackserver.Server, c *slack.Slack) { c.AppToken = "xapp-old" }, "refuses the app token (invalid_auth)", "App-Level Tokens"},
		{"a scope for direct messages", func(s *slackserver.Server, _ *slack.Slack) { s.Scopes = without("im:history") }, "im:history", "add im:history"},
		{"a scope for channels", func(s *slackserver.Server, _ *slack.Slack) { s.Scopes = without("groups:history") }, "groups:history", "install the app again"},
		{"revoked", func(s *slackserver.Server, _ *slack.Slack) { s.Refuse("token_revoked") }, "token_revoked", "install the app again"},
		{"Socket Mode is off", func(s *slackserver.Server, _ *slack.Slack) {
			s.RefuseMethod("apps.connections.open", "socket_mode_off")
		}, "opens no connection (socket_mode_off)", "Socket Mode: switch it on"},
		{"connections:write", func(s *slackserver.Server, _ *slack.Slack) { s.RefuseMethod("apps.connections.open", "missing_scope") }, "connections:write", "connections:write"},
		{"an app token of another workspace", func(s *slackserver.Server, _ *slack.Slack) {
			s.RefuseMethod("apps.connections.open", "team_access_not_granted")
		}, "refuses the app token (team_access_not_granted)", "App-Level Tokens"},
		{"Slack breaks down over the connection", func(s *slackserver.Server, _ *slack.Slack) {
			s.RefuseMethod("apps.connections.open", "internal_error")
		}, "could not be asked about the app token", "network"},
		{"too many connections", func(s *slackserver.Server, _ *slack.Slack) {
			s.RefuseMethod("apps.connections.open", "too_many_websockets")
		}, "could not be asked about the app token", "network"},
		{"Slack is away", func(s *slackserver.Server, _ *slack.Slack) {
			s.SetFaults(slackserver.Faults{Rand: seeded(1), Refuse: 1})
		}, "could not be asked", "network"},
		{"the Messages tab", func(s *slackserver.Server, c *slack.Slack) {
			s.RefuseMethod("chat.postMessage", "messages_tab_disabled")
			if _, err := c.Send(t.Context(), post("k", "x")); err == nil {
				t.Error("it was sent")
			}
		}, "Messages tab", "App Home"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, nil)
			con := connector(s)
			c.change(s, con)
			all := con.Check(t.Context())
			bad := finding(all)
			if bad.Well != (c.what == "") || !strings.Contains(bad.What, c.what) || !strings.Contains(bad.Do, c.do) {
				t.Errorf("found %+v", all)
			}
			for _, f := range all {
				if f.Well != (f.Do == "") || f.What == "" || strings.Contains(f.What+f.Do, "citadel-") {
					t.Errorf("a finding of no use: %+v", f)
				}
			}
			if s.Traffic().Conns != 0 || len(s.Shown(room)) != 0 {
				t.Error("something was changed by asking")
			}
		})
	}
}

// Slack does not tell what the app subscribes to; a message that stands there and did not
// come tells it, and where it was said tells which event is missing.
func TestCheckMissesEvents(t *testing.T) {
	for _, want := range []string{"message.im", "message.channels", "message.groups"} {
		t.Run(want, func(t *testing.T) {
			clock := now().Add(-time.Hour)
			s := serve(t, func(s *slackserver.Server) { s.Now = func() time.Time { return clock } })
			where := room
			if want != "message.im" {
				where = s.Channel("acme", want == "message.groups", slackserver.Sam)
			}
			c := connector(s)
			e := hear(t, c, "")
			s.SayAs(slackserver.Sam, where, "", "it came")
			e.next()
			if bad := finding(c.Check(t.Context())); !bad.Well {
				t.Errorf("found %+v", bad)
			}
			s.Hush(false)
			s.SayAs(slackserver.Sam, where, "", "it did not")
			e.stop()
			slack.Greeted(c, clock.Add(-time.Minute)) // as if it still ran
			clock = clock.Add(10 * time.Minute)
			if bad := finding(c.Check(t.Context())); bad.Well || !strings.Contains(bad.Do, "bot event "+want+",") {
				t.Errorf("found %+v", bad)
			}
		})
	}
}

// Each scope that a manifest asks for and the token lacks is named, it alone, with what I cannot do
// without it and where to add it.
func TestCheckNamesEachScope(t *testing.T) {
	both := slices.Concat(slack.ScopesDirect, slack.ScopesChannels)
	for name, c := range map[string]struct{ has, lacks []string }{
		"direct messages": {slack.ScopesDirect, slack.ScopesDirect},
		"channels":        {both, both},
	} {
		for _, scope := range c.lacks {
			t.Run(name+" without "+scope, func(t *testing.T) {
				s := serve(t, nil)
				s.Scopes = slices.DeleteFunc(slices.Clone(c.has), func(x string) bool { return x == scope })
				bad := slices.DeleteFunc(connector(s).Check(t.Context()), func(f connectors.Finding) bool { return f.Well })
				if len(bad) != 1 || !strings.Contains(bad[0].What, "lacks the scope "+scope+": I cannot ") || strings.HasSuffix(bad[0].What, "cannot .") ||
					!strings.Contains(bad[0].Do, "Bot Token Scopes: add "+scope+", ") {
					t.Errorf("found %+v", bad)
				}
			})
		}
	}
	s := serve(t, nil)
	s.Scopes = []string{"chat:write"}
	if bad := slices.DeleteFunc(connector(s).Check(t.Context()), func(f connectors.Finding) bool { return f.Well }); len(bad) != len(slack.ScopesDirect)-1 {
		t.Errorf("of all that is missing, found %+v", bad)
	}
}
