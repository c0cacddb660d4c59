package brief_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/jobs/brief"
	"citadel/jobs/jobstest"
	"citadel/memory/event"
	"citadel/tools"
)

// tell has him say something, and what was learned of it.
func (w *morning) tell(text string) event.Seq {
	w.t.Helper()
	said := w.Say(text)
	w.Silence(said)
	return w.Write(event.Learned{Sort: "statement", Text: `You said: "` + text + `"`, Quote: text, Provenance: event.Stated, Importance: .5, On: w.Now, Audience: event.Private}, said)
}

// What he said of a day stands in its morning's message, as he said it and with its date, also where no calendar is set
// up; a birthday every year. What was, what is unsure, of others, grave or over, and what he says that day does not.
func TestWhatHeToldOfTheDay(t *testing.T) {
	w := begin(t, "2025-11-20 10:00")
	w.tell("Ana's birthday is 20 November.")
	w.At("2026-11-17 15:00")
	w.tell("My dentist appointment is on Friday at 15:00.")
	w.tell("my dentist appointment is on Friday at 15:00") // once is enough
	w.tell("The parents' evening is on 20 November at 19:00.")
	w.tell("I met Tom on Friday at the harbour.")
	w.tell("The report was due on Friday.")
	w.tell("The funeral is on Friday.")
	w.tell("Lena comes on Saturday.")
	gone := w.tell("I have lunch with Priya on Friday.")
	w.Write(event.Superseded{Memory: gone, On: w.Now, Reason: event.Changed}, gone)
	said := w.Say("Maybe the plumber comes on Friday.")
	w.Silence(said)
	w.Write(event.Learned{Sort: "statement", Quote: "the plumber comes on Friday", Hedged: true, Provenance: event.Stated, On: w.Now, Audience: event.Private}, said)
	said = w.Say("Priya says the audit is on Friday.")
	w.Silence(said)
	w.Write(event.Learned{Sort: "statement", Quote: "the audit is on Friday", Provenance: event.Reported, On: w.Now, Audience: event.Private}, said)
	w.At("2026-11-20 06:30")
	w.tell("I have yoga today at 18:00.")
	w.lookAt("2026-11-20 07:00")
	w.want(1, "at seven")
	jobstest.Golden(t, w.World, "told", brief.Name, w.said()[0])
	w.At("2026-11-20 08:00")
	w.tell("I have a haircut today at 16:00.")
	w.lookAt("2026-11-21 07:00")
	w.want(2, "Lena comes")
	if text := w.said()[1].Text; !strings.Contains(text, "Lena comes on Saturday") || strings.Contains(text, "dentist") || strings.Contains(text, "haircut") {
		t.Error(text)
	}
	w.lookAt("2027-11-20 07:00")
	w.want(3, "the birthday comes again")
}

// What the calendar tells is not told twice.
func TestToldAndBooked(t *testing.T) {
	w := begin(t, "2026-11-17 15:00")
	w.tell("The accountant comes on Friday at 14:00.")
	w.tell("My dentist appointment is on Friday at 17:00.")
	w.brings["agenda"] = tools.Result{Text: entries}
	w.lookAt("2026-11-20 07:00")
	w.want(1, "at seven")
	if text := w.said()[0].Text; strings.Count(text, "accountant") != 1 || !strings.Contains(text, "dentist") {
		t.Error(text)
	}
}

// What he said later of the same thing is followed: it is told of the day on which it is, or not at all, and another hour
// stands beside the first. Where a word may be meant for one or the other of two, both stand with it.
func TestWhatWasMovedSince(t *testing.T) {
	for name, c := range map[string]struct {
		told []string
		day  string
		want []string // of the lines, in order; none is no message
	}{
		"moved away":         {[]string{"I have a dentist appointment on 24 November at 15:00.", "The dentist appointment is moved to 26 November at 9:00."}, "2026-11-24", nil},
		"where it went":      {[]string{"I have a dentist appointment on 24 November at 15:00.", "The dentist appointment was moved to 26 November at 9:00."}, "2026-11-26", []string{"was moved to 26 November"}},
		"said to be another": {[]string{"I have lunch with Priya on Tuesday at 12:30.", "No, lunch with Priya is on Wednesday."}, "2026-11-24", nil},
		"the other":          {[]string{"I have lunch with Priya on Tuesday at 12:30.", "No, lunch with Priya is on Wednesday."}, "2026-11-25", []string{"No, lunch with Priya is on Wednesday"}},
		"called off":         {[]string{"The meeting with Priya is on Tuesday at 10.", "The meeting with Priya was moved to Wednesday at 11.", "The meeting with Priya is cancelled."}, "2026-11-25", nil},
		"from one to other":  {[]string{"The review is on Tuesday.", "The review was moved from Tuesday to Wednesday."}, "2026-11-24", nil},
		"another hour":       {[]string{"My flight is on 24 November at 22:15.", "The flight was moved to 23:05."}, "2026-11-24", []string{"22:15", "moved to 23:05"}},
		"one of two":         {[]string{"The call with Ana is on Tuesday at 9.", "The call with Ben is on Tuesday at 11.", "The call is cancelled."}, "2026-11-24", []string{"with Ana", "with Ben", "is cancelled"}},
		"another thing":      {[]string{"I have lunch with Priya on Tuesday.", "The lunch with Tom is cancelled."}, "2026-11-24", []string{"with Priya"}},
		"other days":         {[]string{"The meeting with Priya is on Tuesday at 9.", "The meeting with Tom is on Wednesday at 10.", "The meeting is cancelled."}, "2026-11-24", []string{"with Priya", "is cancelled"}},
		"on the other too":   {[]string{"The meeting with Priya is on Tuesday at 9.", "The meeting with Tom is on Wednesday at 10.", "The meeting was moved to Friday."}, "2026-11-25", []string{"with Tom", "moved to Friday"}},
		"a day over by now":  {[]string{"The meeting with Priya is on Monday at 9.", "The meeting with Tom is on Wednesday at 10.", "The meeting is cancelled."}, "2026-11-25", []string{"with Tom", "is cancelled"}},
		"of a day":           {[]string{"The meeting with Priya is on Tuesday at 9.", "The meeting with Tom is on Wednesday at 10.", "The meeting on Tuesday is cancelled."}, "2026-11-24", nil},
		"not of its day":     {[]string{"The meeting with Priya is on Tuesday at 9.", "The meeting with Tom is on Wednesday at 10.", "The meeting on Tuesday is cancelled."}, "2026-11-25", []string{"with Tom"}},
		"of no day told":     {[]string{"The standup is on Tuesday at 9.", "The standup is cancelled on Monday."}, "2026-11-24", []string{"at 9", "cancelled on Monday"}},
		"one of many weeks":  {[]string{"I have lunch with Priya every Tuesday at 12:30.", "Lunch with Priya is cancelled on 1 December."}, "2026-11-24", []string{"every Tuesday", "on 1 December"}},
		"a person is off":    {[]string{"I have lunch with Priya on Tuesday.", "Priya is off on Wednesday."}, "2026-11-24", []string{"with Priya"}},
		"and on that day":    {[]string{"I have lunch with Priya on Tuesday.", "Priya is off on Tuesday."}, "2026-11-24", []string{"lunch with Priya", "is off"}},
		"said to be off":     {[]string{"Priya is off on Wednesday."}, "2026-11-25", []string{"is off"}},
		"two are off":        {[]string{"The call with Ana is on Tuesday at 9.", "The call with Ben is on Tuesday at 11.", "The call on Tuesday is cancelled."}, "2026-11-24", []string{"with Ana", "with Ben", "is cancelled"}},
		"off one by one":     {[]string{"The call with Ana is on Tuesday at 9.", "The call with Ben is on Tuesday at 11.", "The call with Ana is cancelled.", "The call is cancelled."}, "2026-11-24", nil},
		"moved, then off":    {[]string{"The call with Ana is on Tuesday at 9.", "The call was moved to Thursday.", "The call is cancelled."}, "2026-11-26", nil},
		"a meal is off":      {[]string{"I have lunch with Priya on Tuesday.", "Lunch is off."}, "2026-11-24", nil},
		"what comes is off":  {[]string{"The gas man comes on Tuesday at 8.", "The gas is off on Monday."}, "2026-11-24", []string{"gas man"}},
		"a train of today":   {[]string{"My train to Sydney is on Tuesday at 8.", "The train was delayed today."}, "2026-11-24", []string{"to Sydney", "delayed today"}},
		"of this morning":    {[]string{"My train to Sydney is on Tuesday at 8.", "My train was cancelled this morning."}, "2026-11-24", []string{"to Sydney", "this morning"}},
		"of yesterday":       {[]string{"The dentist is on Tuesday at 8.", "The dentist was cancelled yesterday."}, "2026-11-24", []string{"at 8", "yesterday"}},
		"a car moved":        {[]string{"The car service is on Tuesday at 8.", "I moved the car on Saturday."}, "2026-11-24", []string{"car service"}},
		"a person moved":     {[]string{"I have lunch with Ana on Tuesday.", "Ana moved to Braga on Saturday."}, "2026-11-24", []string{"with Ana"}},
		"not cancelled":      {[]string{"The review is on Tuesday.", "The review is not cancelled."}, "2026-11-24", []string{"on Tuesday"}},
		"a house moved":      {[]string{"I moved house on Saturday.", "Ana moved to Braga on Saturday.", "I changed the tyres on Saturday."}, "2026-11-21", nil},
		"jobs changed":       {[]string{"Tom changed jobs on Monday.", "Priya's flight was delayed on Monday.", "I pushed the launch on Monday.", "Priya's flight landed on Monday."}, "2026-11-23", nil},
		"a birthday stays":   {[]string{"Ana's birthday is 24 November.", "Ana cancelled."}, "2026-11-24", []string{"birthday"}},
		"somebody cancelled": {[]string{"I have lunch with Priya on Tuesday at 12:30.", "Priya cancelled."}, "2026-11-24", nil},
		"on me":              {[]string{"The dentist is on Tuesday at 9.", "The dentist cancelled on me."}, "2026-11-24", nil},
		"instead":            {[]string{"I have lunch with Priya on Tuesday at 12:30.", "Lunch is on Wednesday instead."}, "2026-11-24", nil},
		"is there instead":   {[]string{"I have lunch with Priya on Tuesday at 12:30.", "Lunch is on Wednesday instead."}, "2026-11-25", []string{"instead"}},
		"an hour instead":    {[]string{"I have lunch with Priya on Tuesday at 12:30.", "Lunch is at 13:00 instead."}, "2026-11-24", []string{"12:30", "13:00"}},
		"is now":             {[]string{"The dentist is on Tuesday at 9.", "The dentist is now on 26 November at 9:00."}, "2026-11-24", nil},
		"delayed":            {[]string{"My flight is on Tuesday at 9.", "Flight delayed."}, "2026-11-24", []string{"at 9", "delayed"}},
		"up an hour":         {[]string{"The call with Ana is on Tuesday at 9.", "The call with Ana was moved up an hour."}, "2026-11-24", []string{"at 9", "up an hour"}},
		"by two days":        {[]string{"The call with Ana is on Tuesday at 9.", "The call was moved by two days."}, "2026-11-24", []string{"at 9", "two days"}},
		"need not go":        {[]string{"The dentist appointment is on Tuesday at 9.", "I don't have to go to the dentist on Tuesday."}, "2026-11-24", nil},
		"on again":           {[]string{"The review is on Tuesday.", "The review is cancelled.", "The review is on Tuesday after all."}, "2026-11-24", []string{"after all"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t, "2026-11-20 10:00")
			for i, text := range c.told {
				w.At(fmt.Sprintf("2026-11-20 1%d:00", i+1))
				w.tell(text)
			}
			w.lookAt(c.day + " 07:00")
			if c.want == nil {
				w.want(0, "nothing is told")
				return
			}
			w.want(1, "at seven")
			text := w.said()[0].Text
			if strings.Count(text, ", you on ") != len(c.want) {
				t.Error(text)
			}
			for _, part := range c.want {
				at := strings.Index(text, part)
				if at < 0 {
					t.Errorf("%q is missing or out of order in %s", part, text)
					break
				}
				text = text[at:]
			}
		})
	}
}

// What was learned of it as over by a word that may be meant for another is told with that word.
func TestEndedByOneWord(t *testing.T) {
	w := begin(t, "2026-11-20 10:00")
	one := w.tell("The meeting with Priya is on Tuesday at 9.")
	other := w.tell("The meeting with Tom is on Wednesday at 10.")
	wrong := w.tell("The meeting with Ben is on Tuesday at 11.")
	by := w.tell("The meeting is cancelled.")
	for _, m := range []event.Seq{one, other} {
		w.Write(event.Superseded{Memory: m, By: by, On: w.Now, Reason: event.Changed}, by)
	}
	w.Write(event.Superseded{Memory: wrong, By: by, On: w.Now, Reason: event.Wrong}, by)
	w.lookAt("2026-11-24 07:00")
	w.want(1, "at seven")
	if text := w.said()[0].Text; !strings.Contains(text, "with Priya") || !strings.Contains(text, "is cancelled") || strings.Contains(text, "Ben") {
		t.Error(text)
	}
}
