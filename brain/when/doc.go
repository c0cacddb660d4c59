// Package when reads dates, times and repetitions in English: Find for
// reminders, Period and Ahead for stretches of days, Duration for putting off.
//
// It is written by hand and uses github.com/olebedev/when nowhere. On 281 of
// the phrases in testdata/find.tsv, judged by the conventions below, that
// library placed 71 of 212 single moments and 9 of 69 repetitions (first
// occurrence only). It takes the day after tomorrow for tomorrow and an ISO date
// for a time, and its rules cannot see what the others have read: own rules
// around it would have been all the rules there are. For RRULE arithmetic
// github.com/teambition/rrule-go is used, on dates without a zone: the clock is
// put on each date afterwards, because rules computed in a zone leave it to
// chance where a skipped hour goes.
//
// How a text is read. It is cut into words and numbers; from each place where a
// phrase may begin, a day, a time of day, a part of the day and a repetition are
// gathered in any order, each at most once. The first place that gives a moment
// to come wins. A phrase that was understood and lies in the past is passed over
// as a whole. Only the first Examined bytes are looked at, so the cost is
// bounded; in them it is linear.
//
// What is assumed, and therefore echoed to the person with its zone:
//
//   - A bare hour from one to six is in the afternoon, seven to twelve as on the
//     clock: "at 3" is 15:00, "at 8" is 08:00. A part of the day overrules it,
//     and so does what takes place in the evening: dinner at 8 is at 20:00.
//     "Today at 8", said after eight, is 20:00.
//   - Morning is 09:00, afternoon 15:00, evening 19:00, tonight and night 20:00,
//     the end of the day 17:00. The evening before a day is at 20:00.
//     Midnight ends the day that was named; of a repetition it begins the day.
//   - A time already past today is tomorrow's; a date already past this year is
//     next year's; a day of the month already past is next month's. Period takes
//     the most recent one instead.
//   - A weekday is the next such day, never today; "next Friday" is the Friday
//     of the week after this one; weeks begin on Monday.
//   - A feast of a fixed date is that date, "Christmas Eve"; what is to be done before it or for it is
//     not done on it. A weekend that repeats is Saturday and Sunday.
//   - "Every second Monday" is every other Monday, beginning with the next one;
//     "every second Monday of the month" is what it says.
//   - A day that a month lacks is its last one: the 31st, 29 February.
//   - 3/12 has two readings and says so; 3.12.2026 is never month first.
//   - "An hour before" is counted back only from a moment given with its day and
//     its time; a day before, from a day.
//   - A repetition holds several times of one minute, "at 8 and 20:00"; anything
//     else of which several are named is marked, and the caller asks.
//   - No time of day is assumed where none was said: HasTime is false then.
//   - A zone behind a time of day, "3pm Lisbon time" or "14:00 UTC", says whose clock is
//     meant; without a day it is the next such hour there. Where the day that is named is
//     another one there than here, or CET is said of a day in summer, both readings are
//     given. A zone of no single meaning, CST or "their time", is marked, and the caller asks.
//
// Not read: other languages, public holidays of other dates (Easter), seasons and years in words.
// Traces finds what speaks of time all the same, also where no moment can be made of it.
package when
