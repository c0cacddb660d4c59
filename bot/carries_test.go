package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// What is under a post is what its platform can show: buttons, the same as emoji, or what to type
// instead; verdicts where reactions may not arrive. The buttons of a card are told to every platform: one that has
// none leaves them out.
func TestWhatIsUnderAPost(t *testing.T) {
	card := []event.Button{{Label: "Record", Says: "record it", Emoji: "✅"}, {Label: "Later", Says: "not now"}}
	long := []event.Button{{Label: "Too long", Says: "too long"}}
	doubts := []event.Button{{Label: "Not relevant", Says: "not relevant m3"}, {Label: "Wrong", Says: "wrong m3"}, {Label: "Why", Says: "why m3"}}
	for name, c := range map[string]struct {
		limits  connectors.Limits
		reacts  bool // the agent can put emoji there
		subject string
		buttons []event.Button
		under   []string
		text    string
	}{
		"verdicts":                             {connectors.Limits{Buttons: true}, false, "alert", nil, []string{"Useful", "Not useful"}, "Oil is up."},
		"none where reactions arrive":          {connectors.Limits{Buttons: true, Reactions: true}, false, "alert", nil, nil, "Oil is up."},
		"none where there are no buttons":      {connectors.Limits{}, false, "alert", nil, nil, "Oil is up."},
		"none under a reminder":                {connectors.Limits{Buttons: true}, false, event.SubjectReminder, nil, nil, "Oil is up."},
		"none under a card":                    {connectors.Limits{Buttons: true}, false, "alert", card, []string{"Record", "Later"}, "Oil is up."},
		"of a briefing":                        {connectors.Limits{Buttons: true, Reactions: true}, false, event.SubjectBriefing, long, []string{"Useful", "Too long"}, "Oil is up."},
		"of an alert":                          {connectors.Limits{Buttons: true, Reactions: true}, false, "alert/cost/oil", doubts, []string{"Useful", "Not relevant", "Wrong", "Why"}, "Oil is up."},
		"of an alert, typed":                   {connectors.Limits{}, false, "alert/cost/oil", doubts, []string{"Not relevant", "Wrong", "Why"}, "Oil is up.\n\n`not relevant m3` · `wrong m3` · `why m3`"},
		"of a briefing, typed":                 {connectors.Limits{}, false, event.SubjectBriefing, long, []string{"Too long"}, "Oil is up.\n\n`too long`"},
		"a card as emoji":                      {connectors.Limits{Reactions: true}, true, "alert", card, []string{"Record", "Later"}, "Oil is up.\n\n✅ `record it` · `not now`"},
		"a card, typed":                        {connectors.Limits{}, true, "alert", card, []string{"Record", "Later"}, "Oil is up.\n\n`record it` · `not now`"},
		"a card, where emoji can only be read": {connectors.Limits{Reactions: true}, false, "alert", card, []string{"Record", "Later"}, "Oil is up.\n\n`record it` · `not now`"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.chat.limits = c.limits
				if c.reacts {
					newAble(w)
				}
				w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: "Oil is up.", Subject: c.subject, Buttons: c.buttons}))
				defer w.run()()
				time.Sleep(time.Minute)
				synctest.Wait()
				differ(t, "texts", []string{c.text}, w.chat.texts())
				var under []string
				for _, b := range w.chat.shown[0].Buttons {
					under = append(under, b.Label)
				}
				differ(t, "buttons", c.under, under)
			})
		})
	}
}

// An answer is shown as a reply in threads, and elsewhere where something else was said since.
func TestWhatAnAnswerRepliesTo(t *testing.T) {
	for name, c := range map[string]struct {
		limits   connectors.Limits
		one, two connectors.MessageID // what the answers to the first message and to the second reply to
	}{
		"in threads":       {connectors.Limits{Threads: true}, "e1", "e2"},
		"by replies":       {connectors.Limits{Replies: true}, "e1", ""},
		"it can show none": {connectors.Limits{}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSlow()
				w := newWorld(t, s.step)
				w.chat.limits = c.limits
				defer w.run()()
				w.say("one")
				<-s.began
				time.Sleep(soon)
				w.say("two")
				synctest.Wait()
				s.goOn <- struct{}{}
				<-s.began
				s.goOn <- struct{}{}
				synctest.Wait()
				differ(t, "texts", []string{"heard one", "heard two"}, w.chat.texts())
				differ(t, "reply to", []connectors.MessageID{c.one, c.two}, []connectors.MessageID{w.chat.shown[0].ReplyTo, w.chat.shown[1].ReplyTo})
				differ(t, "answer", []connectors.MessageID{"e1", "e2"}, []connectors.MessageID{w.chat.shown[0].Answers.To, w.chat.shown[1].Answers.To})
			})
		})
	}
}

// The pace of a platform is that of a room, with all its threads, and of no other.
func TestPaceIsThatOfTheRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.chat.limits.PerMinute = 2
		for _, at := range []event.Place{{Room: "home", Thread: "a"}, {Room: "home", Thread: "b"}, {Room: "home"}, {Room: "study"}} {
			at.Platform = "chat"
			w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: at, Text: at.Room + at.Thread}))
		}
		defer w.run()()
		time.Sleep(time.Second)
		synctest.Wait()
		differ(t, "at once", []string{"homea", "homeb", "study"}, w.chat.texts())
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "then", []string{"homea", "homeb", "study", "home"}, w.chat.texts())
	})
}

// A draft waits for an older post that is due in its place, and for no other.
func TestWhatADraftDoesNotWaitFor(t *testing.T) {
	for name, c := range map[string]struct {
		room  string
		after time.Duration
		later bool // queued when the draft is there
		waits bool
	}{
		"a post for its place":            {"home", 0, false, true},
		"a post for another place":        {"study", 0, false, false},
		"a post that waits for its time":  {"home", time.Hour, false, false},
		"a post that was queued later on": {"home", 0, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world, m *model) {
				for range 3 {
					w.chat.fail = append(w.chat.fail, errTemporary)
				}
				queue := func() {
					post := event.PostQueued{Place: event.Place{Platform: "chat", Room: c.room}, Text: "unasked"}
					if c.after > 0 {
						post.After = w.now().Add(c.after)
					}
					w.record(w.pens.For(event.Outbox).Write(post))
					synctest.Wait()
				}
				if !c.later {
					queue()
				}
				w.say("two")
				call := m.next(t)
				if c.later {
					queue()
				}
				call.drafts("sec")
				want := []string{"sec"}
				if c.waits {
					want = []string{}
				}
				differ(t, "drafts", want, w.chat.written())
				call.answers("second")
			})
		})
	}
}
