package host_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"citadel/bot"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/telegram"
	"citadel/connectors/telegram/telegramserver"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// visited is a home that talks on Telegram.
type visited struct {
	t      *testing.T
	server *telegramserver.Server
	home   string
	log    bytes.Buffer
	app    *host.Citadel
}

// visit has a home talk on Telegram while a function runs.
func visit(t *testing.T, server *telegramserver.Server, home string, do func(v *visited)) *visited {
	t.Helper()
	v := &visited{t: t, server: server, home: home}
	locked, err := host.LockHome(home)
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	log := slog.New(slog.NewTextHandler(&v.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	settings := config.Default()
	settings.Zone = "Australia/Melbourne"
	v.app, err = host.Open(t.Context(), host.Options{
		Home: locked, Config: settings, Version: "test", Now: time.Now, Log: log,
		Connectors: func(string) []connectors.Connector {
			return []connectors.Connector{&telegram.Telegram{Token: telegramserver.Token, URL: server.URL, Now: time.Now, Log: log}}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- v.app.Run(ctx) }()
	do(v)
	stop()
	if err := <-over; err != nil {
		t.Error(err)
	}
	if err := v.app.Close(); err != nil {
		t.Error(err)
	}
	return v
}

// await waits until something is so.
func (v *visited) await(what string, so func() bool) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), time.Minute)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !so() {
		select {
		case <-ctx.Done():
			v.t.Fatalf("waited for: %s", what)
		case <-look.C:
		}
	}
}

// shown are the texts that somebody sees.
func (v *visited) shown(chat int64) (texts []string) {
	for _, p := range v.server.Shown(chat) {
		texts = append(texts, p.Text)
	}
	return texts
}

// A stranger who floods the bot over the real wire is told one line, and nothing of him can
// be found anywhere in the home: no words, no name, no number, not in a file and not in what
// the ledger says. The principal is heard meanwhile, and the code that linked him lies nowhere.
func TestNothingOfAStrangerIsKept(t *testing.T) {
	server := &telegramserver.Server{}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	home := filepath.Join(t.TempDir(), "home")
	code, pairing, err := bot.NewPairing(rand.Reader, time.Now(), event.Private, false)
	if err != nil {
		t.Fatal(err)
	}
	const many = 1000
	stranger := server.AddPerson("Mallory")
	var events event.Seq
	v := visit(t, server, home, func(v *visited) {
		if err := pairing.Write(home); err != nil { // as "citadel link" does beside it
			t.Fatal(err)
		}
		server.Say("/start " + code)
		v.await("the principal is linked", func() bool { return len(v.shown(telegramserver.Principal)) == 1 })
		events = v.app.Mind.Head()
		for i := range many {
			server.SayIn(stranger, stranger, fmt.Sprintf("zebra %d", i))
		}
		v.await("all was read", func() bool { return server.Waiting() == 0 })
		v.await("the stranger is told", func() bool { return len(v.shown(stranger)) == 1 })
		if grown := v.app.Mind.Head() - events; grown > 5 {
			t.Errorf("the ledger grew by %d events", grown)
		}
		server.Say("status")
		v.await("the principal is answered", func() bool { return len(v.shown(telegramserver.Principal)) == 2 })
		events = v.app.Mind.Head()
	})
	if said := v.shown(stranger); len(said) != 1 || !strings.HasPrefix(said[0], "I'm a bot that works for one person") {
		t.Errorf("the stranger is told %q", said)
	}
	if said := v.shown(telegramserver.Principal); !strings.HasPrefix(said[0], "Linked: this Telegram account") {
		t.Errorf("the principal is told %q", said)
	}

	again := visit(t, server, home, func(v *visited) {
		server.SayIn(stranger, stranger, "zebra again")
		server.Say("help")
		v.await("the principal is answered", func() bool { return len(v.shown(telegramserver.Principal)) == 3 })
		seen := map[string]string{"log": v.log.String()}
		for r, err := range v.app.Mind.Events(t.Context(), ledger.Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			seen[fmt.Sprintf("event %d", r.Seq)] = string(r.Body) + " " + r.Key
		}
		nowhere(t, seen, "zebra", "Mallory", strconv.Quote(strconv.FormatInt(stranger, 10)), code, strings.ReplaceAll(code, "-", ""))
	})
	if said := again.shown(stranger); len(said) != 1 {
		t.Errorf("after a restart the stranger is told %q", said)
	}
	files := homeFiles(t, home)
	files["log"] = v.log.String()
	if db := files[filepath.Join(home, host.LedgerName)]; !strings.Contains(db, strconv.Quote(strconv.Itoa(telegramserver.Principal))) {
		t.Error("the principal would not be found either")
	}
	nowhere(t, files, "zebra", "Mallory", strconv.Quote(strconv.FormatInt(stranger, 10)), code, strings.ReplaceAll(code, "-", ""))
}

// homeFiles are the files of a home, by path.
func homeFiles(t testing.TB, home string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(home, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		body, err := os.ReadFile(path)
		all[path] = string(body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Of what is said on a platform by others, or to others, the home has nothing, in no file:
// alone with the agent, among people, and in what no client can read, whoever sent that.
func TestNothingOfOthersIsKept(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		found := false
		s.run()
		s.link(f)
		f.stranger("zebra alone")
		s.passedOver("not the principal's account")
		f.other(f.channel(), "zebra among people")
		s.passedOver("said to others")
		f.say(f.channel(), "zebra, said to them")
		f.babble(f.channel(), "zebra of his", "zebra of hers")
		s.passedOver("it could not be read")
		f.babble(f.home(), "stripes of his", "zebra of hers")
		s.await("it is kept", func() bool { return s.count("unparsed", 0) > 0 })
		s.say(f, f.home(), "help")
		s.again()
		f.other(f.channel(), "zebra among people again")
		f.babble(f.channel(), "zebra of his again", "zebra of hers again")
		s.say(f, f.home(), "status")
		kept := map[string]string{}
		for r, err := range s.c.Mind.Events(t.Context(), ledger.Query{}) { // in the file they are sealed
			if err != nil {
				t.Fatal(err)
			}
			kept[fmt.Sprintf("event %d", r.Seq)] = string(r.Body) + " " + r.Key
			found = found || strings.Contains(string(r.Body), "stripes of his")
		}
		if !found {
			t.Error("what he sent to the agent alone is not kept, and would not be found")
		}
		s.stop()
		maps.Copy(kept, homeFiles(t, s.home))
		nowhere(t, kept, "zebra")
	})
}

// nowhere fails if any of the words is in any of the texts.
func nowhere(t *testing.T, texts map[string]string, words ...string) {
	t.Helper()
	for where, text := range texts {
		for _, w := range words {
			if strings.Contains(text, w) {
				t.Errorf("%q is in %s: %.300q", w, where, text)
			}
		}
	}
}

// The set-up links an account on the spot; what there is to say is said at the next start,
// and doing it twice does nothing.
func TestLinkedOnTheSpot(t *testing.T) {
	server := &telegramserver.Server{}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	home := filepath.Join(t.TempDir(), "home")
	self, err := (&telegram.Telegram{Token: telegramserver.Token, URL: server.URL, Now: time.Now}).Identify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	settings := config.Default()
	settings.Zone = "Australia/Melbourne"
	id := strconv.FormatInt(telegramserver.Principal, 10)
	for range 2 {
		locked, err := host.LockHome(home)
		if err != nil {
			t.Fatal(err)
		}
		_, err = host.Link(t.Context(), host.Options{Home: locked, Config: settings, Now: time.Now, Log: slog.New(slog.DiscardHandler)}, host.Linking{
			Person: connectors.Person{Platform: "telegram", Account: self.Account, ID: id, Name: "Sam"},
			Place:  connectors.Place{Platform: "telegram", Account: self.Account, Room: id},
		})
		if err != nil {
			t.Fatal(err)
		}
		locked.Close()
	}
	server.Say("/start")
	visit(t, server, home, func(v *visited) {
		v.await("it is told", func() bool { return len(v.shown(telegramserver.Principal)) >= 1 })
		server.Say("accounts")
		v.await("the principal is answered", func() bool {
			said := v.shown(telegramserver.Principal)
			return strings.HasPrefix(said[len(said)-1], "1 account linked")
		})
		if said := v.shown(telegramserver.Principal); !strings.HasPrefix(said[0], "Linked: this Telegram account") {
			t.Errorf("told %q", said)
		}
	})
}
