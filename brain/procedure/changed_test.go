package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// What is told of a thing by a pronoun, or of a part of it, is told of the thing.
func TestWhatIsToldWithoutTheName(t *testing.T) {
	expect(t, []string{"the ladder is with Olga", "she handed it over to Nils"}, map[string]string{"who has the ladder?": `^"she handed it over to Nils"`})
	expect(t, []string{"my phone plan costs 9.90", "they put it up, it costs 12.90 now"}, map[string]string{"what does my phone plan cost?": `12.90`})
	expect(t, []string{"my sauna card costs 60", "they increased it to 72"}, map[string]string{"how much is the sauna card?": `^"they increased it to 72"`})
	expect(t, []string{"the hearing is on 3 December in hall 4", "the hall was changed to 9"}, map[string]string{
		"where is the hearing?": `: "the hall was changed to 9"`,
		"when is the hearing?":  "^3 December",
	})
	expect(t, []string{"my vet appointment is on Monday at 10", "the vet moved to Friday"}, map[string]string{"when is my vet appointment?": `^Fri 27 Nov 2026: "the vet moved to Friday"`})
	expect(t, []string{"my vet is Dr. Lund", "my vet appointment is on Monday at 10", "the vet moved to Friday"}, map[string]string{"who is my vet?": `Lund|!Friday`})
}

// What is told in other words to have changed, comes first.
func TestWhatChangedInOtherWords(t *testing.T) {
	expect(t, []string{"Liv's ferry leaves at 9:15 from pier 3", "the pier was changed to 5"}, map[string]string{"which pier does Liv's ferry leave from?": `"the pier was changed to 5"|!^"Liv's ferry`})
	expect(t, []string{"the sledge is in the barn", "Nils took it to his hut"}, map[string]string{"where is the sledge?": `^"Nils took it to his hut"`})
	expect(t, []string{"I lent Nils my belt sander", "Nils brought the sander back"}, map[string]string{"who has my belt sander?": `^"Nils brought the sander back"`})
	expect(t, []string{"our supplier for glass is Vetro", "we switched to Lasi"}, map[string]string{"who is our glass supplier?": `^"we switched to Lasi"`})
	expect(t, []string{"Olga said the boiler leaks", "the boiler has been repaired"}, map[string]string{"does the boiler leak?": `^"the boiler has been repaired"`})
	expect(t, []string{"the mill belongs to Olga", "Olga sold the mill to Nils"}, map[string]string{"who owns the mill?": `"Olga sold the mill to Nils"|!^"the mill belongs`})
}

// What he tells of himself and another is his own, too.
func TestWhatBothOfThemDid(t *testing.T) {
	expect(t, []string{"I'm married to Eva", "Eva and I got divorced"}, map[string]string{
		"am I married?": `^"Eva and I got divorced"`, "who is my wife?": `^"Eva and I got divorced"`,
	})
}

// What comes later by some time, what came back by a name both tell, and what was paid of a sum in the same breath.
func TestWhatChangedByMuch(t *testing.T) {
	expect(t, []string{"my ferry leaves at 9:40", "it's delayed by two hours"}, map[string]string{"when does my ferry leave?": `"it's delayed by two hours"|!^"my ferry`})
	expect(t, []string{"Olga owes me 90 euros. She paid 40 of it."}, map[string]string{"how much does Olga owe me?": `She paid 40|!^90`})
	expect(t, []string{"Olga owes me 90 euros"}, map[string]string{"how much does Olga owe me?": `^90 euros`})
	expect(t, []string{"I used to swim at the Nordbad, now I swim at the Ostbad"}, map[string]string{"where did I swim before?": `used to|!nothing`})
	w := turntest.New(t).At("2026-11-18 09:00")
	tell(t, w, "I lent Pavel my wheelbarrow")
	w.At("2026-11-19 09:00")
	tell(t, w, "Pavel brought it back")
	w.At("2026-11-20 09:00")
	if _, r := ask(t, w, "who has my wheelbarrow?"); !strings.HasPrefix(r.Text.String(), `"Pavel brought it back"`) {
		t.Error(r.Text.String())
	}
}

// Who gives up what he does, does it no more; who does since, is told with it.
func TestWhoSteppedDown(t *testing.T) {
	expect(t, []string{"Brenta's chairman is Piet Maas", "Piet Maas stepped down, the new chairman is Ola Berg"}, map[string]string{
		"who is the chairman of Brenta?": `Ola Berg|!^"Brenta's chairman`,
	})
	expect(t, []string{"my accountant is Piet Maas", "Piet Maas retired"}, map[string]string{"who is my accountant?": `^"Piet Maas retired"`})
	expect(t, []string{"my accountant is Piet Maas", "Ola Berg retired"}, map[string]string{"who is my accountant?": `^Piet Maas`})
}

// Whom another is only measured by, is not told of.
func TestMeasures(t *testing.T) {
	expect(t, []string{"Ida is 9", "Ben is three years older than Ida"}, map[string]string{
		"how old is Ida?": `^"Ida is 9"`,
		"how old is Ben?": `^"Ben is three years older than Ida"`,
	})
}

// All that somebody speaks is told, not the first of it.
func TestLists(t *testing.T) {
	expect(t, []string{"Ida speaks Danish, Dutch and a little Finnish"}, map[string]string{
		"what languages does Ida speak?": "^Danish, Dutch and a little Finnish: ",
		"does Ida speak Dutch?":          "^Yes: ",
	})
}

// A thing that was put elsewhere is there.
func TestWhatWasPutElsewhere(t *testing.T) {
	expect(t, []string{"the sander is in the shed", "I put the sander in the attic"}, map[string]string{"where is the sander?": `^The attic|!Which holds`})
}

// What was to be from a day on is so once that day has come.
func TestWhatWasToBeIsSo(t *testing.T) {
	for day, want := range map[string]string{"2026-11-20 10:00": "Kim: ", "2027-01-20 10:00": "Ida: "} {
		w := turntest.New(t).At("2026-11-19 09:00")
		tell(t, w, "my boss will be Ida from January")
		w.At("2026-11-20 09:00")
		tell(t, w, "my boss is Kim")
		w.At(day)
		if _, r := ask(t, w, "who is my boss?"); !strings.HasPrefix(r.Text.String(), want) {
			t.Errorf("on %s: %s", day, r.Text.String())
		}
	}
}

// Other words that may be said for those that are asked for, answer.
func TestInOtherWords(t *testing.T) {
	expect(t, []string{"my visa expires in May 2028"}, map[string]string{"until when is my visa valid?": `^"my visa expires in May 2028"`})
	expect(t, []string{"my caretaker's name is Mr. Olsen"}, map[string]string{"what is my caretaker called?": "Olsen|!nothing"})
	expect(t, []string{"my brother's birthday is on 4 May"}, map[string]string{"when is my sister's birthday?": `nothing`})
	expect(t, []string{"Ida has a cat"}, map[string]string{"does Ida have a dog?": `!^"Ida|nothing`})
}

// How much one thing came to is answered with that, before what another came to since.
func TestAnotherFigureIsNoNewerOne(t *testing.T) {
	for _, c := range []struct{ first, then, asked, want string }{
		{"I spent 45 euros on groceries today", "I spent 30 euros on petrol today", "how much did I spend on groceries?", "45"},
		{"I spent 30 euros on petrol today", "I spent 45 euros on groceries today", "how much did I spend on petrol?", "30"},
		{"I paid 20 euros for the taxi", "I paid 900 euros for the hotel", "how much did I pay for the taxi?", "20"},
		{"I pay 40 euros for the car insurance", "I pay 45 euros for the insurance now", "how much do I pay for the car insurance?", "45"},
		{"my rent is 900", "my rent went up to 950", "how much is my rent?", "950"},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, c.first)
		w.At("2026-11-20 09:01")
		tell(t, w, c.then)
		_, r := ask(t, w, c.asked)
		if first, _, _ := strings.Cut(r.Text.String(), "\n"); !strings.Contains(first, c.want) {
			t.Errorf("%q, after %q, is answered with %q", c.asked, c.then, r.Text.String())
		}
	}
}
