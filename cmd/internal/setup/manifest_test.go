package setup_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	api "github.com/slack-go/slack"
	"go.yaml.in/yaml/v3"

	"citadel/connectors/slack"
)

// The manifests are what Slack's own types take, and ask for exactly what the connector
// needs: nothing of channels where there are none.
func TestManifests(t *testing.T) {
	for name, want := range map[string]struct{ scopes, events []string }{
		"manifest-dm.yaml":       {slack.ScopesDirect, slack.EventsDirect},
		"manifest-channels.yaml": {slices.Concat(slack.ScopesDirect, slack.ScopesChannels), slices.Concat(slack.EventsDirect, slack.EventsChannels)},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "deployments", "slack", name))
		if err != nil {
			t.Fatal(err)
		}
		d := yaml.NewDecoder(bytes.NewReader(text))
		d.KnownFields(true)
		var m api.Manifest
		if err := d.Decode(&m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !m.Settings.SocketModeEnabled || m.Settings.TokenRotationEnabled || !m.Features.AppHome.MessagesTabEnabled || m.Features.AppHome.MessagesTabReadOnlyEnabled {
			t.Errorf("%s: %+v, %+v", name, m.Settings, m.Features)
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(want.scopes)), m.OAuthConfig.Scopes.Bot); diff != "" {
			t.Errorf("%s, scopes (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(want.events)), m.Settings.EventSubscriptions.BotEvents); diff != "" {
			t.Errorf("%s, events (-want +got):\n%s", name, diff)
		}
	}
}
