//go:build e2e

package host_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/memory/event"

	"github.com/mattermost/mattermost/server/public/model"
)

// A line that holds at first, and what it becomes.
const (
	longLine  = "You keep an answer short, and say what a longer one would hold."
	shortLine = "You keep an answer under 80 words, and leave the rest out."
)

// nights is a model that dreams, and drafts a change of how the agent works by the messages that ask for it.
func nights(r scripted.Request) scripted.Reply {
	switch asked := r.Instructions(); {
	case strings.Contains(asked, "you dream of them"):
		return scripted.Says(`{"theme":"doors and water","narrative":"A hall stands open to the tide. Boxes leave one by one.","tone":"quiet","mood":0.4,"links":[],"forms":[]}`)
	case strings.Contains(asked, "You look at a picture"):
		return scripted.Says("A hall with its doors open to the tide.\nThe boxes leave in order of size.")
	case strings.Contains(asked, "first line anew"):
		return scripted.Says("call the bank is due")
	case strings.Contains(string(r.Schema), `"changes"`):
		changes := "[" + fewerWords(r.Last()) + "]"
		if strings.Contains(string(r.Schema), `"answers"`) {
			return scripted.Says(`{"answers":["It was asked for on two days."],"changes":` + changes + `}`)
		}
		return scripted.Says(`{"changes":` + changes + `}`)
	case strings.Contains(string(r.Schema), `"objections"`):
		return scripted.Says(`{"objections":["One of the days was a hurried one."]}`)
	case len(r.Schema) > 0:
		return scripted.Says(nothing(r.Schema))
	}
	return scripted.Says("I see.")
}

var numbered = regexp.MustCompile(`<message number="(\d+)"[^>]*>([^<]*)</message>`)

// fewerWords is a change that rests on the messages shown that ask for less.
func fewerWords(shown string) string {
	var because []string
	for _, m := range numbered.FindAllStringSubmatch(shown, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil && strings.Contains(m[2], "fewer words") {
			because = append(because, fmt.Sprintf(`{"message":%d,"words":"fewer words"}`, n))
		}
	}
	return fmt.Sprintf(`{"old":%q,"new":%q,"because":[%s]}`, longLine, shortLine, strings.Join(because, ","))
}

// nothing is an object of a schema with nothing in it.
func nothing(schema json.RawMessage) string {
	var s struct {
		Properties map[string]struct{ Type string }
	}
	whole := map[string]any{}
	if json.Unmarshal(schema, &s) == nil {
		for name, p := range s.Properties {
			whole[name] = map[string]any{"array": []any{}, "string": "", "integer": 0, "number": 0, "boolean": false}[p.Type]
		}
	}
	b, _ := json.Marshal(whole)
	return string(b)
}

// comes moves the agent's clock on to the next time that it is so late where the person is.
func (y *yard) comes(day time.Weekday, hour, minute int) {
	y.t.Helper()
	zone, err := time.LoadLocation("Australia/Melbourne")
	if err != nil {
		y.t.Fatal(err)
	}
	now := time.Now().Add(y.later).In(zone)
	at := time.Date(now.Year(), now.Month(), now.Day(), hour, minute, 0, 0, zone)
	for at.Before(now) || at.Weekday() != day {
		at = at.AddDate(0, 0, 1)
	}
	y.later += at.Sub(now)
}

// on is which emoji of somebody stand on a post.
func (y *yard) on(post, of string) (emoji []string) {
	y.t.Helper()
	for _, r := range made[[]*model.Reaction](y.t)(y.human.GetReactions(y.t.Context(), post)) {
		if r.UserId == of {
			emoji = append(emoji, r.EmojiName)
		}
	}
	slices.Sort(emoji)
	return emoji
}

func (y *yard) react(post, emoji string) {
	y.t.Helper()
	made[*model.Reaction](y.t)(y.human.SaveReaction(y.t.Context(), &model.Reaction{UserId: y.me.Id, PostId: post, EmojiName: emoji}))
}

// Two days are lived. On the morning after them the briefing comes, with the night's dream under it, and in the evening
// a change to how the agent works: each once, and what the person puts on them is heard.
func TestE2ENight(t *testing.T) {
	server := answering(t, claudes(nights))
	y := newYard(t, "ANTHROPIC_API_KEY="+planted, "ANTHROPIC_BASE_URL="+server.URL)
	y.comes(time.Friday, 12, 0)
	c, stop := y.begin()
	says := func(text, answer string) {
		t.Helper()
		id := y.say("", text)
		if answer != "" {
			y.answer(answer)
			return
		}
		await(y, c, func(h event.Heard) bool { return h.Message == id })
	}
	says("The mill rang about the drums.", "")
	says("I'd like fewer words from you, that was a lot.", "")
	says("Ana came by in the morning.", "")
	stop()
	y.comes(time.Saturday, 12, 0)
	c, stop = y.begin()
	says("Once more: fewer words would help.", "")
	says("The van is back from the garage.", "")
	says("With fewer words I'd read all of it.", "")
	says("We decided to move the freight to rail because the road is slow.", "Shall I record a decision?")
	says("record it", "Recorded: `d")
	says("We decided to paint the hall blue because the grey is dull.", "Shall I record a decision?")
	says("record it", "Recorded: `d")
	says("remind me on Sunday at 9 to call the bank", "call the bank")
	stop()
	did("two days are lived")

	y.comes(time.Sunday, 3, 5)
	c, stop = y.begin()
	dreamt := await(y, c, func(event.Dreamt) bool { return true })
	stop()
	did("in the night a dream is dreamt of %q", dreamt.Theme)

	y.comes(time.Sunday, 7, 1)
	c, stop = y.begin()
	morning := y.answer("call the bank `r")
	show(morning)
	if morning.RootId != "" || !strings.HasPrefix(morning.Message, "**Sun ") || !strings.Contains(morning.Message, "09:00") {
		t.Errorf("the briefing, under %q, is %q", morning.RootId, morning.Message)
	}
	fragment := y.answer("A hall with its doors open to the tide.")
	show(fragment)
	if fragment.RootId != morning.Id {
		t.Errorf("the dream stands under %q, the briefing is %q", fragment.RootId, morning.Id)
	}
	for _, words := range []string{"Night of ", "made from ", "> A hall", "> The boxes leave", "`no dreams` ends them"} {
		if !strings.Contains(fragment.Message, words) {
			t.Errorf("the dream does not say %q", words)
		}
	}
	if len(fragment.FileIds) != 1 {
		t.Fatalf("the dream has %d pictures", len(fragment.FileIds))
	}
	drawn := made[[]byte](t)(y.human.GetFile(t.Context(), fragment.FileIds[0]))
	picture, err := png.DecodeConfig(bytes.NewReader(drawn))
	if err != nil || picture.Width != 1024 || picture.Height != 1024 {
		t.Errorf("the picture is %d by %d: %v", picture.Width, picture.Height, err)
	}
	if err := os.WriteFile(filepath.Join(t.ArtifactDir(), "dream.png"), drawn, 0o600); err != nil { // go test -artifacts keeps it
		t.Fatal(err)
	}
	did("in the morning the briefing comes, and the dream in its thread, with its picture")

	for post, want := range map[*model.Post]struct{ emoji, sign, sense, credit string }{
		morning:  {"+1", "👍", event.Acknowledge, event.SubjectBriefing},
		fragment: {"-1", "👎", event.Dismiss, event.SignalDream},
	} {
		if signs := y.on(post.Id, y.agent.Id); len(signs) > 0 {
			t.Errorf("the agent put %q on %q", signs, post.Message)
		}
		y.react(post.Id, want.emoji)
		put := await(y, c, func(r event.Reacted) bool { return r.Message == post.Id && r.Emoji == want.sign })
		if put.Sense != want.sense || !slices.Contains(put.Credits, want.credit) {
			t.Errorf("on %q is recorded %+v", post.Message, put)
		}
	}
	did("a thumb on either is feedback, on the briefing and on dreams")
	stop()

	y.comes(time.Sunday, 18, 5)
	c, stop = y.begin()
	diff := y.answer("I'd change one line about how I work with you")
	show(diff)
	for _, words := range []string{"```diff\n- ", "\n+ You keep an answer under", "Untouched: ", "Starts when you say `take it`"} {
		if !strings.Contains(diff.Message, words) {
			t.Errorf("the change does not say %q", words)
		}
	}
	await(y, c, func(s event.PostSent) bool { return s.Message == diff.Id })
	for signs := []string(nil); !slices.Equal(signs, []string{"white_check_mark", "x"}); y.pause() {
		signs = y.on(diff.Id, y.agent.Id)
	}
	did("in the evening a change is put before him, with a sign for yes and one for no")
	y.react(diff.Id, "white_check_mark")
	taken := await(y, c, func(a event.Asked) bool { return a.What == event.AskIdentity })
	if taken.Name != event.IdentityTake {
		t.Errorf("the sign for yes is %+v", taken)
	}
	show(y.answer("From now on version 2 holds"))
	did("the sign for yes takes it")
	stop()

	y.later += 5 * time.Minute
	_, stop = y.begin()
	y.say("", "identity")
	show(y.answer("version 2"))
	stop()
	for what, words := range map[string]string{"briefing": "**Sun ", "dream": "A hall with its doors", "change": "I'd change one line"} {
		n := 0
		for _, p := range y.posts() {
			if strings.Contains(p.Message, words) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("the %s stands there %d times", what, n)
		}
	}
	did("after two more starts each stands there once")
}

// show prints a post as the person sees it.
func show(p *model.Post) { fmt.Printf("\n[Citadel]\n%s\n", p.Message) }
