package bot_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// deed is one thing that happens in a life; nth picks a message, a text or a time.
type deed struct {
	what string
	nth  int
}

// deeds, as often as they are to happen.
var deeds = slices.Concat(
	slices.Repeat([]string{"say", "draft"}, 6), slices.Repeat([]string{"answer", "wait", "doing"}, 4),
	[]string{"join", "join", "edit", "remove", "stop", "silent", "fail", "draft fails", "draft hangs", "post fails", "post in doubt", "post refused", "shutdown", "kill"},
)

// life is a conversation in which anything happens.
type life struct {
	*world
	t     *testing.T
	m     *model
	disk  *filling
	stop  func() error
	call  *call
	heard []event.Seq // by the call under way
	said  []connectors.MessageID
	text  string
	errs  []string
	ended bool // a process ended before its last
}

func (l *life) wrongf(format string, args ...any) {
	l.errs = append(l.errs, fmt.Sprintf(format, args...))
}

// asked takes up the newest call; those before it were begun again.
func (l *life) asked() bool {
	synctest.Wait()
	for len(l.m.calls) > 0 {
		l.call, l.text, l.heard = <-l.m.calls, "", nil
		for _, m := range l.call.t.Messages {
			l.heard = append(l.heard, m.Seq)
		}
	}
	return l.call != nil
}

// tell has the call do something, if it is still under way.
func (l *life) tell(f func() *turn.Reply) {
	if !l.asked() {
		return
	}
	select {
	case l.call.do <- f:
	default: // it has ended
		l.call = nil
	}
	synctest.Wait()
}

func (l *life) do(d deed) {
	switch d.what {
	case "say":
		l.said = append(l.said, l.say(fmt.Sprint("message ", len(l.said))))
	case "edit":
		if len(l.said) > 0 {
			l.edit(l.said[max(0, len(l.said)-1-d.nth%3)], fmt.Sprint("edited ", d.nth))
		}
	case "remove":
		if len(l.said) > 0 {
			l.remove(l.said[max(0, len(l.said)-1-d.nth%3)])
		}
	case "stop":
		l.said = append(l.said, l.say("stop"))
	case "draft":
		l.tell(func() *turn.Reply {
			l.text += fmt.Sprint("word ", d.nth, " ")
			l.call.t.Draft(l.text)
			return nil
		})
	case "doing":
		l.tell(func() *turn.Reply { l.call.t.Doing(fmt.Sprint("Did ", d.nth, ".")); return nil })
	case "join":
		l.tell(func() *turn.Reply {
			ms, err := l.call.t.Joined(l.t.Context())
			if err != nil && !l.disk.full.Load() {
				l.wrongf("joined: %v", err)
			}
			for _, m := range ms {
				l.heard = append(l.heard, m.Seq)
			}
			return nil
		})
	case "answer":
		l.tell(func() *turn.Reply {
			r := &turn.Reply{By: "model:test"}
			r.Text.Say("%sto %v", l.text, l.heard)
			return r
		})
	case "silent":
		l.tell(func() *turn.Reply { return &turn.Reply{By: "model:test"} })
	case "fail":
		l.tell(func() *turn.Reply { panic("the model's driver is broken") })
	case "wait":
		time.Sleep([]time.Duration{time.Second, soon, time.Minute}[d.nth%3]) // of the bubble
	case "draft fails", "draft hangs":
		l.chat.mu.Lock()
		l.chat.onDraft = l.trouble(d)
		l.chat.mu.Unlock()
	case "post fails", "post in doubt", "post refused":
		reason := map[string]connectors.Reason{"post fails": connectors.Temporary, "post in doubt": connectors.Unknown, "post refused": connectors.Gone}[d.what]
		l.chat.mu.Lock()
		l.chat.fail = append(l.chat.fail, &connectors.Error{Op: "chat", Reason: reason})
		l.chat.mu.Unlock()
	case "shutdown", "kill":
		l.ended = true
		l.restart(d.what == "kill")
	}
	synctest.Wait()
}

// trouble is what the next drafts meet.
func (l *life) trouble(d deed) func(context.Context, connectors.Draft) error {
	times := 1 + d.nth%3
	return func(ctx context.Context, draft connectors.Draft) error {
		if times--; times < 0 {
			return nil
		}
		if d.nth%3 == 2 && draft.Text == "" {
			return nil // who may not withdraw leaves something behind
		}
		if d.what == "draft hangs" {
			<-ctx.Done()
			return &connectors.Error{Op: "chat", Reason: connectors.Unknown, Err: ctx.Err()}
		}
		return &connectors.Error{Op: "chat", Reason: []connectors.Reason{connectors.Temporary, connectors.RateLimited, connectors.Forbidden}[d.nth%3], After: time.Second}
	}
}

// restart ends the process and begins the next; one that is killed writes and shows nothing
// from this moment on.
func (l *life) restart(kill bool) {
	l.chat.mu.Lock()
	l.chat.dead = kill
	l.chat.mu.Unlock()
	l.disk.full.Store(kill)
	if err := l.stop(); err != nil && !kill {
		l.wrongf("Run = %v", err)
	}
	l.disk.full.Store(false)
	l.chat.mu.Lock()
	l.chat.dead, l.chat.onDraft, l.chat.at = false, nil, nil // nobody knows when the last process drafted
	l.chat.mu.Unlock()
	l.call, l.m = nil, newModel()
	l.reopen(l.m)
	l.stop = l.run()
}

// end lets everything come to its end.
func (l *life) end() {
	for range 200 {
		l.asked()
		l.do(deed{what: "answer"})
		time.Sleep(2 * time.Minute) // of the bubble: what failed was tried again
		waiting := 0
		l.mind.Read(func(v memory.View) { waiting = len(v.Thread.Waiting) + len(v.Outbox.Posts) + len(v.Thread.Unsaid) })
		if waiting == 0 && len(l.m.calls) == 0 {
			break
		}
	}
	if !l.ended {
		ended := map[connectors.MessageID]int{}
		for _, id := range l.chat.ended() {
			ended[id]++
		}
		for n := range l.chat.n {
			if id := connectors.MessageID(fmt.Sprint("e", n+1)); ended[id] != 1 {
				l.wrongf("%s was said to be over %d times", id, ended[id])
			}
		}
	}
	if err := l.stop(); err != nil {
		l.wrongf("Run = %v", err)
	}
}

// judge holds what was said and shown against the ledger.
func (l *life) judge() {
	l.errs = append(l.errs, l.chat.wrong...)
	l.mind.Read(func(v memory.View) {
		if len(v.Thread.Waiting) > 0 || len(v.Outbox.Posts) > 0 {
			l.wrongf("left over: %v, %v", v.Thread.Waiting, v.Outbox.Posts)
		}
	})
	edits, answers := map[event.Seq]int{}, map[event.Seq]int{}
	gone := map[event.Seq]bool{}
	messages, over := map[event.Seq][]event.Seq{}, map[event.Seq]bool{}
	var heard []event.Seq
	for r, err := range l.mind.Events(l.t.Context(), ledger.Query{}) {
		if err != nil {
			l.wrongf("%v", err)
			return
		}
		p, err := r.Payload()
		if err != nil {
			l.wrongf("%v", err)
			return
		}
		switch p := p.(type) {
		case event.Heard:
			heard = append(heard, r.Seq)
		case event.Edited:
			edits[p.Message]++
		case event.Unsaid:
			gone[p.Message] = true
		case event.TurnBegan:
			messages[r.Seq] = p.Messages
		case event.TurnJoined:
			messages[r.Cause()] = append(slices.Clip(messages[r.Cause()]), p.Messages...)
		case event.TurnEnded:
			if over[r.Cause()] {
				l.wrongf("turn %d ended twice", r.Cause())
			}
			over[r.Cause()] = true
			for _, m := range messages[r.Cause()] {
				answers[m]++
			}
		}
	}
	for _, m := range heard {
		if answers[m] == 0 && !gone[m] {
			l.wrongf("message %d was never answered", m)
		}
		if answers[m] > 1+edits[m] {
			l.wrongf("message %d, edited %d times, was answered %d times", m, edits[m], answers[m])
		}
	}
	if d := l.chat.draft; d.Text != "" && !(l.ended && (gone[messages[turnOf(messages, d.Turn)][0]] || begunAfter(messages, d.Turn) > 8)) {
		l.wrongf("a draft is left: %+v", d)
	}
	shown := map[string]int{}
	for _, p := range l.chat.shown {
		if !p.Again {
			shown[p.Key]++
		}
		if shown[p.Key] > 1 {
			l.wrongf("%s was shown %d times", p.Key, shown[p.Key])
		}
	}
}

// turnOf is the turn whose draft has this number: a line has one before it.
func turnOf(messages map[event.Seq][]event.Seq, number uint64) event.Seq {
	for _, turn := range slices.Sorted(maps.Keys(messages)) {
		if turn >= event.Seq(number) {
			return turn
		}
	}
	return 0
}

// begunAfter counts the turns after one. A process that begins takes back what was left by
// the latest few only, and nothing of which nobody knows where it was said.
func begunAfter(messages map[event.Seq][]event.Seq, turn uint64) (n int) {
	for seq := range messages {
		if seq > event.Seq(turn) {
			n++
		}
	}
	return n
}

// Whatever happens while answers are written: each message is answered once for each of its
// wordings, each answer is shown once, and of what was drafted nothing is left behind.
func TestWhateverHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		script := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) deed {
			return deed{rapid.SampledFrom(deeds).Draw(rt, "what"), rapid.IntRange(0, 11).Draw(rt, "nth")}
		}), 25, 80).Draw(rt, "script")
		every := rapid.SampledFrom([]time.Duration{0, time.Second}).Draw(rt, "every")
		var errs []string
		synctest.Test(t, func(t *testing.T) {
			disk := &filling{Store: &inmem.Store{}}
			w := &world{t: t, store: disk, now: time.Now}
			w.open()
			l := &life{world: w, t: t, m: newModel(), disk: disk}
			w.chat.limits.Drafts, w.chat.limits.DraftEvery = true, every
			w.bot.Brain.Respond = l.m.respond
			l.stop = w.run()
			for _, d := range script {
				l.do(d)
			}
			l.end()
			l.judge()
			errs = l.errs
		})
		if len(errs) > 0 {
			rt.Fatal(strings.Join(errs, "\n"))
		}
	})
}
