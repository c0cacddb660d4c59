package mattermost

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// press is one call of the server's, on its way to whoever hears.
type press struct {
	call model.PostActionIntegrationRequest
	done chan error // takes one; buffered
}

// How long a press may take until it is durable, and how large a call may be. Whoever
// pressed is told at once if it does not work, and presses again.
const (
	pressFor = 5 * time.Second
	maxPress = 64 << 10
)

// What a button's context holds.
const (
	contextToken = "token"
	contextKey   = "post"
	contextMAC   = "mac"
)

// listen hears of presses, where that is set up, until the returned function is called.
func (m *Mattermost) listen(ctx context.Context) (func(), error) {
	if !m.Limits().Buttons {
		return func() {}, nil
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", m.Listen)
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Handler: http.HandlerFunc(m.called), ReadTimeout: pressFor, WriteTimeout: 2 * pressFor, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10,
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			m.Log.Error("mattermost: presses are not heard any more", "err", err)
		}
	}()
	return func() {
		_ = server.Close() // whoever is being answered presses again
		<-ended
	}, nil
}

// listens begins to hear of presses, if it does not yet. While that cannot be, as where the port is taken, messages are
// heard all the same, and it is tried again.
func (h *hearing) listens(ctx context.Context) {
	if h.deaf != nil {
		return
	}
	stop, err := h.m.listen(ctx)
	if err != nil {
		h.m.Log.Error("mattermost: presses are not heard", "listen", h.m.Listen, "err", err)
		return
	}
	h.deaf = stop
}

// notPress is what is answered to who calls without having pressed.
const notPress = "not a press"

// checkListen tries whether presses can be heard: the port is free, or it is this program that has it.
func (m *Mattermost) checkListen(ctx context.Context) bool {
	var config net.ListenConfig
	if l, err := config.Listen(ctx, "tcp", m.Listen); err == nil {
		return l.Close() == nil
	}
	ctx, cancel := context.WithTimeout(ctx, pressFor)
	defer cancel()
	call, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+m.Listen, http.NoBody)
	if err != nil {
		return false
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(call)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	return err == nil && strings.TrimSpace(string(said)) == notPress
}

// called answers the server: 200 once the press is durable.
func (m *Mattermost) called(w http.ResponseWriter, r *http.Request) {
	var call model.PostActionIntegrationRequest
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxPress)).Decode(&call)
	if r.Method != http.MethodPost || err != nil {
		http.Error(w, notPress, http.StatusBadRequest)
		return
	}
	if !m.ours(call) {
		http.Error(w, "not one of ours", http.StatusForbidden)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), pressFor)
	defer cancel()
	p := press{call: call, done: make(chan error, 1)}
	select {
	case m.presses <- p:
	case <-ctx.Done():
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	select {
	case err = <-p.done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte("{}")) // the server may have gone; the press is durable
}

// ours says whether a call is about a button of ours, in the room it was made for.
func (m *Mattermost) ours(call model.PostActionIntegrationRequest) bool {
	token, _ := call.Context[contextToken].(string)
	key, _ := call.Context[contextKey].(string)
	mac, _ := call.Context[contextMAC].(string)
	return token != "" && model.IsValidId(call.UserId) && model.IsValidId(call.PostId) && model.IsValidId(call.ChannelId) &&
		hmac.Equal([]byte(mac), []byte(m.secret("button", call.ChannelId, key, token)))
}

// pressed hands a press on.
func (h *hearing) pressed(ctx context.Context, p press) error {
	e, err := h.m.event(ctx, h.self, connectors.Press, &model.Post{Id: p.call.PostId, ChannelId: p.call.ChannelId}, p.call.UserId, h.serverNow())
	if err != nil {
		p.done <- err
		return err
	}
	e.Button, _ = p.call.Context[contextToken].(string)
	e.Key = p.call.PostId + ":press:" + short(p.call.TriggerId+p.call.UserId)
	if p.call.TriggerId == "" {
		e.Key += strconv.FormatInt(h.m.Now().UnixNano(), 36)
	}
	err = h.handOn(ctx, e, 0)
	p.done <- err
	return err
}

// pressedMeanwhile hands on what was pressed while something long is done.
func (h *hearing) pressedMeanwhile(ctx context.Context) error {
	select {
	case p := <-h.m.presses:
		return h.pressed(ctx, p)
	default:
		return nil
	}
}

// attachments are the buttons of a post as the platform has them. Their ids are letters and
// digits alone: others are shown and cannot be pressed.
func (m *Mattermost) attachments(p connectors.Post) []*model.MessageAttachment {
	if !m.Limits().Buttons || len(p.Buttons) == 0 {
		return nil
	}
	a := &model.MessageAttachment{}
	for i, b := range p.Buttons {
		a.Actions = append(a.Actions, &model.PostAction{
			Id: "b" + strconv.Itoa(i), Type: model.PostActionTypeButton, Name: b.Label,
			Integration: &model.PostActionIntegration{URL: strings.TrimRight(m.Callback, "/") + "/", Context: map[string]any{
				contextToken: b.Token, contextKey: p.Key, contextMAC: m.secret("button", p.Place.Room, p.Key, b.Token),
			}},
		})
	}
	return []*model.MessageAttachment{a}
}
