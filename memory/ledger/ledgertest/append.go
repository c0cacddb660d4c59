package ledgertest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

func testNumbers(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	if h := b.Head(); h.Seq != 1 {
		t.Fatalf("a new ledger ends at %d, want its first event", h.Seq)
	}
	var written []ledger.Record
	for i := range 30 {
		var entries []ledger.Entry
		for j := range i%4 + 1 {
			e := keyed(fmt.Sprintf("k%d.%d", i, j), b.heard(fmt.Sprint(i, j)))
			if i > 0 {
				e = e.Because(1, event.Seq(i)).Resting(event.Seq(i), 1)
			}
			entries = append(entries, e)
		}
		written = append(written, b.write(entries...)...)
	}
	if len(b.write()) != 0 {
		t.Error("an empty batch wrote something")
	}
	read := b.records(ledger.Query{After: 1})
	if d := diff(written, read); d != "" {
		t.Errorf("what was written is not what is read: %s", d)
	}
	for i, r := range read {
		if r.Seq != event.Seq(i+2) {
			t.Fatalf("record %d has the number %d", i+2, r.Seq)
		}
	}
	last := read[len(read)-1]
	if want := (ledger.Head{Seq: last.Seq, Hash: last.Hash}); b.Head() != want {
		t.Errorf("head %v, want %v", b.Head(), want)
	}
	for _, want := range read {
		got, err := b.Get(t.Context(), want.Seq)
		if err != nil || diff(want, got) != "" {
			t.Errorf("get %d: %v, %v", want.Seq, got, err)
		}
	}
	for _, none := range []event.Seq{0, last.Seq + 1, ledger.Here(0), ^event.Seq(0)} {
		if _, err := b.Get(t.Context(), none); !errors.Is(err, ledger.ErrNoEvent) {
			t.Errorf("get %d: %v, want ErrNoEvent", none, err)
		}
	}
	if rep := b.verified(); rep.Events != len(read)+1 || rep.Head != b.Head() || !rep.Last.Equal(last.At) {
		t.Errorf("report %+v, want %d events up to %v at %v", rep, len(read)+1, b.Head(), last.At)
	}
}

// Each batch of a commit has its own outcome.
func testBatches(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	bot := b.pens.For(event.Bot)
	bad := map[string]ledger.Entry{
		"names nothing":       b.heard("x").Because(0),
		"names the future":    b.heard("x").Because(1000),
		"rests on the future": b.heard("x").Resting(1000),
		"rests on itself":     b.heard("x").Resting(ledger.Here(1)),
		"rests on the next":   b.heard("x").Resting(ledger.Here(2)),
		"no payload":          bot.Write(nil),
		"no pen":              {},
		"too large":           b.heard(strings.Repeat("x", ledger.MaxBody)),
		"no such trust":       trusted("nobody", b.heard("x")),
		"key too long":        keyed(strings.Repeat("k", ledger.MaxKey+1), b.heard("x")),
		"key not UTF-8":       keyed("a\xffb", b.heard("x")),
		"key with a zero":     keyed("a\x00b", b.heard("x")),
	}
	for name, entry := range bad {
		head := b.Head().Seq
		good := &ledger.Batch{Entries: []ledger.Entry{b.heard("before")}}
		half := &ledger.Batch{Entries: []ledger.Entry{keyed("half:"+name, b.heard("first")), entry, b.heard("third")}}
		after := &ledger.Batch{Entries: []ledger.Entry{keyed("half:"+name, b.heard("after")), b.heard("rests").Resting(ledger.Here(0))}}
		if err := b.Commit(t.Context(), good, half, after); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if half.Err == nil || half.Records != nil {
			t.Errorf("%s: the batch was written: %v", name, half.Records)
		}
		if errors.Is(half.Err, ledger.ErrDuplicate) || errors.Is(half.Err, ledger.ErrRefused) {
			t.Errorf("%s: %v", name, half.Err)
		}
		if good.Err != nil || after.Err != nil {
			t.Fatalf("%s: other batches suffer: %v, %v", name, good.Err, after.Err)
		}
		got := b.records(ledger.Query{After: head})
		want := append(append([]ledger.Record{}, good.Records...), after.Records...)
		if d := diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if len(got) == 3 && got[2].From[0] != got[1].Seq {
			t.Errorf("%s: a batch behind the bad one rests on %d, want %d", name, got[2].From[0], got[1].Seq)
		}
	}
	b.verified()
}

func testHere(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	h := b.one(b.heard("x"))
	entry := b.heard("c").Because(ledger.Here(1), h, ledger.Here(0), h, ledger.Here(1)).Resting(ledger.Here(1), h, ledger.Here(0), h, 1)
	causes := append([]event.Seq{}, entry.Causes...)
	r := b.write(b.heard("a"), b.heard("b"), entry)
	a := r[0].Seq
	if d := diff([]event.Seq{a + 1, h, a}, r[2].Causes); d != "" {
		t.Errorf("causes are to stay in their order, once each: %s", d)
	}
	if d := diff([]event.Seq{1, h, a, a + 1}, r[2].From); d != "" {
		t.Errorf("from is to ascend, once each: %s", d)
	}
	if d := diff(causes, entry.Causes); d != "" {
		t.Errorf("the caller's entry was changed: %s", d)
	}
	if r[2].Cause() != a+1 || r[0].Cause() != 0 {
		t.Errorf("first causes %d and %d", r[2].Cause(), r[0].Cause())
	}
}

func testDuplicates(t *testing.T, open opener) {
	again := open(t)
	b := openBook(t, again())
	key := `slack:"T1":'C2':1.5`
	b.write(keyed(key, b.heard("first")))
	head := b.Head()
	if _, err := b.Append(t.Context(), keyed(key, b.heard("again"))); !errors.Is(err, ledger.ErrDuplicate) {
		t.Errorf("a key that is stored: %v", err)
	}
	if _, err := b.Append(t.Context(), keyed("n", b.heard("x")), keyed("n", b.heard("y"))); !errors.Is(err, ledger.ErrDuplicate) {
		t.Errorf("a key twice in one batch: %v", err)
	}
	if b.Head() != head {
		t.Error("a duplicate changed something")
	}
	first := &ledger.Batch{Entries: []ledger.Entry{keyed("m", b.heard("x"))}}
	second := &ledger.Batch{Entries: []ledger.Entry{b.heard("y"), keyed("m", b.heard("z"))}}
	third := &ledger.Batch{Entries: []ledger.Entry{keyed("o", b.heard("w"))}}
	if err := b.Commit(t.Context(), first, second, third); err != nil {
		t.Fatal(err)
	}
	if first.Err != nil || !errors.Is(second.Err, ledger.ErrDuplicate) || third.Err != nil {
		t.Errorf("a key twice in one commit: %v, %v, %v", first.Err, second.Err, third.Err)
	}
	if b.Head().Seq != head.Seq+2 {
		t.Errorf("the ledger ends at %d, want %d", b.Head().Seq, head.Seq+2)
	}
	b.forget(2)
	if _, err := b.Append(t.Context(), keyed(key, b.heard("again"))); !errors.Is(err, ledger.ErrDuplicate) {
		t.Errorf("a forgotten event's key: %v", err)
	}
	b.Close()
	b = openBook(t, again())
	if _, err := b.Append(t.Context(), keyed(key, b.heard("again"))); !errors.Is(err, ledger.ErrDuplicate) {
		t.Errorf("a key after opening again: %v", err)
	}
	b.write(b.heard("none"), b.heard("none"))
}

// Two processes over one store: the slower one is told, and nothing of its is written.
func testConflict(t *testing.T, open opener) {
	again := open(t)
	a := openBook(t, again())
	b := openBook(t, again())
	a.write(keyed("k", a.heard("first")))
	x, y := &ledger.Batch{Entries: []ledger.Entry{b.heard("x")}}, &ledger.Batch{Entries: []ledger.Entry{keyed("l", b.heard("y"))}}
	err := b.Commit(t.Context(), x, y)
	if !errors.Is(err, ledger.ErrConflict) || !errors.Is(x.Err, ledger.ErrConflict) || !errors.Is(y.Err, ledger.ErrConflict) {
		t.Fatalf("%v, %v, %v, want ErrConflict", err, x.Err, y.Err)
	}
	if x.Records != nil || y.Records != nil {
		t.Error("records of what was not written")
	}
	if _, err := b.Forget(t.Context(), ledger.Plan{Seqs: []event.Seq{2}}, "asked"); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("forgetting: %v, want ErrConflict", err)
	}
	if got := a.records(ledger.Query{}); len(got) != 2 || got[1].Forgotten() {
		t.Errorf("the ledger holds %v", got)
	}
	a.write(a.heard("on"))
	a.verified()
}

func testReopening(t *testing.T, open opener) {
	again := open(t)
	b := openBook(t, again())
	b.live(6)
	b.forget(9)
	rows, records, head := allRows(t, b.store), b.records(ledger.Query{}), b.Head()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = openBook(t, again())
	if b.Head() != head {
		t.Errorf("head %v, want %v", b.Head(), head)
	}
	if d := diff(rows, allRows(t, b.store)); d != "" {
		t.Errorf("rows: %s", d)
	}
	if d := diff(records, b.records(ledger.Query{})); d != "" {
		t.Errorf("records: %s", d)
	}
	b.live(1)
	b.verified()
	b.Close()
	if err := b.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

func testTexts(t *testing.T, open opener) {
	again := open(t)
	b := openBook(t, again())
	var planes strings.Builder
	for r := rune(0); r <= 0x10ffff; r += 0x0fff {
		if r < 0xd800 || r > 0xdfff {
			planes.WriteRune(r)
		}
	}
	for plane := rune(0); plane <= 16; plane++ {
		planes.WriteRune(plane<<16 | 0x41)
		planes.WriteRune(plane<<16 | 0xfffd)
	}
	texts := []string{
		"", "\x00", "a\x00b", "'; DROP TABLE events; --", `"\`, "\u2028\u2029\ufeff", planes.String(),
		strings.Repeat("a", 1<<20), strings.Repeat("\x01", 1<<20), strings.Repeat("<", 1<<20), strings.Repeat("𝄞", 1<<18),
	}
	var seqs []event.Seq
	for _, text := range texts {
		seqs = append(seqs, b.one(b.heard(text)))
	}
	keys := []string{planes.String()[1:200], "a'b", `a"b\c`, "%", "\u00e1", "a\u0301", strings.Repeat("k", ledger.MaxKey)}
	for i, key := range keys {
		key = strings.ToValidUTF8(key, "")
		keys[i] = key
		b.write(keyed(key, b.heard("with a key")))
	}
	b.Close()
	b = openBook(t, again())
	for i, seq := range seqs {
		r, err := b.Get(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.(event.Heard).Text; got != texts[i] {
			t.Errorf("text %d, of %d bytes, came back as %d bytes", i, len(texts[i]), len(got))
		}
	}
	for _, key := range keys {
		if got := b.records(ledger.Query{Keys: []string{key}}); len(got) != 1 || got[0].Key != key {
			t.Errorf("key %q finds %d records", key, len(got))
		}
		if _, err := b.Append(t.Context(), keyed(key, b.heard("again"))); !errors.Is(err, ledger.ErrDuplicate) {
			t.Errorf("key %q: %v, want ErrDuplicate", key, err)
		}
	}
	b.verified()
}

func testBadInput(t *testing.T, open opener) {
	for name, edit := range map[string]func(*ledger.Options){
		"no principal":      func(o *ledger.Options) { o.Principal = "" },
		"principal's sign":  func(o *ledger.Options) { o.Principal = "me/you" },
		"principal's space": func(o *ledger.Options) { o.Principal = "me " },
		"principal too long": func(o *ledger.Options) {
			o.Principal = strings.Repeat("m", 65)
		},
		"no clock": func(o *ledger.Options) { o.Now = nil },
		"no random": func(o *ledger.Options) {
			o.Random = strings.NewReader("short")
		},
	} {
		store := open(t)()
		if _, err := tryBook(t, store, edit); err == nil {
			t.Errorf("%s: opened", name)
		}
		if rows := allRows(t, store); len(rows) != 0 {
			t.Errorf("%s: %d rows were written", name, len(rows))
		}
		store.Close()
	}
	b, err := tryBook(t, open(t)(), func(o *ledger.Options) { o.Principal = "A-b_c.9" })
	if errors.Is(err, ledger.ErrForeign) {
		return // the store was opened for one principal
	}
	if err != nil {
		t.Fatal(err)
	}
	b.write(b.heard("x"))
}

// Ages come from the events' own clocks; order comes from the numbers.
func testClockBack(t *testing.T, open opener) {
	again := open(t)
	b := openBook(t, again())
	b.write(b.heard("today"))
	b.clock.now = b.clock.now.AddDate(0, 0, -1)
	r := b.write(b.heard("yesterday"))
	b.clock.now = time.Date(1931, 1, 1, 0, 0, 0, 1000, time.UTC)
	r = append(r, b.write(b.heard("long ago"))...)
	b.Close()
	b = openBook(t, again())
	got := b.records(ledger.Query{After: 2})
	if d := diff(r, got); d != "" {
		t.Error(d)
	}
	if !got[1].At.Before(got[0].At) || got[1].At.Year() != 1931 {
		t.Errorf("times %v and %v", got[0].At, got[1].At)
	}
	b.verified()
}

func testReadingWhileAppending(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	b.live(3)
	all := int(b.Head().Seq)
	seen := 0
	for r, err := range b.Read(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		seen++
		if r.Seq != event.Seq(seen) {
			t.Fatalf("read %d, want %d", r.Seq, seen)
		}
		if seen < 4 {
			b.live(2)
		}
	}
	if seen != all {
		t.Errorf("%d records were seen, want the %d that were there", seen, all)
	}
	// Readers do not wait for one another, however deep they nest.
	var nest func(depth int)
	nest = func(depth int) {
		for _, err := range b.Read(t.Context(), ledger.Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			if depth > 0 {
				nest(depth - 1)
			} else {
				b.write(keyed(fmt.Sprint("nested", b.Head().Seq), b.heard("nested")))
			}
			break
		}
	}
	nest(12)
	b.verified()
}

func testReadOnly(t *testing.T, open opener) {
	again := open(t)
	readOnly := func(o *ledger.Options) { o.ReadOnly = true }
	if _, err := tryBook(t, again(), readOnly); !errors.Is(err, ledger.ErrEmpty) {
		t.Errorf("a ledger that does not exist: %v, want ErrEmpty", err)
	}
	b := openBook(t, again())
	b.live(2)
	pens, rows := b.pens, allRows(t, b.store)
	r := openBook(t, again(), readOnly)
	if got := r.records(ledger.Query{}); len(got) != len(rows) {
		t.Errorf("%d records, want %d", len(got), len(rows))
	}
	for name, entry := range map[string]ledger.Entry{
		"its own pen":    r.pens.For(event.Bot).Write(event.Heard{}),
		"a borrowed pen": pens.For(event.Bot).Write(event.Heard{}),
		"a wrong pen":    pens.For(event.Jobs).Write(event.Heard{}),
	} {
		if _, err := r.Append(t.Context(), entry); !errors.Is(err, ledger.ErrReadOnly) {
			t.Errorf("%s: %v, want ErrReadOnly", name, err)
		}
	}
	if _, err := r.Forget(t.Context(), ledger.Plan{Seqs: []event.Seq{2}}, "asked"); !errors.Is(err, ledger.ErrReadOnly) {
		t.Errorf("forgetting: %v, want ErrReadOnly", err)
	}
	if d := diff(rows, allRows(t, b.store)); d != "" {
		t.Errorf("something was written: %s", d)
	}
	r.verified()
}

func testForeign(t *testing.T, open opener) {
	again := open(t)
	b := openBook(t, again())
	b.live(1)
	rows := allRows(t, b.store)
	if _, err := tryBook(t, again(), func(o *ledger.Options) { o.Principal = "you" }); !errors.Is(err, ledger.ErrForeign) {
		t.Errorf("%v, want ErrForeign", err)
	}
	if d := diff(rows, allRows(t, b.store)); d != "" {
		t.Errorf("something was written: %s", d)
	}
}
