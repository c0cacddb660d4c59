package host_test

import (
	"bytes"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/connectors/connectortest/folder"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// messageWith gives the number of the message that holds some words.
func messageWith(t *testing.T, c *host.Citadel, words string) event.Seq {
	t.Helper()
	for r, err := range c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"heard"}}) {
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(r.Body, []byte(words)) {
			return r.Seq
		}
	}
	t.Fatalf("nobody said %q", words)
	return 0
}

// forgotten forgets a message with all that repeats it, as following a deletion does beside a
// turn.
func forgotten(t *testing.T, c *host.Citadel, message event.Seq) ledger.Record {
	t.Helper()
	done, err := c.Mind.ForgetQuoted(t.Context(), []event.Seq{message}, "unsaid")
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// While a model works on an answer, what it was shown is forgotten. The answer is not said and
// not kept; the question is answered again from what is left.
func TestForgottenWhileAModelAnswers(t *testing.T) {
	const secret = "Zanzibar"
	hold := make(chan struct{})
	var shown, since atomic.Int32
	var gone atomic.Bool
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		switch {
		case !strings.Contains(string(r.Body), secret):
			return scripted.Says("I know of no ferry.")
		case gone.Load():
			since.Add(1)
		}
		shown.Add(1)
		return scripted.Reply{Text: []string{"Take the one to ", secret, ". It is the cheapest."}, Hold: hold, HoldAfter: 1}
	}))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("remember that the ferry to " + secret + " is the cheapest")
	s.tell("remember that the ferry to Lamu leaves at six")
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	asked, err := far.Say("Which ferry should I take in spring, and why that one?")
	if err != nil {
		t.Fatal(err)
	}
	if err := far.Await(t.Context(), func() (bool, error) { return shown.Load() > 0, nil }); err != nil {
		t.Fatal(err)
	}
	done := forgotten(t, c, messageWith(t, c, secret))
	gone.Store(true)
	close(hold)
	if err := far.Await(t.Context(), func() (bool, error) {
		over, err := far.Finished()
		return slices.Contains(over, asked), err
	}); err != nil {
		t.Fatal(err)
	}
	if err := c.Follower.Await(t.Context(), c.Mind.Head()); err != nil {
		t.Fatal(err)
	}
	posts, err := far.Shown()
	if err != nil {
		t.Fatal(err)
	}
	if last := posts[len(posts)-1].Text; !strings.Contains(last, "no ferry") {
		t.Errorf("the question is answered by %q", last)
	}
	if shown.Load() != 1 || since.Load() != 0 {
		t.Errorf("shown to the model %d times, %d times after it was forgotten", shown.Load(), since.Load())
	}
	for r, err := range c.Mind.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(r.Body, []byte(secret)) {
			t.Errorf("event %d, %s, still holds it after %d: %s", r.Seq, r.Kind, done.Seq, r.Body)
		}
	}
	for i, err := range c.Brain.Store.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(i.Text, secret) {
			t.Errorf("the search store has %d: %q", i.Seq, i.Text)
		}
	}
	if _, err := c.Mind.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// His own words behind "forget" are looked up like those behind "forget that".
func TestForgetInTheWordsThatWereTold(t *testing.T) {
	w := settle(t, nil, nil)
	w.in(atTelegram, "remember my salary is 4000 euros")
	if got := saidIn(w.in(atTelegram, "forget my salary is 4000 euros"), atTelegram); !strings.Contains(got, "Nothing is forgotten yet") || !strings.Contains(got, "4000") {
		t.Errorf("previewed: %q", got)
	}
}
