package mattermost_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"
)

// site is a web server that is no Mattermost: it answers everything with a page.
func site(t *testing.T, status int) string {
	x := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		fmt.Fprint(w, "<html><body>Welcome to Acme</body></html>")
	}))
	t.Cleanup(x.Close)
	return x.URL
}

// What is set up wrongly is the first finding that is not well, with the setting to change.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		set      func(*mattermostserver.Server, *mattermost.Mattermost)
		what, do string
	}{
		"all is well": {func(*mattermostserver.Server, *mattermost.Mattermost) {}, "", ""},
		"the bot is deactivated": {
			func(s *mattermostserver.Server, _ *mattermost.Mattermost) { s.Revoke() },
			"token is refused", "Bot Accounts: see that the bot is enabled",
		},
		"a wrong token": {
			func(_ *mattermostserver.Server, m *mattermost.Mattermost) { m.Token = "wrong" },
			"token is refused", "make a new token",
		},
		"something before the server has its day": {
			func(s *mattermostserver.Server, m *mattermost.Mattermost) {
				m.URL = proxied(t, s, func(r *http.Request) int {
					if strings.HasSuffix(r.URL.Path, "/users/me") {
						return http.StatusBadGateway
					}
					return 0
				})
			},
			"could not be tried: HTTP 502", "try again",
		},
		"in no team, and only those of one may write": {
			func(s *mattermostserver.Server, _ *mattermost.Mattermost) {
				s.Teamless, s.Config = true, map[string]string{"RestrictDirectMessage": "team"}
			},
			"in no team", "Add the bot to your team, or set TeamSettings.RestrictDirectMessage to any",
		},
		"in no team, and anybody may write": {func(s *mattermostserver.Server, _ *mattermost.Mattermost) { s.Teamless = true }, "", ""},
		"no websocket": {
			func(s *mattermostserver.Server, m *mattermost.Mattermost) {
				m.URL = proxied(t, s, func(r *http.Request) int {
					if strings.HasSuffix(r.URL.Path, "/websocket") {
						return http.StatusBadRequest
					}
					return 0
				})
			},
			"No websocket", "/api/v4/websocket with its Upgrade header",
		},
		"a website": {
			func(_ *mattermostserver.Server, m *mattermost.Mattermost) { m.URL = site(t, http.StatusOK) },
			"does not answer as Mattermost does", "Check the address",
		},
		"a website without such a page": {
			func(_ *mattermostserver.Server, m *mattermost.Mattermost) { m.URL = site(t, http.StatusNotFound) },
			"does not answer as Mattermost does", "Check the address",
		},
		"the address of a conversation": {
			func(s *mattermostserver.Server, m *mattermost.Mattermost) {
				m.URL = s.URL() + "/acme/messages/@citadel"
			},
			"does not answer as Mattermost does", "Check the address",
		},
		"nobody there": {
			func(_ *mattermostserver.Server, m *mattermost.Mattermost) { m.URL = "http://127.0.0.1:1" },
			"does not answer as Mattermost does", "Check the address",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := server(t)
			m := &mattermost.Mattermost{URL: s.URL(), Token: s.Token(), Now: time.Now}
			c.set(s, m)
			all := m.Check(t.Context())
			bad := slices.DeleteFunc(slices.Clone(all), func(f connectors.Finding) bool { return f.Well })
			if c.what == "" {
				if len(bad) > 0 {
					t.Errorf("found %+v", bad)
				}
				return
			}
			if len(bad) != 1 || !strings.Contains(bad[0].What, c.what) || !strings.Contains(bad[0].Do, c.do) {
				t.Errorf("found %+v", all)
			}
			for _, f := range all {
				if strings.Contains(f.What+f.Do, s.Token()) || strings.Contains(f.What, "<html>") {
					t.Errorf("it tells more than it should: %+v", f)
				}
			}
		})
	}
}
