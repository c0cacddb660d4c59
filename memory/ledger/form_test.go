package ledger_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// counting is a source of keys that repeats itself in every run.
type counting byte

func (c *counting) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(*c)
		*c++
	}
	return len(b), nil
}

// short writes a ledger of four events, one of them forgotten, the same in every run.
func short(t testing.TB) (*ledger.Log, *inmem.Store) {
	t.Helper()
	store := &inmem.Store{}
	at := time.Date(2026, 11, 20, 9, 0, 0, 123456789, time.UTC)
	log, pens, err := ledger.OpenLog(t.Context(), store, ledger.Options{
		Principal: "me", Now: func() time.Time { return at }, Random: new(counting),
	})
	if err != nil {
		t.Fatal(err)
	}
	heard := pens.For(event.Bot).Write(event.Heard{Text: "naïve <猫>", On: at})
	heard.Trust, heard.Key = event.ByPrincipal, "console:1"
	learned := pens.For(event.Learning).Write(event.Learned{Text: "x", On: at}).Because(ledger.Here(0), 1).Resting(ledger.Here(0), 1)
	if _, err := log.Append(t.Context(), heard, learned); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Forget(t.Context(), ledger.Plan{Seqs: []event.Seq{3}}, "asked", 2); err != nil {
		t.Fatal(err)
	}
	return log, store
}

// The stored form is written out in the package's documentation. This is that text once
// more, as code of its own, so that neither can change without the other.
func TestStoredForm(t *testing.T) {
	log, store := short(t)
	field := func(b, f []byte) []byte {
		return append(binary.BigEndian.AppendUint32(b, uint32(len(f))), f...)
	}
	number := func(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
	rows := 0
	var prev [32]byte
	for r, err := range store.Read(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if rows++; rows == 1 {
			prev = sha256.Sum256(field(field(nil, []byte("me")), number(r.At)))
		}
		var form []byte
		for _, f := range [][]byte{
			[]byte(r.Principal), number(int64(r.Seq)), number(r.At), []byte(r.Source), []byte(r.Kind), number(int64(r.V)),
			[]byte(r.Key), []byte(r.Trust), r.Causes, r.From, r.Body, prev[:],
		} {
			form = field(form, f)
		}
		if r.Prev != prev || r.Hash != sha256.Sum256(form) {
			t.Fatalf("event %d is not stored as documented", r.Seq)
		}
		prev = r.Hash
		if r.Unseal == nil {
			continue
		}
		aead, err := chacha20poly1305.NewX(r.Unseal)
		if err != nil {
			t.Fatal(err)
		}
		extra := field(field(field(nil, []byte("me")), number(int64(r.Seq))), []byte(r.Kind))
		body, err := aead.Open(nil, make([]byte, 24), r.Body, extra)
		if err != nil {
			t.Fatalf("event %d is not sealed as documented", r.Seq)
		}
		rec, err := log.Get(t.Context(), r.Seq)
		if err != nil || !bytes.Equal(rec.Body, body) {
			t.Errorf("event %d: %s, %s, %v", r.Seq, body, rec.Body, err)
		}
	}
	if rows != 4 {
		t.Errorf("%d events, want 4", rows)
	}
}

// A ledger written by the first version must be whole, and readable, for every later one.
func TestKeptLedger(t *testing.T) {
	file, err := os.Open("testdata/form1.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	store := &inmem.Store{}
	rep, err := ledger.Import(t.Context(), store, "me", file, nil)
	if err != nil {
		t.Fatal(err)
	}
	const head = "ca9580d1a4fddc740ba934ca95edfe2abe5f24f27cbe6afbacb9df25853fd926"
	if rep.Events != 4 || rep.Forgotten != 1 || rep.Head.Hash.String() != head {
		t.Errorf("%+v, want the head %s", rep, head)
	}
	log, _, err := ledger.OpenLog(t.Context(), store, ledger.Options{Principal: "me", Now: time.Now, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range log.Read(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil || (p == nil) != (r.Seq == 3) {
			t.Errorf("event %d says %v, %v", r.Seq, p, err)
		}
	}
}

func FuzzImport(f *testing.F) {
	log, _ := short(f)
	var file bytes.Buffer
	if err := log.Export(f.Context(), &file, nil); err != nil {
		f.Fatal(err)
	}
	whole := file.String()
	f.Add([]byte(whole))
	f.Add([]byte(strings.Replace(whole, "1", "2", 1)))
	f.Add([]byte(strings.Replace(whole, `"seq":`, `"seq":"`, 1)))
	f.Add([]byte(whole[:len(whole)/2]))
	f.Add([]byte(whole + whole))
	f.Add([]byte(`{"citadel":"ledger","form":1,"principal":"me","events":9223372036854775807,"head":""}`))
	f.Add([]byte("\n\x00{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		store := &inmem.Store{}
		rep, err := ledger.Import(t.Context(), store, "me", bytes.NewReader(b), nil)
		if err != nil {
			for range store.Read(t.Context(), ledger.Query{}) {
				t.Fatalf("refused (%v), yet something was written", err)
			}
			return
		}
		log, _, err := ledger.OpenLog(t.Context(), store, ledger.Options{Principal: "me", Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := log.Verify(t.Context(), nil); err != nil || again != rep {
			t.Fatalf("imported as %+v, verified as %+v, %v", rep, again, err)
		}
	})
}

func FuzzDecodeSeqs(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0x80, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Add([]byte{0x80})
	f.Add(bytes.Repeat([]byte{0xff}, 11))
	f.Fuzz(func(t *testing.T, b []byte) {
		seqs, err := ledger.DecodeSeqs(b)
		if err != nil {
			return
		}
		again, err := ledger.DecodeSeqs(ledger.EncodeSeqs(seqs))
		if err != nil || len(again) != len(seqs) {
			t.Fatalf("%v came back as %v, %v", seqs, again, err)
		}
		for i := range seqs {
			if again[i] != seqs[i] {
				t.Fatalf("%v came back as %v", seqs, again)
			}
		}
	})
}

func FuzzFileAnchor(f *testing.F) {
	f.Add([]byte("12 " + strings.Repeat("0f", 32) + "\n"))
	f.Add([]byte("99999999999999999999 " + strings.Repeat("0f", 32)))
	f.Add([]byte(""))
	f.Add([]byte(" "))
	path := filepath.Join(f.TempDir(), "head")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		file := &ledger.FileAnchor{Path: path}
		h, err := file.Load()
		if err != nil {
			return
		}
		if err := file.Save(h); err != nil {
			t.Fatal(err)
		}
		if again, err := file.Load(); err != nil || again != h {
			t.Fatalf("%v came back as %v, %v", h, again, err)
		}
	})
}

// failing is a source of keys that has run dry.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("no randomness") }

// Without a key nothing is written, and every batch of the commit is told.
func TestNoRandomness(t *testing.T) {
	_, store := short(t)
	log, pens, err := ledger.OpenLog(t.Context(), store, ledger.Options{Principal: "me", Now: time.Now, Random: failing{}})
	if err != nil {
		t.Fatal(err)
	}
	a := &ledger.Batch{Entries: []ledger.Entry{pens.For(event.Bot).Write(event.Heard{})}}
	b := &ledger.Batch{Entries: []ledger.Entry{pens.For(event.Jobs).Write(event.Heard{})}}
	if err := log.Commit(t.Context(), a, b); err == nil || a.Err == nil || b.Err == nil || log.Head().Seq != 4 {
		t.Errorf("%v, %v, %v at %d", err, a.Err, b.Err, log.Head().Seq)
	}
}
