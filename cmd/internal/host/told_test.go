package host_test

import (
	"strings"
	"testing"
	"time"

	"citadel/jobs/integrate"
)

// What he says of a day is learned, and asked for on that day the briefing has it, under its date.
func TestWhatHeToldOfTheDayIsInTheBriefing(t *testing.T) {
	s := newStation(t)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	for _, text := range []string{
		"My dentist appointment is on Tuesday at 15:00.", "I have lunch with Priya on 24 November at 12:30.", "Ana's birthday is 24 November.",
		"I met Tom on Tuesday.", "Lena arrives on Wednesday.",
	} {
		s.tell(text)
	}
	s.pass(4 * 24 * time.Hour) // to Tue 24 Nov
	if err := c.Jobs.Do(t.Context(), integrate.Name); err != nil {
		t.Fatal(err)
	}
	got := s.tell("briefing")
	for _, words := range []string{"one birthday, two things you told me of", "dentist appointment is on Tuesday at 15:00", "lunch with Priya on 24 November", "Ana's birthday is 24 November", "20 Nov"} {
		if !strings.Contains(got, words) {
			t.Errorf("%q is not in\n%s", words, got)
		}
	}
	for _, words := range []string{"Tom", "Lena"} {
		if strings.Contains(got, words) {
			t.Errorf("%q is in\n%s", words, got)
		}
	}
	if got = s.tell("less told"); !strings.Contains(got, "told") {
		t.Error(got)
	}
}
