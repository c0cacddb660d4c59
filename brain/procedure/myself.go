package procedure

import (
	"context"
	"regexp"
	"strings"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// myName answers what the principal is called, where he said how.
func myName(ctx context.Context, v *visit) (*turn.Reply, error) {
	switch lead(plainWords(v.Text)) {
	case "what's my name", "whats my name", "what is my name", "who am i", "do you know my name", "do you know who i am", "what do you call me", "what am i called",
		"what's my name again", "tell me my name", "you know my name":
	default:
		return nil, nil
	}
	name, rests, err := v.called(ctx)
	if err != nil || name == "" {
		return nil, err
	}
	reply := says("name")
	reply.Text.Say("You are ").Claim(rests, "%s", name).Say(": so you asked me to call you.")
	return reply, nil
}

// myHome answers where the principal lives, if nothing was said of it, with the time zone
// that he set: a zone is no residence, and the reply says so. A channel is not told.
func myHome(ctx context.Context, v *visit) (*turn.Reply, error) {
	switch lead(plainWords(v.Text)) {
	case "where do i live", "where do i live now", "where am i living", "where is my home", "where's my home", "which city do i live in", "what city do i live in",
		"which city am i in", "where am i", "do you know where i live":
	default:
		return nil, nil
	}
	zone, seq, err := v.Setting(ctx, event.SettingZone)
	if err != nil || zone == "" || v.Audience == event.Shared {
		return nil, err
	}
	set, err := v.Mind.Event(ctx, seq)
	if err != nil {
		return nil, err
	}
	reply := says("home")
	reply.Text.Say("You have not told me. I know your time zone only: ").Claim([]event.Seq{seq}, "%s, set on %s", zone, v.FullDay(set.At)).Say(".")
	return reply, nil
}

// listing is the command that lists what a question asks for in other words: "what
// reminders do I have?". It is nil for every other question.
func listing(text string) *command.Command {
	switch lead(plainWords(text)) {
	case "what's open", "whats open", "what is open", "what's still open", "whats still open", "what is still open", "what do i have open", "what have i got open",
		"what loops do i have", "what are my loops", "what are my open loops", "which loops are open", "what loops are open", "do i have open loops", "do i have any open loops",
		"what's due", "whats due", "what is due", "anything due", "is anything due", "anything urgent", "is anything urgent", "what's urgent", "what is urgent", "todo", "todos", "to do", "my todos",
		"shopping list", "my shopping list", "the shopping list", "what's on the shopping list", "what's on my shopping list", "what do i need to buy", "what do we need to buy", "todo list", "my todo list", "to do list", "my to do list", "what's on my plate", "whats on my plate", "what is on my plate", "what's on my todo list", "what's on my to do list":
		return &command.Command{Name: "loops"}
	case "what reminders do i have", "which reminders do i have", "what are my reminders", "do i have reminders", "do i have any reminders", "what reminders are set",
		"which reminders are set", "what reminders have i set", "what reminders are there", "are there any reminders", "what reminders are open", "what are my upcoming reminders":
		return &command.Command{Name: "reminders"}
	case "what will you remind me of", "what are you going to remind me of", "what are you reminding me of", "what do you have to remind me of", "what will you remind me about":
		return &command.Command{Name: "reminders"}
	case "what are you working on", "what are your goals", "what goals do you have", "do you have goals", "do you have any goals", "what are you trying to get better at", "what are you learning",
		"what did you promise", "what did you promise me", "what have you promised", "what have you promised me", "what are your promises", "growth", "growth threads", "commitments", "your commitments":
		return &command.Command{Name: "goals"}
	case "what are you curious about", "what do you wonder about", "what are you wondering about", "what's on your mind", "what is on your mind", "what do you have in mind", "what are you thinking about",
		"what are you thinking", "what do you mean to bring up", "what will you bring up", "what do you want to bring up", "thoughts", "your thoughts", "curiosities", "intentions", "your intentions", "what are your intentions":
		return &command.Command{Name: "thoughts"}
	case "how do you know", "how do you know that", "how do you know this", "how would you know", "how would you know that", "where did you get that", "where did you get that from", "where do you get that from",
		"where is that from", "where does that come from", "what is that based on", "what's that based on", "what do you base that on", "what's your source", "what is your source", "what are your sources", "says who", "why did you tell me that", "why did you tell me this", "why are you telling me that", "why are you telling me this",
		"why do you ask", "why do you ask that", "why do you ask me that", "why did you ask", "why did you ask that", "why did you ask me that", "why are you asking", "why are you asking that", "why are you asking me that",
		"why did you answer that", "why did you say this", "why do you think so", "why would you say that":
		return &command.Command{Name: "why"}
	case "what moved", "what moved today", "what has moved", "what moved this week", "what's moving", "whats moving", "anything moving", "anything moving in the markets", "how are the markets", "how are the markets doing",
		"how are markets doing", "how is the economy doing", "how's the economy doing", "how is the economy", "which prices moved", "what prices moved", "any big moves", "any moves",
		"which prices do you watch", "what prices do you watch", "which prices do you follow", "what prices do you follow", "which prices do you read", "what prices do you read", "what figures do you watch for me":
		return &command.Command{Name: "indicators"}
	case "which decisions are up for review", "what decisions are up for review", "which decisions are due for review", "what decisions are due", "which decisions are due", "what did i record":
		return &command.Command{Name: "decisions"}
	case "what decisions have i made", "which decisions have i made", "what decisions did i make", "which decisions did i make", "what decisions do i have",
		"what are my decisions", "what decisions are recorded", "which decisions are recorded", "what decisions have been recorded":
		return &command.Command{Name: "decisions"}
	case "what rules do i have", "what are my rules", "which rules do i have", "what rules have i given you", "what rules did i give you", "what rules are there", "what are the rules":
		return &command.Command{Name: "rules"}
	case "what have you learned about me", "what have i told you about me", "what have i told you about myself", "what did i tell you about myself", "what did i tell you about me",
		"tell me about myself", "tell me about me", "what else do you know about me", "do you know anything about me":
		return &command.Command{Name: "memories", Options: []string{"me"}}
	}
	said := lead(plainWords(text))
	if aboutMe.MatchString(said) {
		return &command.Command{Name: "memories", Options: []string{"me"}}
	}
	if whomIKnow.MatchString(said) {
		return &command.Command{Name: "people"}
	}
	if m := whatSomebodySaid.FindStringSubmatch(strings.TrimSpace(text)); m != nil && !strings.EqualFold(m[1], "i") && !strings.EqualFold(m[1], "you") {
		if c, ok := command.Parse("forget " + m[1]); ok && c.Name == "forget" {
			return &c
		}
	}
	if m := mentioned.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
		return &command.Command{Name: "find", Words: m[1], Person: "me", Args: m[1] + " from me"}
	}
	return nil
}

// plainly is the command that does what a message asks for where nobody reasons: what to do next is what is open, and
// how sure an answer is shows in what it rested on.
func (v *visit) plainly() *command.Command {
	if v.Host.Reasons() {
		return nil
	}
	switch lead(plainWords(v.Text)) {
	case "what should i do next", "what should i do now", "what should i do first", "what do i have to do next", "what do i need to do next", "what's next", "what is next", "whats next", "what next", "what did i forget", "did i forget anything", "did i forget something",
		"am i forgetting anything", "am i forgetting something":
		return &command.Command{Name: "loops"}
	case "are you sure", "are you sure about that", "are you certain", "how sure are you", "how certain are you", "how sure are you about that", "explain yourself", "explain that", "explain", "explain your answer",
		"when did i say that", "when did i tell you that", "did i say that", "where did i say that":
		return &command.Command{Name: "why"}
	}
	if m := wholeOfIt.FindStringSubmatch(lead(plainWords(v.Text))); m != nil {
		c := command.Command{Name: "memories"}
		if m[1] != "" {
			c.Options = []string{"me"}
		}
		return &c
	}
	if m := begs.FindStringSubmatch(strings.TrimSpace(v.Text)); m != nil {
		return &command.Command{Name: "remember", Words: m[1], Args: m[1]}
	}
	return nil
}

// wholeOfIt asks for all there is, which is listed where nobody can sum it up.
var wholeOfIt = regexp.MustCompile(`^(?:(?:summari[sz]e|sum up|tell me|list|give me|show me|recap)(?: all| everything)?(?: (?:an? |the )?(?:summary|overview|list) of)?(?: of)? (?:what you|everything|everything you|all you|what i|everything i)(?: (?:know|remember|have|learned|learnt|told you|said|have told you))?( about me)?(?: so far)?)$`)

// begs asks, in the words of a question, for something to be kept.
var begs = regexp.MustCompile(`(?is)^(?:please )?(?:can|could|would|will) you (?:please )?(?:remember|keep|note|note down|write down|memorise|memorize|make a note of)(?: this| that| the following)?(?: for me)?\s*(?::|,? that )\s*(\S.{3,})$`)

var (
	// aboutMe asks for whatever is known of the principal: "show me everything you know about me".
	aboutMe = regexp.MustCompile(`^(?:please )?(?:(?:can you |could you )?(?:show|tell|give|list)(?: me)? )?(?:what(?:ever)?|all|everything|all the things|all of what)(?: else)?(?: that)?(?: do| have)? you(?:'ve| have)? ` +
		`(?:know|have|remember|hold|keep|store|stored|learned|saved|got|on file)(?: stored| saved| on file| got| there is)? (?:about|of|on) me(?: so far| now| right now| please)?$`)
	// whomIKnow asks for everybody who is known: "who do you know?", "which people have I told you about?".
	whomIKnow = regexp.MustCompile(`^(?:who|whom|(?:which|what) (?:people|persons|contacts)|who all)(?: all| else)? (?:do you know|do you know about|do you know of|do you remember|have i (?:told you about|mentioned)|did i (?:tell you about|mention))(?: so far| by now| already)?$|` +
		`^(?:please )?(?:list|show)(?: me)? (?:all )?(?:the |my )?(?:people|persons|contacts|everyone|everybody)(?: (?:that )?you know(?: about| of)?| i know| i (?:told you about|mentioned))?$`)
)

// whatSomebodySaid tells to forget somebody's words, of which a preview shows first what goes with them.
var whatSomebodySaid = regexp.MustCompile(`(?i)^(?:please )?(?:forget|delete|erase) what ((?:my |our |the )?\pL[\pL'’ -]{1,40}?) (?:said|wrote|told (?:me|us))[.!]*$`)

// mentioned asks how often or when something came up: what find lists, counted and the newest first.
var mentioned = regexp.MustCompile(`(?i)^(?:how (?:often|many times) (?:did|have) i|when did i (?:first|last)|when was the (?:first|last) time i) (?:mention|mentioned|talk about|talked about|speak of|spoken of|bring up|brought up) (.{2,60}?)\s*\?*$`)
