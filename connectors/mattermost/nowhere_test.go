package mattermost_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"

	"github.com/mattermost/mattermost/server/public/model"
)

// nowhere is a connector of a server that knows nobody and nothing, so that lookups end at once.
func nowhere(t testing.TB) *mattermost.Mattermost {
	nothing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"id":"api.context.404.app_error","status_code":404}`, http.StatusNotFound)
	}))
	t.Cleanup(nothing.Close)
	return &mattermost.Mattermost{URL: nothing.URL, Token: "t", Now: time.Now}
}

const aRoom, aUser, aPost = "roomroomroomroomroomroomro", "usersusersusersusersusersu", "postpostpostpostpostpostpo"

// An emoji that another server says somebody put is not by his own hand.
func TestAnEmojiFromAnotherServer(t *testing.T) {
	remote := "remoteremoteremoteremotere"
	for _, id := range []*string{nil, &remote} {
		r, err := json.Marshal(model.Reaction{UserId: aUser, PostId: aPost, ChannelId: aRoom, EmojiName: "+1", CreateAt: 1, RemoteId: id})
		if err != nil {
			t.Fatal(err)
		}
		frame, err := json.Marshal(map[string]any{
			"event": "reaction_added", "data": map[string]string{"reaction": string(r)}, "broadcast": map[string]string{"channel_id": aRoom}, "seq": 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		var via []string
		mattermost.Read(nowhere(t), frame, func(_ context.Context, e connectors.Event) error {
			via = append(via, e.Via)
			return nil
		})
		if want := map[bool]string{false: "", true: "remote server " + remote}[id != nil]; !slices.Equal(via, []string{want}) {
			t.Errorf("via %q, want %q", via, want)
		}
	}
}

// Two presses are two, also where the server gives them no id.
func TestPressesWithoutAnID(t *testing.T) {
	m := nowhere(t)
	clock := newClock()
	m.Now = func() time.Time { clock.tick(); return clock.now() }
	var calls []*http.Request
	for range 2 {
		body, err := json.Marshal(model.PostActionIntegrationRequest{
			UserId: aUser, ChannelId: aRoom, PostId: aPost, Context: mattermost.Context(m, aRoom, "post/1", "approve"),
		})
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body)))
	}
	handed := 0
	codes := mattermost.Presses(m, func(context.Context, connectors.Event) error { handed++; return nil }, calls...)
	if handed != 2 || !slices.Equal(codes, []int{http.StatusOK, http.StatusOK}) {
		t.Errorf("%d handed on, answered %v", handed, codes)
	}
}
