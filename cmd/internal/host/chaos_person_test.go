package host_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory/event"
)

// talker is the principal on all platforms at once, with what he did and what he has to
// expect of it.
type talker struct {
	fars []far
	dice *rand.Rand

	n      int // of tokens
	said   []*uttered
	faces  map[string]map[string]bool // by name of a message or a post
	faced  map[far][]string           // what an emoji was put on or taken off, newest last
	cards  map[string]far             // those that were pressed, by token
	unsure far                        // where a press may be taken for one made while the account was locked: Telegram does not say when it was
	idle   map[string]bool            // cards that were pressed then: it may have done nothing
	keys   map[string]string          // of posts that something was done to
	drafts map[string]bool            // those that were being written when something was done to them
	others map[string]string
	done   map[string]int // what was done, how often

	past   map[string]bool // what stood on a platform when its account was unlocked: what is done to it is not told apart from what a thief did
	locked far             // whose account is: whoever speaks there now is not he
	shut   far             // whose channel is not read any more
	still  bool            // nobody speaks there now, neither he nor others
	orders map[event.Kind]int
}

// uttered is one message of his.
type uttered struct {
	far    far
	at     connectors.Place
	id     connectors.MessageID
	text   string
	kind   string
	tokens []string // one for each wording; the last is the one that stands
	gone   bool
	addr   bool // the agent is named in front
}

func (u *uttered) name() string { return named(u.far.home().Platform, u.id) }

// pondered says whether a model answers it.
func (u *uttered) pondered() bool { return strings.Contains(sayings[u.kind], "ponder") }

func (u *uttered) token() string { return u.tokens[len(u.tokens)-1] }

func newTalker(dice *rand.Rand, fars ...far) *talker {
	return &talker{fars: fars, dice: dice, faces: map[string]map[string]bool{}, faced: map[far][]string{}, cards: map[string]far{}, idle: map[string]bool{}, keys: map[string]string{}, past: map[string]bool{}, drafts: map[string]bool{}, others: map[string]string{}, done: map[string]int{}, orders: map[event.Kind]int{}}
}

func (p *talker) fresh() string {
	p.n++
	return fmt.Sprintf("zq%da", p.n)
}

// messages is how many things were said that have to be heard.
func (p *talker) messages() int { return len(p.said) + len(p.others) }

// sayings are the ways to say something, by kind.
var sayings = map[string]string{
	"remember": "remember box %s is in the shed", "plain": "The locker %s was repainted today.", "ponder": "ponder %s for a while",
	"offer": "rehearse offer %s", "recite": "rehearse recite %s",
	"background": "background ponder %s for a while", "queue": "queue ponder %s for a while",
}

// stopWord ends what a model is busy with, in the conversation or, where nothing is there, beside it.
const stopWord = "stop"

func (p *talker) utter(f far, at connectors.Place, kind string) *uttered {
	u := &uttered{far: f, at: at, kind: kind, tokens: []string{p.fresh()}, addr: at.Room == f.channel().Room}
	u.text = fmt.Sprintf(sayings[kind], u.token())
	if u.addr {
		u.id = f.address(at, u.text)
	} else {
		u.id = f.say(at, u.text)
	}
	p.said = append(p.said, u)
	p.done[kind]++
	return u
}

// act does one thing somewhere.
func (p *talker) act(t *testing.T) {
	t.Helper()
	f := p.fars[p.dice.IntN(len(p.fars))]
	switch roll := p.dice.IntN(100); {
	case f == p.locked && (p.still || p.dice.IntN(6) > 0): // not often: or what he did before lies further back than is looked at again
	case f == p.locked:
		f.say(f.home(), fmt.Sprintf("remember the %s is %d", secret, p.n))
		p.done["said by a thief"]++
	case roll < 59:
		p.speak(f)
	case roll < 60:
		p.stop(f)
	case roll < 68:
		p.rephrase(f)
	case roll < 72:
		p.takeBack(f)
	case roll < 86:
		p.face(f)
	case roll < 90:
		p.press(f)
	case roll < 96 && f == p.shut && p.still:
	case roll < 96 && f == p.shut:
		f.other(f.channel(), fmt.Sprintf("we met about the %s (%d)", secret, p.n))
		p.done["said where nobody listens"]++
	case roll < 96:
		token := p.fresh()
		text := "we met about " + token
		p.others[named(f.home().Platform, f.other(f.channel(), text))] = text
		p.done["overheard"]++
	default:
		f.stranger(fmt.Sprintf("%s and nothing else (%d)", secret, p.n))
		p.done["stranger"]++
	}
}

// order gives a command, and expects what it brings about.
func (p *talker) order(f far, at connectors.Place, text string, brings event.Kind) {
	u := &uttered{far: f, at: at, text: text, tokens: []string{p.fresh()}, kind: "order"}
	if u.addr = at.Room == f.channel().Room; u.addr {
		u.id = f.address(at, text)
	} else {
		u.id = f.say(at, text)
	}
	p.said = append(p.said, u)
	p.orders[brings]++
	p.done[string(brings)]++
}

// silence has an account locked and a channel not read any more. What was said there before
// was heard; nothing is until that is done.
func (p *talker) silence(first int) {
	of := func(n int) far { return p.fars[(first+n)%len(p.fars)] }
	p.locked, p.shut, p.still = of(0), of(1), true
	p.order(of(2), of(2).home(), "lock "+p.locked.home().Platform, "account.locked")
	p.order(p.shut, p.shut.channel(), "stop observing", "channel.closed")
}

// relent ends that. What is said there from then on, and before it is known to be done, may be
// heard or not: nobody speaks.
func (p *talker) relent(first int) {
	of := func(n int) far { return p.fars[(first+n)%len(p.fars)] }
	p.still = true
	if p.locked.home().Platform == "telegram" {
		p.unsure = p.locked
	}
	for _, s := range p.locked.shown(p.locked.home()) {
		p.past[named(p.locked.home().Platform, s.id)] = true
	}
	for _, u := range p.said {
		p.past[u.name()] = p.past[u.name()] || u.far == p.locked
	}
	p.order(of(2), of(2).home(), "unlock "+p.locked.home().Platform, "account.unlocked")
	p.order(p.shut, p.shut.channel(), "observe", "channel.opened")
}

// speak says something: alone with the agent, in a thread, or where others read it.
func (p *talker) speak(f far) {
	kind := "remember"
	switch roll := p.dice.IntN(100); {
	case roll < 55:
	case roll < 75:
		kind = "plain"
	case roll < 82:
		kind = "ponder"
	case roll < 86:
		kind = "background"
	case roll < 89:
		kind = "queue"
	case roll < 98:
		kind = "offer"
	default:
		kind = "recite"
	}
	at := f.home()
	switch roll := p.dice.IntN(10); {
	case roll == 0:
		at, kind = f.channel(), "plain"
	case roll < 3 && f.threads():
		if u := p.lately(f, func(u *uttered) bool { return !u.gone && u.at.Thread == "" && u.at.Room == at.Room }); u != nil {
			at.Thread = string(u.id)
			p.done["in a thread"]++
		}
	}
	p.utter(f, at, kind)
}

// lately picks one of the last messages on a platform; nil if none will do.
func (p *talker) lately(f far, fits func(*uttered) bool) *uttered {
	var some []*uttered
	for _, u := range slices.Backward(p.said) {
		if u.far == f && fits(u) {
			if some = append(some, u); len(some) == 6 {
				break
			}
		}
	}
	if len(some) == 0 {
		return nil
	}
	return some[p.dice.IntN(len(some))]
}

func (p *talker) rephrase(f far) {
	u := p.lately(f, func(u *uttered) bool {
		return !u.gone && (u.kind == "remember" || u.kind == "plain") && (f.holds() || u.at.Thread == "")
	})
	if u == nil {
		return
	}
	old := u.token()
	u.tokens = append(u.tokens, p.fresh())
	u.text = strings.Replace(u.text, old, u.token(), 1)
	text := u.text
	if u.addr {
		text = p.named(f, text)
	}
	f.edit(u.at, u.id, text)
	p.done["edit"]++
}

// stop says "stop", or mends what was said last into that.
func (p *talker) stop(f far) {
	u := p.lately(f, func(u *uttered) bool {
		return !u.gone && !u.addr && (u.kind == "remember" || u.kind == "plain") && (f.holds() || u.at.Thread == "")
	})
	if u == nil || p.dice.IntN(2) == 0 {
		u = &uttered{far: f, at: f.home(), text: stopWord, kind: stopWord, tokens: []string{p.fresh()}}
		u.id = f.say(u.at, u.text)
		p.said = append(p.said, u)
		p.done["stop"]++
		return
	}
	u.text, u.kind, u.tokens = stopWord, stopWord, append(u.tokens, p.fresh())
	f.edit(u.at, u.id, u.text)
	p.done["edit into stop"]++
}

// named puts the agent's name in front, as address does.
func (p *talker) named(f far, text string) string {
	if f.home().Platform == "telegram" {
		return "@citadel_bot " + text
	}
	return "@citadel " + text
}

func (p *talker) takeBack(f far) {
	// A root with answers below it is not taken back: what becomes of those differs. Nor is what
	// is older than all that stands: nobody can tell it from what a workspace drops by rule.
	oldest := slices.IndexFunc(p.said, func(u *uttered) bool { return u.far == f && u.at == f.home() && !u.gone })
	u := p.lately(f, func(u *uttered) bool {
		return !u.gone && !p.past[u.name()] && u.kind != "order" && u.kind != stopWord && u.at == f.home() && u != p.said[oldest] && !slices.ContainsFunc(p.said, func(o *uttered) bool { return o.at.Thread == string(u.id) })
	})
	if u == nil || slices.ContainsFunc(f.shown(u.at), func(s shown) bool { return s.thread == string(u.id) }) {
		return
	}
	if f.unsay(u.at, u.id) {
		u.gone = true
		p.done["delete"]++
	}
}

// mostAbove is how many messages may stand in a room after the root of a thread in which
// something is done to a post: of older ones nothing is told (Slack: 200, with the answers). With
// these it is about a hundred, and as many may follow before somebody listens.
const mostAbove = 40

// buried says whether a thread is too old for what is done there to be told later.
func (p *talker) buried(f far, root string) bool {
	above := 0
	for _, u := range slices.Backward(p.said) {
		switch {
		case root == "" || above > mostAbove || u.far == f && string(u.id) == root:
			return root != "" && above > mostAbove
		case u.far == f && u.at == f.home():
			above++
		}
	}
	return root != ""
}

// mostFaced is how many messages back an emoji is taken off: which ones there were, if nobody
// listens, is known of the newest only (Slack: 24).
const mostFaced = 20

var faces = []string{"👍", "👎", "❤"}

// face puts an emoji on something that is there, or takes it off again.
func (p *talker) face(f far) {
	var name string
	var id connectors.MessageID
	at := f.home()
	there := slices.DeleteFunc(f.shown(at), func(s shown) bool { return p.buried(f, s.thread) })
	if p.dice.IntN(3) > 0 && len(there) > 0 {
		s := there[max(0, len(there)-1-p.dice.IntN(8))]
		id = s.id
		p.keys[named(at.Platform, id)] = s.key
		if strings.Count(s.key, "/") > 1 {
			p.done["emoji on a later part"]++
		}
		if f.keeps() && s.key == "" {
			p.drafts[named(at.Platform, id)] = true
			p.done["emoji on a draft"]++
		}
	} else if u := p.lately(f, func(u *uttered) bool { return !u.gone && u.at == at }); u != nil {
		id = u.id
	} else {
		return
	}
	if name = named(at.Platform, id); p.past[name] {
		return
	}
	emoji := faces[p.dice.IntN(len(faces))]
	if p.faces[name] == nil {
		p.faces[name] = map[string]bool{}
	}
	on := !p.faces[name][emoji]
	if !on && !slices.Contains(p.faced[f][max(0, len(p.faced[f])-mostFaced):], name) {
		return
	}
	p.faced[f] = append(slices.DeleteFunc(p.faced[f], func(n string) bool { return n == name }), name)
	p.faces[name][emoji] = on
	f.react(at, id, emoji, on)
	if on {
		p.done["emoji on"]++
	} else {
		p.done["emoji off"]++
	}
}

// mostBack is how many posts back something is done: what lies further back than a platform's
// catch-up looks (Slack's: 200 messages) is told by nobody.
const mostBack = 40

// press decides on a card that is there, each once.
func (p *talker) press(f far) {
	at := f.home()
	there := f.shown(at)
	for _, s := range slices.Backward(there[max(0, len(there)-mostBack):]) {
		offers := slices.DeleteFunc(tokensOf(s.text), func(token string) bool { return p.cards[token] != nil || !p.isCard(f, token) })
		if len(offers) > 0 && p.pressCard(f, s, offers) {
			return
		}
	}
}

// pressCard presses Yes on a card, which may be about several messages.
func (p *talker) pressCard(f far, s shown, offers []string) bool {
	at := f.home()
	if !f.press(at, s.id, "Yes", "✅") {
		return false
	}
	for _, token := range offers {
		p.cards[token] = f
		p.idle[token] = f == p.unsure
	}
	p.done["press"]++
	p.keys[named(at.Platform, s.id)] = s.key
	if len(s.buttons) == 0 { // it was done by an emoji
		name := named(at.Platform, s.id)
		if p.faces[name] == nil {
			p.faces[name] = map[string]bool{}
		}
		p.faces[name]["✅"] = true
	}
	return true
}

func (p *talker) isCard(f far, token string) bool {
	return slices.ContainsFunc(p.said, func(u *uttered) bool {
		return u.far == f && u.kind == "offer" && !u.gone && u.token() == token && u.at.Room == f.home().Room
	})
}

// became gives the keys of the posts that drafts have become, by name. One that is still a
// draft may yet be withdrawn, with all that is on it.
func (p *talker) became() map[string]string {
	keys := map[string]string{}
	for _, f := range p.fars {
		for _, s := range f.shown(f.home()) {
			if name := named(f.home().Platform, s.id); p.drafts[name] {
				keys[name] = s.key
			}
		}
	}
	return keys
}

// goal is what has to come of all that was done.
func (p *talker) goal() goal {
	g := goal{Heard: map[string]string{}, Others: p.others, Keys: p.keys, Faces: map[string][]string{}}
	gone := map[string]bool{}
	for _, u := range p.said {
		if u.gone {
			gone[u.name()] = true
			g.Unsaid = append(g.Unsaid, u.name())
			continue
		}
		g.Heard[u.name()] = u.text
	}
	answers := p.became()
	for name, set := range p.faces {
		if gone[name] || p.drafts[name] && answers[name] == "" {
			continue
		}
		if p.drafts[name] {
			p.keys[name] = answers[name]
		}
		g.Faces[name] = nil
		for emoji, on := range set {
			if on {
				g.Faces[name] = append(g.Faces[name], emoji)
			}
		}
		slices.Sort(g.Faces[name])
	}
	for token, f := range p.cards {
		if f.holds() && p.isCard(f, token) && !p.idle[token] { // what was taken back goes with all that came of it
			g.Pressed = append(g.Pressed, f.home().Platform+"/"+strings.TrimSuffix(token, "a")+"p")
		}
	}
	for _, f := range p.fars {
		if !f.keeps() {
			g.Blind = append(g.Blind, f.home().Platform)
		}
	}
	g.Kinds = map[event.Kind]int{"account.linked": len(p.fars), "channel.opened": len(p.fars)}
	for kind, n := range p.orders {
		g.Kinds[kind] += n
	}
	return g
}
