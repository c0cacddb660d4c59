package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"citadel/bot"
	"citadel/memory/event"
)

var printed = regexp.MustCompile(`(?m)^ {4}link ([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})$`)

// The code is printed and nowhere else; what lies in the home is its hash, for its owner
// only. It is made also while another process holds the home.
func TestLink(t *testing.T) {
	home := newHome(t)
	seen := map[string]bool{}
	for range 20 {
		c := citadel(t, home, "", "link")
		m := printed.FindStringSubmatch(c.out)
		if c.code != 0 || m == nil {
			t.Fatalf("status %d: %s%s", c.code, c.out, c.err)
		}
		if seen[m[1]] {
			t.Errorf("%s twice", m[1])
		}
		seen[m[1]] = true
		path := filepath.Join(home, bot.PairingName)
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{m[1], strings.ReplaceAll(m[1], "-", "")} {
			if strings.Contains(string(body), form) {
				t.Errorf("the code lies in the home: %s", body)
			}
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
	if files, err := filepath.Glob(filepath.Join(home, "."+bot.PairingName+"*")); err != nil || len(files) > 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

// A code is no use where nothing hears it: it is said what comes first.
func TestLinkWithoutAPlatform(t *testing.T) {
	c := citadel(t, newHome(t), "", "link")
	if !strings.Contains(c.out, "`citadel setup telegram`") || strings.Contains(c.out, "start it first") {
		t.Errorf("without a platform: %s", c.out)
	}
	c = citadelIn(t, []string{"TELEGRAM_BOT_TOKEN=123456:abcdefghijklmnopqrstuvwxyz012345678"}, newHome(t), "", "link")
	if strings.Contains(c.out, "citadel setup") || !strings.Contains(c.out, "start it first") {
		t.Errorf("with one: %s", c.out)
	}
}

// Who leaves out what to set up is told what there is.
func TestSetupWhat(t *testing.T) {
	if c := citadel(t, newHome(t), "", "setup"); c.code != 2 || !strings.Contains(c.err, "slack|telegram|mattermost|mail|calendar") {
		t.Errorf("status %d: %s", c.code, c.err)
	}
}

func TestLinkOptions(t *testing.T) {
	home := newHome(t)
	read := func() bot.Pairing {
		t.Helper()
		p, err := bot.ReadPairing(home)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	citadel(t, home, "", "link", "--audience", "work", "--reopen")
	first := read()
	if first.Audience != event.Work || first.Reopened == "" {
		t.Errorf("%+v", first)
	}
	citadel(t, home, "", "link")
	if p := read(); p.Audience != "" || p.Reopened != first.Reopened || p.Code == first.Code {
		t.Errorf("that codes count again is lost with the next code: %+v", p)
	}
	citadel(t, home, "", "link", "--reopen")
	if p := read(); p.Reopened == first.Reopened {
		t.Error("opened again with the same mark, which counts once")
	}
	if c := citadel(t, home, "", "link", "--audience", "shared"); c.code == 0 {
		t.Error("everybody can read a direct conversation")
	}
}

// A code that has run out is gone from the home with the next start; that codes count again
// is not.
func TestWhatHasRunOutIsGone(t *testing.T) {
	at := func(home string, now time.Time, args ...string) {
		t.Helper()
		e := &environment{
			in: strings.NewReader("help\n"), out: io.Discard, err: io.Discard, environ: []string{"TZ=Australia/Melbourne"}, now: func() time.Time { return now },
		}
		if code := run(t.Context(), append([]string{"--home", home}, args...), e); code != 0 {
			t.Fatalf("%v: status %d", args, code)
		}
	}
	home := newHome(t)
	file := filepath.Join(home, bot.PairingName)
	at(home, today, "link")
	at(home, today.Add(10*time.Minute-time.Second))
	if _, err := os.Stat(file); err != nil {
		t.Errorf("a code that counts is gone: %v", err)
	}
	at(home, today.Add(10*time.Minute))
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a code that has run out stays: %v", err)
	}
	at(home, today, "link", "--reopen")
	before, err := bot.ReadPairing(home)
	if err != nil {
		t.Fatal(err)
	}
	at(home, today.Add(time.Hour))
	after, err := bot.ReadPairing(home)
	if err != nil || after.Code != "" || after.Reopened == "" || after.Reopened != before.Reopened {
		t.Errorf("%+v, %v", after, err)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	at(home, today.Add(time.Hour)) // what cannot be read keeps nobody from starting
}
