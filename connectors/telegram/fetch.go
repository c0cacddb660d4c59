package telegram

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"citadel/connectors"

	"github.com/go-telegram/bot"
)

// maxFile is the largest file that Telegram gives a bot, in bytes.
const maxFile = 20 << 20

// Fetch writes a file's bytes. One of more than 20 MB is Forbidden: Telegram gives bots none.
func (t *Telegram) Fetch(ctx context.Context, f connectors.File, w io.Writer) error {
	const op = "telegram: fetch"
	t.start()
	fail := func(r connectors.Reason, err error) error { return &connectors.Error{Op: op, Reason: r, Err: err} }
	switch {
	case ctx.Err() != nil:
		return fail(connectors.Temporary, ctx.Err())
	case f.ID == "":
		return fail(connectors.Invalid, errors.New("a file that is not at Telegram"))
	case f.Size > maxFile:
		return fail(connectors.Forbidden, errors.New("a file of more than 20 MB"))
	}
	ctx, cancel := context.WithTimeout(ctx, uploadFor)
	defer cancel()
	at, err := t.api.GetFile(ctx, &bot.GetFileParams{FileID: f.ID})
	if err != nil {
		return failed(op, err)
	}
	if at.FilePath == "" {
		return fail(connectors.Gone, errors.New("a file without a path"))
	}
	parts := strings.Split(at.FilePath, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	address := t.base() + "/file/bot" + t.wire.token + "/" + strings.Join(parts, "/")
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fail(connectors.Invalid, errors.New("a path that is no address"))
	}
	resp, err := t.wire.client.Do(req)
	if err != nil {
		return fail(connectors.Temporary, t.wire.strip(err)) // reading changes nothing
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusNotFound, code == http.StatusGone:
		return fail(connectors.Gone, fmt.Errorf("status %d", code))
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return fail(connectors.Forbidden, fmt.Errorf("status %d", code))
	case code != http.StatusOK:
		return fail(connectors.Temporary, fmt.Errorf("status %d", code))
	}
	return t.copy(op, w, resp.Body)
}

// copy writes what comes, up to maxFile.
func (t *Telegram) copy(op string, w io.Writer, body io.Reader) error {
	buf := make([]byte, 32<<10)
	for total := 0; ; {
		n, err := body.Read(buf)
		if total += n; total > maxFile {
			return &connectors.Error{Op: op, Reason: connectors.Forbidden, Err: errors.New("more than 20 MB came")}
		}
		if n > 0 {
			if _, werr := w.Write(buf[:n]); werr != nil {
				return fmt.Errorf("%s: %w", op, werr)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &connectors.Error{Op: op, Reason: connectors.Temporary, Err: t.wire.strip(err)}
		}
	}
}
