package telegram_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"slices"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/telegram"
)

// bare is how long the middle of a hundred round trips over loopback takes.
func bare(b *testing.B) time.Duration {
	b.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"ok":true}`) }))
	defer s.Close()
	var took []time.Duration
	for range 100 {
		began := time.Now()
		resp, err := s.Client().Post(s.URL, "application/json", http.NoBody)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			b.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// report tells the middle and the slowest hundredth in round trips.
func report(b *testing.B, took []time.Duration, bare time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/float64(bare), "trips/p50")
	b.ReportMetric(float64(took[len(took)*99/100])/float64(bare), "trips/p99")
}

// From the moment a person's words are at Telegram until the sink has them.
func BenchmarkHear(b *testing.B) {
	trip := bare(b)
	s := serve(b, nil)
	defer s.Close()
	e := listen(b, connect(s), "", nil)
	defer e.stop()
	s.Say("first")
	e.next()
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		s.Say("what is due?")
		<-e.events
		took = append(took, time.Since(began))
	}
	report(b, took, trip)
}

// From a post to the first byte of its request.
func BenchmarkSendFirstByte(b *testing.B) {
	trip := bare(b)
	s := serve(b, nil)
	defer s.Close()
	c := connect(s)
	var began time.Time
	var took []time.Duration
	p := post("**Two things** are due.\n\n- Draft for Priya\n- Freight, `show m412`")
	ctx := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{WroteHeaders: func() { took = append(took, time.Since(began)) }})
	for b.Loop() {
		began = time.Now()
		if _, err := c.Send(ctx, p); err != nil {
			b.Fatal(err)
		}
	}
	report(b, took, trip)
}

func BenchmarkTranslate(b *testing.B) {
	b.ReportAllocs()
	body := []byte(`{"update_id":5,"message":{"message_id":7,"date":1795165200,"from":{"id":1001,"is_bot":false,"first_name":"Sam"},` +
		`"chat":{"id":1001,"type":"private"},"text":"pay it now","entities":[{"type":"bold","offset":4,"length":2}]}}`)
	for b.Loop() {
		if e, _ := telegram.Translate(5, body, at1); e.Kind != connectors.Message {
			b.Fatal(fmt.Sprint(e))
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	b.ReportAllocs()
	l := (&telegram.Telegram{}).Limits()
	for b.Loop() {
		l.Length("**Two things** are due.\n\n- Draft for Priya\n- Freight, `show m412`")
	}
}
