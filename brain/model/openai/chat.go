package openai

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"citadel/brain/model"
)

// tail is how long may pass after the end of an answer until its usage has come. Some
// servers neither send it nor close the stream.
const tail = 15 * time.Second

// Complete asks for one answer; see model.Client. It streams, always.
func (c *Client) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	params, err := c.params(r)
	if err != nil {
		return model.Response{}, &model.Error{Op: "openai: complete", Reason: model.Invalid, Err: err}
	}
	patience := c.patience(r)
	x := c.begin(ctx, "complete", patience.first, model.MaxStream)
	defer x.End()
	x.flow = true
	if c.lively {
		x.Idle(patience.idle)
	}
	var res *http.Response
	options := x.options(option.WithJSONSet("stream", true), option.WithResponseBodyInto(&res))
	for _, name := range c.omit {
		options = append(options, option.WithJSONDel(name))
	}
	if _, err := c.chat.New(x.Context(), params, options...); err != nil {
		return model.Response{}, x.Fail(err)
	}
	a := &answer{asked: r, key: c.key, split: c.compatible}
	failed := follow(x, res, a, patience.idle)
	_ = res.Body.Close()
	out, err := a.close(failed)
	if err != nil {
		return out, x.Fail(err)
	}
	return out, nil
}

// follow takes the stream to its end. Its events are read here and not by the SDK's stream,
// which ends with {"error":null}, and with whatever does not fit its types.
func follow(x *exchange, res *http.Response, a *answer, idle time.Duration) error {
	events := ssestream.NewDecoder(res)
	for events.Next() {
		event := bytes.TrimSpace(events.Event().Data)
		if bytes.HasPrefix(event, []byte("[DONE]")) {
			return nil
		}
		something, err := a.take(event)
		switch {
		case err != nil:
			return err
		case a.finish != "":
			x.Idle(0)
			x.Wait(min(tail, idle))
		case something:
			x.Wait(idle)
		}
	}
	return events.Err()
}
