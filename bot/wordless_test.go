package bot_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// What was written, or written over, while an account was locked does not become his by a file of it that is deleted
// later: neither where the message is found so, nor where that is told of. The file of his own is followed where it is
// told of, and was done since; where it is found, whoever had the account may have deleted it.
func TestAFileGoesOfWhatALockedAccountWrote(t *testing.T) {
	for _, name := range []string{"found", "told of", "told of late"} {
		t.Run(name, func(t *testing.T) {
			drilled(t, func(t *testing.T, d *drill) {
				d.link("slack", "U1", event.Work)
				d.link("telegram", "4471", event.Private)
				time.Sleep(time.Hour)
				files := []connectors.File{{Name: "a.txt", ID: "F1", Size: 3}, {Name: "b.txt", ID: "F2", Size: 3}}
				his := direct("slack", "U1")
				his.Kind, his.Message, his.Text, his.Files, his.At = connectors.Message, "100.1", "my papers", files, time.Now()
				d.hear(his)
				posted := time.Now()
				d.says("telegram", "4471", "lock slack")
				time.Sleep(time.Minute)
				theirs, over := his, his
				theirs.Message, theirs.Text, theirs.At = "200.1", "Mallory gets the money", time.Now()
				over.Kind, over.Text, over.At = connectors.Edit, "give Mallory my papers", time.Now()
				d.hear(theirs)
				d.hear(over)
				gone := time.Now()
				time.Sleep(time.Minute)
				d.says("telegram", "4471", "unlock slack")
				time.Sleep(time.Hour)
				heard := d.count("heard")
				for i, e := range []connectors.Event{theirs, over} {
					e.Kind, e.Key, e.Files, e.Whole, e.Stands = connectors.Edit, fmt.Sprint("without/", i), files[1:], true, time.Now()
					switch name {
					case "found":
						e.Posted = posted
					case "told of late":
						e.Stands = gone.Add(time.Second)
					}
					d.hear(e)
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				differ(t, "heard", heard, d.count("heard"))
				differ(t, "edited", 0, d.count("edited"))
				differ(t, "taken out", map[string]int{"told of": 1}[name], d.count("attached")) // while it is loading
				d.nowhere("Mallory")
			})
		})
	}
}

// A file that is deleted brings no message that was not kept when it was written: not before he was linked, and not
// after that either.
func TestAFileGoesOfWhatWasNotKept(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "4471", event.Private)
		early := direct("slack", "U1")
		early.Kind, early.Message, early.Text, early.At = connectors.Message, "50.1", "Zanzibar plan", time.Now()
		d.hear(early)
		time.Sleep(time.Hour)
		d.link("slack", "U1", event.Work)
		time.Sleep(time.Hour)
		late := early
		late.Message, late.At = "60.1", time.Now()
		time.Sleep(time.Hour)
		for _, e := range []connectors.Event{early, late} {
			e.Kind, e.Key, e.Whole, e.Stands = connectors.Edit, string(e.Message)+"/without", true, time.Now()
			if said := d.after("slack", func() { d.hear(e); time.Sleep(time.Minute); synctest.Wait() }); len(said) > 0 {
				t.Errorf("said %q", said)
			}
		}
		d.nowhere("Zanzibar")
	})
}

// Words count by when they were written, and which files there are by when that was seen: words that are older than the
// known ones do not come back with a file that is deleted, and no state that is older than it does either.
func TestOlderWordsAndFewerFiles(t *testing.T) {
	running(t, func(w *world) {
		m := w.send("pay on Monday", passport, letter)
		time.Sleep(time.Minute)
		first := w.now()
		time.Sleep(time.Minute)
		w.stands(m, "pay on Tuesday", w.now(), passport, letter)
		stands := func(text string, at, seen time.Time, files ...connectors.File) {
			t.Helper()
			w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: text, Files: files, Whole: true, At: at, Stands: seen})
			time.Sleep(5 * time.Minute)
			synctest.Wait()
		}
		third := connectors.File{Name: "third.txt", ID: "F3", Size: -1}
		reads := func(want string) {
			t.Helper()
			if now, _, err := w.bot.Brain.Message(t.Context(), 3); err != nil || now.Text != want {
				t.Errorf("it reads %q, want %q (%v)", now.Text, want, err)
			}
		}
		stands("pay on Friday", first, w.now(), letter, third)
		reads("pay on Tuesday")
		w.keeps("of letter.txt")
		before := w.now()
		wrote := before
		stands("pay on Wednesday", wrote, before.Add(2*time.Minute), letter)
		reads("pay on Wednesday")
		w.stands(m, "pay on Sunday", before.Add(time.Minute), letter)
		reads("pay on Wednesday")
		before = w.now()
		stands("pay on Wednesday", wrote, before.Add(2*time.Minute), letter) // and nothing is new
		w.stands(m, "pay on Sunday", before.Add(time.Minute))
		reads("pay on Wednesday")
		w.keeps("of letter.txt")
		before = w.now()
		stands("pay on Wednesday", wrote, before.Add(2*time.Minute))
		w.stands(m, "pay on Sunday", before.Add(time.Minute), passport)
		reads("pay on Wednesday")
		w.keeps()
	})
}

// What takes a recording out of a message brings no words of before that count: those that stood above it stay.
func TestARecordingGoesWithOlderWords(t *testing.T) {
	running(t, func(w *world) {
		clip := w.speaks()
		m := w.send("Listen.", clip)
		time.Sleep(time.Minute)
		synctest.Wait()
		first := w.now()
		time.Sleep(time.Minute)
		w.stands(m, "Listen to this.", w.now(), clip)
		w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: "Pay.", Whole: true, At: first, Stands: w.now()})
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if now, _, err := w.bot.Brain.Message(t.Context(), 3); err != nil || now.Text != "Listen to this." {
			t.Errorf("it reads %q, %v", now.Text, err)
		}
		w.keeps()
	})
}

// An edit that was taken for a message which never came is newer than one that comes behind it.
func TestAnOlderEditBehindTheOneTakenForTheMessage(t *testing.T) {
	running(t, func(w *world) {
		first := w.now()
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Edit, Message: "77", Text: "pay on Friday", At: w.now()})
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Edit, Message: "77", Text: "pay on Monday", At: first})
		time.Sleep(time.Minute)
		synctest.Wait()
		if edited := w.payloads("edited"); len(edited) > 0 || len(w.payloads("heard")) != 1 {
			t.Errorf("heard %+v, edited %+v", w.payloads("heard"), edited)
		}
	})
}
