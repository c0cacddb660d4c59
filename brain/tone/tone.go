// Package tone says how an answer should sound, from five things (SPEC §8): the hour, the time
// since the last message, what is left of a feeling, how full the rest of the day is, and how
// the message at hand sounds. It never says what to tell, and it is never recited: one line for
// the model, in its ENVIRONMENT block (P14).
//
// It is one function over plain data. What may go into it, and where, is for the caller: what
// is left of a feeling only where the principal wants that and nobody else reads
// (memory/mood).
package tone

import (
	"strings"
	"time"
)

// In is what the tone is made of. The zero value of each but Now stands for what is not known,
// and says nothing.
type In struct {
	Now time.Time     // in the principal's present zone
	Gap time.Duration // since his last message; 0 where there is none
	// Left is what is left of a feeling, as its intensity now, with the sign of its valence:
	// -0.4 for half of a strong bad one. Below Threshold it says nothing.
	Left      float64
	Day       Day
	Sentiment Sentiment
}

// Day is how full the rest of the principal's day is.
type Day uint8

// The days. Where no calendar is known, the day is Unknown.
const (
	Unknown Day = iota
	Clear       // nothing more
	Normal
	Packed // at least half of what is left of it is taken
)

// The hours of a day (SPEC §8): before it begins and after it ends nothing is said of how full it is.
const (
	dayBegins = 5
	DayEnds   = 22
)

// DayOf is the day of which so much is taken, of what is left until its end. Before it began, and at its end, it is
// Unknown.
func DayOf(taken, left time.Duration) Day {
	switch {
	case left <= 0 || left > (DayEnds-dayBegins)*time.Hour:
		return Unknown
	case taken == 0:
		return Clear
	case 2*taken >= left:
		return Packed
	}
	return Normal
}

// The bounds of SPEC §8.
const (
	LongAbsence = 48 * time.Hour
	Lively      = 10 * time.Minute // "minutes": a gap below it is one conversation
	Threshold   = 0.2
)

// Of gives the line. It is never empty, since it is always some time of day.
func Of(in In) string {
	lines := []string{hour(in.Now.Hour())}
	for _, line := range []string{gap(in.Gap), left(in.Left), day(in.Day), sentiment(in.Sentiment)} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return "Tone, never to be mentioned: " + strings.Join(lines, "; ") + "."
}

func hour(h int) string {
	switch {
	case h >= dayBegins && h < 11:
		return "morning, ease in"
	case h >= 11 && h < 14:
		return "midday, brisk"
	case h >= 14 && h < 18:
		return "afternoon, matter-of-fact and warm"
	case h >= 18 && h < DayEnds:
		return "evening, easy"
	}
	return "night, short and quiet"
}

// gap does not name the absence to the person: that is never written (MESSAGES 11).
func gap(d time.Duration) string {
	switch {
	case d >= LongAbsence:
		return "first message in days, begin warmly, and not with the absence"
	case d > 0 && d < Lively:
		return "in the middle of a conversation, match its pace"
	}
	return ""
}

func left(l float64) string {
	switch {
	case l <= -Threshold:
		return "something weighs on him, be softer and say nothing of it"
	case l >= Threshold:
		return "he is in good spirits, a word of that is welcome"
	}
	return ""
}

func day(d Day) string {
	switch d {
	case Packed:
		return "the rest of the day is packed, be tighter"
	case Clear:
		return "the rest of the day is clear, there is room to breathe"
	}
	return ""
}

func sentiment(s Sentiment) string {
	switch s {
	case Blunt:
		return "the message is blunt, be as short"
	case Worn:
		return "the message sounds worn down, be gentle and ask for nothing"
	case Partner:
		return "the message wants somebody to think with, reason along"
	}
	return ""
}
