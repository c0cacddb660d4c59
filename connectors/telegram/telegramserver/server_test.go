package telegramserver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"citadel/connectors/telegram/telegramserver"
)

func start(t *testing.T, s *telegramserver.Server) *telegramserver.Server {
	t.Helper()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

type reply struct {
	OK     bool            `json:"ok"`
	Result json.RawMessage `json:"result"`
	Code   int             `json:"error_code"`
	Text   string          `json:"description"`
}

// call makes a call with a JSON body.
func call(t *testing.T, s *telegramserver.Server, method, body string) reply {
	t.Helper()
	return ask(t, s.URL+"/bot"+telegramserver.Token+"/"+method, "application/json", strings.NewReader(body))
}

func ask(t *testing.T, url, kind string, body io.Reader) (r reply) {
	t.Helper()
	resp, err := http.Post(url, kind, body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		t.Fatal(err)
	}
	if r.OK != (resp.StatusCode == http.StatusOK) || !r.OK && r.Code != resp.StatusCode {
		t.Errorf("status %d of %+v", resp.StatusCode, r)
	}
	return r
}

// ids are those of the updates that a poll brings.
func ids(t *testing.T, s *telegramserver.Server, body string) []int64 {
	t.Helper()
	var updates []struct {
		ID int64 `json:"update_id"`
	}
	r := call(t, s, "getUpdates", body)
	if err := json.Unmarshal(r.Result, &updates); err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	out := []int64{}
	for _, u := range updates {
		out = append(out, u.ID)
	}
	return out
}

func TestUpdatesWaitUntilConfirmed(t *testing.T) {
	s := start(t, &telegramserver.Server{})
	s.Say("one")
	s.Say("two")
	first := ids(t, s, `{}`)
	if len(first) != 2 || first[1] != first[0]+1 {
		t.Fatalf("updates %v", first)
	}
	if again := ids(t, s, `{"limit":1}`); len(again) != 1 || again[0] != first[0] {
		t.Errorf("then %v", again)
	}
	if rest := ids(t, s, fmt.Sprintf(`{"offset":%d}`, first[1])); len(rest) != 1 || rest[0] != first[1] {
		t.Errorf("from the second on %v", rest)
	}
	if all := ids(t, s, fmt.Sprintf(`{"offset":%d}`, first[1]+500)); len(all) != 1 {
		t.Errorf("an offset far ahead confirms: %v", all)
	}
	s.Pass(25 * time.Hour)
	if late := ids(t, s, `{}`); len(late) != 0 {
		t.Errorf("after a day there are %v", late)
	}
	s.Pass(7 * 24 * time.Hour)
	s.Say("three")
	if anew := ids(t, s, `{}`); len(anew) != 1 || anew[0] >= first[0] {
		t.Errorf("after a week there are %v", anew)
	}
}

func TestAllowedUpdatesStay(t *testing.T) {
	s := start(t, &telegramserver.Server{Reactions: true})
	react := func() int { s.React(s.Say("x"), "👍"); return len(ids(t, s, `{}`)) }
	if n := react(); n != 1 {
		t.Errorf("%d updates by default, want no reaction", n)
	}
	ids(t, s, `{"allowed_updates":["message_reaction"]}`)
	if n := react(); n != 2 {
		t.Errorf("%d updates, want the reaction alone beside the first", n)
	}
	ids(t, s, `{"allowed_updates":["message","message_reaction"]}`)
	if n := react(); n != 4 {
		t.Errorf("%d updates, want 4", n)
	}
}

// A file is fetched by each of the ids that it is told of with, and has one that stays.
func TestAFileIsNamedAnew(t *testing.T) {
	s := start(t, &telegramserver.Server{})
	id := s.Upload("a.txt", "text/plain", []byte("hello"))
	m := s.Write(telegramserver.Principal, telegramserver.Principal, map[string]any{"caption": "look", "document": map[string]any{"file_id": id}})
	s.Edit(m, "look here")
	type file struct {
		ID     string `json:"file_id"`
		Unique string `json:"file_unique_id"`
		Path   string `json:"file_path"`
	}
	type message struct {
		Caption  string
		Document file
	}
	var updates []struct {
		Message message
		Edited  message `json:"edited_message"`
	}
	if err := json.Unmarshal(call(t, s, "getUpdates", `{}`).Result, &updates); err != nil || len(updates) != 2 {
		t.Fatalf("%v: %+v", err, updates)
	}
	was, is := updates[0].Message.Document, updates[1].Edited.Document
	if updates[1].Edited.Caption != "look here" || was.ID == is.ID || was.Unique != is.Unique || was.Unique == "" {
		t.Errorf("told of %+v, then %+v", was, is)
	}
	for _, named := range []string{id, was.ID, is.ID} {
		var got file
		if r := call(t, s, "getFile", fmt.Sprintf(`{"file_id":%q}`, named)); json.Unmarshal(r.Result, &got) != nil || got.Unique != was.Unique || got.Path == "" {
			t.Errorf("%s: %+v", named, r)
		}
	}
}

func TestASecondPollEndsTheFirst(t *testing.T) {
	s := start(t, &telegramserver.Server{})
	ended := make(chan reply, 1)
	go func() { ended <- call(t, s, "getUpdates", `{"timeout":50}`) }()
	for s.Held() == 0 {
		if t.Context().Err() != nil {
			t.Fatal("the first poll is not held")
		}
	}
	if got := ids(t, s, `{}`); len(got) != 0 {
		t.Errorf("the second got %v", got)
	}
	if r := <-ended; r.Code != http.StatusConflict {
		t.Errorf("the first got %+v", r)
	}
	s.SetWebhook("https://example.com")
	if r := call(t, s, "getUpdates", `{}`); r.Code != http.StatusConflict || !strings.Contains(r.Text, "webhook") {
		t.Errorf("with a webhook: %+v", r)
	}
}

func TestWhatIsRefused(t *testing.T) {
	s := start(t, &telegramserver.Server{})
	long := strings.Repeat("x", 4097)
	for body, want := range map[string]string{
		`{"chat_id":1001,"text":""}`:             "message text is empty",
		`{"chat_id":5,"text":"x"}`:               "chat not found",
		`{"chat_id":1001,"text":"` + long + `"}`: "message is too long",
		`{"chat_id":1001,"text":"x","entities":[{"type":"bold","offset":0,"length":2}]}`:                                           "ENTITY_BOUNDS_INVALID",
		`{"chat_id":1001,"text":"👍","entities":[{"type":"bold","offset":0,"length":1}]}`:                                           "splits",
		`{"chat_id":1001,"text":"xy","entities":[{"type":"glow","offset":0,"length":1}]}`:                                          "unsupported",
		`{"chat_id":1001,"text":"xy","entities":[{"type":"text_link","offset":0,"length":1,"url":"x"}]}`:                           "URL",
		`{"chat_id":1001,"text":"xyz","entities":[{"type":"code","offset":0,"length":3},{"type":"bold","offset":1,"length":1}]}`:   "within",
		`{"chat_id":1001,"text":"xyz","entities":[{"type":"bold","offset":0,"length":2},{"type":"italic","offset":1,"length":2}]}`: "cross",
		`{"chat_id":1001,"text":"x","reply_parameters":{"message_id":5}}`:                                                          "replied",
		`{"chat_id":1001,"text":"x","reply_markup":{"inline_keyboard":[[{"text":"x","callback_data":"` + long[:65] + `"}]]}}`:      "BUTTON_DATA_INVALID",
	} {
		if r := call(t, s, "sendMessage", body); r.Code != http.StatusBadRequest || !strings.Contains(r.Text, want) {
			t.Errorf("%.80s: %+v, want %q", body, r, want)
		}
	}
	if n := len(s.Shown(telegramserver.Principal)); n != 0 {
		t.Errorf("%d posts are shown", n)
	}
	if r := ask(t, s.URL+"/bot42:other/getMe", "application/json", strings.NewReader(`{}`)); r.Code != http.StatusUnauthorized {
		t.Errorf("another token: %+v", r)
	}
	if r := call(t, s, "sendFax", `{}`); r.Code != http.StatusNotFound {
		t.Errorf("another method: %+v", r)
	}
}

func TestMultipart(t *testing.T) {
	s := start(t, &telegramserver.Server{})
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range map[string]string{"chat_id": "1001", "text": "  xy ", "entities": `[{"type":"bold","offset":2,"length":1}]`} {
		if err := w.WriteField(k, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	ask(t, s.URL+"/bot"+telegramserver.Token+"/sendMessage", w.FormDataContentType(), &b)
	if all := s.Shown(telegramserver.Principal); len(all) != 1 || all[0].Text != "xy" || all[0].Entities[0].Offset != 0 {
		t.Errorf("shown %+v", all)
	}
}

func TestWhatTelegramFindsInWords(t *testing.T) {
	s := start(t, &telegramserver.Server{})
	s.Say("/why 👍 @sam_lee /etc/passwd a@b.example")
	r := call(t, s, "getUpdates", `{}`)
	var updates []struct {
		Message struct{ Entities []telegramserver.Entity }
	}
	if err := json.Unmarshal(r.Result, &updates); err != nil {
		t.Fatal(err)
	}
	want := []telegramserver.Entity{{Type: "bot_command", Offset: 0, Length: 4}, {Type: "mention", Offset: 8, Length: 8}}
	if got := updates[0].Message.Entities; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("found %+v, want %+v", got, want)
	}
}
