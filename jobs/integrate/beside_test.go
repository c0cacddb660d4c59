package integrate_test

import "testing"

// What is told of one more, of one before, of some of the time or of both ends nothing; what takes its place does.
func TestWhatStandsBeside(t *testing.T) {
	for _, c := range []struct {
		was, said string
		ends      bool
	}{
		{"I live in Braga.", "I live in Porto and in Braga.", false},
		{"I live in Braga.", "I live in Braga and Porto.", false},
		{"I live in Braga.", "In March I live in Porto for a week.", false},
		{"I live in Braga.", "I live in Porto on weekends.", false},
		{"I work at Bosch.", "I work at Acme on Fridays.", false},
		{"My boss is Petra.", "My old boss is Karl.", false},
		{"I have a meeting on Tuesday at 10.", "I have a meeting on Wednesday at 15.", false},
		{"I have a meeting on Tuesday at 10.", "I have a meeting on Tuesday at 15.", false},
		{"I have training on Tuesday at 18.", "I have training on Thursday at 18.", false},
		{"Ana comes on Tuesday.", "Ana comes on Thursday.", false},
		{"The meeting is on Tuesday at 15.", "The meeting at 10 is cancelled.", false},
		{"The meeting with Priya is on Tuesday at 10.", "The meeting with Priya might be cancelled.", false},
		{"Ana comes on Tuesday.", "Ana comes on Thursday instead.", true},
		{"Ana comes on Tuesday.", "Actually, Ana comes on Thursday.", true},
		{"My exam is on 4 May.", "My exam was moved to 11 May.", true},
		{"The meeting is on Tuesday at 10.", "The meeting at 10 is cancelled.", true},
		{"I live in Braga.", "I live in Porto.", true},
		{"I live in Braga.", "I left Braga and live in Porto.", true},
		{"My boss is Petra.", "My boss is Karl.", true},
		{"I work at Bosch.", "I work at Acme for two years now.", true},
	} {
		w := newWorld(t)
		w.tell(c.was, c.said)
		w.pass()
		_, seqs := w.quotes()
		if h := w.held(w.first()); h.Over != c.ends {
			t.Errorf("%q, then %q: %+v", c.was, c.said, seqs)
		}
	}
}
