package dedupe_test

import (
	"testing"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

// said is what a message says: as it was read or, where it was not, in its words.
func said(text string) []extract.Item {
	if items := extract.Read(extract.Utterance{Text: text}); len(items) > 0 {
		return items
	}
	return []extract.Item{{Kind: extract.Statement, Quote: text}}
}

// over says whether what one message says no longer holds once another was said after it.
func over(was, is string) bool {
	for _, old := range said(was) {
		for _, now := range said(is) {
			if rel := dedupe.Standing(old, now); rel == extract.ChangedValue || rel == extract.Negation {
				return true
			}
		}
	}
	return false
}

// What ends something ends what was said of it, in whatever words either is told.
func TestEnded(t *testing.T) {
	for _, c := range [][2]string{
		{"Lena works at Bosch.", "Lena was let go."},
		{"Karl is a teacher.", "Karl retired in June."},
		{"I smoke.", "I quit smoking."},
		{"I go jogging every morning.", "I stopped jogging."},
		{"Nora plays the cello.", "Nora gave up the cello."},
		{"We have a subscription to the Guardian.", "We cancelled the Guardian subscription."},
		{"I'm learning Polish at night school.", "I've given up learning Polish."},
		{"Petra lives in Graz.", "Petra isn't in Graz any more."},
		{"Otto lives in Bremen.", "Otto moved out of Bremen."},
		{"My colleague is Jonas.", "Jonas quit."},
		{"My girlfriend is Mia.", "Mia and I broke up."},
		{"Ingrid is married to Sven.", "Ingrid and Sven are divorced now."},
		{"My dentist is Dr. Holm.", "Dr. Holm is no longer my dentist."},
		{"I drink coffee at breakfast.", "I don't drink coffee any more."},
		{"Dana likes techno.", "Dana is not into techno any longer."},
		{"Erik owes me 20 pounds.", "Erik settled his debt."},
		{"Erik owes me 20 pounds.", "Erik paid me back the 20 pounds."},
		{"I want to buy a sailing boat.", "I've dropped the idea of a sailing boat."},
		{"Clara is coming to the party on Saturday.", "Clara isn't coming after all."},
		{"The concert is on Friday.", "The concert is cancelled."},
		{"I take violin lessons on Mondays.", "I'm done with violin lessons."},
		{"My favourite café is Lumière.", "Lumière has shut down."},
		{"My tenant is Rosa.", "Rosa moved out last week."},
		{"I drive a Vespa.", "I got rid of the Vespa."},
		{"Finn is quitting his course in May.", "Finn changed his mind about quitting."},
		{"I'm going to Lisbon in May.", "The Lisbon trip is off."},
		{"Dinner with Ben is on Thursday.", "Dinner with Ben is off."},
		{"I swim on Fridays.", "I no longer swim."},
		{"Vera teaches maths.", "Vera stopped teaching."},
		{"I'm a member of the chess club.", "I left the chess club."},
		{"My trainer is Kim.", "Kim doesn't train me any more."},
		{"Leo studies law.", "Leo dropped out."},
		{"We rent an office in Delft.", "We gave up the office in Delft."},
		{"My brother lives with me.", "My brother moved out."},
		{"Rex is our dog.", "Rex died."},
	} {
		if !over(c[0], c[1]) {
			t.Errorf("%q should end %q", c[1], c[0])
		}
	}
}

// What ends one thing ends nothing beside it: not of another, not at another time, and not before it is so.
func TestNotEnded(t *testing.T) {
	for _, c := range [][2]string{
		{"Tom likes beer.", "Tom gave up wine."},
		{"I run every Tuesday.", "I don't run on Mondays any more."},
		{"Ana plays the cello.", "Nora gave up the cello."},
		{"I drink coffee at breakfast.", "I stopped drinking coffee after six."},
		{"Karl is a teacher.", "Karl's brother retired in June."},
		{"Lena works at Bosch.", "Max was let go."},
		{"Petra lives in Graz.", "Petra's parents moved out of Graz."},
		{"My colleague is Jonas.", "Jonas quit smoking."},
		{"I'm learning Polish at night school.", "I'm thinking of giving up Polish."},
		{"Ingrid is married to Sven.", "Ingrid's sister got divorced."},
		{"The concert is on Friday.", "The rehearsal is cancelled."},
		{"Clara is coming to the party on Saturday.", "Clara isn't bringing a cake after all."},
		{"I drive a Vespa.", "I sold my helmet."},
		{"I live in Porto.", "I don't work in Porto any more."},
		{"My favourite café is Lumière.", "Lumière closes at six."},
		{"Dana likes techno.", "Dana gave up her seat."},
		{"Erik owes me 20 pounds.", "Rolf paid me back."},
		{"Erik owes me 20 pounds.", "Erik paid me back 10 pounds."},
		{"I smoke.", "My wife quit smoking."},
		{"I take violin lessons on Mondays.", "If I quit violin lessons I'd have more time."},
		{"My tenant is Rosa.", "Rosa's daughter moved out last week."},
		{"Bruno is a pilot.", "Bruno will retire in 2031."},
		{"Bruno is a pilot.", "Bruno wants to retire."},
		{"My boss is Petra.", "Petra's boss resigned."},
		{"Tom is allergic to wine.", "Tom gave up wine."},
		{"Gus owns a bakery.", "Gus closed the bakery at noon."},
		{"I swim on Fridays.", "I no longer swim in the lake."},
		{"I live in Delft.", "We gave up the office in Delft."},
		{"Zoe plays for Ajax.", "Zoe no longer plays the flute."},
		{"Tom is my cousin.", "Tom got fired."},
		{"Leo works at Bosch.", "Leo left the meeting."},
		{"I drink tea.", "I stopped for tea."},
		{"My boss is Ida.", "Ida changed her mind about the budget."},
		{"Nina works at Aldi.", "Nina stopped working at ten."},
		{"My wife is Eva.", "Eva left at noon."},
		{"My dentist is Dr. Holm.", "Dr. Holm is off on Friday."},
	} {
		if over(c[0], c[1]) {
			t.Errorf("%q should not end %q", c[1], c[0])
		}
	}
}

// What tells another value of the same thing takes the place of the older one.
func TestChanged(t *testing.T) {
	for _, c := range [][2]string{
		{"The rent is 900 euros.", "The rent was raised to 950 euros."},
		{"Our churn is 4%.", "Our churn dropped to 3%."},
		{"My alarm is at 6:30.", "My alarm is at 7:00 now."},
		{"The workshop is on 3 June.", "The workshop has been pushed to 10 June."},
		{"My dentist is Dr. Holm.", "I switched dentists, it's Dr. Lind now."},
		{"Nils's number is 445 566.", "Nils's number changed to 778 899."},
		{"The gym costs 40 euros a month.", "The gym costs 45 euros a month now."},
		{"My weight is 82 kg.", "My weight went down to 79 kg."},
		{"Our day rate is 800 euros.", "Our day rate rose to 850 euros."},
		{"The deadline is 15 January.", "The deadline has been extended to 1 February."},
		{"My car is a Polo.", "My car is a Skoda now."},
		{"My salary is 3000 euros.", "My salary was increased to 3300 euros."},
		{"The budget is 20,000 euros.", "The budget was cut to 15,000 euros."},
		{"My favourite colour is blue.", "My favourite colour is green now."},
		{"The review is at 9:00.", "The review was moved to 10:30."},
		{"My salary is 3000 euros.", "I got a raise, I earn 3200 euros now."},
		{"Our wifi name is Otter.", "Our wifi name is Badger now."},
		{"The recipe needs 200 g of sugar.", "The recipe needs 150 g of sugar."},
		{"Ana's home is Lisbon.", "Ana lives in Porto."},
		{"Margin is 31%.", "Margin fell to 28%."},
	} {
		if !over(c[0], c[1]) {
			t.Errorf("%q should take the place of %q", c[1], c[0])
		}
	}
}

// What is told of another thing, or adds one, takes the place of nothing.
func TestNotChanged(t *testing.T) {
	for _, c := range [][2]string{
		{"The rent is 900 euros.", "The deposit was raised to 950 euros."},
		{"Our churn is 4%.", "Our margin dropped to 3%."},
		{"The workshop is on 3 June.", "The dinner has been pushed to 10 June."},
		{"My dentist is Dr. Holm.", "I switched doctors, it's Dr. Lind now."},
		{"Nils's number is 445 566.", "Ole's number changed to 778 899."},
		{"Nils's number is 445 566.", "Nils has an office number too: 778 899."},
		{"My cat is called Mimi.", "My other cat is called Luna."},
		{"My accountant is Lara.", "My other accountant is Jule."},
		{"The recipe needs 200 g of sugar.", "The recipe needs 300 g of flour."},
		{"I owe Max 30 euros.", "I owe Ben 10 euros."},
		{"My car is a Polo.", "My wife's car is a Skoda now."},
		{"I lent Ben 100 euros.", "I lent Tom 200 euros."},
		{"Server A runs Debian.", "Server B runs Ubuntu."},
		{"My salary is 3000 euros.", "My colleague's salary was increased to 3300 euros."},
		{"The budget is 20,000 euros.", "The budget might be cut to 15,000 euros."},
		{"My favourite colour is blue.", "My favourite colour is also green."},
		{"I take 5 mg of ramipril.", "I take 100 mg of aspirin."},
		{"The rent is 900 euros.", "The rent went up in 2019."},
	} {
		if over(c[0], c[1]) {
			t.Errorf("%q should not take the place of %q", c[1], c[0])
		}
	}
}
