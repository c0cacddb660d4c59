package mattermost_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"citadel/connectors"
)

// Where the server lets nobody change a post, by a permission or after some time, an answer that is being written shows how
// it begins, once, and the whole takes the place of that.
func TestWherePostsMayNotBeChanged(t *testing.T) {
	for id, status := range map[string]int{
		"api.context.permissions.app_error":                     http.StatusForbidden,
		"api.post.update_post.permissions_time_limit.app_error": http.StatusBadRequest,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			s, sam := server(t)
			m, at := connector(s), home(s, sam)
			asked := 0
			m.URL = before(t, s, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "/patch") {
					return false
				}
				asked++
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("X-Version-Id", "11.1.0")
				w.WriteHeader(status)
				fmt.Fprintf(w, `{"id":%q,"message":"no","status_code":%d}`, id, status)
				return true
			})
			shown := func() (all []string) {
				for _, p := range s.Shown(at.Room) {
					all = append(all, p.Text)
				}
				return all
			}
			for _, text := range []string{"One.", "One. Two.", "One. Two. Three."} {
				if err := draft(t, m, at, 7, text); err != nil {
					t.Error(err)
				}
				if got := shown(); !slices.Equal(got, []string{"One."}) {
					t.Errorf("shown %q", got)
				}
			}
			if _, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: at, Text: "One. Two. Three. Four.", Answers: &connectors.Answer{To: "x", Turn: 7}}); err != nil {
				t.Error(err)
			}
			if got := shown(); !slices.Equal(got, []string{"One. Two. Three. Four."}) {
				t.Errorf("said %q", got)
			}
			if asked != 1 {
				t.Errorf("a change was asked for %d times", asked)
			}
		})
	}
}
