package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// cursor is how far a platform was read, as a process that begins would go on.
func (d *drill) cursor(platform string) (at string) {
	d.mind.Read(func(v memory.View) { at = v.Places.Cursors[platform] })
	return at
}

// What a locked account said is not taken once it is unlocked, however late it comes and
// however often: not after a process that was killed, either. What the right person says
// after that is.
func TestWordsOfALockedAccount(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		d.says("telegram", "4471", "lock slack")
		time.Sleep(time.Minute)
		var stolen []connectors.Event
		for i, text := range []string{"rule add obey", "rule add obey more", "remember zebra"} {
			e := direct("slack", "U1")
			e.Text, e.Key, e.At = text, fmt.Sprintf("stolen%d", i), time.Now()
			stolen = append(stolen, e)
			d.hear(e)
		}
		face := direct("slack", "U1")
		face.Kind, face.Key, face.Message, face.Emoji, face.At = connectors.React, "face", "slack-p1", "👍", time.Now()
		stolen = append(stolen, face)
		time.Sleep(time.Minute)
		d.says("telegram", "4471", "unlock slack")
		if at := d.cursor("slack"); at == "stolen0" {
			t.Errorf("when it was unlocked it had been read up to %q", at)
		}
		told := d.after("telegram", func() {
			for range 2 {
				for _, e := range stolen {
					d.hear(e)
				}
				d.again()
			}
		})
		if len(told) != 1 || !strings.HasPrefix(told[0], "**I left out what was written on Slack while that account was locked.**") {
			t.Errorf("told %q", told)
		}
		d.nowhere("obey", "zebra")
		differ(t, "reactions", 0, d.count("reacted"))

		time.Sleep(time.Second)
		differ(t, "said after", []string{"heard hello"}, d.says("slack", "U1", "hello"))
		d.says("telegram", "4471", "lock slack")
		time.Sleep(time.Minute)
		d.says("telegram", "4471", "unlock slack")
		behind := direct("slack", "U1") // a second after, by a clock that is a second behind ours
		behind.Text, behind.At = "hello again", time.Now()
		time.Sleep(time.Second)
		differ(t, "said by another clock", []string{"heard hello again"}, d.after("slack", func() { d.hear(behind) }))
	})
}

// A press that is told of only once the account is unlocked may have been made while it was locked: where the
// platform does not say when, it counts only if it can have been made after that alone.
func TestAPressOfALockedAccountThatIsToldOfLater(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		card := event.PostQueued{
			Place: event.Place{Platform: "telegram", Account: "T1", Room: "room-4471"}, Audience: event.Private, Text: "Shall I?", Subject: event.SubjectAccount,
			Buttons: []event.Button{{Label: "Obey", Says: "rule add obey"}},
		}
		r, err := d.mind.Record(t.Context(), d.bot.Pens.Write(card))
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		id := connectors.MessageID(fmt.Sprintf("telegram-p%d", len(d.shown("telegram"))))
		press := func(key string, since time.Time) []string {
			e := direct("telegram", "4471")
			e.Kind, e.Key, e.Message, e.Button = connectors.Press, key, id, fmt.Sprintf("%d/0", r[0].Seq)
			e.At, e.Since = time.Now(), since
			return d.after("slack", func() { d.hear(e); time.Sleep(time.Minute) }) // where he was heard last
		}
		quiet := time.Now() // Telegram had nothing more, and then the line went down
		time.Sleep(time.Minute)
		d.says("slack", "U1", "lock telegram")
		time.Sleep(time.Minute)
		d.says("slack", "U1", "unlock telegram")
		time.Sleep(time.Minute)
		told := press("stolen", quiet)
		d.nowhere("heard rule add obey")
		if len(told) != 1 || !strings.HasPrefix(told[0], "**I left out a button that was pressed on Telegram:**") {
			t.Errorf("told %q", told)
		}
		if told := press("stolen again", quiet); len(told) > 0 {
			t.Errorf("told again: %q", told)
		}
		differ(t, "pressed while it may have been locked", 0, d.count("rule.added"))
		press("his", time.Now())
		differ(t, "pressed since", 1, d.count("rule.added"))
	})
}

// What somebody wrote before the code linked him was refused, and stays so.
func TestWordsOfAStrangerWhoIsLinked(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		e := direct("slack", "U1")
		e.Text, e.Key, e.At = "rule add obey", "k0", time.Now()
		d.hear(e)
		time.Sleep(time.Minute)
		d.link("slack", "U1", event.Work)
		d.again()
		differ(t, "said", []string{}, d.after("slack", func() { d.hear(e) }))
		d.nowhere("obey")
	})
}

// An account that the settings name is heard with what it said while nobody was there.
func TestWordsOfATrustedAccount(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.bot.Trusted = trusted("telegram", "4471")
		e := direct("telegram", "4471")
		e.Text, e.At = "hello", time.Now()
		time.Sleep(time.Hour)
		d.hear(e)
		if said := d.shown("telegram"); len(said) != 2 || said[1] != "heard hello" {
			t.Errorf("said %q", said)
		}
	})
}

// What was said in a channel before it was allowed to be read is not kept, whoever said it
// and however late it comes; and what was kept from then on stays when the same is asked again.
func TestWordsBeforeAChannelIsRead(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		var early []connectors.Event
		for _, who := range []string{"U1", "U2"} {
			e := within("slack", "acme", who)
			e.Text, e.Key, e.At = "zebra of "+who, who, time.Now()
			early = append(early, e)
			d.hear(e)
		}
		time.Sleep(time.Minute)
		e := within("slack", "acme", "U1")
		e.Addressed, e.Text, e.At = true, "observe", time.Now()
		time.Sleep(time.Minute) // it takes a while to come
		d.hear(e)
		for range 2 {
			for _, e := range early {
				d.hear(e)
			}
			d.again()
		}
		d.nowhere("zebra")
		for _, who := range []string{"U1", "U2"} { // said after it was allowed, and before that was known here
			say := within("slack", "acme", who)
			say.Text, say.At = "kept of "+who, e.At.Add(time.Second)
			d.hear(say)
		}
		if all := strings.Join(heards(d), "\n"); !strings.Contains(all, "kept of U1 (overheard)") || !strings.Contains(all, "kept of U2 (overheard)") {
			t.Errorf("heard %s", all)
		}
	})
}

// How far a platform was read is recorded when the process ends, also where what came last
// was passed over.
func TestReadUpToTheEnd(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		for _, text := range []string{"one", "two", "three"} {
			e := within("slack", "acme", "U2")
			e.Text, e.Key = text, text
			d.hear(e)
		}
		d.again()
		if at := d.cursor("slack"); at != "three" {
			t.Errorf("read up to %q", at)
		}
		e := within("slack", "acme", "U2")
		e.Key = "four"
		d.hear(e)
		e.Key = "five"
		d.hear(e)
		d.says("slack", "U1", "hello")
		at := d.cursor("slack")
		d.again()
		if d.cursor("slack") != at {
			t.Errorf("read up to %q, and then %q", at, d.cursor("slack"))
		}
	})
}

// Of what cannot be read nothing is kept where somebody else may have written it.
func TestUnreadWhereOthersWrite(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "4471", event.Private)
		e := within("telegram", "acme", "4471")
		e.Kind, e.Raw = connectors.Unparsed, []byte(`{"message":{"reply_to_message":{"from":{"first_name":"Mallory"},"text":"zebra"},"giveaway":{}}}`)
		d.hear(e)
		differ(t, "unparsed", 0, d.count("unparsed"))
		d.nowhere("zebra", "Mallory")
		found := false
		for _, r := range d.records() {
			p, _ := r.Payload()
			passed, _ := p.(event.Passed)
			found = found || passed.Reason == "it could not be read"
		}
		if !found {
			t.Error("that it came is not counted")
		}
	})
}

// What stands on a message is told as found, long after it was put there: what a thief put on a
// card while the account was locked is no press then, and his taking back is not followed.
func TestDeedsOfALockedAccountThatAreFoundLater(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		time.Sleep(time.Hour)
		since := time.Now()
		e := direct("slack", "U1")
		e.Text = "the zebra is at Ana's"
		said := d.hear(e)
		at := event.Place{Platform: "slack", Account: "T1", Room: "room-U1"}
		card := event.PostQueued{
			Place: at, Audience: event.Work, Text: "Shall I?", Subject: event.SubjectAccount,
			Buttons: []event.Button{{Label: "Do it", Says: "remember that it is done", Emoji: "✅"}},
		}
		if _, err := d.mind.Record(t.Context(), d.bot.Pens.Write(card)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		id, posted := connectors.MessageID(fmt.Sprintf("slack-p%d", len(d.shown("slack")))), time.Now()
		d.says("telegram", "4471", "lock slack")
		time.Sleep(time.Minute)
		stolen := time.Now()
		found := func() []string {
			faces, rest := direct("slack", "U1"), direct("slack", "U1")
			faces.Kind, faces.Message, faces.Emojis, faces.Posted, faces.At = connectors.Reactions, id, []string{"✅"}, posted, time.Now()
			rest.Kind, rest.From, rest.Since, rest.At = connectors.Remaining, connectors.Person{}, since, time.Now()
			return d.after("slack", func() { d.hear(faces); d.hear(rest); time.Sleep(time.Minute) })
		}
		differ(t, "done while it is locked", []string{}, found())
		d.says("telegram", "4471", "unlock slack")
		d.again()
		time.Sleep(time.Hour)
		differ(t, "done once it is unlocked", []string{}, found())
		differ(t, "pressed", 0, d.count("reacted"))
		differ(t, "taken back", 0, d.count("unsaid"))

		faces := direct("slack", "U1") // a platform that tells when each was put
		faces.Kind, faces.Message, faces.Emojis, faces.Posted, faces.At = connectors.Reactions, id, []string{"✅", "🎉"}, posted, time.Now()
		faces.Put = []time.Time{stolen, time.Now()}
		d.hear(faces)
		differ(t, "put by him", 1, d.count("reacted"))

		gone := direct("slack", "U1") // told when it is done, by a clock: that is he himself
		gone.Kind, gone.Message, gone.At = connectors.Delete, said, time.Now()
		d.hear(gone)
		differ(t, "taken back by him", 1, d.count("unsaid"))
	})
}
