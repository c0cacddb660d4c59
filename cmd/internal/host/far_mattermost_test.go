package host_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost/mattermostserver"

	"github.com/mattermost/mattermost/server/public/model"
)

// farMattermost is Mattermost.
type farMattermost struct {
	server   *mattermostserver.Server
	sam, ana *mattermostserver.Person
	where    string // the channel
	direct   string
}

func newFarMattermost(now func() time.Time) *farMattermost {
	// Nobody changes a post twice within a millisecond, by which its versions are told apart.
	var mu sync.Mutex
	var last time.Time
	later := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		if last = last.Add(time.Millisecond); now().After(last) {
			last = now()
		}
		return last
	}
	f := &farMattermost{server: &mattermostserver.Server{Now: later}}
	f.server.Start()
	f.sam, f.ana = f.server.AddPerson("sam"), f.server.AddPerson("ana")
	f.where = f.server.AddChannel("acme", false, f.sam, f.ana)
	f.direct = f.sam.DM()
	return f
}

func (f *farMattermost) place(room string) connectors.Place {
	return connectors.Place{Platform: "mattermost", Account: f.server.Account(), Room: room}
}

func (f *farMattermost) home() connectors.Place    { return f.place(f.direct) }
func (f *farMattermost) channel() connectors.Place { return f.place(f.where) }

func (f *farMattermost) person() connectors.Person {
	return connectors.Person{Platform: "mattermost", Account: f.server.Account(), ID: f.sam.ID}
}

func (f *farMattermost) say(at connectors.Place, text string) connectors.MessageID {
	return connectors.MessageID(f.sam.SayIn(at.Room, at.Thread, text))
}

func (f *farMattermost) address(at connectors.Place, text string) connectors.MessageID {
	return f.say(at, "@citadel "+text)
}

func (f *farMattermost) edit(_ connectors.Place, id connectors.MessageID, text string) {
	f.sam.Edit(string(id), text)
}

func (f *farMattermost) unsay(_ connectors.Place, id connectors.MessageID) bool {
	f.sam.Delete(string(id))
	return true
}

// mattermostNames are the emoji by what Mattermost calls them.
var mattermostNames = map[string]string{"👍": "+1", "👎": "-1", "❤": "heart", "🎉": "tada", "✅": "white_check_mark", "❌": "x"}

func (f *farMattermost) react(_ connectors.Place, id connectors.MessageID, emoji string, on bool) {
	do := f.sam.Unreact
	if on {
		do = f.sam.React
	}
	_ = do(string(id), mattermostNames[emoji]) // it may be so already
}

// press puts the emoji: nobody can reach a process that comes and goes.
func (f *farMattermost) press(at connectors.Place, id connectors.MessageID, _, emoji string) bool {
	f.react(at, id, emoji, true)
	return true
}

func (f *farMattermost) other(at connectors.Place, text string) connectors.MessageID {
	return connectors.MessageID(f.ana.SayIn(at.Room, at.Thread, text))
}

func (f *farMattermost) stranger(text string) { f.ana.Say(text) }

func (f *farMattermost) shown(at connectors.Place) []shown {
	var out []shown
	for _, s := range f.server.Shown(at.Room) {
		v := shown{id: connectors.MessageID(s.ID), thread: s.Root, key: s.Key, edited: s.Edited}
		v.text, v.again = unmarked(s.Text)
		for _, b := range s.Buttons {
			v.buttons = append(v.buttons, b.Label)
		}
		out = append(out, v)
	}
	return out
}

func (f *farMattermost) threads() bool { return true }
func (f *farMattermost) keeps() bool   { return true }
func (f *farMattermost) holds() bool   { return true }
func (f *farMattermost) sent() int     { return f.server.Calls()["POST posts"] }

func (f *farMattermost) disturb(dice *rand.Rand) {
	f.server.Fail(mattermostserver.Faults{
		Rand:   rand.New(rand.NewPCG(dice.Uint64(), 3)),
		Refuse: 0.03, Limit: 0.003, After: 1, HangUp: 0.03, Break: 0.03, Garble: 0.02, Slow: 0.05, Pause: 30 * time.Millisecond, EmptySince: 0.02,
		Duplicate: 0.15, Swap: 0.1, Strange: 0.05, Garbage: 0.02, Drop: 0.02, Cut: 0.02, Silence: 0.002, Amnesia: 0.3,
	})
}

func (f *farMattermost) calm() { f.server.Fail(mattermostserver.Faults{}) }

func (f *farMattermost) wire(w *wiring) {
	w.Mattermost, w.MattermostToken = f.server.URL(), f.server.Token()
}

func (f *farMattermost) close() { f.server.Close() }

func (f *farMattermost) drafted(at connectors.Place) string {
	for _, s := range f.shown(at) {
		if s.key == "" {
			return s.text
		}
	}
	return ""
}

func (f *farMattermost) coded(at connectors.Place) []bool {
	var posts []string
	for _, s := range f.shown(at) {
		posts = append(posts, s.text)
	}
	return fenced(posts)
}

// babble has a post that only the lists have, and those not whole.
func (f *farMattermost) babble(at connectors.Place, own, theirs string) {
	f.server.Restart(true)
	defer f.server.Up()
	post := &model.Post{ChannelId: at.Room, Message: own}
	post.AddProp("attachments", []map[string]any{{"text": theirs, "author_name": "Ana"}})
	id, err := f.sam.Post(post)
	if err != nil {
		panic(err) // nothing refuses it
	}
	f.server.Break(id)
}

func (f *farMattermost) odd(text string) {
	f.server.Push(fmt.Appendf(nil, `{"event":"posted","data":{"post":%q},"broadcast":{"channel_id":%q},"seq":`, text, f.direct))
}
