package openai_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/modeltest"
	"citadel/brain/model/openai"
)

// OpenAI itself has a minute to begin and a minute for each pause, more where the model is
// to think, and whatever it sends ends a pause. Other servers are waited for as before.
func TestHowLongOpenAIIsWaitedFor(t *testing.T) {
	said, blank, end := "data: "+says("a")+"\n\n", `data: {"choices":[{"index":0,"delta":{}}]}`+"\n\n", "data: "+stop+"\n\n"
	const here = "http://127.0.0.1:11434/v1"
	for _, c := range []struct {
		name   string
		base   string
		effort model.Effort
		pause  time.Duration
		pieces []string // nil: not even a status
		took   time.Duration
		ok     bool
	}{
		{"nothing comes", "", model.NoEffort, 0, nil, time.Minute, false},
		{"nothing but a status", "", model.LowEffort, 0, []string{}, time.Minute, false},
		{"it stops in the middle", "", model.LowEffort, 0, []string{said}, time.Minute, false},
		{"nothing while it thinks", "", model.MediumEffort, 0, nil, 3 * time.Minute, false},
		{"it stops in thinking", "", model.HighEffort, 0, []string{blank}, 3 * time.Minute, false},
		{"empty pieces", "", model.LowEffort, 50 * time.Second, []string{blank, blank, said, end}, 200*time.Second + 15*time.Second, true},
		{"comments", "", model.LowEffort, 50 * time.Second, []string{": on\n\n", ": on\n\n", said, end}, 200*time.Second + 15*time.Second, true},
		{"comments after the end", "", model.LowEffort, 10 * time.Second, []string{said, end, ": on\n\n", ": on\n\n"}, 35 * time.Second, true},
		{"in Europe", "https://eu.api.openai.com/v1", model.NoEffort, 0, nil, time.Minute, false},
		{"nothing comes here", here, model.NoEffort, 0, nil, 10 * time.Minute, false},
		{"it stops here", here, model.HighEffort, 0, []string{said}, 3 * time.Minute, false},
		{"comments here", here, model.NoEffort, time.Minute, []string{said, ": on\n\n", ": on\n\n", ": on\n\n"}, 4 * time.Minute, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := carried(openai.Options{BaseURL: c.base}, func(r *http.Request) (*http.Response, error) {
					if c.pieces == nil {
						<-r.Context().Done()
						return nil, r.Context().Err()
					}
					body := modeltest.Paced(r.Context(), c.pause, c.pieces...)
					return &http.Response{StatusCode: 200, Header: asStream.Clone(), Body: body}, nil
				})
				r := plain("x")
				r.Thinking, r.Effort = model.ByEffort, c.effort
				began := time.Now()
				_, _, err := complete(t, client, r)
				if took := time.Since(began); took != c.took || (err == nil) != c.ok || !c.ok && reasonOf(t, err) != model.Timeout {
					t.Errorf("%v after %v, want %v", err, took, c.took)
				}
			})
		})
	}
}

// Vectors come at once; a picture takes its time, also at OpenAI.
func TestHowLongOnePieceIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := carried(openai.Options{}, func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		for name, of := range map[string]struct {
			ask  func() error
			want time.Duration
		}{
			"vectors":   {func() error { _, _, err := c.Embed(t.Context(), "m", []string{"x"}); return err }, time.Minute},
			"a picture": {func() error { _, _, err := c.Paint(t.Context(), "m", "x"); return err }, 10 * time.Minute},
			"speech": {func() error {
				_, err := c.Transcribe(t.Context(), "m", model.Sound{Name: "a.ogg", Data: []byte("x")})
				return err
			}, 10 * time.Minute},
		} {
			began := time.Now()
			if err := of.ask(); err == nil || reasonOf(t, err) != model.Timeout || time.Since(began) != of.want {
				t.Errorf("%s: %v after %v, want %v", name, err, time.Since(began), of.want)
			}
		}
	})
}
