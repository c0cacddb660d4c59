package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/accounts"
)

// What can be connected, as it is said: chat platforms that there are and that there are not, an account on any of them,
// mail, and a calendar.
const (
	chats      = `slack|telegram|mattermost`
	otherChats = `whatsapp|signal|discord|imessage|wechat|(?:microsoft |ms )teams`
	anyChat    = `(?:an?|my|another|one more)(?: other| new)? (?:chat )?(?:account|platform)|accounts?`
	mails      = `(?:google |work |private )?(?:e ?mails?|mail|mailbox|inbox|gmail)(?: account)?`
	calendars  = `(?:google |work |private |apple )?calendars?`
	withChat   = `(?:(?:my|our|your) )?(?P<chat>` + chats + `|` + otherChats + `)(?: (?:account|app|bot|workspace|server|integration))?`
	withBook   = `(?:(?:my|our|a|the) )?(?:(?P<mail>` + mails + `)|(?P<calendar>` + calendars + `))`
	connecting = `(?:connect|link|set ?up|pair|hook up|integrate|enable|configure)`
	reaching   = `(?:use|reach|talk (?:to|with)|chat (?:to|with)|speak (?:to|with)|message|text|write(?: to)?|get|have|contact)`
	toMe       = `(?: (?:you|citadel|yourself))?(?: (?:up|to|with|on|in|into|via))?`
	asksHow    = `(?:how (?:do|can|could|should|would|must) (?:i|we|you)|how to|(?:can|could|may|do|should|must) (?:i|we)|(?:i|we) (?:want|would like)(?: you)? to|(?:i|we)'d like to|help me(?: to)?|i'm trying to)`
	afterwards = `(?: (?:here|too|as well|now|please|with you|to you|with citadel))*`
)

var (
	// toConnect are the ways to ask for it: as an order or a wish, as a question, by what it would be good for.
	toConnect = []*regexp.Regexp{
		regexp.MustCompile(`^(?:` + asksHow + ` )?(?:add|` + connecting + `)` + toMe + ` ` + withChat + afterwards + `$`),
		regexp.MustCompile(`^(?:` + asksHow + ` )?(?:add|` + connecting + `(?: (?:you|citadel))?(?: (?:to|with))?) ` + withBook + afterwards + `$`),
		regexp.MustCompile(`^(?:` + asksHow + ` )?(?:(?:connect|link|pair)` + toMe + ` (?:` + anyChat + `)|(?:add|connect|set ?up) (?:an?|another|my) (?:new |other )?chat (?:account|platform)|add another account)` + afterwards + `$`),
		regexp.MustCompile(`^` + asksHow + ` ` + reaching + ` (?:you|citadel) (?:on|in|over|via|through|from|by|with|onto) ` + withChat + afterwards + `$`),
		regexp.MustCompile(`^(?:are you|can you be|do you (?:work|run|live)|can you (?:work|run)|does (?:citadel|this) work|can you (?:be reached|talk)) (?:available )?(?:on|in|with|over|via) ` + withChat + afterwards + `$`),
		regexp.MustCompile(`^do you (?:support|speak|have) ` + withChat + `$`),
		regexp.MustCompile(`^` + withChat + ` (?:set ?up|connection|integration)$`),
		regexp.MustCompile(`^` + asksHow + ` ` + reaching + ` (?:you|citadel) (?:on|from|with|by|over) (?:my (?:phone|mobile|telephone|cell|cell phone|tablet|other computer)|elsewhere|outside|a chat platform|chat)` + afterwards + `$`),
		regexp.MustCompile(`^(?:set ?up|link|pair|connect|setup help|link code|pairing|pairing code)$`),
	}
	// onHost is a command of the host that is typed here.
	onHost = regexp.MustCompile(`^(?:run )?citadel (setup|link|doctor)(?: (` + chats + `|mail|calendar))?$`)
)

// connection is what somebody wants connected: the name of a chat platform, "mail", "calendar", or empty for any chat
// platform.
type connection struct {
	what    string
	command string // what he typed of the host's own commands; empty where he used his own words
}

// wantsConnected reads whether a message asks for a way to be reached, or for mail or a calendar to be set up: nothing in
// a conversation does that.
func wantsConnected(text string) (c connection, ok bool) {
	said := plainWords(text)
	if m := onHost.FindStringSubmatch(said); m != nil {
		return connection{what: m[2], command: m[1]}, true
	}
	for _, way := range toConnect {
		m := way.FindStringSubmatch(said)
		if m == nil {
			m = way.FindStringSubmatch(lead(said))
		}
		if m == nil {
			continue
		}
		for i, group := range way.SubexpNames() {
			switch {
			case group == "" || m[i] == "":
			case group == "chat":
				c.what = m[i]
			default:
				c.what = group
			}
		}
		return c, true
	}
	return c, false
}

// connect says what to type where, to who wants to reach the agent elsewhere or to have mail or a calendar connected.
func connect(_ context.Context, v *visit) (*turn.Reply, error) {
	if v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	c, ok := wantsConnected(v.Text)
	if !ok {
		return nil, nil
	}
	reply := says("connect")
	text := &reply.Text
	if c.command != "" {
		text.Say("That is typed in a terminal on the host, not here. ")
	}
	if c.command == "doctor" {
		text.Say("`citadel doctor` there says what does not work and what to do; it may run while I do.")
		return reply, nil
	}
	linked, somewhere := v.linkedOn(c.what)
	stop := "stop me"
	if v.AtHost() {
		stop = "stop me (Ctrl-D)"
	}
	switch {
	case c.what == "mail", c.what == "calendar":
		text.Say("On the host, `citadel setup %s` asks for all that it needs and tries it. Then stop me and start me again.", c.what)
	case linked:
		reply.Direct = true
		text.Say("%s is connected; `accounts` lists who reaches me. For another account of yours there, `citadel link` on the host prints a code to send.", accounts.Title(c.what))
	case slices.Contains(strings.Split(chats, "|"), c.what):
		text.Say("On the host: %s, run `citadel setup %s`, and start me again. It says what to click, checks the tokens and links your account.", stop, c.what)
	case c.what != "":
		text.Say("I'm not on %s. On the host, `citadel setup slack`, `citadel setup telegram` or `citadel setup mattermost` connects me there.", titled(c.what))
	default:
		text.Say("On the host: %s, run `citadel setup slack`, `citadel setup telegram` or `citadel setup mattermost`, and start me again. It says what to click and links your account.", stop)
		if somewhere {
			reply.Direct = true
			text.Say(" Where I am connected already, `citadel link` prints a code that links another account; `accounts` lists them.")
		}
	}
	return reply, nil
}

// linkedOn says whether an account is linked on a platform, and whether one is on any.
func (v *visit) linkedOn(platform string) (there, somewhere bool) {
	v.Read(func(m memory.View) {
		somewhere = len(m.Accounts.Linked) > 0
		there = slices.ContainsFunc(m.Accounts.Linked, func(a accounts.Account) bool { return a.Person.Platform == platform })
	})
	return there, somewhere
}

// titled is the name of a chat platform that there is no connector for, as people write it.
func titled(name string) string {
	switch name {
	case "whatsapp":
		return "WhatsApp"
	case "imessage":
		return "iMessage"
	case "wechat":
		return "WeChat"
	}
	if strings.HasSuffix(name, "teams") {
		return "Microsoft Teams"
	}
	return accounts.Title(name)
}
