package bot_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/bot"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

func trusted(platform, id string) []bot.Trusted {
	return []bot.Trusted{{Platform: platform, ID: id, Audience: event.Private}}
}

const wrong = "That code opens nothing: it is wrong, used up, or older than ten minutes. `citadel link` on the host makes a new one."

// The first account is linked by a code, told so, and asked who else can read it; the next
// is announced on it (MESSAGES 13).
func TestLinking(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.says("console", "terminal", "hello")
		code := d.code("", false)
		if said := d.says("telegram", "1004471", "hello"); len(said) != 1 || said[0] != refusal {
			t.Fatalf("before: %q", said)
		}
		differ(t, "to the new one", []string{"**Linked: this Telegram account (id ends in 4471).** Nobody else here can reach me.\n\n" +
			"It is the same conversation as on the console. `accounts` lists them all.\n\n" +
			"I take it that only you can read what is said here. Is that so?"}, d.says("telegram", "1004471", "/start "+code))
		differ(t, "on the console", []string{"**A Telegram account (id ends in 4471) was linked at 11:00 on Sat 1 Jan 2000** with a code from the host. " +
			"Not you? Reply `unlink telegram`."}, d.shown("console")[1:])
		differ(t, "then", []string{"heard hello"}, d.says("telegram", "1004471", "hello"))
		d.nowhere(code, strings.ReplaceAll(code, "-", ""))

		code = d.code("", false)
		told := len(d.shown("telegram"))
		said := d.says("slack", "U04F9", "link "+strings.ToLower(strings.ReplaceAll(code, "-", " ")))
		differ(t, "to the next one", []string{"**Linked: this Slack account (id ends in 04F9).** Nobody else here can reach me.\n\n" +
			"It is the same conversation as on Telegram. The admins of this Slack may be able to read it here, so what you told me where only you can read stays out of it. `accounts` lists them all.\n\n" +
			"I take it that others can read what is said here, such as admins. Is that so?"}, said)
		differ(t, "on the first", []string{"**A Slack account (id ends in 04F9) was linked at 11:00 on Sat 1 Jan 2000** with a code from the host. " +
			"Not you? Reply `unlink slack`."}, d.shown("telegram")[told:])
		differ(t, "on the console", 2, len(d.shown("console")))
		d.mind.Read(func(v memory.View) {
			differ(t, "audiences", []event.Audience{event.Private, event.Work}, []event.Audience{v.Accounts.Linked[0].Audience, v.Accounts.Linked[1].Audience})
		})

		post := d.posts("slack")[0]
		press := direct("slack", "U04F9")
		press.Kind, press.Message, press.Button = connectors.Press, "slack-p1", post.Buttons[0].Token
		said = d.after("slack", func() { d.hear(press) })
		if post.Buttons[0].Label != "Only me" || post.Buttons[1].Label != "Admins can" || len(said) != 1 || !strings.HasPrefix(said[0], "**Only you can read") {
			t.Errorf("%v, %q", post.Buttons, said)
		}
		d.mind.Read(func(v memory.View) { differ(t, "after the answer", event.Private, v.Accounts.Linked[1].Audience) })
	})
	drilled(t, func(t *testing.T, d *drill) { // who else can read it was said on the host: it is not asked
		said := d.says("mattermost", "m1", "link "+d.code(event.Private, false))
		differ(t, "said", []string{"**Linked: this Mattermost account (id ends in m1).** Nobody else here can reach me."}, said)
		d.mind.Read(func(v memory.View) { differ(t, "audience", event.Private, v.Accounts.Linked[0].Audience) })
	})
}

// A code counts once and for ten minutes, from an own hand, and is kept nowhere.
func TestCodes(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		code := d.code(event.Work, false)
		for _, text := range []string{"link", "start", "link me up", "start conversation", "start", "linked to 2 things", "link " + code + " please, and then do it at once"} {
			e := direct("slack", "talk")
			e.Text = text
			d.hear(e)
		}
		differ(t, "wrong codes from talk", 0, d.count("pairing.failed"))
		differ(t, "said to talk", []string{refusal}, d.shown("slack"))
		for _, change := range []func(*connectors.Event){
			func(e *connectors.Event) { e.Via = "webhook" },
			func(e *connectors.Event) { e.From.Bot = true },
			func(e *connectors.Event) { e.Forwarded = "Sam" },
			func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, "m1" },
			func(e *connectors.Event) { e.Direct, e.Addressed = false, true },
		} {
			e := direct("slack", "not-he")
			e.Text = "link " + code
			change(&e)
			d.hear(e)
			differ(t, "linked", event.Seq(0), d.linked("slack", "not-he"))
		}
		differ(t, "said to a wrong one", []string{wrong}, d.says("slack", "U2", "link 0000-0000-0000"))
		differ(t, "said to a slip, on the same day", []string{wrong}, d.says("slack", "U2", "link 0000-0000-000"))
		d.says("slack", "U1", "link "+code)
		if d.linked("slack", "U1") == 0 {
			t.Fatal("the right code opens nothing")
		}
		differ(t, "said to a second use", []string{wrong}, d.says("slack", "U3", "link "+code))
		differ(t, "said to the linked one", []string{"This account is linked already. A code is to be sent from the account that it shall link."},
			d.says("slack", "U1", "link "+code))
		differ(t, "wrong codes", 3, d.count("pairing.failed"))
		differ(t, "talk of the linked one", []string{"heard start 555 123 456 789"}, d.says("slack", "U1", "start 555 123 456 789"))

		late := d.code(event.Work, false)
		time.Sleep(10 * time.Minute)
		differ(t, "said to a late one", []string{wrong}, d.says("slack", "U4", "link "+late))
		time.Sleep(24 * time.Hour)
		differ(t, "said a day later", []string{wrong}, d.says("slack", "U2", "link "+late))
		differ(t, "linked late", event.Seq(0), d.linked("slack", "U2"))
		d.nowhere(code, plain(code), late, plain(late))
	})
}

func plain(code string) string { return strings.ReplaceAll(code, "-", "") }

// A code that was typed in the wrong place is taken out before anything is kept.
func TestAMislaidCode(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		observed(d, "acme")
		code := d.code("", false)
		for _, text := range []string{"link " + code, "O" + code + "x", "the code is " + strings.ToLower(code) + ", right?", plain(code)} {
			d.says("console", "terminal", text)
			d.says("slack", "U1", text)
			for _, who := range []string{"U1", "U2"} {
				e := within("slack", "acme", who)
				e.Text = text
				id := d.hear(e)
				e.Kind, e.Message, e.Text = connectors.Edit, id, "edited: "+text
				d.hear(e)
			}
		}
		e := direct("slack", "U1")
		e.Kind, e.Raw = connectors.Unparsed, []byte(`{"text":"link `+code+`"}`)
		d.hear(e)
		d.nowhere(code, plain(code), strings.ToLower(code))
	})
}

// Of two that send one code at the same moment one is linked.
func TestARaceForACode(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		for range 20 {
			code := d.code(event.Work, false)
			racers := []string{"telegram", "slack", "mattermost"}
			taken := make(chan error, len(racers))
			for _, platform := range racers {
				e := direct(platform, "racer")
				e.Key, e.Message, e.Text, e.At = platform+code, "m", "link "+code, time.Now()
				go func() { d.lines[platform].in <- spoken{e, taken} }()
			}
			for range racers {
				if err := <-taken; err != nil {
					t.Fatal(err)
				}
			}
			synctest.Wait()
			var linked []string
			d.mind.Read(func(v memory.View) {
				for _, a := range v.Accounts.Linked {
					linked = append(linked, a.Person.Platform)
				}
			})
			if len(linked) != 1 {
				t.Fatalf("linked: %v; %q", linked, d.shown("telegram"))
			}
			d.says("console", "terminal", "unlink "+linked[0])
			d.code("", true) // so that the losers do not lock linking
		}
	})
}

// Ten wrong codes lock linking, for the right code too, until the host opens it again; it is
// told, and outlives restarts. One that is delivered twice counts once.
func TestTenWrongCodes(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		code := d.code(event.Work, false)
		told := len(d.shown("slack"))
		for i := range 9 {
			e := direct("telegram", "guesser")
			e.Key, e.Text = "again", "link 1111-1111-1111"
			if i > 2 {
				e.Key = ""
			}
			d.hear(e)
		}
		differ(t, "wrong codes", 7, d.count("pairing.failed"))
		d.again()
		for range 3 {
			d.says("mattermost", "another", "link 2222-2222-2222")
		}
		news := d.shown("slack")[told:]
		if len(news) != 1 || !strings.Contains(news[0], "Too many wrong codes") || !strings.Contains(news[0], "Mattermost") {
			t.Errorf("told %q", news)
		}
		closed := "I take no codes at the moment. `citadel link --reopen` on the host allows them again."
		differ(t, "said to the right one", []string{closed}, d.says("telegram", "4471", "link "+code))
		differ(t, "said once a day", []string{}, d.says("telegram", "4471", "link "+code))
		d.again()
		d.says("telegram", "4471", "link "+d.code(event.Private, false))
		differ(t, "linked while locked", event.Seq(0), d.linked("telegram", "4471"))
		differ(t, "wrong codes", 10, d.count("pairing.failed"))

		d.says("telegram", "4471", "link "+d.code(event.Private, true))
		if d.linked("telegram", "4471") == 0 {
			t.Error("not linked after the host allowed codes again")
		}
		d.says("mattermost", "another", "link 2222-2222-2222")
		differ(t, "allowed again", 1, d.count("pairing.reopened"))
		d.mind.Read(func(v memory.View) { differ(t, "counted since", 1, v.Accounts.Failed) })
	})
}

// A file that is none links nobody and stops nothing.
func TestADamagedPairing(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		for i, body := range []string{"", "{", `{"code_sha256":""}`, `{"audience":"shared"}`, strings.Repeat("x", 5000)} {
			if err := os.WriteFile(filepath.Join(d.home, bot.PairingName), []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
			differ(t, "said", 1, len(d.says("slack", fmt.Sprint("U", i), "link 3333-3333-3333")))
		}
		differ(t, "linked", event.Seq(0), d.linked("slack", "U0"))
	})
}

func FuzzReadPairing(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"code_sha256":"00","expires":"2026-11-20T09:00:00Z","audience":"work","reopened":"a"}`, `[]`, "\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		home := t.TempDir()
		if err := os.WriteFile(filepath.Join(home, bot.PairingName), body, 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := bot.ReadPairing(home)
		if err != nil && p != (bot.Pairing{}) {
			t.Errorf("%v, and yet %+v", err, p)
		}
		if p.Audience == event.Shared {
			t.Error("everybody can read a direct conversation")
		}
	})
}

// A stranger is told one line a day, whatever he writes; but whoever tries a code is answered each time: he may be the
// principal, who mistyped it.
func TestAStrangersLineOfADay(t *testing.T) {
	const gone = "Done: I keep none of your messages, and what I kept of them is gone."
	for _, said := range [][][2]string{
		{{"hello", refusal}, {"hello again", ""}, {"link 0000-0000-0001", wrong}, {"skip me", ""}, {"link 0000-0000-0002", wrong}, {"hello", ""}},
		{{"link 0000-0000-0001", wrong}, {"hello", ""}, {"link 0000-0000-0002", wrong}},
		{{"skip me", gone}, {"hello", ""}, {"link 0000-0000-0001", wrong}},
	} {
		drilled(t, func(t *testing.T, d *drill) {
			d.link("telegram", "4471", event.Private)
			codes := 0
			for _, s := range said {
				want := []string{}
				if s[1] != "" {
					want = append(want, s[1])
				}
				differ(t, s[0], want, d.says("slack", "U9", s[0]))
				if s[1] == wrong {
					codes++
				}
			}
			differ(t, "wrong codes", codes, d.count("pairing.failed"))
		})
	}
}

// However many codes are tried, there are as many answers as wrong codes lock linking; then everybody who tries one is
// told so once a day, also who was sent away on that day.
func TestAnswersToGuessedCodes(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.says("slack", "U1", "hello")
		said := d.after("slack", func() {
			for range 50 {
				d.says("slack", "U1", "link 0000-0000-0001")
			}
		})
		want := slices.Repeat([]string{wrong}, 10)
		differ(t, "said", append(want, "I take no codes at the moment. `citadel link --reopen` on the host allows them again."), said)
		differ(t, "hello again", []string{}, d.says("slack", "U1", "hello"))
	})
}

// Where the process is killed just behind it, a code that linked is not read again: that it was read is written with
// the link, and delivered again it is no second one.
func TestKilledAfterTheCode(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		e := direct("slack", "U1")
		e.Key, e.Text = "the code", "link "+d.code(event.Work, false)
		d.hear(e)
		d.mind.Read(func(v memory.View) { differ(t, "read so far", "the code", v.Places.Cursors["slack"]) })
		differ(t, "said when it comes again", []string{}, d.after("slack", func() { d.hear(e) }))
		d.again()
		differ(t, "said when it comes to the next process", []string{}, d.after("slack", func() { d.hear(e) }))
		differ(t, "wrong codes", 0, d.count("pairing.failed"))
	})
}
