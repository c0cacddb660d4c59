package config_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"citadel/config"
)

// However a secret is printed, logged or encoded, alone or inside something, it is not seen.
func TestSecretIsNeverSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Distinctive, so that a hit is no accident of the words around it.
		text := "Zq" + rapid.StringMatching(`[!-~]{6,60}`).Draw(t, "key")
		s := config.NewSecret(text)
		type hidden struct {
			key config.Secret
		}
		type shown struct{ Key config.Secret }
		forms := map[string]any{
			"itself": s, "a pointer": &s, "a field": shown{s}, "a hidden field": hidden{s}, "a pointer to a hidden field": &hidden{s},
			"a list": []config.Secret{s}, "a map": map[string]config.Secret{"a": s}, "an interface": []any{s},
			"a provider": config.Provider{Name: "a", Key: s}, "a configuration": config.Config{Models: config.Models{Providers: []config.Provider{{Key: s}}}},
		}
		for name, v := range forms {
			var out bytes.Buffer
			for _, verb := range "vsqdxXobcUeEfFgGtTp" {
				for _, flags := range []string{"", "+", "#", "-10.3", " "} {
					fmt.Fprintf(&out, "%"+flags+string(verb)+"\n", v)
				}
			}
			fmt.Fprint(&out, v)
			fmt.Fprintln(&out, fmt.Errorf("wrapped: %v", v))
			for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
				slog.New(handler).Info("hello", "a", v, slog.Group("g", "b", v))
			}
			if b, err := json.Marshal(v); err == nil {
				out.Write(b)
			}
			if b, err := yaml.Marshal(v); err == nil {
				out.Write(b)
			}
			for _, form := range []string{text, fmt.Sprintf("%x", text), fmt.Sprintf("%X", text), text[:8]} {
				if strings.Contains(out.String(), form) {
					t.Fatalf("%s shows the key as %s:\n%s", name, form, &out)
				}
			}
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			if got := fmt.Sprintf(verb, s); got != "(set)" {
				t.Fatalf("%s prints %s", verb, got)
			}
		}
		if s.Reveal() != text || !s.Set() || !s.Equal(config.NewSecret(text)) || s.Equal(config.Secret{}) {
			t.Fatal("it does not hold what it was given")
		}
	})
	if got := fmt.Sprint(config.NewSecret("")); got != "(not set)" {
		t.Errorf("nothing prints as %s", got)
	}
}
