package change_test

import (
	"strings"
	"testing"

	"citadel/memory/event"
	"citadel/memory/principal"
)

func TestMute(t *testing.T) {
	for _, c := range []struct{ name, line, before, want string }{
		{"mute-client", "mute kessler", "", "kessler"},
		{"mute-thing", "mute copper", "", "copper"},
		{"mute-while", "mute Kessler 14d", "mute zinc; mute Kessler", "zinc kessler/2026-12-03T13:00:00Z"},
		{"mute-all", "mute alerts", "", "alerts"},
		{"mute-unknown", "mute zebras", "", ""},
		{"mute-nothing", "mute", "", ""},
		{"mute-list", "mute", "mute Kessler 14d; mute alerts", "kessler/2026-12-03T13:00:00Z alerts"},
		{"unmute", "unmute Kessler", "mute Kessler; mute zinc", "zinc"},
		{"unmute-one", "unmute", "mute Kessler", ""},
		{"unmute-which", "unmute", "mute Kessler; mute zinc", "kessler zinc"},
		{"unmute-all", "unmute all", "mute Kessler; mute zinc", ""},
		{"unmute-none", "unmute Kessler", "", ""},
		{"unmute-other", "unmute Kessler", "mute zinc", "zinc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t)
			s.drawn("Kessler", "copper")
			s.drawn("Kessler", "zinc")
			for line := range strings.SplitSeq(c.before, "; ") {
				if line != "" {
					s.do(line)
				}
			}
			s.golden(c.name, c.line)
			if got := s.view().Principal.Settings[event.SettingMuted]; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// What cannot be read as muted things is no setting.
func TestMutesAreChecked(t *testing.T) {
	for text, ok := range map[string]bool{"kessler": true, "kessler/2026-12-04T09:00:00Z zinc": true, "kessler/soon": false} {
		_, err := principal.Decide(event.Asked{What: event.AskSetting, Name: event.SettingMuted, Text: text})
		if err == nil != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}
