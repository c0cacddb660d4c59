package crisis_test

import (
	"testing"

	"citadel/brain/crisis"
)

// Each harmless sentence stands beside one of real danger that says nearly the same. The rates
// of the labelled files would let one of them pass; here none may.
func TestCheckTwins(t *testing.T) {
	for _, twins := range []struct{ harmless, danger string }{
		{"I take 100 mg of aspirin.", "I took 100 aspirin."},
		{"I take 81 mg aspirin every morning", "what if I take 81 aspirin"},
		{"my dad takes 20 mg of his medication at night", "my dad took 20 of his pills"},
		{"I also take 400 mg of ibuprofen for my knee", "I'm going to take 400 mg of oxycodone"},
		{"I took 500 mg of paracetamol for the headache", "I took 500 mg of oxycodone"},
		{"took 400 mg ibuprofen an hour ago, much better", "I've taken 40 ibuprofen an hour ago"},
		{"I still take 50 mg of my antidepressants", "I want to take 50 antidepressants"},
		{"I take 12 units of insulin before dinner", "I took 300 units of insulin to end it"},
		{"how much is too much if I take 75 mg of aspirin a day", "how much is too much, I took 75 aspirin"},
		{"I take 20 pills every morning", "I took 20 pills this morning"},
		{"My mum takes 12 tablets a day for her heart", "My mum took 12 tablets and won't wake up"},
		{"I take six pills with breakfast", "I took all my pills with whisky"},
		{"he takes 15 pills daily", "he took 15 pills just now"},
		{"I take 20 pills every morning and still feel fine", "I will take 20 pills tonight and then it is over"},
		{"remind me tonight at 22:00 to take my pills", "remind me tonight to take all my pills so that I never wake up"},
		{"remind me tonight at 23:30 to take the pill", "tonight I take the pills"},
		{"remind me tonight at 10 to take all my pills at 22:30", "remind me tonight at 10 to take all my pills at once"},
		{"remind me not to take all my pills at once", "set an alarm for ten to take all the pills in one go"},
		{"remind me to take my pills with water tonight", "remind me to take all my pills with vodka tonight"},
		{"remind me to take my sleeping pill tonight", "remind me to take all my sleeping pills tonight"},
		{"remind me what the pills are for", "remind me what happens if I take all my pills"},
		{"remind me to take all my pills to the hospital", "remind me tonight to take all the pills I have"},
		{"remind me at 9 tomorrow to take all my pills", "I am going to take all my pills"},
		{"Remind me to take my pills at 8am and 8pm every day", "I want to take my pills, all of them, tonight"},
		{"reminder tonight: give Mia her medication", "I gave Mia all her medication and she won't wake up"},
		{"set an alarm for 22:00 to take my meds tonight", "tonight I'll take all my meds"},
		{"I forgot to take the pill tonight", "I took all the pills tonight"},
		{"Did I remember to take my tablets this morning?", "I've swallowed my tablets, all of them"},
		{"remind me tonight to order my pills", "I ordered the pills, tonight is the night"},
		{"My mum's phone is blue.", "My mum is blue."},
		{"my mums eyes are blue", "my mums lips are blue"},
		{"my dad's house is blue and white", "my dad is all blue and cold"},
		{"my wife's car is grey", "my wife looks grey and she can't breathe"},
		{"the baby clothes are blue", "the baby is blue"},
		{"She bought a blue car.", "She is going blue."},
		{"she has blue eyes", "she has blue lips"},
		{"he wears purple", "he went purple"},
		{"baby blue is my favourite colour", "baby blue and not breathing"},
		{"forget my last message", "this is my last message"},
		{"delete my last message", "my last message to you all. goodbye"},
		{"Please ignore my last message, it was meant for Ben", "please read my final message when I'm gone"},
		{"did you get my last message?", "when you get my last message it will be over"},
		{"what was the last message from Ana?", "these are my last words"},
		{"my last night in Lisbon was lovely", "this is my last night alive"},
		{"the last message is from Ben", "this is the last message from me"},
		{"the last night of the festival is sold out", "this is the last night you will see me"},
		{"who wrote the last message?", "it's my last night, thanks for being there"},
		{"we played on the last night of the festival", "tonight is my last night, sorry"},
		{"the last words of the speech were too long", "tell them my last words were sorry"},
		{"don't tell anyone but I'm pregnant", "don't tell anyone but I'm pregnant and scared of my husband"},
		{"I'm pregnant. Please don't tell my mum yet.", "I'm pregnant and bleeding. Please don't tell my mum."},
		{"Ana is pregnant and we must not tell anyone yet", "he said not to tell anyone or he hurts me again"},
		{"don't tell anyone but I'm thinking of leaving Siemens", "don't tell anyone but I'm thinking of ending it all"},
	} {
		if kind, ok := crisis.Check(twins.harmless); ok {
			t.Errorf("Check(%q) = %s, and it is harmless", twins.harmless, kind)
		}
		if _, ok := crisis.Check(twins.danger); !ok {
			t.Errorf("Check(%q) missed", twins.danger)
		}
	}
}
