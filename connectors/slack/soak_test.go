package slack_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// share is how much of a long test's full length is run, by CITADEL_SOAK in percent.
func share(t *testing.T, full int) int {
	t.Helper()
	if testing.Short() {
		t.SkipNow()
	}
	percent := 1
	if s := os.Getenv("CITADEL_SOAK"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 100 {
			t.Fatalf("CITADEL_SOAK=%q: a number from 1 to 100 is needed", s)
		}
		percent = n
	}
	return max(1, full*percent/100)
}

// Under every fault of the wire, with the connector ended and begun anew from its cursor now
// and then, every message is heard, what stands at the end is known, and every post is shown
// once: where an attempt is in doubt, Find tells.
func TestSoakFaults(t *testing.T) {
	for seed := range share(t, 100) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { faulty(t, uint64(seed)) })
	}
}

func faulty(t *testing.T, seed uint64) {
	rand, moods := seeded(seed), seeded(seed+2000) // moods are the sink's, which runs beside
	s := serve(t, func(s *slackserver.Server) {
		s.AckWithin, s.Retries, s.Keep = 50*time.Millisecond, []time.Duration{0, 20 * time.Millisecond, 50 * time.Millisecond}, 200*time.Millisecond
		s.Faults = slackserver.Faults{
			Rand: seeded(seed + 1000), Duplicate: 0.1, Reorder: 0.1, Lose: 0.01, Drop: 0.02, Cut: 0.02, Silence: 0.003, Unknown: 0.05, Malformed: 0.05,
			TooMany: 0.02, Broken: 0.01, HangUp: 0.02, Refuse: 0.02, Slow: 0.05, Pause: 2 * time.Millisecond,
		}
	})
	heard := map[connectors.MessageID]string{}
	gone := map[connectors.MessageID]bool{}
	cursor := connectors.Cursor("")
	take := func(_ context.Context, ev connectors.Event) error {
		if moods.IntN(200) == 0 {
			return errFull
		}
		switch ev.Kind {
		case connectors.Message:
			if _, copied := heard[ev.Message]; !copied {
				heard[ev.Message] = ev.Text
			}
		case connectors.Edit:
			heard[ev.Message] = ev.Text
		case connectors.Delete:
			gone[ev.Message] = true
		case connectors.Remaining:
			still := map[connectors.MessageID]bool{}
			for _, id := range ev.Still {
				still[id] = true
			}
			for id := range heard {
				if at := seconds(id); !still[id] && at >= micro(ev.Since) && at < micro(ev.At) {
					gone[id] = true
				}
			}
		}
		cursor = ev.Cursor
		return nil
	}
	want := map[connectors.MessageID]string{}
	taken := map[connectors.MessageID]bool{}
	var ids []connectors.MessageID
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	posted := 0
	s.Say("the first of all") // of the oldest that is read nobody can tell what stood before it
	for round := range 8 {
		c := connector(s)
		c.Silence, c.Look = 300*time.Millisecond, 100*time.Millisecond
		slack.Settle(c, 5*time.Millisecond)
		life, end := context.WithCancel(ctx)
		defer end()
		done := make(chan error, 1)
		go func() { done <- c.Run(life, cursor, take) }()
		for i := range 20 {
			text := fmt.Sprintf("n%d.%d", round, i)
			id := connectors.MessageID(s.Say(text))
			want[id], ids = text, append(ids, id)
			old := ids[rand.IntN(len(ids))]
			switch {
			case i%7 == 3 && !taken[old]:
				s.Edit(room, string(old), text+" again")
				want[old] = text + " again"
			case i%10 == 5:
				s.Delete(room, string(old))
				taken[old] = true
			}
			if i%5 == 0 {
				deliver(ctx, t, c, post(fmt.Sprint("post/", posted), fmt.Sprint("post ", posted)))
				posted++
			}
		}
		if round < 7 {
			end()
			<-done
			continue
		}
		// The faults end, and everything is known in the end.
		s.SetFaults(slackserver.Faults{})
		for life.Err() == nil {
			select {
			case <-done: // the sink refused, or a call failed once too often
				go func() { done <- c.Run(life, cursor, take) }()
			case <-time.NewTimer(50 * time.Millisecond).C:
				if tr := s.Traffic(); tr.Flight+tr.Waiting == 0 {
					end()
				}
			case <-ctx.Done():
				t.Fatal("it never came to rest")
			}
		}
		<-done
	}
	// A last look at the history, as after a night.
	life, end := context.WithCancel(ctx)
	done := make(chan error, 1)
	last := connectors.MessageID(s.Say("the end"))
	past(t, string(last))
	c := connector(s)
	seen := make(chan bool, 1)
	go func() {
		done <- c.Run(life, cursor, func(ctx context.Context, ev connectors.Event) error {
			for take(ctx, ev) != nil {
			}
			if ev.Kind == connectors.Remaining && ev.Place == home {
				seen <- true
			}
			return nil
		})
	}()
	select {
	case <-seen:
	case <-ctx.Done():
		t.Fatal("the last look ended nowhere")
	}
	end()
	<-done
	want[last] = "the end"
	for id, text := range want {
		switch got, ok := heard[id]; {
		case taken[id]:
			if ok && !gone[id] {
				t.Errorf("%q was taken back, and nobody knows", text)
			}
		case !ok:
			t.Errorf("%q was never heard", text)
		case got != text:
			t.Errorf("%q was heard as %q", text, got)
		case gone[id]:
			t.Errorf("%q stands, and is taken for gone", text)
		}
	}
	times := map[any]int{}
	for _, p := range s.Shown(room) {
		times[p.Metadata["key"]]++
	}
	for i := range posted {
		if n := times[fmt.Sprint("post/", i)]; n != 1 {
			t.Errorf("post %d is shown %d times", i, n)
		}
	}
}

func micro(at time.Time) int64 { return at.UnixMicro() }

func seconds(id connectors.MessageID) int64 {
	var whole, part int64
	if _, err := fmt.Sscanf(string(id), "%d.%d", &whole, &part); err != nil {
		panic(err)
	}
	return whole*1e6 + part
}

// deliver sends a post as the bot does: in doubt it asks before it sends again.
func deliver(ctx context.Context, t *testing.T, c *slack.Slack, p connectors.Post) {
	doubt := false
	for ctx.Err() == nil {
		if doubt {
			_, found, err := c.Find(ctx, p, time.Time{})
			if found {
				return
			}
			if err != nil {
				continue
			}
		}
		_, err := c.Send(ctx, p)
		var e *connectors.Error
		switch {
		case err == nil:
			return
		case !errors.As(err, &e):
			t.Fatal(err)
		case e.Reason == connectors.Unknown:
			doubt = true
		case e.Reason != connectors.Temporary && e.Reason != connectors.RateLimited:
			t.Fatalf("%v", err)
		}
	}
	t.Fatal("a post could not be sent")
}
