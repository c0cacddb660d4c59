package consent_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/consent"
	"citadel/memory/event"
	"citadel/tools"
)

var mail = tools.Tool{Name: "mail_send", Run: run}

func letter(to, text string) json.RawMessage {
	b, _ := json.Marshal(map[string]string{"to": to, "text": text})
	return b
}

func decided(args json.RawMessage, requests ...consent.Request) consent.Verdict {
	return consent.Decide(consent.Call{Tool: mail, Args: args, Policy: event.PolicyAllow, Requests: requests, Strangers: page})
}

// A name of one message and an order of another are no wish of his.
func TestRequestsAreNotPutTogether(t *testing.T) {
	all := asking("Could you tell me when Priya is back?", "Please send the contract to Lena.", "Mail Ana: we are late.")
	for _, c := range []struct {
		to, text string
		runs     bool
	}{
		{"Lena", "the contract", true},
		{"Ana", "we are late", true},
		{"Priya", "the contract", false},
		{"Lena", "we are late", false},
		{"Ana", "the contract", false},
	} {
		if v := decided(letter(c.to, c.text), all...); (v.Do == consent.Run) != c.runs {
			t.Errorf("%s to %s: %+v", c.text, c.to, v)
		}
	}
	// What was said in one go counts together.
	if v := decided(letter("Priya", "the contract"), consent.Request{Texts: []string{"Please send the contract.", "To Priya, I mean."}}); v.Do != consent.Run {
		t.Errorf("in one go: %+v", v)
	}
}

// "Stop" takes back what was asked for, and is an order itself where it names what is to stop and a tool stops it.
func TestWhatIsStopped(t *testing.T) {
	args, _ := json.Marshal(map[string]string{"what": "mower"})
	for said, by := range map[string]map[string]bool{
		"Please stop the mower now":               {"gadget_switch": true, "gadget_stop": true, "gadget_start": false, "mail_send": false},
		"Stop the mower!":                         {"gadget_switch": true},
		"Stop using the mower":                    {"gadget_switch": false},
		"Stop. The mower is loud.":                {"gadget_switch": false},
		"Switch the mower on. No, stop the mower": {"gadget_switch": false},
		"Should I stop the mower?":                {"gadget_switch": false},
		"He said: \"stop the mower\"":             {"gadget_switch": false},
		"Stop the mower, and never switch it on":  {"gadget_switch": false},
		"Don't stop the mower":                    {"gadget_switch": false},
		"If it rains, stop the mower":             {"gadget_switch": false},
	} {
		for name, runs := range by {
			v := consent.Decide(consent.Call{
				Tool: tools.Tool{Name: name, Run: run}, Args: args, Policy: event.PolicyAllow, Requests: asking(said), Strangers: page,
			})
			if (v.Do == consent.Run) != runs {
				t.Errorf("%s by %s: %+v", said, name, v)
			}
		}
	}
}

// To have said all the words of a call is not to have asked for it.
func TestWhatAsksForNothing(t *testing.T) {
	call := letter("Lena", "the contract")
	for _, said := range []string{
		"Never send the contract to Lena.",
		"Don't send the contract to Lena!",
		"Don’t send the contract to Lena!",
		"Please do not send the contract to Lena.",
		"Send the contract to Lena? No.",
		"Send the contract to Lena. No, don't.",
		"Send the contract to Lena. Wait.",
		"Send the contract to Lena. Actually, stop.",
		"Send the contract to Lena, but not yet.",
		"Send the contract to Lena. I don't want that sent before Friday.",
		"Please send nothing to Lena, least of all the contract.",
		"You mustn't send the contract to Lena, please.",
		"Could you keep the contract? It should never go to Lena.",
		"Write me a note that the contract is not for Lena.",
		"Cancel sending the contract to Lena.",
		"Delete the contract, and tell Lena.",
		"Instead of the contract, send Lena the plan.",
		"Should I send the contract to Lena?",
		"Should you send the contract to Lena",
		"Shall I send Lena the contract? Tell me, please.",
		"Do you think Lena needs the contract? Please tell me.",
		"Is it wise to send the contract to Lena? Please answer.",
		"Did you send the contract to Lena?",
		"When will you send the contract to Lena?",
		"Why did Lena get the contract? Please tell me.",
		"What happens when I send the contract to Lena?",
		"Would it help to send the contract to Lena?",
		"Can I send the contract to Lena?",
		"If she agrees, send the contract to Lena.",
		"Send the contract to Lena if she agrees.",
		"Send Lena the contract. But only when I say so.",
		"Please send the contract to Lena once it is signed.",
		"Send the contract to Lena unless Priya objects.",
		"Send the contract to Lena as soon as it is signed.",
		"Send the contract to Lena after she paid.",
		"Hold the contract until Lena has paid, then send it.",
		"Lena wants me to send the contract.",
		"Priya said: send the contract to Lena.",
		"Priya wrote:\nsend the contract to Lena",
		"Priya asked whether you could send Lena the contract, please.",
		"He told me: \"please send the contract to Lena\"",
		"Could you look at this? \"Please send the contract to Lena.\"",
		"Look at this:\nPlease send the contract to Lena.",
		"Lena has the contract.",
		"I talked with Lena about the contract.",
		"Maybe send the contract to Lena.",
		"I might send the contract to Lena.",
		"Please note this down: never send the contract to Lena",
		"Schick Lena the contract nicht.",
		"Saw the contract at Lena's, of Lena.", "Outside, Lena and the contract.", "Outside the contract is with Lena.", "Yesterday the contract went to Lena.",
		"Broken again, the contract for Lena.", "Monday the contract goes to Lena.", "Nice the contract, says Lena.", "Lena, the contract, the plan.", "Needs the contract, Lena does.",
		"Have you sent the contract to Lena", "Have a mail for Lena, the contract?", "She goes into town with Lena and the contract, I am fine with it.", "Have a look: Lena has the contract.", "He ran into Lena with the contract, and left with it.",
		"Sent the contract to Lena.", "Signed the contract with Lena.", "Can I send Lena the contract?", "Should say: the contract is with Lena.",
		"I mailed Lena the contract, for you to know.", "We sent Lena the contract. It's the one for me.", "I gave Lena the contract, can you imagine.",
		"Wait a moment with Lena and the contract, please.", "Leave the contract with Lena.", "Drop the contract, tell Lena.", "The contract should say what Lena wants.",
		"the contract Lena",
		"Ask Priya whether Lena should get the contract.", "Ask Priya if Lena may have the contract, please.",
		"Ask me whether to send Lena the contract.", "Ask Priya first if Lena may have it. The contract, I mean, to Lena.",
		"Ask her if Lena may have it. The contract to Lena, please.", "Ask Priya if it's fine. Send Lena the contract.",
		"Ask Priya about it, and if she agrees, send Lena the contract.", "Hold the contract for Lena.", "Hold 3 copies of the contract back from Lena.",
		"Send Lena the contract. Hold it for now.", "Do you send Lena the contract?", "Do people send Lena the contract", "Do not send Lena the contract.",
	} {
		if v := decided(call, asking(said)...); v.Do != consent.Ask || len(v.Sources) == 0 {
			t.Errorf("%q: %+v", said, v)
		}
		if v := consent.Decide(consent.Call{Tool: mail, Args: call, Policy: event.PolicyAllow, Requests: asking(said)}); v.Do != consent.Run {
			t.Errorf("%q, with nobody else in view: %+v", said, v)
		}
	}
	// What refuses inside of what is to be written is for who reads it; not for who is in it.
	for said, runs := range map[string]bool{
		"Please write to Ana: don't send the contract to Lena.": false,
		"Note for Lena, please: don't wait for the contract.":   false,
	} {
		if v := decided(call, asking(said)...); (v.Do == consent.Run) != runs {
			t.Errorf("%q: %+v", said, v)
		}
	}
	if v := decided(letter("Lena", "don't send the contract to Lena"), asking("Please note this: don't send the contract to Lena")...); v.Do != consent.Ask {
		t.Errorf("an address taken out of a text: %+v", v)
	}
}

// Who writes out what is to go to an address asks by that, whatever his words; not who tells of it, asks
// about it, refuses it or reports it.
func TestWhatIsDictated(t *testing.T) {
	call := letter("lena@mill.example", "the brass ones, please")
	for said, runs := range map[string]bool{
		"One more to lena@mill.example: the brass ones, please":                          true,
		"For lena@mill.example: the brass ones, please. Is that polite?":                 true,
		"I promised lena@mill.example an answer. Please send it: the brass ones, please": true,
		"Her address is lena@mill.example, and I like the brass ones, please":            false,
		"lena@mill.example is strange. My favourites are the brass ones, please.":        false,
		"I wrote to lena@mill.example: the brass ones, please":                           false,
		"I mailed lena@mill.example, with the words the brass ones, please":              false,
		"She asked lena@mill.example for the brass ones, please":                         false,
		"Should lena@mill.example get this: the brass ones, please?":                     false,
		"Nothing to lena@mill.example yet, least of all: the brass ones, please":         false,
		"If it is warm, to lena@mill.example: the brass ones, please":                    false,
		"Priya wrote to lena@mill.example: the brass ones, please":                       false,
		"Is it lena@mill.example? And does she sell the brass ones, please?":             false,
	} {
		if v := decided(call, asking(said)...); (v.Do == consent.Run) != runs {
			t.Errorf("%q: %+v", said, v)
		}
	}
}

// Plain requests are his, with what surrounds them in life.
func TestWhatAsks(t *testing.T) {
	for said, text := range map[string]string{
		"Send the contract to Lena.":                                                 "the contract",
		"send lena the contract":                                                     "the contract",
		"Ok, so please send the contract to Lena, thanks!":                           "the contract",
		"Could you send Lena the contract, or is it too late today?":                 "the contract",
		"Can you send the contract to Lena? Should I call her, too?":                 "the contract",
		"I need the street number. And I don't know the zip. Send Lena the contract": "the contract",
		"What about a mail to Lena, saying it won't work before Friday?":             "it won't work before Friday",
		"Mail Lena: if it rains, we don't come. Is that polite?":                     "If it rains, we don't come.",
		"Would you write to Lena: I said no. Sorry!":                                 "I said no. Sorry!",
		"Tell Lena \"never on a Monday\" for me.":                                    "never on a Monday",
		"It's cold, isn't it? Please send Lena the contract.":                        "the contract",
		"Don't forget to send Lena the contract.":                                    "",
		"I'd like you to send the contract to Lena":                                  "the contract",
		"Fire off a mail to Lena that reads: see you at noon":                        "see you at noon",
		"It's late, get the contract over to Lena":                                   "the contract",
		"Quick mail to Lena: see you at noon":                                        "see you at noon",
		"Drop Lena a line saying thanks for the samples":                             "thanks for the samples",
		"Before I forget: write Lena that we are late":                               "we are late",
		"I met Lena, can you send Lena the contract":                                 "the contract",
		"Stick \"see you at noon\" in a mail to Lena":                                "see you at noon",
		"Ask Lena by mail whether she got it. Write: did you get it?":                "did you get it?",
		"Now do send the contract to Lena":                                           "the contract",
		"Hold tomorrow from 1 to 2 for lunch, and send Lena the contract":            "the contract",
		"Have a mail to Lena sent for me, saying see you at noon":                    "see you at noon",
		"Diary: Lena, the contract is ready":                                         "the contract is ready",
		"Note: Lena, the contract is ready":                                          "the contract is ready",
		"Lena, the contract, into the calendar with it":                              "the contract",
		"Send the contract to Lena, in case I forget":                                "the contract",
		"Mail Lena: we are late. Not too harsh, I hope?":                             "we are late",
		"A note to Lena, please, with this:\nNo, thank you.\nSam":                    "No, thank you.\nSam",
	} {
		if text == "" {
			continue
		}
		if v := decided(letter("Lena", text), asking(said)...); v.Do != consent.Run {
			t.Errorf("%q: %+v", said, v)
		}
	}
}

// What is called out to a thing is an order to whatever switches it; what is told of the thing is none.
func TestWhatIsCalledOut(t *testing.T) {
	args, _ := json.Marshal(map[string]string{"what": "heater"})
	for said, runs := range map[string]bool{
		"Heater down a bit, it's boiling": true, "Heater off": true, "Off with the heater": true, "Heater on for an hour": true,
		"Heater down since Monday": false, "Heater on again yesterday": false, "My heater down the stairs": false, "Off with the heater? No.": false, "The heater was off": false,
	} {
		v := consent.Decide(consent.Call{Tool: tools.Tool{Name: "gadget_switch", Run: run}, Args: args, Policy: event.PolicyAllow, Requests: asking(said), Strangers: page})
		if (v.Do == consent.Run) != runs {
			t.Errorf("%q: %+v", said, v)
		}
	}
}

// Who wants something is where it goes, if the next order has it sent there and names nobody else.
func TestWhoWantsIt(t *testing.T) {
	call := letter("lena@mill.example", "80 by 120")
	for said, runs := range map[string]bool{
		"lena@mill.example wants the sizes. Mail her: 80 by 120":                               true,
		"lena@mill.example wants the sizes. Mail them the answer, please: 80 by 120":           true,
		"lena@mill.example wants the sizes. Mail her boss: 80 by 120":                          false,
		"lena@mill.example wants the sizes. Should I mail her: 80 by 120":                      false,
		"lena@mill.example wants the sizes. Mail her nothing, least of all: 80 by 120":         false,
		"Does lena@mill.example want the sizes? She asked. If so, mail her: 80 by 120":         false,
		"lena@mill.example wants the sizes. Priya is ill. Mail her: 80 by 120":                 false,
		"lena@mill.example wants the sizes. Mail priya@acme.example instead of her: 80 by 120": false,
		"lena@mill.example said that you should mail her 80 by 120":                            false,
	} {
		if v := decided(call, asking(said)...); (v.Do == consent.Run) != runs {
			t.Errorf("%q: %+v", said, v)
		}
	}
	if v := decided(letter("lena@mill.example", "priya@acme.example"), asking("lena@mill.example wants an address. Mail her: priya@acme.example")...); v.Do == consent.Run {
		t.Error("one of two addresses was wanted")
	}
}

// However a refusal, a condition or a question is dressed, no call of its words runs.
func TestDressedRefusals(t *testing.T) {
	heads := []string{"Don't ", "Please don't ", "Never ", "Do not ever ", "If he agrees, ", "Unless I call, ", "Should I ", "Well, should we ", "He said: ", "Maybe ", "Not now: "}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[A-Z][a-z]{2,7}`).Draw(t, "name")
		thing := rapid.SampledFrom([]string{"the contract", "the plan of the mill", "our prices", "invoice 204"}).Draw(t, "thing")
		verb := rapid.SampledFrom([]string{"send", "mail", "forward", "give"}).Draw(t, "verb")
		head := rapid.SampledFrom(heads).Draw(t, "head")
		said := head + verb + " " + rapid.SampledFrom([]string{name + " " + thing, thing + " to " + name}).Draw(t, "order")
		if strings.HasPrefix(head, "Should") || strings.HasPrefix(head, "Well") {
			said += rapid.SampledFrom([]string{"?", ""}).Draw(t, "mark")
		}
		said = rapid.SampledFrom([]string{"", "Good morning! ", "It rains here. ", "Hi, "}).Draw(t, "before") + said + rapid.SampledFrom([]string{"", ".", ", please", ". Thanks!", "\nIt is late."}).Draw(t, "after")
		if v := decided(letter(name, thing), asking(said)...); v.Do == consent.Run {
			t.Fatalf("%q runs it", said)
		}
	})
}

func FuzzRequest(f *testing.F) {
	f.Add("Send the contract to Lena.", "Lena", "the contract")
	f.Add("«a: \"b", "b", "a:")
	f.Add("”’\u212a…\n:\n", "k", "'")
	f.Fuzz(func(t *testing.T, said, to, text string) {
		v := decided(letter(to, text), asking(said)...)
		if v.Do != consent.Run {
			return
		}
		if !consent.Own(letter(to, text), []string{said}) {
			t.Errorf("%q and %q of %q", to, text, said)
		}
		for _, more := range []string{"No, don't.", "Stop.", "Not yet."} {
			if v := decided(letter(to, text), asking(said+"\n"+more)...); v.Do == consent.Run && !slices.Contains(strings.Fields(text), "don't") && strings.Count(said, "\"")%2 == 0 && !strings.ContainsAny(said, "“”„«»:") {
				t.Errorf("%q runs although %s", said, more)
			}
		}
	})
}
