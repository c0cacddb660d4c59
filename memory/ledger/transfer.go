package ledger

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"citadel/memory/event"
)

// A ledger travels as JSON Lines. The first line is a header; every other is a row, in
// order, with all that is stored of it: numbers as they are, or as strings where they are
// beyond 2^53; bytes in base64; what is empty left out. The rows of forgotten events have
// no "unseal". Whoever holds the file can read all that was not forgotten.

const (
	transferForm = 1
	// maxLine is the longest line, in bytes: a body of MaxBody in base64, twice over.
	maxLine = 24 << 20
)

// ErrNotEmpty: a ledger is imported only where there is none.
var ErrNotEmpty = errors.New("there is a ledger here already")

type header struct {
	Citadel   string `json:"citadel"`
	Form      int    `json:"form"`
	Principal string `json:"principal"`
	Events    int    `json:"events"`
	Head      string `json:"head"` // hex
}

// line is a Row without its principal, which the header names.
type line struct {
	Seq    number       `json:"seq"`
	At     number       `json:"at"` // microseconds since 1970 UTC
	Source event.Source `json:"source"`
	Kind   event.Kind   `json:"kind"`
	V      number       `json:"v"`
	Key    string       `json:"key,omitempty"`
	Trust  event.Trust  `json:"trust"`
	Causes []byte       `json:"causes,omitempty"`
	From   []byte       `json:"from,omitempty"`
	Body   []byte       `json:"body"`
	Prev   []byte       `json:"prev"`
	Hash   []byte       `json:"hash"`
	Unseal []byte       `json:"unseal,omitempty"`
}

// number is an integer that other readers of JSON must not round.
type number int64

func (n number) MarshalJSON() ([]byte, error) {
	b := strconv.AppendInt(nil, int64(n), 10)
	if n > 1<<53 || n < -1<<53 {
		b = append(append([]byte{'"'}, b...), '"')
	}
	return b, nil
}

func (n *number) UnmarshalJSON(b []byte) error {
	if len(b) > 1 && b[0] == '"' && b[len(b)-1] == '"' {
		b = b[1 : len(b)-1]
	}
	i, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return fmt.Errorf("%.32q is not a whole number of 64 bits", b)
	}
	*n = number(i)
	return nil
}

// Export writes the ledger, as it is when it begins, as JSON Lines. Others may read and
// append meanwhile. progress, where not nil, is told the number of events written every
// few thousand.
func (l *Log) Export(ctx context.Context, w io.Writer, progress func(done, all int)) error {
	if err := l.export(ctx, w, progress); err != nil {
		return fmt.Errorf("ledger: export: %w", err)
	}
	return nil
}

func (l *Log) export(ctx context.Context, w io.Writer, progress func(done, all int)) error {
	out := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	h := header{Citadel: "ledger", Form: transferForm, Principal: l.principal}
	for row, err := range l.store.Read(ctx, Query{Newest: true, Limit: 1, Sealed: true}) {
		if err != nil {
			return err
		}
		h.Events, h.Head = int(row.Seq), row.Hash.String()
	}
	if err := enc.Encode(h); err != nil {
		return err
	}
	done := 0
	for r, err := range l.store.Read(ctx, Query{Before: event.Seq(h.Events) + 1}) {
		if err != nil {
			return err
		}
		err := enc.Encode(line{
			Seq: number(r.Seq), At: number(r.At), Source: r.Source, Kind: r.Kind, V: number(r.V), Key: r.Key, Trust: r.Trust,
			Causes: r.Causes, From: r.From, Body: r.Body, Prev: r.Prev[:], Hash: r.Hash[:], Unseal: r.Unseal,
		})
		if err != nil {
			return err
		}
		if done++; progress != nil && (done%4096 == 0 || done == h.Events) {
			progress(done, h.Events)
		}
	}
	return out.Flush()
}

// Import reads what Export wrote into store, which must be empty, and stays the caller's.
// Everything that Verify checks is checked on the way, and the head against the header,
// so that a file that was cut is refused as well. Either the whole ledger is there
// afterwards or nothing is: a store that is a Loader takes it in one commit; for one that
// is not, it must fit in memory. Errors name the line; one of the chain is a *Broken.
// progress is told the number of events read every few thousand.
func Import(ctx context.Context, store Store, principal string, r io.Reader, progress func(done, all int)) (Report, error) {
	in := &importer{lines: bufio.NewScanner(r), audit: newAudit(principal), progress: progress}
	in.lines.Buffer(nil, maxLine)
	if err := in.into(ctx, store, principal); err != nil {
		return Report{}, fmt.Errorf("ledger: import: %w", err)
	}
	return in.audit.rep, nil
}

type importer struct {
	lines    *bufio.Scanner
	n        int // the line that was read last
	header   header
	audit    *audit
	progress func(done, all int)
}

func (in *importer) into(ctx context.Context, store Store, principal string) error {
	for _, err := range store.Read(ctx, Query{Limit: 1, Sealed: true}) {
		if err != nil {
			return err
		}
		return ErrNotEmpty
	}
	if err := in.begin(principal); err != nil {
		return fmt.Errorf("line %d: %w", max(in.n, 1), err)
	}
	if l, ok := store.(Loader); ok {
		return l.Load(ctx, in.rows())
	}
	var all []Row
	for row, err := range in.rows() {
		if err != nil {
			return err
		}
		all = append(all, row)
	}
	return store.Append(ctx, all, nil)
}

// next reads the next line that is not blank into v. It returns io.EOF behind the last.
func (in *importer) next(v any) error {
	for in.lines.Scan() {
		in.n++
		text := bytes.TrimSpace(in.lines.Bytes())
		if len(text) == 0 {
			continue
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(v); err != nil {
			return err
		}
		if d.InputOffset() < int64(len(text)) {
			return errors.New("something stands behind the value")
		}
		return nil
	}
	err := in.lines.Err()
	if err == nil {
		return io.EOF
	}
	in.n++
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("it is longer than %d bytes", maxLine)
	}
	return err
}

func (in *importer) begin(principal string) error {
	if err := checkPrincipal(principal); err != nil {
		return err
	}
	switch err := in.next(&in.header); {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty")
	case err != nil:
		return fmt.Errorf("this is not the header of a ledger: %w", err)
	case in.header.Citadel != "ledger":
		return errors.New("this is not the header of a ledger")
	case in.header.Form != transferForm:
		return fmt.Errorf("the file is of form %d, this version of citadel reads %d", in.header.Form, transferForm)
	case in.header.Principal != principal:
		return fmt.Errorf("%w: it is %q, not %q", ErrForeign, in.header.Principal, principal)
	}
	return nil
}

// rows reads and checks the rows. Its last error may be one of the whole.
func (in *importer) rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for {
			row, err := in.row()
			if errors.Is(err, io.EOF) {
				if err = in.end(); err == nil {
					return
				}
			}
			if err != nil {
				yield(Row{}, fmt.Errorf("line %d: %w", in.n, err))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

func (in *importer) row() (Row, error) {
	var l line
	if err := in.next(&l); err != nil {
		return Row{}, err
	}
	r := Row{
		Principal: in.header.Principal, Seq: event.Seq(l.Seq), At: int64(l.At), Source: l.Source, Kind: l.Kind, V: int(l.V),
		Key: l.Key, Trust: l.Trust, Causes: l.Causes, From: l.From, Body: l.Body, Unseal: l.Unseal,
	}
	if len(l.Prev) != len(r.Prev) || len(l.Hash) != len(r.Hash) {
		return Row{}, fmt.Errorf("a hash has %d bytes", len(r.Hash))
	}
	r.Prev, r.Hash = Hash(l.Prev), Hash(l.Hash)
	if err := in.audit.row(&r); err != nil {
		return Row{}, err
	}
	done := in.audit.rep.Events
	if done > in.header.Events {
		return Row{}, fmt.Errorf("the header announces %d events, and here is another", in.header.Events)
	}
	if in.progress != nil && (done%4096 == 0 || done == in.header.Events) {
		in.progress(done, in.header.Events)
	}
	return r, nil
}

func (in *importer) end() error {
	rep := in.audit.rep
	switch {
	case rep.Events == 0:
		return errors.New("the file ends without an event")
	case rep.Events != in.header.Events:
		return fmt.Errorf("the file ends at event %d of %d", rep.Events, in.header.Events)
	case in.header.Head != hex.EncodeToString(rep.Head.Hash[:]):
		return &Broken{Seq: rep.Head.Seq, Why: "the header has seen another event here"}
	}
	return in.audit.end()
}
