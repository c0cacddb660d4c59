package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// TestReplies holds every kind of reply against a golden file. Past lines are said and
// answered in order; "moment | text" sets the clock. The last line is what is answered.
func TestReplies(t *testing.T) {
	for _, test := range []struct {
		name string
		talk []string
	}{
		// Greetings.
		{"greeting", []string{"Good morning!"}},
		{"greeting-by-name", []string{"=name Sam", "hi citadel"}},
		{"greeting-goodbye", []string{"=name Sam", "ok bye"}},
		{"greeting-thanks", []string{"Thanks a lot!"}},
		{"greeting-never-mind", []string{"never mind"}},
		{"about", []string{"Who are you?"}},
		{"about-time", []string{"What time is it?"}},
		{"about-date", []string{"what's today's date?"}},
		{"about-how", []string{"How are you?"}},
		{"weekday", []string{"What day is 24 December?"}},
		{"weekday-feast", []string{"which day of the week does Christmas fall on?"}},
		{"recall-moved-from", []string{"The meeting with Brandt moved from Tuesday to Thursday 3pm", "When is the meeting with Brandt?"}},
		{"recall-stretch-of-days", []string{"The fair is from Tuesday to Friday", "When is the fair?"}},
		{"recall-work-as-owner", []string{"I run a small packaging consultancy in Melbourne", "Where do I work?"}},
		{"recall-within-a-time", []string{"I spent $300 on ink yesterday", "I spent $120 on paper today", "I spent $80 on tape in March", "How much did I spend this week?"}},
		{"recall-weight", []string{"I weigh 82 kg", "what is my weight?"}},
		{"order-impossible", []string{"Keep an eye on the Acme renewal"}},
		{"order-impossible-known", []string{"The Acme renewal is worth $80,000.", "please move the Acme renewal to June"}},
		{"name-of-a-child", []string{"My daughter Mia turns 7 on 14 December", "what's my daughter's name?"}},
		{"birthday-by-age", []string{"My mother turns 70 on 3 March", "When is my mother's birthday?"}},
		{"about-help", []string{"what can you do?"}},

		// Reminders.
		{"remind", []string{"Remind me to call the bank about the overdraft on Tuesday at 3pm."}},
		{"remind-inside", []string{"remind me on Tuesday at 3pm to call the bank"}},
		{"remind-before", []string{"In 20 minutes, remind me to check the oven"}},
		{"remind-polite", []string{"Hey Citadel, could you please remind me tomorrow at 9 about the invoice? "}},
		{"remind-recurring", []string{"remind me every second Monday to water the plants"}},
		{"remind-weekdays", []string{"remind me every weekday at 8:30 to stretch"}},
		{"remind-monthly", []string{"remind me on the last day of every month at 17:00 to send invoices"}},
		{"remind-day", []string{"remind me on 1 December to bring the samples"}},
		{"remind-clock-last", []string{"remind me on 1 December to call Tom at 3"}},
		{"remind-elsewhere", []string{"remind me to join the call at 9am New York time on Monday"}},
		{"remind-elsewhere-last", []string{"remind me on Monday to join the call at 9am New York time"}},
		{"remind-elsewhere-next", []string{"remind me at 14:00 UTC to deploy"}},
		{"remind-elsewhere-daily", []string{"remind me every weekday at 3pm CET to read the fixing"}},
		{"remind-elsewhere-two-days", []string{"remind me tomorrow at 5pm Lisbon time to ring Ana"}},
		{"remind-elsewhere-two-days-then", []string{"remind me tomorrow at 5pm Lisbon time to ring Ana", "on Saturday"}},
		{"remind-elsewhere-here", []string{"remind me tomorrow at 9 Melbourne time to ring Ana"}},
		{"remind-elsewhere-moved", []string{"remind me on Tuesday at 9 to ring Ana", "make it 9am Lisbon time"}},
		{"remind-unplaced", []string{"remind me at 3pm CST on Monday to join the call"}},
		{"remind-unplaced-then", []string{"remind me at 3pm CST on Monday to join the call", "at 8"}},
		{"remind-unplaced-last", []string{"remind me on Monday to call at 9 their time"}},
		{"remind-today", []string{"remind me today to order labels"}},
		{"remind-tonight-late", []string{"2026-11-20 23:10 | remind me today to order labels"}},
		{"remind-that", []string{"remind me that the rent is due on Friday"}},
		{"remind-owned", []string{"remind me about tomorrow's meeting"}},
		{"remind-no-time", []string{"remind me to call Tom"}},
		{"remind-no-time-then", []string{"remind me to call Tom", "at 4pm"}},
		{"remind-no-time-day", []string{"remind me to call Tom", "tomorrow"}},
		{"remind-no-time-talk", []string{"remind me to call Tom", "The printer is out of toner."}},
		{"remind-no-words", []string{"remind me tomorrow at 10"}},
		{"remind-no-words-then", []string{"remind me tomorrow at 10", "the parcel for Ana"}},
		{"remind-nothing", []string{"remind me"}},
		{"remind-past", []string{"remind me yesterday at 5 to call Tom"}},
		{"remind-ambiguous", []string{"remind me on 3/12 at 15:00 to call Tom"}},
		{"remind-ambiguous-then", []string{"remind me on 3/12 at 15:00 to call Tom", "3 Dec 2026"}},
		{"remind-moved", []string{"remind me tomorrow at 9 to call Tom", "make it 11:30"}},
		{"remind-moved-day", []string{"remind me tomorrow at 9 to call Tom", "on Monday"}},
		{"remind-recurring-bare-time", []string{"remind me every day at 8 to stretch", "at 9"}},
		{"remind-wake", []string{"wake me at 6:30 tomorrow"}},
		{"remind-timer", []string{"Set a timer for 20 minutes"}},
		{"remind-timer-what", []string{"set a timer for 20 minutes for the pasta"}},
		{"remind-tell", []string{"tell me tomorrow at 3 to call the bank"}},
		{"remind-question", []string{"My sister Ana moved to Porto in March.", "remind me where Ana lives"}},
		{"remind-when-happens", []string{"When Falk answers, remind me to ask about the VAT return."}},
		{"remind-not", []string{"You could remind me of my uncle."}},

		{"remind-hour-before", []string{"remind me to fly an hour before 3 December at 14:00"}},
		{"remind-hour-before-event", []string{"remind me an hour before the flight on 3 December at 14:00"}},
		{"remind-hour-before-no-time", []string{"remind me an hour before the flight on 3 December"}},
		{"remind-evening-before", []string{"remind me about the dentist the evening before 12 December"}},
		{"remind-day-before", []string{"remind me the day before 12 December to pack"}},
		{"remind-twice-a-day", []string{"remind me every day at 8am and 8pm to take my pills"}},
		{"remind-twice-a-day-uneven", []string{"remind me every day at 8:00 and 20:30 to take my pills"}},
		{"remind-two-days", []string{"remind me on Monday and Thursday at 7 to run"}},
		{"remind-two-days-weekly", []string{"remind me on Monday and Thursday at 7 to run", "every week"}},
		{"remind-two-days-once", []string{"remind me on Monday and Thursday at 7 to run", "Only 23 Nov 2026"}},
		{"remind-two-days-other", []string{"remind me on Monday and Thursday at 7 to run", "Thursday"}},
		{"remind-two-times", []string{"remind me tomorrow at 8am and 8pm to take my pills"}},
		{"remind-anew", []string{"remind me at 3", "remind me on Tuesday"}},
		{"remind-31st", []string{"remind me on the 31st of every month to pay rent"}},
		{"remind-1st-and-15th", []string{"remind me on the 1st and 15th of every month to pay"}},
		{"remind-no-such-day", []string{"remind me on 30 February at 9 to pay"}},
		{"remind-day-before-ambiguous", []string{"remind me a day before 3/12 to pay"}},
		{"remind-bare-past-tense", []string{"In March pay rises were announced."}},
		{"remind-bare-two-times", []string{"every day take my pills at 8"}},
		{"remind-alarm-morning", []string{"set an alarm for 6:30 tomorrow"}},
		{"remind-weeks-time", []string{"remind me in three weeks time to call the plumber"}},
		{"remind-colon", []string{"reminder: pay tax 30 nov"}},
		{"remind-bare", []string{"tomorrow 3pm call bank"}},
		{"remind-bare-not", []string{"Tomorrow 3pm call with the bank."}},
		{"remind-alarm", []string{"set an alarm for 7am"}},
		{"remind-wake-seven", []string{"wake me at 7"}},

		// Reminders named by their words.
		{"order-cancel", []string{"remind me tomorrow at 9 to renew my passport", "remind me tomorrow at 10 to clean the oven", "cancel the passport reminder"}},
		{"order-delete", []string{"remind me tomorrow at 9 to renew my passport", "remind me tomorrow at 10 to clean the oven", "please delete the oven reminder"}},
		{"order-last", []string{"remind me tomorrow at 9 to renew my passport", "remind me tomorrow at 10 to clean the oven", "cancel the last reminder"}},
		{"order-all", []string{"remind me tomorrow at 9 to renew my passport", "remind me tomorrow at 10 to clean the oven", "cancel all reminders"}},
		{"order-all-none", []string{"cancel all reminders"}},
		{"order-several", []string{"remind me tomorrow at 9 to call the bank", "remind me on Monday at 10 to call the bank about the card", "don't remind me to call the bank"}},
		{"order-day", []string{"remind me tomorrow at 9 to call the bank", "remind me on Monday at 10 to call the bank about the card", "cancel Monday's reminder"}},
		{"order-dont", []string{"remind me tomorrow at 9 to call the bank", "Don't remind me to call the bank."}},
		{"order-stop", []string{"remind me every day at 8am to take my pills", "stop reminding me about pills"}},
		{"order-none", []string{"remind me tomorrow at 9 to call the bank", "stop reminding me about pills"}},
		{"order-move", []string{"remind me on 3 December at 11:00 to catch the flight", "change the flight reminder to 13:00"}},
		{"order-move-handle", []string{"remind me tomorrow at 11:00 to catch the flight", "move r4 to Monday at 15:00"}},
		{"order-move-no-handle", []string{"move r60 to 15:00"}},
		{"order-move-past", []string{"remind me tomorrow at 11:00 to catch the flight", "move the flight reminder to yesterday"}},
		{"order-move-unread", []string{"remind me tomorrow at 11:00 to catch the flight", "move the flight reminder to some other day"}},
		{"order-move-ambiguous", []string{"remind me tomorrow at 11:00 to catch the flight", "move the flight reminder to 3/12"}},
		{"order-move-ambiguous-then", []string{"remind me tomorrow at 11:00 to catch the flight", "move the flight reminder to 3/12", "3 Dec 2026"}},
		{"order-until", []string{"remind me on Monday at 11:00 to catch the flight", "stop all reminders until Monday"}},
		{"order-move-repeating", []string{"remind me every day at 8am to take my pills", "move the pills reminder to 9"}},
		{"order-move-several", []string{"remind me tomorrow at 9 to call the bank", "remind me on Monday at 10 to call the bank about the card", "move the bank reminder to 15:00"}},
		{"order-while-asked", []string{"remind me tomorrow at 10 to clean the oven", "remind me at 3", "cancel the oven reminder"}},
		{"order-not", []string{"cancel the flight"}},

		// Questions.
		{"recall-time-only", []string{"Leo's school starts at 8:30.", "When does Leo's school start?"}},
		{"recall-fact", []string{"2026-03-15 10:00 | My sister Ana moved to Porto in March to open a bakery.", "2026-11-20 09:00 | Where does Ana live?"}},
		{"recall-sister", []string{"2026-03-15 10:00 | My sister Ana moved to Porto in March to open a bakery.", "2026-10-03 10:00 | Ana now lives in Braga.", "2026-11-20 09:00 | Where does my sister live?"}},
		{"recall-yes", []string{"Ana lives in Porto.", "Does Ana live in Porto?"}},
		{"recall-other-than-asked", []string{"Ana lives in Braga.", "Does Ana live in Porto?"}},
		{"thought-of-a-day", []string{"2026-11-19 10:00 | The oak came.", "2026-11-20 08:00 | Tom from Henderson called about the freight.", "2026-11-20 08:30 | The roof costs 4,000 euros.", "2026-11-20 09:00 | Can you give me a recap of today?"}},
		{"recall-no", []string{"Ana doesn't live in Porto any more.", "Does Ana live in Porto?"}},
		{"recall-yes-unstated", []string{"Ana opened a second shop in Braga.", "Did Ana open a shop in Braga?"}},
		{"recall-doubt", []string{"I think Ana lives in Porto.", "Where does Ana live?"}},
		{"recall-relative-date", []string{"2026-11-16 10:00 | The review is on Friday at 3pm.", "2026-11-20 09:00 | When is the review?"}},
		{"recall-report", []string{"Priya said the mills raise their prices in January.", "What did Priya say about the mills?"}},
		{"recall-report-nothing", []string{"Priya said the mills raise their prices in January.", "What did Priya say about the harbour?"}},
		{"recall-about", []string{"My sister Ana moved to Porto in March.", "Ana's husband is Lukas.", "Where is Tom?", "Ana opened a second shop.", "What do you know about Ana?"}},
		{"recall-about-many", []string{"Ana likes tea.", "Ana sold the van.", "Ana hired two bakers.", "Ana painted the shop.", "Ana bought an oven.", "Ana ran a course.", "Ana called.", "what do you know about Ana?"}},
		{"recall-about-nobody", []string{"My sister Ana moved to Porto in March.", "What do you know about Petra?"}},
		{"recall-who", []string{"My sister Ana moved to Porto in March.", "Who is Ana?"}},
		{"recall-quotes", []string{"2026-02-01 10:00 | The boiler was serviced by Hale.", "2026-08-01 10:00 | The boiler man charged A$240 for the valve.", "2026-11-20 09:00 | what about the boiler?"}},
		{"recall-nothing", []string{"My dentist is on Lygon Street.", "What is my dentist's name?"}},
		{"recall-empty", []string{"Where does Ana live?"}},
		{"recall-again", []string{"Where does Ana live?", "Where does Ana live?"}},
		{"recall-disagree", []string{"2026-11-02 10:00 | Lena's contract ends on 31 March.", "2026-11-18 10:00 | =say Lena's contract ends in June, I think.", "2026-11-20 09:00 | When does Lena's contract end?"}},
		{"recall-changed", []string{"2026-01-08 10:00 | Tom works at Deloitte.", "2026-07-15 10:00 | Tom works at Monzo now.", "2026-11-20 09:00 | Where does Tom work?"}},
		{"recall-period", []string{"2026-09-02 10:00 | The boiler was serviced.", "2026-09-20 10:00 | Petra cycles to work.", "2026-10-20 10:00 | Ana called.", "2026-11-20 09:00 | What did I say in September?"}},
		{"recall-decision", []string{"2026-03-01 10:00 | I've decided to drop the Henderson retainer because they pay late.", "2026-11-20 09:00 | What did I decide about the retainer?"}},
		{"recall-promise", []string{"I'll send Priya the draft by Friday.", "I promised Tom to look at the lease.", "What did I promise?"}},
		// Pasted talk: what others said is quoted as theirs, and dated by when they said it.
		{"talk-when", []string{
			"2026-05-08 13:56 | =say Mara: How was your week?", "2026-05-08 13:57 | =say Ivo: I ran my first half marathon yesterday, my legs are jelly.",
			"2026-06-02 10:00 | =say Ivo: The bakery wants me for three mornings.", "2026-11-20 09:00 | When did Ivo run the half marathon?",
		}},
		{"talk-when-week", []string{"2026-05-08 13:57 | =say Ivo: We moved into the new studio last week!", "2026-11-20 09:00 | When did Ivo move into the new studio?"}},
		{"talk-when-undated", []string{"2026-05-08 13:57 | =say Ivo: We moved into the new studio, what a day!", "2026-11-20 09:00 | When did Ivo move into the new studio?"}},
		{"talk-reply", []string{
			"2026-05-08 13:56 | =say Mara: Which instrument did you pick up in the end?", "2026-05-08 13:57 | =say Ivo: The cello! My neighbour teaches me on Sundays.",
			"2026-06-02 10:00 | =say Mara: The tomatoes are finally in.", "2026-11-20 09:00 | Which instrument did Ivo pick up?",
		}},
		{"talk-long", []string{
			"2026-05-08 13:57 | =say Ivo: Thanks, that means a lot to me! We spent the whole winter on the plans, the permits took ages, and in the end the architect put the greenhouse " +
				"behind the old stables because of the light. You should come and see it some day.",
			"2026-11-20 09:00 | Where did the architect put Ivo's greenhouse?",
		}},
		{"talk-other", []string{
			"2026-05-08 13:56 | =say Mara: I adopted a greyhound from the shelter, her name is Juno.", "2026-05-08 13:57 | =say Ivo: How lovely!",
			"2026-05-09 09:00 | =say Ivo: The printer is out of toner.", "2026-11-20 09:00 | What is the name of the greyhound that Ivo adopted?",
		}},
		{"talk-two", []string{
			"2026-05-08 13:56 | =say Mara: We hiked the coast path in March.", "2026-05-09 13:57 | =say Ivo: I hiked up to the hut with my brother.",
			"2026-11-20 09:00 | Where did Mara and Ivo hike?",
		}},
		{"talk-yes-no", []string{"2026-05-08 13:57 | =say Ivo: I gave up coffee for good in spring.", "2026-11-20 09:00 | Does Ivo drink coffee?"}},
		{"talk-nothing", []string{"2026-05-08 13:57 | =say Ivo: I gave up coffee for good in spring.", "2026-11-20 09:00 | Which violin concerto does Ivo admire?"}},
		{"talk-all", []string{"2026-05-08 13:57 | =say Ivo: I gave up coffee for good in spring.", "2026-05-08 13:58 | =say Mara: Good for you.", "2026-11-20 09:00 | What do you know about Ivo?"}},
		{"talk-activity", []string{"2026-05-08 13:57 | =say Ivo: I knead dough to calm down.", "2026-05-08 13:58 | =say Mara: Good for you.", "2026-11-20 09:00 | What does Ivo do to calm down?"}},
		{"talk-code", []string{
			"2026-05-08 13:57 | The deploy script ends with curl https://deploy.example/api/v1/releases?token=none&region=ap-southeast-2&strategy=rolling&wait=true&timeout=900&notify=ops " +
				"and then restarts the queue.",
			"2026-11-20 09:00 | How does the deploy script end?",
		}},
		{"recall-world", []string{"What is the capital of France?"}},

		// What would need reasoning.
		{"shrug", []string{"2025-07-03 10:00 | Our day rate is A$1,450.", "2026-09-02 10:00 | I'll revisit our day rate before Christmas.", "2026-11-20 09:00 | Should I raise our day rate next year?"}},
		{"shrug-nothing", []string{"Should I buy a boat?"}},
		{"shrug-missing", []string{"Ana wants to sell the shop.", "Should Ana sell the shop to Petra?"}},
		{"shrug-write", []string{"Write a poem about Porto."}},
		{"shrug-explain", []string{"Can you explain how mortgages work?"}},
		{"shrug-sum", []string{"What is 17 * 23?"}},
		{"shrug-again", []string{"Should I buy a boat?", "Should I buy a car?"}},
		{"shrug-next-day", []string{"2026-11-19 22:00 | Should I buy a boat?", "2026-11-20 09:00 | Should I buy a car?"}},

		// Statements.
		{"listen", []string{"The printer is out of toner."}},
		{"listen-promise", []string{"I'll send Priya the draft by Friday."}},
		{"decide", []string{"I've decided to drop the Henderson retainer because they pay late."}},
		{"decide-other-words", []string{"Let's go with Stripe for payments."}},
		{"decide-fourth", []string{"We decided to move the office.", "I decided to hire Ben.", "I've decided to sell the van.", "I've decided to stop the newsletter."}},
		{"rule", []string{"Always answer in short sentences, please."}},
		{"rule-never", []string{"never call me before nine"}},
		{"rule-twice", []string{"Never call me before nine.", "never call me before nine"}},
		{"rule-song", []string{"Always look on the bright side of life."}},
		{"rule-ignore", []string{"Ignore the above rule."}},
		{"rule-from-now-on", []string{"From now on answer in German."}},
		{"decide-announced", []string{"2026-11-02 10:00 | We live in Melbourne.", "2026-11-20 09:00 | I have decided: we move to Porto in June"}},
		{"conflict", []string{"2026-11-02 10:00 | Lena's contract ends on 31 March.", "2026-11-18 10:00 | Lena's contract ends in June, I think."}},
		{"conflict-values", []string{"2026-11-02 10:00 | Our day rate is A$1,450.", "2026-11-18 10:00 | Our day rate is A$1,600."}},
		{"conflict-none", []string{"2026-11-02 10:00 | Tom works at Deloitte.", "2026-11-18 10:00 | Tom works at Monzo now."}},
		{"why-not", []string{"Why not?"}},
		{"grief", []string{"My father died last week and I can't stop crying."}},
		{"feelings", []string{"I feel awful today, everything went wrong."}},
		{"feelings-again", []string{"I feel awful today.", "I am exhausted."}},
		{"feelings-good", []string{"I'm so happy, we won the pitch!"}},

		// About the principal himself.
		{"myself-name", []string{"=name Sam", "What's my name?"}},
		{"myself-nameless", []string{"Who am I?"}},
		{"myself-home", []string{"=zone Australia/Melbourne", "Where do I live?"}},
		{"myself-home-told", []string{"=zone Australia/Melbourne", "I live in Geelong.", "Where do I live?"}},
		{"myself-home-unknown", []string{"Where do I live?"}},
		{"shrug-whats", []string{"Whats my locker code?"}},
		{"about-alive", []string{"Are you alive?"}},
		{"shrug-are-you", []string{"Are you purple?"}},

		// Half a command, no command, and a bare yes.
		{"usage", []string{"find"}},
		{"usage-two-words", []string{"rule add"}},
		{"usage-slash", []string{"/amend d2"}},
		{"usage-slash-name", []string{"/done"}},
		{"usage-unknown", []string{"/foo bar"}},
		{"usage-talk", []string{"Done."}},
		{"usage-path", []string{"/etc/hosts is broken"}},
		{"usage-everything", []string{"Forget everything."}},
		{"manners-pause-until", []string{"Pause until Monday."}},
		{"manners-pause-for", []string{"pause everything for 2 hours"}},
		{"manners-pause-for-thought", []string{"pause for thought"}},
		{"manners-pause-bus", []string{"stop until the bus comes"}},
		{"manners-stop", []string{"Stop everything!"}},
		{"manners-stop-it", []string{"stop the leak in the shed"}},
		{"manners-away", []string{"away next week"}},
		{"manners-away-holiday", []string{"I'll be on holiday from 4 Dec to 18 Dec."}},
		{"manners-away-until", []string{"I'm out of office until Monday"}},
		{"manners-away-travel", []string{"I'm travelling for work next week and need a hotel"}},
		{"manners-away-lunch", []string{"away for lunch"}},
		{"manners-paused", []string{"Are you paused?"}},
		{"manners-is-away", []string{"Am I away?"}},
		{"assent", []string{"I've decided to drop the Henderson retainer because they pay late.", "yes"}},
		{"assent-no", []string{"I've decided to drop the Henderson retainer because they pay late.", "No, thanks."}},
		{"assent-later", []string{"I've decided to drop the Henderson retainer because they pay late.", "what time is it", "yes"}},
		{"assent-nothing", []string{"do it"}},

		// Other languages.
		{"foreign", []string{"Meine Schwester ist im März nach Porto gezogen."}},
		{"foreign-again", []string{"Meine Schwester ist im März nach Porto gezogen.", "Sie hat dort eine kleine Bäckerei eröffnet."}},
		{"foreign-question", []string{"Meine Schwester wohnt jetzt in Porto und heißt Ana.", "Wo wohnt meine Schwester Ana jetzt?"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := turntest.New(t)
			w.At("2026-11-20 08:51")
			last := len(test.talk) - 1
			for i, line := range test.talk {
				if moment, rest, ok := strings.Cut(line, " | "); ok {
					w.At(moment)
					line = rest
				}
				if name, ok := strings.CutPrefix(line, "=name "); ok {
					configure(t, w, event.SettingName, name)
					continue
				}
				if zone, ok := strings.CutPrefix(line, "=zone "); ok {
					configure(t, w, event.SettingZone, zone)
					continue
				}
				if text, ok := strings.CutPrefix(line, "=say "); ok {
					w.Say(text)
					continue
				}
				one, r := ask(t, w, line)
				if i == last {
					turntest.Golden(t, w.Mind, test.name, r)
				}
				w.Apply(one, r)
			}
		})
	}
}

// configure sets something as the principal would have by a command.
func configure(t *testing.T, w *turntest.World, name, value string) {
	t.Helper()
	seq := w.Say("(" + name + ")")
	one := w.Turn(seq)
	r := procedure.Welcome(turn.Host{}, 0)
	r.By, r.Subject = "command:"+name, ""
	r.Change(event.Asked{What: event.AskSetting, Name: name, Text: value})
	w.Apply(one, r)
}
