package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// A button that says what could be done again does it once: a click that comes twice is one, however it
// comes, and a later one is told.
func TestAButtonActsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r, err := echo(ctx, t)
			if t.Text == "aloud" {
				r.Buttons = []event.Button{{Label: "Do it", Says: "remind me at nine", Once: true}, {Label: "Not now", Says: "later"}}
			}
			return r, err
		})
		defer w.run()()
		w.say("aloud")
		synctest.Wait()
		token := w.chat.shown[0].Buttons[0].Token
		first := connectors.Event{Kind: connectors.Press, Key: "click 1", Message: "p1", Button: token}
		w.must(first)
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.Press, Key: "click 2", Message: "p1", Button: token})
		w.must(first)
		synctest.Wait()
		differ(t, "shown", []string{"heard aloud", "heard remind me at nine"}, w.chat.texts())
		time.Sleep(time.Hour)
		w.must(first)
		synctest.Wait()
		differ(t, "shown after the click came again", 2, len(w.chat.texts()))
		later := connectors.Event{Kind: connectors.Press, Key: "click 3", Message: "p1", Button: token}
		w.must(later)
		w.must(later)
		synctest.Wait()
		differ(t, "shown after a later one", []string{
			"That button was pressed before, and I do not take it again. If you still want it, say so in words.",
		}, w.chat.texts()[2:])
		for _, key := range []string{"click 4", "click 5"} { // what tells itself that it is done is asked again
			w.must(connectors.Event{Kind: connectors.Press, Key: key, Message: "p1", Button: w.chat.shown[0].Buttons[1].Token})
			synctest.Wait()
		}
		differ(t, "shown after the other button", []string{"heard later", "heard later"}, w.chat.texts()[3:])
	})
}

// A press of which nothing came, since its turn failed, is no press.
func TestAPressAfterAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails := true
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			if t.Text == "remind me at nine" && fails {
				return nil, errors.New("the disk is slow")
			}
			r, err := echo(ctx, t)
			if t.Text == "aloud" {
				r.Buttons = []event.Button{{Label: "Do it", Says: "remind me at nine", Once: true}}
			}
			return r, err
		})
		defer w.run()()
		w.say("aloud")
		synctest.Wait()
		press := func(key string) {
			w.must(connectors.Event{Kind: connectors.Press, Key: key, Message: "p1", Button: w.chat.shown[0].Buttons[0].Token})
			synctest.Wait()
		}
		press("click 1")
		press("click 2")
		fails = false
		press("click 3")
		press("click 4")
		var did int
		for _, text := range w.chat.texts() {
			if text == "heard remind me at nine" {
				did++
			}
		}
		if did != 1 || len(w.chat.texts()) != 4 {
			t.Errorf("shown %q", w.chat.texts())
		}
	})
}

// A press whose turn did something, and then failed, was heard: the button does not do that again.
func TestAPressThatDidSomethingAndFailed(t *testing.T) {
	for what, does := range map[string]func(ctx context.Context, t *turn.Turn) error{
		"told of a call": func(_ context.Context, t *turn.Turn) error {
			t.Did.Say("Booked a table at 20:05.")
			return errors.New("the model is away")
		},
		"had begun": func(ctx context.Context, t *turn.Turn) error {
			_, err := t.Begin(ctx)
			return errors.Join(err, errors.New("the model is away"))
		},
		"was begun again after it had begun": func(ctx context.Context, t *turn.Turn) error {
			began := false
			for range t.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{event.TurnBegan{}.Kind()}, After: t.Last().Seq}) {
				began = true
			}
			if began {
				return errors.New("the model is away")
			}
			if _, err := t.Begin(ctx); err != nil {
				return err
			}
			return brain.ErrAgain
		},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tried := map[event.Seq]bool{}
				w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
					if t.Text == "book the table" {
						tried[t.Last().Seq] = true
						return nil, does(ctx, t)
					}
					r, err := echo(ctx, t)
					if t.Text == "aloud" {
						r.Buttons = []event.Button{{Label: "Do it", Says: "book the table", Once: true}}
					}
					return r, err
				})
				defer w.run()()
				w.say("aloud")
				synctest.Wait()
				for range 8 {
					w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: w.chat.shown[0].Buttons[0].Token})
					time.Sleep(time.Minute)
					synctest.Wait()
				}
				if len(tried) != 1 {
					t.Errorf("tried %d times by one button; said %q", len(tried), w.chat.texts())
				}
			})
		})
	}
}

// However often nothing comes of a press, in the end he is told to use words.
func TestAPressThatFailsEachTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tried := 0
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			if t.Text == "book the table" {
				tried++
				return nil, errors.New("the model is away")
			}
			r, err := echo(ctx, t)
			r.Buttons = []event.Button{{Label: "Do it", Says: "book the table", Once: true}}
			return r, err
		})
		defer w.run()()
		w.say("aloud")
		synctest.Wait()
		for range 8 {
			w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: w.chat.shown[0].Buttons[0].Token})
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		last := w.chat.texts()[len(w.chat.texts())-1]
		if tried != 5 || last != "That button was pressed before, and I do not take it again. If you still want it, say so in words." {
			t.Errorf("tried %d times; said last %q", tried, last)
		}
	})
}

// A press, or an emoji that is one, belongs to the thread that its post stands in, also where the
// platform names none.
func TestAPressInAThread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "procedure:asks"}
			switch t.Text {
			case "and once?":
				r.Text.Say("Once?")
				r.Buttons = []event.Button{{Label: "Do it", Says: "once", Once: true}}
			case "once":
				r.Text.Say("done: once")
			default:
				return asks(ctx, t)
			}
			return r, nil
		})
		w.chat.limits.Reactions = true
		defer w.run()()
		in := room
		in.Thread = "t9"
		w.must(connectors.Event{Kind: connectors.Message, Place: in, Direct: true, Text: "we go north"})
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.Message, Place: in, Direct: true, Text: "we go south"})
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: w.chat.shown[0].Buttons[0].Token})
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.React, Message: "p2", Emoji: "❌"})
		synctest.Wait()
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Message, Place: in, Direct: true, Text: "and once?"})
		synctest.Wait()
		for range 2 {
			w.must(connectors.Event{Kind: connectors.Press, Message: "p5", Button: w.chat.shown[4].Buttons[0].Token})
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		again := "That button was pressed before, and I do not take it again. If you still want it, say so in words."
		for i, want := range []string{"Shall I?", "Shall I?", "done: record it", "done: drop it", "Once?", "done: once", again} {
			if p := w.chat.shown[i]; p.Text != want || p.Place != in {
				t.Errorf("%q was said in %+v", p.Text, p.Place)
			}
		}
	})
}

// Of a card in several messages the last one says what was decided, wherever it was pressed, and what it
// asked stands as it was.
func TestALongCardDecided(t *testing.T) {
	for what, long := range map[string]bool{"with room for what was decided": false, "without": true} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
					r, err := asks(ctx, t)
					if len(r.Buttons) > 0 {
						r.Text.Say("\n\nIt was said on Monday, and again on Tuesday.\n\nNobody was against it.")
						if long {
							r.Text.Say(" And nobody was for it either, then.")
						}
					}
					return r, err
				})
				w.chat.limits.Reactions, w.chat.limits.Max = true, 60
				a := newAble(w)
				stop := w.run()
				w.say("we go north")
				synctest.Wait()
				card := w.chat.texts()
				if len(card) != 2 {
					t.Fatalf("the card is %q", card)
				}
				w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "✅"})
				synctest.Wait()
				if err := stop(); err != nil {
					t.Fatal(err)
				}
				if e, edited := a.edited["p1"]; edited {
					t.Errorf("what was agreed to says now %q", e.Text)
				}
				e := a.edited["p2"]
				if rest, as := strings.CutPrefix(e.Text, card[1]); !as || len(e.Buttons) > 0 || strings.Contains(rest, "**Record**") == long {
					t.Errorf("%q became %q with %d buttons", card[1], e.Text, len(e.Buttons))
				}
			})
		})
	}
}

// A card that is decided by typing what its button stands for says so, and keeps no buttons.
func TestACardDecidedInWords(t *testing.T) {
	for text, decided := range map[string]bool{"record it": true, "another word": false} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, asks)
			a := newAble(w)
			stop := w.run()
			w.say("we go north")
			synctest.Wait()
			w.say("and what of the south?")
			synctest.Wait()
			w.say(text)
			synctest.Wait()
			if err := stop(); err != nil {
				t.Fatal(err)
			}
			if e, edited := a.edited["p2"]; edited != decided || edited && (!strings.HasPrefix(e.Text, "Shall I?\n\n**Record**, ") || len(e.Buttons) > 0) {
				t.Errorf("%q: the card says %q", text, e.Text)
			}
			if e, edited := a.edited["p1"]; edited {
				t.Errorf("%q: an older card says %q", text, e.Text)
			}
		})
	}
}

// Who types that things are to stay as they are may mean anything: no card says that it was decided so.
func TestToKeepWhatIsDecidesNoCard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "procedure:ask"}
			if r.Text.Say("Forget it?"); strings.HasPrefix(t.Text, "keep") {
				r = &turn.Reply{By: "procedure:done"}
				r.Text.Say("Kept.")
				r.Change(event.LoopOpened{Text: t.Text})
				return r, nil
			}
			r.Buttons = []event.Button{{Label: "Forget", Says: "forget m1", Emoji: "✅"}, {Label: "Keep", Says: "keep m1", Emoji: "❌"}}
			return r, nil
		})
		a := newAble(w)
		stop := w.run()
		w.say("I do not need that")
		synctest.Wait()
		w.say("keep m1")
		synctest.Wait()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if e, edited := a.edited["p1"]; edited {
			t.Errorf("the card says %q", e.Text)
		}
	})
}
