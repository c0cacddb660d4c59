package bot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"citadel/brain/enclosure"
	"citadel/connectors"
	"citadel/memory/event"
)

// Limits of fetching one file.
const (
	fetchFor  = 2 * time.Minute // one try
	fetchWait = 6 * time.Hour   // the longest pause that a platform is granted between two
)

// came is what a try brought, or why the file cannot be had.
type came struct {
	content []byte
	short   bool // they are fewer than the platform named, each time
	fault   string
}

// fetch asks for a file once. again, where not nil, says that another try may bring it, and
// after how long at least. before is how many bytes came last time, -1 if it was not asked
// for: if as many come again, and they are fewer than was said, what was said may be wrong.
// The error is ctx's.
func (a *attaching) fetch(ctx context.Context, platform string, f event.File, before int) (c came, again *time.Duration, err error) {
	if f.Size > enclosure.MaxFile {
		return came{fault: event.FaultTooLarge}, nil, nil
	}
	limited, cancel := context.WithTimeout(ctx, fetchFor)
	defer cancel()
	content, err := a.try(limited, platform, f)
	short := errors.Is(err, errShort)
	switch {
	case err == nil, short && len(content) == before:
		return came{content: content, short: short}, nil, nil
	case ctx.Err() != nil:
		return c, nil, ctx.Err()
	}
	fault, after, worth := faulty(err)
	// Not the error itself: that of a file of this machine names it.
	a.bot.Log.Warn("a file of a message did not come", "connector", platform, "why", fault, "again", worth)
	if !worth {
		return came{fault: fault}, nil, nil
	}
	after = min(after, fetchWait)
	return came{content: content}, &after, nil
}

var (
	errTooLarge = errors.New("more bytes than are kept")
	errNobody   = errors.New("nobody here fetches from that platform")
	errShort    = errors.New("fewer bytes came than the platform named")
)

// try asks for a file once.
func (a *attaching) try(ctx context.Context, platform string, f event.File) ([]byte, error) {
	at := slices.IndexFunc(a.bot.Connectors, func(c connectors.Connector) bool { return c.Name() == platform })
	if at < 0 {
		return nil, errNobody
	}
	from, fetches := a.bot.Connectors[at].(connectors.Fetcher)
	if !fetches { // who names a path on this machine must sit at it
		return local(f.Path)
	}
	var w bounded
	file := connectors.File(f)
	file.Path = ""
	if err := from.Fetch(ctx, file, &w); err != nil {
		return nil, err
	}
	if f.Size > 0 && int64(w.Len()) < f.Size {
		return w.Bytes(), errShort
	}
	return w.Bytes(), nil
}

// bounded takes as many bytes as are kept of a file.
type bounded struct{ bytes.Buffer }

// Write implements io.Writer.
func (w *bounded) Write(p []byte) (int, error) {
	if w.Len()+len(p) > enclosure.MaxFile {
		return 0, errTooLarge
	}
	return w.Buffer.Write(p)
}

// local reads a file of this machine. It waits for nobody: what is no plain file is not
// opened for good.
func local(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fs.ErrPermission
	}
	content, err := io.ReadAll(io.LimitReader(f, enclosure.MaxFile+1))
	if err == nil && len(content) > enclosure.MaxFile {
		err = errTooLarge
	}
	return content, err
}

// faulty reads why a file did not come, and whether another try may bring it.
func faulty(err error) (fault string, after time.Duration, again bool) {
	var ce *connectors.Error
	switch {
	case errors.Is(err, errTooLarge):
		return event.FaultTooLarge, 0, false
	case errors.Is(err, fs.ErrNotExist):
		return event.FaultGone, 0, false
	case errors.Is(err, fs.ErrPermission):
		return event.FaultForbidden, 0, false
	case errors.As(err, &ce):
		switch ce.Reason {
		case connectors.Gone:
			return event.FaultGone, 0, false
		case connectors.Forbidden:
			return event.FaultForbidden, 0, false
		case connectors.TooLong:
			return event.FaultTooLarge, 0, false
		case connectors.Invalid:
			return event.FaultUnreachable, 0, false
		}
		return event.FaultUnreachable, ce.After, true
	case errors.Is(err, errShort):
		return event.FaultUnreachable, 0, true
	}
	return event.FaultUnreachable, 0, false
}
