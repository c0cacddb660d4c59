package config_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/config"
)

// switchedOff finds settings that the example comments out: a # with no space
// behind it.
var switchedOff = regexp.MustCompile(`(?m)^( *)#(\S)`)

func TestExampleIsTheDefaults(t *testing.T) {
	got, err := config.Decode("examples/config.yaml", []byte(config.Example()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(config.Default(), got); diff != "" {
		t.Errorf("the example differs from the defaults (-default +example):\n%s", diff)
	}
}

// With everything switched on, each setting must be there and be right.
func TestExampleNamesEverySetting(t *testing.T) {
	text := switchedOff.ReplaceAllString(config.Example(), "$1$2")
	got, err := config.Decode("examples/config.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range config.Describe(got) {
		name := s.Key[strings.LastIndexByte(s.Key, '.')+1:]
		if !regexp.MustCompile(`(?m)(^|[ {])` + name + `: \S`).MatchString(text) {
			t.Errorf("the example does not name %s", s.Key)
		}
		if s.Value == "" {
			t.Errorf("the example gives no value for %s", s.Key)
		}
	}
}
