package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// zebra is an answer that only the principal may read, as far as it rests on what he said where nobody else does.
const zebra = "the gate code is zebra"

// keeps answers with the secret where only the principal reads, once d.takes have passed.
func keeps(d *drill) {
	d.bot.Brain.Host.Models = []turn.Model{{Role: "primary", Name: "test"}} // something to wait for
	steps := d.bot.Brain.Steps
	d.bot.Brain.Steps = append(steps[:len(steps)-1:len(steps)-1], brain.Step(func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
		select {
		case <-time.After(d.takes):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		r := &turn.Reply{By: "model:test"}
		if t.Sight().Private() {
			r.Text.Say(zebra)
		} else {
			r.Text.Say("I can't say that here.")
		}
		return r, nil
	}))
}

// What was written for a conversation that nobody else read, and is said when others may read it by now, goes to where
// nobody does; where there is no such place it is not said. In either case he is told so where he asked.
func TestAnAnswerComesWhenOthersMayRead(t *testing.T) {
	for name, until := range map[string]func(d *drill, widen func()){
		"the platform was down": func(d *drill, widen func()) {
			d.lines["slack"].broken(true)
			d.says("slack", "U1", "tell me the code")
			widen()
			d.lines["slack"].broken(false)
		},
		"it was thought about beside": func(d *drill, widen func()) {
			d.takes = 10 * time.Minute
			d.says("slack", "U1", "background tell me the code")
			time.Sleep(time.Minute)
			widen()
			d.takes = 0
		},
	} {
		for other, line := range map[event.Audience]string{
			event.Private: "Others can read here by now, so I answered on Telegram.",
			event.Work:    "What I had to say here is for you alone, and others can read here by now. There is no place that only you can read; `accounts` says who reads where.",
		} {
			t.Run(name+", telegram is "+string(other), func(t *testing.T) {
				drilled(t, func(t *testing.T, d *drill) {
					d.link("telegram", "4471", other)
					d.link("slack", "U1", event.Private)
					keeps(d)
					until(d, func() { d.says("telegram", "4471", "audience slack work") })
					time.Sleep(time.Hour)
					synctest.Wait()
					differ(t, "shown where nobody else reads", map[event.Audience]int{event.Private: 1}[other], times(zebra, d.shown("telegram")))
					differ(t, "shown where others read", 0, times(zebra, d.shown("slack")))
					differ(t, "told there", 1, times(line, d.shown("slack")))
					differ(t, "what is asked from then on", []string{"I can't say that here."}, d.says("slack", "U1", "and now?"))
				})
			})
		}
	}
}

// Who opens his conversation to others is answered there; and what he asked before is thought about as they may read it.
func TestAQuestionWaitsWhileOthersMayRead(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Private)
		d.takes = time.Hour
		d.again()
		d.bot.Brain.Host.Models = []turn.Model{{Role: "primary", Name: "test"}} // something to wait for
		d.says("slack", "U1", "background what is the time?")
		if said := d.says("slack", "U1", "audience slack work"); len(said) != 1 || !strings.HasPrefix(said[0], "**Others may") {
			t.Errorf("who opens it is told %q", said)
		}
		before := len(d.shown("slack"))
		d.takes = 0
		d.again()
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "said", []string{"heard what is the time?"}, d.shown("slack")[before:])
	})
}

// times is how often a text is among those shown.
func times(text string, shown []string) (n int) {
	for _, s := range shown {
		if s == text {
			n++
		}
	}
	return n
}
