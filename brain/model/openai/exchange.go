package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3/option"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

// exchange is one request with its answer, as its middleware sees it.
type exchange struct {
	*wire.Exchange
	key   string
	limit int64 // bytes of the answer
	flow  bool  // it is a stream
}

// begin starts the clocks. Whoever begins ends.
func (c *Client) begin(ctx context.Context, op string, patience time.Duration, limit int64) *exchange {
	return &exchange{Exchange: wire.Begin(ctx, "openai: "+op, patience, c.whole), key: c.key, limit: limit}
}

// options are what every request is sent with.
func (x *exchange) options(more ...option.RequestOption) []option.RequestOption {
	return append(more, option.WithMiddleware(x.inspect))
}

// inspect is what an answer passes before the SDK sees it. An error becomes a *model.Error
// here, because the SDK loses the status of those that are not in OpenAI's form, and reads
// without bound. What is not JSON, or not a stream, does not get through.
func (x *exchange) inspect(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return nil, err
	}
	x.Answered(res.StatusCode)
	if wire.Failed(res.StatusCode) {
		said, _ := wire.Fault(res.Body)
		return nil, judge(res.StatusCode, res.Header, said, x.key)
	}
	res.Body = x.Body(res.Body, x.limit)
	if x.flow {
		err = x.stream(res)
	} else {
		err = x.object(res)
	}
	if err != nil {
		_ = res.Body.Close()
		return nil, err
	}
	return res, nil
}

// object reads an answer that is one JSON object, whatever it is labelled as.
func (x *exchange) object(res *http.Response) error {
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if e := x.whole(res, body); e != nil {
		return e
	}
	replace(res, body)
	return nil
}

// whole judges an answer of one piece: an error may come with status 200 too.
func (x *exchange) whole(res *http.Response, body []byte) error {
	var o map[string]json.RawMessage
	if json.Unmarshal(body, &o) != nil || o == nil {
		return &model.Error{Reason: model.Broken, Status: res.StatusCode, Err: wire.ErrForm}
	}
	if said(o["error"]) || string(o["object"]) == `"error"` {
		return judge(res.StatusCode, res.Header, body, x.key)
	}
	return nil
}

// said says whether a field is there.
func said(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func replace(res *http.Response, body []byte) {
	_ = res.Body.Close()
	res.Body = io.NopCloser(bytes.NewReader(body))
	res.ContentLength = int64(len(body))
	res.Header.Set("Content-Type", "application/json")
}

// stream makes sure that an answer is a stream of events. Some servers label it wrongly, and
// some answer in one piece although a stream was asked for.
func (x *exchange) stream(res *http.Response) error {
	if t, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); t == "text/event-stream" {
		return nil
	}
	in := bufio.NewReader(res.Body)
	first, err := firstByte(in)
	if err != nil {
		return err
	}
	switch first {
	case 'd', 'e', 'i', 'r', ':': // data, event, id, retry, a comment
		res.Body = &rest{Reader: in, Closer: res.Body}
		return nil
	case '{':
		body, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		if err := x.whole(res, body); err != nil {
			return err
		}
		flow, ok := asStream(body)
		if !ok {
			break
		}
		replace(res, flow)
		return nil
	}
	return &model.Error{Reason: model.Broken, Status: res.StatusCode, Err: wire.ErrForm}
}

// firstByte is the first that is not white space; it stays unread.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return b, in.UnreadByte()
		}
	}
}

// asStream puts an answer of one piece into the form of a stream.
func asStream(body []byte) ([]byte, bool) {
	var o map[string]json.RawMessage
	var choices []map[string]json.RawMessage
	if json.Unmarshal(body, &o) != nil || json.Unmarshal(o["choices"], &choices) != nil {
		return nil, false
	}
	for _, c := range choices {
		if c == nil {
			return nil, false
		}
		c["delta"] = c["message"]
		delete(c, "message")
	}
	var err error
	if o["choices"], err = json.Marshal(choices); err != nil {
		return nil, false
	}
	chunk, err := json.Marshal(o)
	if err != nil {
		return nil, false
	}
	return append(append([]byte("data: "), chunk...), "\n\ndata: [DONE]\n\n"...), true
}

// rest is what is left of a body after a look at its beginning.
type rest struct {
	io.Reader
	io.Closer
}
