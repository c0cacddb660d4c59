package bot_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/bot"
	"citadel/connectors"
	"citadel/memory/event"
)

// That a platform is silent is told after a quarter of an hour and on another one, also where
// the principal spoke last on the silent one: there it would wait for what it tells of.
func TestSilenceIsToldElsewhere(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		d.says("telegram", "4471", "hello")
		var dead atomic.Bool
		began := time.Now()
		d.pulses = map[string]func() time.Time{"telegram": func() time.Time {
			if dead.Load() {
				return began
			}
			return time.Now()
		}}
		d.again()
		began = time.Now()
		dead.Store(true)
		told := func(platform string) (n int) {
			for _, said := range d.shown(platform) {
				n += strings.Count(said, "Telegram has been silent")
			}
			return n
		}
		time.Sleep(14 * time.Minute)
		synctest.Wait()
		differ(t, "told too soon", 0, told("slack")+told("telegram"))
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		differ(t, "told on Slack", 1, told("slack"))
		time.Sleep(time.Hour)
		synctest.Wait()
		differ(t, "told on Slack once", 1, told("slack"))
		differ(t, "told on the silent one", 0, told("telegram"))
	})
}

// What nobody has to act on comes without a sound. An answer, a reminder and what concerns
// accounts do not.
func TestWhatIsHeard(t *testing.T) {
	for subject, silent := range map[string]bool{
		"": true, event.SubjectFiles: true, event.SubjectWelcome: true, event.SubjectReminder: false, event.SubjectAccount: false,
	} {
		drilled(t, func(t *testing.T, d *drill) {
			d.link("slack", "U1", event.Work)
			d.says("slack", "U1", "hello")
			posts := d.posts("slack")
			differ(t, "an answer", false, posts[len(posts)-1].Silent)
			e := direct("slack", "U1")
			post := d.bot.Pens.Write(event.PostQueued{
				Place: event.Place{Platform: "slack", Account: "T1", Room: e.Place.Room}, Audience: event.Work, Text: "zebra", Subject: subject,
			})
			if _, err := d.mind.Record(t.Context(), post); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			posts = d.posts("slack")
			last := posts[len(posts)-1]
			differ(t, "text", "zebra", last.Text)
			differ(t, subject, silent, last.Silent)
		})
	}
}

// "skip me" is the word of who writes it, and of nobody who is quoted or acted for. What is
// said to him is said under it.
func TestWhoSkips(t *testing.T) {
	for name, edit := range map[string]func(*connectors.Event){
		"himself":   func(*connectors.Event) {},
		"forwarded": func(e *connectors.Event) { e.Forwarded = "Ann" },
		"an app":    func(e *connectors.Event) { e.Via = "app A1" },
		"nobody":    func(e *connectors.Event) { e.From.ID = "" },
		"to others": func(e *connectors.Event) { e.Addressed = false },
	} {
		t.Run(name, func(t *testing.T) {
			drilled(t, func(t *testing.T, d *drill) {
				d.link("slack", "U1", event.Work)
				observed(d, "acme")
				e := within("slack", "acme", "U2")
				e.Text = "heron"
				d.hear(e)
				before := len(d.posts("slack"))
				e.Addressed, e.Text, e.Message, e.Key = true, "skip me", "", ""
				edit(&e)
				id := d.hear(e)
				said := d.posts("slack")[before:]
				if name != "himself" {
					differ(t, "said", 0, len(said))
					differ(t, "skipped", 0, d.count("skipped"))
					return
				}
				d.nowhere("heron")
				if len(said) != 1 || said[0].ReplyTo != id || said[0].Place.Room != "acme" {
					t.Errorf("said %+v", said)
				}
			})
		})
	}
}

// A code counts for its ten minutes and not before them: a clock that was set back does not
// make them longer.
func TestACodeDoesNotCountBefore(t *testing.T) {
	for before, want := range map[time.Duration]bool{-9 * time.Minute: true, -10 * time.Minute: false, 0: true, time.Second: false, time.Hour: false} {
		drilled(t, func(t *testing.T, d *drill) {
			code, p, err := bot.NewPairing(chance(1), time.Now().Add(before), event.Work, false)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Write(d.home); err != nil {
				t.Fatal(err)
			}
			d.says("slack", "U1", "link "+code)
			if got := d.linked("slack", "U1") != 0; got != want {
				t.Errorf("made %v from now: linked %v", before, got)
			}
		})
	}
}

// A chart is drawn when its post is sent, where pictures are shown, with its description.
func TestAChartIsDrawn(t *testing.T) {
	chart := event.Chart{Title: "Ships", Alt: "One bar of three ships.", Parts: []string{"in"}, Rows: []event.Row{{Label: "harbour", Bars: []event.Bar{{Label: "now", Counts: []int{3}}}}}}
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		for platform, id := range map[string]string{"slack": "U1", "telegram": "4471"} {
			e := direct(platform, id)
			post := d.bot.Pens.Write(event.PostQueued{
				Place: event.Place{Platform: platform, Account: e.Place.Account, Room: e.Place.Room}, Audience: event.Work, Text: "Three ships are in.", Charts: []event.Chart{chart},
			})
			if _, err := d.mind.Record(t.Context(), post); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		last := func(platform string) []connectors.Picture {
			posts := d.posts(platform)
			return posts[len(posts)-1].Pictures
		}
		differ(t, "pictures where none are shown", 0, len(last("telegram")))
		got := last("slack")
		differ(t, "pictures", 1, len(got))
		if p := got[0]; p.Alt != chart.Alt || p.MIME != "image/png" || !strings.HasPrefix(string(p.Data), "\x89PNG") || len(p.Data) > connectors.MaxPicture {
			t.Errorf("%q, %q, %d bytes", p.Alt, p.MIME, len(p.Data))
		}
	})
}

// The picture of a night is drawn when its post is sent, where pictures are shown; where no description goes with them,
// that is said.
// It makes no sound unless he wants that.
func TestANightIsPainted(t *testing.T) {
	night := event.Art{Seed: 7, Palette: event.Warm, Alt: "Abstract picture in amber."}
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		d.link("mattermost", "u1", event.Work)
		say := func(platform, id string, aloud bool) connectors.Post {
			e := direct(platform, id)
			post := d.bot.Pens.Write(event.PostQueued{
				Place: event.Place{Platform: platform, Account: e.Place.Account, Room: e.Place.Room}, Audience: event.Work, Text: "Night of 19–20 Nov 2026.", Subject: event.SubjectDream, Art: &night, Aloud: aloud,
			})
			if _, err := d.mind.Record(t.Context(), post); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			posts := d.posts(platform)
			return posts[len(posts)-1]
		}
		p := say("slack", "U1", false)
		differ(t, "pictures", 1, len(p.Pictures))
		if pic := p.Pictures[0]; pic.Alt != night.Alt || len(pic.Data) > connectors.MaxPicture || !strings.HasPrefix(string(pic.Data), "\x89PNG") || strings.Contains(p.Text, night.Alt) || !p.Silent {
			t.Errorf("%q, %d bytes, silent %v: %s", pic.Alt, len(pic.Data), p.Silent, p.Text)
		}
		if p := say("mattermost", "u1", false); len(p.Pictures) != 1 || !strings.Contains(p.Text, night.Alt) {
			t.Errorf("%d pictures: %s", len(p.Pictures), p.Text)
		}
		if p := say("telegram", "4471", true); len(p.Pictures) != 0 || !strings.Contains(p.Text, night.Alt) || p.Silent {
			t.Errorf("%d pictures, silent %v: %s", len(p.Pictures), p.Silent, p.Text)
		}
	})
}
