package telegram_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"citadel/connectors"
	"citadel/connectors/telegram"
	"citadel/connectors/telegram/telegramserver"

	"github.com/google/go-cmp/cmp"
)

// fields of a message, as they stand in JSON.
type fields = map[string]any

var at1 = time.Unix(1795165200, 0)

// hear translates a message of Sam's in the direct chat, with these fields.
func hear(t *testing.T, f fields) connectors.Event {
	t.Helper()
	return hearKind(t, "message", f)
}

func hearKind(t *testing.T, kind string, f fields) connectors.Event {
	t.Helper()
	m := fields{
		"message_id": 7, "date": at1.Unix(), "from": fields{"id": 1001, "is_bot": false, "first_name": "Sam", "last_name": "Lee"},
		"chat": fields{"id": 1001, "type": "private", "first_name": "Sam"},
	}
	maps.Copy(m, f)
	body, err := json.Marshal(fields{"update_id": 5, kind: m})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := telegram.Translate(5, body, at1.Add(time.Hour))
	return e
}

var (
	sam   = connectors.Person{Platform: "telegram", Account: "42", ID: "1001", Name: "Sam Lee"}
	group = fields{"id": -100, "type": "supergroup", "title": "Acme"}
	its   = fields{"id": 42, "is_bot": true, "first_name": "Citadel"}
)

func TestMessage(t *testing.T) {
	want := connectors.Event{
		Key: "42/1001/7", Kind: connectors.Message, Place: dm, From: sam, Direct: true, Message: "7", At: at1, Text: "hello", ReplyTo: "5",
	}
	got := hear(t, fields{
		"text": "hello", "reply_to_message": fields{"message_id": 5, "date": 1, "chat": fields{"id": 1001, "type": "private"}},
		"quote": fields{"text": "what was said there", "position": 0, "is_manual": true},
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	want.Kind, want.Key, want.At, want.Text, want.ReplyTo = connectors.Edit, "42/1001/7/e/1795165260/5", at1.Add(time.Minute), "hallo", ""
	want.Whole = true
	if diff := cmp.Diff(want, hearKind(t, "edited_message", fields{"text": "hallo", "edit_date": at1.Unix() + 60})); diff != "" {
		t.Errorf("edited (-want +got)\n%s", diff)
	}
}

// An edit tells all that is in the message: one file at most, so that a picture which is not there any more is gone. What
// stands between the words of a rich message is not read.
func TestWhatAnEditHolds(t *testing.T) {
	size := func(of string, w int) fields {
		return fields{"file_id": fmt.Sprint(of, w, "-9"), "file_unique_id": fmt.Sprint(of, w), "width": w, "height": w, "file_size": w}
	}
	for name, c := range map[string]struct {
		f     fields
		file  string
		whole bool
	}{
		"a picture":           {fields{"caption": "this", "photo": []fields{size("a", 90), size("a", 800), size("a", 320)}}, "a800", true},
		"one of an album":     {fields{"media_group_id": "1", "photo": []fields{size("b", 90), size("b", 800)}}, "b800", true},
		"a live picture":      {fields{"caption": "this", "live_photo": fields{"file_id": "L", "photo": []fields{size("c", 800), size("c", 90)}}}, "c800", true},
		"words on a voice":    {fields{"caption": "listen", "voice": fields{"file_id": "V9", "file_unique_id": "v", "duration": 3}}, "v", true},
		"a preview of a page": {fields{"text": "see example.com", "link_preview_options": fields{"url": "https://example.com"}}, "", true},
		"a rich message":      {fields{"rich_message": fields{"blocks": []any{fields{"type": "paragraph", "text": "one"}}}}, "", false},
	} {
		c.f["edit_date"] = at1.Unix() + 60
		e := hearKind(t, "edited_message", c.f)
		file := ""
		for _, f := range e.Files {
			file += f.Unique
		}
		if e.Kind != connectors.Edit || file != c.file || e.Whole != c.whole {
			t.Errorf("%s: %s of %+v, whole: %v", name, e.Kind, e.Files, e.Whole)
		}
	}
}

// Somebody who shares his place for hours says so once, and nothing each time he has moved.
func TestAPlaceThatIsShared(t *testing.T) {
	at := fields{"latitude": -37.8142454, "longitude": 144.9631732, "live_period": 28800}
	if e := hear(t, fields{"location": at}); e.Kind != connectors.Message {
		t.Errorf("shared: %+v", e)
	}
	for _, at := range []fields{at, {"latitude": -37.9, "longitude": 144.9}} { // the last one comes without a period
		if e := hearKind(t, "edited_message", fields{"location": at, "edit_date": at1.Unix() + 60}); e.Kind != "" {
			t.Errorf("moved: %+v", e)
		}
	}
}

// Whose words these are: what acts in the person's name is told, what is passed on is told,
// and what the bot or nobody said is no event.
func TestWhoSaidIt(t *testing.T) {
	user := func(id int, name string) fields { return fields{"id": id, "is_bot": false, "first_name": name} }
	for name, c := range map[string]struct {
		f              fields
		via, forwarded string
		bot, none      bool
	}{
		"by hand":          {f: fields{}},
		"inline bot":       {f: fields{"via_bot": fields{"id": 77, "is_bot": true, "first_name": "gif"}}, forwarded: "gif"},
		"business bot":     {f: fields{"sender_business_bot": fields{"id": 88, "is_bot": true, "first_name": "b"}}, via: "business bot 88"},
		"business account": {f: fields{"business_connection_id": "bc1"}, via: "business connection bc1"},
		"as a channel":     {f: fields{"sender_chat": fields{"id": -200, "type": "channel", "title": "News"}}, via: "chat -200"},
		"of a person":      {f: fields{"forward_origin": fields{"type": "user", "date": 1, "sender_user": user(9, "Priya")}}, forwarded: "Priya"},
		"of the hidden":    {f: fields{"forward_origin": fields{"type": "hidden_user", "date": 1, "sender_user_name": "P."}}, forwarded: "P."},
		"of the nameless":  {f: fields{"forward_origin": fields{"type": "hidden_user", "date": 1, "sender_user_name": " "}}, forwarded: "somebody"},
		"of a group":       {f: fields{"forward_origin": fields{"type": "chat", "date": 1, "sender_chat": group}}, forwarded: "Acme"},
		"of a channel":     {f: fields{"forward_origin": fields{"type": "channel", "date": 1, "message_id": 3, "chat": fields{"id": -3, "title": "News"}}}, forwarded: "News"},
		"by a bot":         {f: fields{"from": fields{"id": 1001, "is_bot": true, "first_name": "Sam", "last_name": "Lee"}}, bot: true},
		"by itself":        {f: fields{"from": its}, none: true},
		"pinned":           {f: fields{"pinned_message": fields{"message_id": 5, "date": 1, "chat": fields{"id": 1001, "type": "private"}, "text": "x"}}, none: true},
		"joined":           {f: fields{"new_chat_members": []any{user(9, "Priya")}}, none: true},
	} {
		c.f["text"] = "words"
		e := hear(t, c.f)
		if c.none {
			if e.Kind != "" {
				t.Errorf("%s: heard %+v", name, e)
			}
			continue
		}
		if e.Kind != connectors.Message || e.Via != c.via || e.Forwarded != c.forwarded || e.From.ID != "1001" || e.From.Bot != c.bot || e.Text != "words" {
			t.Errorf("%s: heard %+v", name, e)
		}
	}
	e := hear(t, fields{"from": nil, "sender_chat": group, "chat": group, "text": "words"})
	if e.From.ID != "-100" || e.Via == "" || e.Direct {
		t.Errorf("by nobody: %+v", e)
	}
	if e := hear(t, fields{"chat": fields{"id": 9, "type": "private"}, "text": "x"}); e.Direct {
		t.Errorf("a chat with somebody else is direct: %+v", e)
	}
}

// In groups: what is meant for the bot, and where.
func TestGroups(t *testing.T) {
	mention := func(from, n int) []any { return []any{fields{"type": "mention", "offset": from, "length": n}} }
	command := func(n int) []any { return []any{fields{"type": "bot_command", "offset": 0, "length": n}} }
	for name, c := range map[string]struct {
		f         fields
		text      string
		addressed bool
	}{
		"among others":  {fields{"text": "lunch?"}, "lunch?", false},
		"by name":       {fields{"text": "@Citadel_bot, what is due?", "entities": mention(0, 12)}, "what is due?", true},
		"name behind":   {fields{"text": "ask 👍 @citadel_bot", "entities": mention(7, 12)}, "ask 👍 @citadel_bot", true},
		"another's":     {fields{"text": "@citadel_bot2 hi", "entities": mention(0, 13)}, "@citadel_bot2 hi", false},
		"not marked so": {fields{"text": "@citadel_bot hi"}, "@citadel_bot hi", false},
		"in a link":     {fields{"text": "Citadel: hi", "entities": []any{fields{"type": "text_mention", "offset": 0, "length": 7, "user": its}}}, "hi", true},
		"reply":         {fields{"text": "yes", "reply_to_message": fields{"message_id": 5, "date": 1, "chat": group, "from": its}}, "yes", true},
		"to a person":   {fields{"text": "yes", "reply_to_message": fields{"message_id": 5, "date": 1, "chat": group, "from": fields{"id": 9}}}, "yes", false},
		"command":       {fields{"text": "/status", "entities": command(7)}, "status", true},
		"command by":    {fields{"text": "/status@citadel_bot now", "entities": command(19)}, "status now", true},
		"another's too": {fields{"text": "/status@other_bot now", "entities": command(17)}, "/status@other_bot now", false},
		"in a caption":  {fields{"caption": "@citadel_bot look", "caption_entities": mention(0, 12), "photo": []any{fields{"file_id": "F"}}}, "look", true},
	} {
		c.f["chat"] = group
		e := hear(t, c.f)
		if e.Text != c.text || e.Addressed != c.addressed || e.Direct || e.Title != "Acme" || e.Place != room(-100) {
			t.Errorf("%s: heard %+v", name, e)
		}
	}
	topic := fields{"id": -100, "type": "supergroup", "title": "Acme", "is_forum": true}
	opened := fields{"message_id": 70, "date": 1, "chat": topic, "forum_topic_created": fields{"name": "x", "icon_color": 1}}
	e := hear(t, fields{"text": "x", "chat": topic, "message_thread_id": 70, "is_topic_message": true, "reply_to_message": opened})
	if e.Place.Thread != "70" || e.ReplyTo != "" {
		t.Errorf("in a topic: %+v", e)
	}
	if e := hear(t, fields{"text": "x", "chat": group, "message_thread_id": 70}); e.Place.Thread != "" {
		t.Errorf("a reply in a group is a thread: %+v", e)
	}
	outside := fields{"origin": fields{"type": "hidden_user", "date": 1, "sender_user_name": "P"}, "chat": fields{"id": -3}, "message_id": 5}
	if e := hear(t, fields{"text": "x", "external_reply": outside, "quote": fields{"text": "do it", "position": 0}}); e.ReplyTo != "" || e.Text != "x" {
		t.Errorf("a reply to another chat: %+v", e)
	}
}

func TestCommands(t *testing.T) {
	command := func(from, n int) []any { return []any{fields{"type": "bot_command", "offset": from, "length": n}} }
	for text, c := range map[string]struct {
		entities  []any
		want      string
		addressed bool
	}{
		"/why":                        {command(0, 4), "why", true},
		"/start 7f3k-QQ":              {command(0, 6), "start 7f3k-QQ", true},
		"/status@citadel_bot":         {command(0, 19), "status", true},
		"/status@CITADEL_BOT 👍 *now*": {command(0, 19), "status 👍 *now*", true},
		"/etc/passwd is odd":          {nil, "/etc/passwd is odd", false},
		"say /why":                    {command(4, 4), "say /why", false},
		"👍/why":                       {command(2, 4), "👍/why", false},
		"/":                           {command(0, 1), "/", false},
		"why":                         {command(0, 3), "why", false},
		"/💣💣":                         {command(0, 2), "/💣💣", false}, // ends within a character
	} {
		if e := hear(t, fields{"text": text, "entities": c.entities}); e.Text != c.want || e.Addressed != c.addressed {
			t.Errorf("%q is heard as %q, addressed %v", text, e.Text, e.Addressed)
		}
	}
	e := hear(t, fields{"text": "/status", "entities": command(0, 7), "forward_origin": fields{"type": "hidden_user", "date": 1, "sender_user_name": "P"}})
	if e.Text != "/status" || e.Addressed {
		t.Errorf("a command that is passed on: %+v", e)
	}
}

// What comes with a message, and what it says where it has no words.
func TestContent(t *testing.T) {
	photo := func(id string, w int) fields {
		return fields{"file_id": id, "file_unique_id": "u" + id, "width": w, "height": w, "file_size": w * 100}
	}
	for name, c := range map[string]struct {
		f    fields
		text string
		file connectors.File
	}{
		"voice": {
			fields{"voice": fields{"file_id": "V", "file_unique_id": "uV", "duration": 3, "mime_type": "audio/ogg", "file_size": 9000}},
			"", connectors.File{Name: "voice.ogg", MIME: "audio/ogg", Size: 9000, ID: "V", Unique: "uV", Voice: true, Seconds: 3},
		},
		"audio": {
			fields{"audio": fields{"file_id": "A", "file_unique_id": "uA", "duration": 60, "file_name": "a.mp3", "mime_type": "audio/mpeg"}},
			"", connectors.File{Name: "a.mp3", MIME: "audio/mpeg", Size: -1, ID: "A", Unique: "uA", Seconds: 60},
		},
		"document": {
			fields{"document": fields{"file_id": "D", "file_unique_id": "uD", "file_name": "../../x.pdf", "file_size": 5}, "caption": "the offer"},
			"the offer", connectors.File{Name: "x.pdf", Size: 5, ID: "D", Unique: "uD"},
		},
		"photo": {
			fields{"photo": []any{photo("small", 9), photo("large", 90), photo("middle", 50)}},
			"", connectors.File{Name: "photo.jpg", MIME: "image/jpeg", Size: 9000, ID: "large", Unique: "ularge"},
		},
		"video": {
			fields{"video": fields{"file_id": "M", "file_unique_id": "uM", "duration": 5}},
			"", connectors.File{Name: "video.mp4", MIME: "video/mp4", Size: -1, ID: "M", Unique: "uM", Seconds: 5},
		},
		"note": {
			fields{"video_note": fields{"file_id": "N", "file_unique_id": "uN", "duration": 5, "length": 1}},
			"", connectors.File{Name: "video-note.mp4", MIME: "video/mp4", Size: -1, ID: "N", Unique: "uN", Seconds: 5},
		},
		"animation": {
			fields{"animation": fields{"file_id": "G", "file_unique_id": "uG"}, "document": fields{"file_id": "G", "file_unique_id": "uG"}},
			"", connectors.File{Name: "animation.mp4", MIME: "video/mp4", Size: -1, ID: "G", Unique: "uG"},
		},
		"sticker": {
			fields{"sticker": fields{"file_id": "S", "file_unique_id": "uS", "emoji": "😀", "type": "regular"}},
			"😀", connectors.File{Name: "sticker.webp", MIME: "image/webp", Size: -1, ID: "S", Unique: "uS"},
		},
		"place": {fields{"location": fields{"latitude": -37.8142454, "longitude": 144.9631732}}, "-37.81425, 144.96317", connectors.File{}},
		"venue": {
			fields{"venue": fields{"title": "Mill", "address": "1 Road", "location": fields{"latitude": 1, "longitude": 2}}, "location": fields{"latitude": 1, "longitude": 2}},
			"Mill, 1 Road (1.00000, 2.00000)", connectors.File{},
		},
		"contact": {fields{"contact": fields{"phone_number": "+61 3", "first_name": "Priya"}}, "Priya, +61 3", connectors.File{}},
		"dice":    {fields{"dice": fields{"emoji": "🎲", "value": 4}}, "🎲 4", connectors.File{}},
		"poll": {
			fields{"poll": fields{"id": "1", "question": "When?", "options": []any{fields{"text": "Mon"}, fields{"text": "Tue"}}}},
			"When?\n- Mon\n- Tue", connectors.File{},
		},
		"rich": {fields{"rich_message": fields{"blocks": []any{
			fields{"type": "heading", "text": "Title", "size": 1}, fields{"type": "paragraph", "text": []any{"one ", fields{"type": "bold", "text": "two"}}},
			fields{"type": "list", "items": []any{fields{"label": "1.", "blocks": []any{fields{"type": "paragraph", "text": "three"}}}}},
			fields{"type": "of the future", "text": "four"},
		}}}, "Title\none two\n1. three", connectors.File{}},
	} {
		e := hear(t, c.f)
		want := []connectors.File{c.file}
		if c.file.ID == "" {
			want = nil
		}
		if diff := cmp.Diff(want, e.Files); diff != "" || squeezed(e.Text) != squeezed(c.text) || e.Kind != connectors.Message {
			t.Errorf("%s: %s %q (-want +got)\n%s", name, e.Kind, e.Text, diff)
		}
	}
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }

// An album comes as one message for each part; a press of a button under a message that is
// too old to be told is a press.
func TestAlbumAndPress(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	e := listen(t, c, "", nil)
	defer e.stop()
	for i, caption := range []string{"", "both of them"} {
		s.Write(telegramserver.Principal, telegramserver.Principal, fields{
			"media_group_id": "g1", "caption": caption, "photo": []any{fields{"file_id": fmt.Sprint("P", i), "width": 1, "height": 1}},
		})
	}
	one, two := e.next(), e.next()
	if one.Key == two.Key || one.Text+two.Text != "both of them" || one.Files[0].Unique != "UP0" || two.Files[0].Unique != "UP1" {
		t.Errorf("heard %+v and %+v", one, two)
	}
	id, err := c.Send(t.Context(), connectors.Post{Key: "k", Place: dm, Text: "Sure?", Buttons: []connectors.Button{{Label: "Yes", Token: "12/0"}}})
	if err != nil {
		t.Fatal(err)
	}
	query := s.Press(number(t, id), "12/0")
	ev := e.next()
	if ev.Kind != connectors.Press || ev.Button != "12/0" || ev.Message != id || ev.From.ID != "1001" || ev.Place != dm || !ev.Direct || ev.At.IsZero() {
		t.Errorf("heard %+v", ev)
	}
	if ev.Since.IsZero() || ev.Since.After(ev.At) {
		t.Errorf("pressed since %s, and told at %s", ev.Since, ev.At)
	}
	await(t, "the press was answered", func() bool { return s.Answered(query) })
	old := s.Press(3, "9/0")
	if ev := e.next(); ev.Kind != connectors.Press || ev.Message != "3" {
		t.Errorf("heard %+v", ev)
	}
	await(t, "the press was answered", func() bool { return s.Answered(old) })
}

// A press is answered only once it is durable.
func TestPressIsAnsweredLast(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	query := s.Press(3, "9/0")
	first := true
	e := listen(t, connect(s), "", func(_ context.Context, ev connectors.Event) error {
		if first {
			first = false
			if s.Answered(query) {
				t.Error("the press was answered before it was durable")
			}
			return errors.New("disk full")
		}
		return nil
	})
	if err := <-e.done; err == nil {
		t.Error("Run took no notice of the sink")
	}
	if s.Answered(query) {
		t.Error("a press that was lost was answered")
	}
}

// The echo that the first reaction makes is an edit without a change: whoever keeps texts
// sees that. Reactions that do not arrive make nothing.
func TestEchoOfAReaction(t *testing.T) {
	s := serve(t, func(s *telegramserver.Server) { s.Echo, s.Reactions = true, true })
	defer s.Close()
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	id := s.Say("words")
	said := e.next()
	s.React(id, "❤️")
	if ev := e.next(); ev.Kind != connectors.Edit || ev.Text != said.Text || ev.Message != said.Message {
		t.Errorf("heard %+v", ev)
	}
	if ev := e.next(); ev.Kind != connectors.Reactions || !slices.Equal(ev.Emojis, []string{"❤"}) || ev.Message != said.Message {
		t.Errorf("heard %+v", ev)
	}
	s.React(id)
	if ev := e.next(); ev.Kind != connectors.Reactions || len(ev.Emojis) != 0 {
		t.Errorf("heard %+v", ev)
	}
}

// What the bot itself puts on a message is nobody's reaction.
func TestItsOwnReaction(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	body, err := json.Marshal(fields{
		"chat": fields{"id": -5, "type": "group", "title": "Acme"}, "message_id": 7, "user": its, "date": at1.Unix(),
		"old_reaction": []any{}, "new_reaction": []any{fields{"type": "emoji", "emoji": "👀"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	await(t, "it asks", func() bool { return s.Held() == 1 })
	if s.Put("message_reaction", body) == 0 {
		t.Fatal("it does not ask for reactions")
	}
	s.Say("end")
	if ev := e.next(); ev.Text != "end" {
		t.Errorf("heard %+v", ev)
	}
}

// That the bot was stopped or started is nobody's words.
func TestBlockedIsNoEvent(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	await(t, "it hears", func() bool { return s.Held() == 1 })
	s.Block(true)
	s.Block(false)
	s.Say("back")
	if ev := e.next(); ev.Text != "back" {
		t.Errorf("heard %+v", ev)
	}
}

// Whatever comes makes an event that keeps its promises, or none.
func FuzzUpdate(f *testing.F) {
	for _, body := range []string{
		`{"update_id":1,"message":{"message_id":780,"date":1,"from":{"id":1001,"is_bot":false,"first_name":"P"},"chat":{"id":1001,"type":"private"},"text":"/hi","entities":[{"type":"bot_command","offset":0,"length":3}],"reply_to_message":{"message_id":777,"date":1,"chat":{"id":1001}},"quote":{"text":"3 files","position":7,"is_manual":true}}}`,
		`{"update_id":2,"edited_message":{"message_id":7,"date":1,"edit_date":2,"from":{"id":1},"chat":{"id":-5,"type":"group","title":"x"},"caption":"@citadel_bot","caption_entities":[{"type":"mention","offset":0,"length":12}],"photo":[{"file_id":"x"}]}}`,
		`{"update_id":3,"message_reaction":{"chat":{"id":5,"type":"private"},"message_id":777,"user":{"id":5},"date":1,"old_reaction":[],"new_reaction":[{"type":"emoji","emoji":"👍"},{"type":"?"}]}}`,
		`{"update_id":4,"callback_query":{"id":"4382","from":{"id":5},"message":{"message_id":777,"date":0,"chat":{"id":5}},"chat_instance":"-1","data":"ap:K7"}}`,
		`{"update_id":5,"message":{"message_id":1,"date":9,"from":{"id":5},"chat":{"id":5,"type":"private"},"rich_message":{"blocks":[{"type":"list","items":[{"label":"1.","blocks":[]}]}]}}}`,
		`{"update_id":6,"stopped_message_generation":{"chat":{"id":5},"draft_id":7}}`, `{"update_id":7}`, `{"update_id":8,"message":{"message_id":1,"date":9,"from":{"id":5},"chat":{"id":-5,"type":"group"},"migrate_to_chat_id":-1005}}`, `[]`, `null`, `{`, "\xff",
		`{"update_id":8,"message":{"message_id":1,"date":9,"from":{"id":5,"first_name":"\ud800"},"chat":{"id":5,"type":"private"},"text":"\udc00*","entities":[{"type":"bold","offset":-1,"length":99},{"type":"pre","offset":1,"length":1}]}}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, _ := telegram.Translate(5, body, at1)
		if e.Kind == "" {
			return
		}
		if e.Key == "" || e.Place.Platform != "telegram" || e.Place.Account != "42" || e.At.IsZero() {
			t.Errorf("%+v", e)
		}
		if !utf8.ValidString(e.Text) || !utf8.ValidString(e.Forwarded) || !utf8.ValidString(e.Title) || !utf8.ValidString(e.From.Name) {
			t.Errorf("text that is not UTF-8: %+v", e)
		}
		if e.Kind == connectors.Unparsed {
			if len(e.Raw) > connectors.MaxRaw || e.Message != "" {
				t.Errorf("%+v", e)
			}
			return
		}
		if e.Kind == connectors.Moved {
			if e.Message != "" || e.Place.Room == "" || e.To.Room == "" || e.To.Account != "42" {
				t.Errorf("%+v", e)
			}
			return
		}
		if !e.From.Is(e.From) || e.Message == "" || e.Place.Room == "" || e.From.ID == "42" {
			t.Errorf("%+v", e)
		}
		for _, emoji := range e.Emojis {
			if emoji == "" || emoji != connectors.NormalEmoji(emoji) {
				t.Errorf("emoji %q", emoji)
			}
		}
		if e.Kind == connectors.Press && e.Button == "" {
			t.Errorf("%+v", e)
		}
		for _, file := range e.Files {
			if file.ID == "" || strings.Contains(file.Name, "/") || file.Size < -1 {
				t.Errorf("file %+v", file)
			}
		}
	})
}
