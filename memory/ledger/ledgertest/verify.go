package ledgertest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// bent is a store whose rows can be tampered with behind the log's back.
type bent struct {
	ledger.Store
	rows []ledger.Row // what is read, where not nil
}

func (b *bent) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	if b.rows == nil {
		return b.Store.Read(ctx, q)
	}
	return func(yield func(ledger.Row, error) bool) {
		for _, r := range answer(b.rows, q) {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// bentAuditor is bent, with an index that can be tampered with too.
type bentAuditor struct {
	bent
	rests func([]ledger.Rest) []ledger.Rest
}

func (b *bentAuditor) Rests(ctx context.Context) iter.Seq2[ledger.Rest, error] {
	return func(yield func(ledger.Rest, error) bool) {
		var all []ledger.Rest
		for _, r := range b.bent.rows {
			from, _ := ledger.DecodeSeqs(r.From)
			for _, on := range from {
				all = append(all, ledger.Rest{On: on, Seq: r.Seq})
			}
		}
		for _, r := range b.rests(all) {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// broken checks that verifying finds the event.
func (b *book) broken(name string, want event.Seq) {
	b.t.Helper()
	_, err := b.Verify(b.t.Context(), nil)
	var broken *ledger.Broken
	switch {
	case !errors.As(err, &broken):
		b.t.Errorf("%s: %v, want event %d to be found", name, err, want)
	case broken.Seq != want || broken.Why == "":
		b.t.Errorf("%s: %v, want event %d to be found", name, broken, want)
	}
}

// memoryAnchor is an anchor that a test can hold.
type memoryAnchor struct{ head *ledger.Head }

func (a *memoryAnchor) Save(h ledger.Head) error { a.head = &h; return nil }
func (a *memoryAnchor) Load() (ledger.Head, error) {
	if a.head == nil {
		return ledger.Head{}, ledger.ErrNoAnchor
	}
	return *a.head, nil
}

// anchored keeps a ledger's head in a.
func anchored(a ledger.Anchor) func(*ledger.Options) {
	return func(o *ledger.Options) { o.Anchor = a }
}

// The six tamperings, at every position of a ledger.
func testTampering(t *testing.T, open opener) {
	store := &bent{Store: open(t)()}
	anchor := &memoryAnchor{}
	b := openBook(t, store, anchored(anchor))
	b.live(6)
	b.forget(16)
	b.live(1)
	whole := allRows(t, store)
	if len(whole) < 40 {
		t.Fatalf("a sample of %d events is too short", len(whole))
	}
	for i := range whole {
		whole[i] = whole[i].Clone()
	}
	flip := func(b []byte) []byte {
		if len(b) == 0 {
			return []byte{1}
		}
		b = slices.Clone(b)
		b[len(b)/2] ^= 4
		return b
	}
	fields := map[string]func(*ledger.Row){
		"principal":   func(r *ledger.Row) { r.Principal += "x" },
		"seq":         func(r *ledger.Row) { r.Seq += 1000 },
		"time":        func(r *ledger.Row) { r.At-- },
		"source":      func(r *ledger.Row) { r.Source = "jobs " },
		"kind":        func(r *ledger.Row) { r.Kind += "s" },
		"version":     func(r *ledger.Row) { r.V++ },
		"key":         func(r *ledger.Row) { r.Key += "0" },
		"trust":       func(r *ledger.Row) { r.Trust += " " },
		"causes":      func(r *ledger.Row) { r.Causes = flip(r.Causes) },
		"from":        func(r *ledger.Row) { r.From = flip(r.From) },
		"body":        func(r *ledger.Row) { r.Body = flip(r.Body) },
		"body, cut":   func(r *ledger.Row) { r.Body = r.Body[:len(r.Body)-1] },
		"body, grown": func(r *ledger.Row) { r.Body = append(slices.Clone(r.Body), 0) },
		"prev":        func(r *ledger.Row) { r.Prev[31] ^= 1 },
		"hash":        func(r *ledger.Row) { r.Hash[0] ^= 0x80 },
		"field edge":  func(r *ledger.Row) { r.Source, r.Kind = r.Source+event.Source(r.Kind[:1]), r.Kind[1:] },
		"body to key": func(r *ledger.Row) { r.Key, r.Body = r.Key+string(r.Body[:1]), r.Body[1:] },
	}
	n := len(whole)
	bend := func(name string, want event.Seq, change func(rows []ledger.Row) []ledger.Row) {
		t.Helper()
		store.rows = change(slices.Clone(whole))
		b.broken(name, want)
	}
	for i := range whole {
		seq := whole[i].Seq
		for name, alter := range fields {
			bend(fmt.Sprintf("%s of %d altered", name, seq), seq, func(rows []ledger.Row) []ledger.Row {
				alter(&rows[i])
				return rows
			})
		}
		// Whoever makes a new hash for what he altered breaks the link behind it, or the anchor.
		behind := min(seq+1, event.Seq(n))
		if seq == 1 {
			behind = 1 // its time is in the link before it
		}
		bend(fmt.Sprintf("time of %d altered, hash made anew", seq), behind, func(rows []ledger.Row) []ledger.Row {
			rows[i].At++
			rows[i].Hash = hashOf(rows[i])
			return rows
		})
		bend(fmt.Sprintf("principal of %d altered, hash made anew", seq), seq, func(rows []ledger.Row) []ledger.Row {
			rows[i].Principal = "you"
			rows[i].Hash = hashOf(rows[i])
			return rows
		})
		bend(fmt.Sprintf("%d deleted", seq), seq, func(rows []ledger.Row) []ledger.Row {
			return slices.Delete(rows, i, i+1)
		})
		bend(fmt.Sprintf("%d twice", seq), seq+1, func(rows []ledger.Row) []ledger.Row {
			return slices.Insert(rows, i, rows[i])
		})
		bend(fmt.Sprintf("truncated from %d", seq), seq, func(rows []ledger.Row) []ledger.Row {
			return rows[:i]
		})
		for _, j := range []int{i + 1, i + 2, n - 1} {
			if j <= i || j >= n {
				continue
			}
			bend(fmt.Sprintf("%d and %d reordered", seq, j+1), seq, func(rows []ledger.Row) []ledger.Row {
				rows[i], rows[j] = rows[j], rows[i]
				return rows
			})
			bend(fmt.Sprintf("%d and %d swapped", seq, j+1), seq, func(rows []ledger.Row) []ledger.Row {
				rows[i], rows[j] = rows[j], rows[i]
				rows[i].Seq, rows[j].Seq = rows[j].Seq, rows[i].Seq
				return rows
			})
			bend(fmt.Sprintf("bodies of %d and %d swapped", seq, j+1), seq, func(rows []ledger.Row) []ledger.Row {
				rows[i].Body, rows[j].Body = rows[j].Body, rows[i].Body
				rows[i].Unseal, rows[j].Unseal = rows[j].Unseal, rows[i].Unseal
				return rows
			})
		}
		if i > 0 {
			bend(fmt.Sprintf("%d moved to the front", seq), 1, func(rows []ledger.Row) []ledger.Row {
				r := rows[i]
				return slices.Insert(slices.Delete(rows, i, i+1), 0, r)
			})
		}
	}
	store.rows = nil
	if rep := b.verified(); !rep.Anchored || rep.Events != n {
		t.Errorf("after all: %+v", rep)
	}
}

// hashOf is the hash that package ledger documents.
func hashOf(r ledger.Row) ledger.Hash {
	var form []byte
	field := func(b []byte) {
		form = append(binary.BigEndian.AppendUint32(form, uint32(len(b))), b...)
	}
	number := func(n uint64) { field(binary.BigEndian.AppendUint64(nil, n)) }
	field([]byte(r.Principal))
	number(uint64(r.Seq))
	number(uint64(r.At))
	field([]byte(r.Source))
	field([]byte(r.Kind))
	number(uint64(r.V))
	field([]byte(r.Key))
	field([]byte(r.Trust))
	field(r.Causes)
	field(r.From)
	field(r.Body)
	field(r.Prev[:])
	return sha256.Sum256(form)
}

// Looking at the last events finds what is wrong with them, and nothing before.
func testLast(t *testing.T, open opener) {
	store := &bent{Store: open(t)()}
	b := openBook(t, store, anchored(&memoryAnchor{}))
	b.live(6)
	b.forget(16)
	b.live(2)
	whole := allRows(t, store)
	for i := range whole {
		whole[i] = whole[i].Clone()
	}
	n := event.Seq(len(whole))
	const look = 20
	bend := func(name string, want event.Seq, change func(rows []ledger.Row) []ledger.Row) {
		t.Helper()
		store.rows = change(slices.Clone(whole))
		_, err := b.VerifyLast(t.Context(), look)
		var broken *ledger.Broken
		switch {
		case want == 0 && err != nil:
			t.Errorf("%s: %v, want nothing to be found", name, err)
		case want > 0 && (!errors.As(err, &broken) || broken.Seq != want):
			t.Errorf("%s: %v, want event %d to be found", name, err, want)
		}
	}
	for seq := event.Seq(1); seq <= n; seq++ {
		found := func(at event.Seq) event.Seq {
			if seq > n-look {
				return at
			}
			return 0
		}
		bend(fmt.Sprintf("body of %d altered", seq), found(seq), func(rows []ledger.Row) []ledger.Row {
			rows[seq-1].Body = append(slices.Clone(rows[seq-1].Body), 0)
			return rows
		})
		bend(fmt.Sprintf("time of %d altered", seq), found(seq), func(rows []ledger.Row) []ledger.Row {
			rows[seq-1].At--
			return rows
		})
		if whole[seq-1].Unseal != nil {
			bend(fmt.Sprintf("key of %d gone", seq), found(seq), func(rows []ledger.Row) []ledger.Row {
				rows[seq-1].Unseal = nil
				return rows
			})
		}
		if seq > 1 && seq < n && seq != n-look {
			bend(fmt.Sprintf("%d deleted", seq), found(seq), func(rows []ledger.Row) []ledger.Row {
				return slices.Delete(rows, int(seq)-1, int(seq))
			})
		}
		bend(fmt.Sprintf("truncated from %d", seq), seq, func(rows []ledger.Row) []ledger.Row { return rows[:seq-1] })
	}
	bend(fmt.Sprintf("%d deleted", n-look), n-look, func(rows []ledger.Row) []ledger.Row {
		return slices.Delete(rows, int(n-look)-1, int(n-look))
	})
	store.rows = nil
	all := b.verified()
	for _, k := range []int{1, look, int(n), int(n) + 1} {
		rep, err := b.VerifyLast(t.Context(), k)
		if err != nil || !rep.Anchored || rep.Events != min(k, int(n)) || rep.Head != all.Head || rep.Last != all.Last {
			t.Errorf("the last %d: %+v, %v", k, rep, err)
		}
		if k >= int(n) && rep != all {
			t.Errorf("all: %s", diff(fmt.Sprint(all), fmt.Sprint(rep)))
		}
	}
}

// An anchor that is older than the ledger is what a crash leaves; one that is newer, or
// of another hash, means that somebody changed the ledger.
func testAnchor(t *testing.T, open opener) {
	again := open(t)
	anchor := &memoryAnchor{}
	b := openBook(t, again(), anchored(anchor))
	var heads []ledger.Head
	for range 4 {
		b.live(1)
		heads = append(heads, b.Head())
		if *anchor.head != b.Head() {
			t.Errorf("anchor at %d, head at %d", anchor.head.Seq, b.Head().Seq)
		}
	}
	b.forget(2)
	if *anchor.head != b.Head() {
		t.Error("forgetting left the anchor behind")
	}
	last := b.Head()
	b.Close()
	try := func(head *ledger.Head) error {
		a := &memoryAnchor{head}
		b, err := tryBook(t, again(), anchored(a))
		if err != nil {
			return err
		}
		defer b.Close()
		if rep := b.verified(); rep.Anchored != (head != nil) {
			t.Errorf("anchored: %v", rep.Anchored)
		}
		return nil
	}
	if err := try(nil); err != nil {
		t.Errorf("no anchor: %v", err)
	}
	for _, h := range heads {
		if err := try(&h); err != nil {
			t.Errorf("an older anchor: %v", err)
		}
	}
	other := heads[1]
	other.Hash[3] ^= 1
	otherLast := last
	otherLast.Hash[3] ^= 1
	for name, c := range map[string]struct{ anchor, want ledger.Head }{
		"newer":                {ledger.Head{Seq: last.Seq + 1}, ledger.Head{Seq: last.Seq + 1}},
		"much newer":           {ledger.Head{Seq: last.Seq + 900}, ledger.Head{Seq: last.Seq + 1}},
		"of another hash":      {other, other},
		"of another last hash": {otherLast, otherLast},
	} {
		err := try(&c.anchor)
		var broken *ledger.Broken
		if !errors.As(err, &broken) || broken.Seq != c.want.Seq {
			t.Errorf("%s: %v, want event %d to be found", name, err, c.want.Seq)
		}
	}
	// A whole other history of the same length is found by its anchor alone.
	x := openBook(t, open(t)())
	x.live(6)
	other = x.Head()
	anchor, otherStore := &memoryAnchor{}, open(t)
	y := openBook(t, otherStore(), anchored(anchor))
	y.live(6)
	y.Close()
	anchor.head = &other
	_, err := tryBook(t, otherStore(), anchored(anchor))
	var broken *ledger.Broken
	if y.Head().Seq != other.Seq || !errors.As(err, &broken) || broken.Seq != other.Seq {
		t.Errorf("another history: %v", err)
	}
}

func testAnchorFile(t *testing.T, open opener) {
	again := open(t)
	file := &ledger.FileAnchor{Path: filepath.Join(t.TempDir(), "head")}
	if _, err := file.Load(); !errors.Is(err, ledger.ErrNoAnchor) {
		t.Errorf("no file: %v, want ErrNoAnchor", err)
	}
	b := openBook(t, again(), anchored(file))
	b.live(1)
	if h, err := file.Load(); err != nil || h != b.Head() {
		t.Errorf("the file holds %v, %v, want %v", h, err, b.Head())
	}
	good, err := os.ReadFile(file.Path)
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	// A loss of power can leave an empty file, or one of zeros.
	for _, text := range []string{"", "\n", "\x00\x00\x00\x00"} {
		if err := os.WriteFile(file.Path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := file.Load(); !errors.Is(err, ledger.ErrNoAnchor) {
			t.Errorf("%q: %v, want ErrNoAnchor", text, err)
		}
	}
	for _, text := range []string{"x", "1", "1 ff\n", "-1 " + string(good[2:]), string(good[:20]), string(good) + "x", string(good) + string(good), string(make([]byte, 1<<20)) + "1"} {
		if err := os.WriteFile(file.Path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if h, err := file.Load(); err == nil || errors.Is(err, ledger.ErrNoAnchor) {
			t.Errorf("%.40q: %v, %v, want an error that says it is damaged", text, h, err)
		}
		if _, err := tryBook(t, again(), anchored(file)); err == nil {
			t.Errorf("%.40q: the ledger opens", text)
		}
	}
}

func testKeys(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	b.live(4)
	b.verified()
	if err := b.store.Append(t.Context(), nil, []event.Seq{20, 12}); err != nil {
		t.Fatal(err)
	}
	b.broken("keys destroyed without a record", 12)

	store := &bent{Store: open(t)()}
	b = openBook(t, store)
	b.live(4)
	before := allRows(t, store)
	b.forget(9)
	rows := allRows(t, store)
	for _, seq := range []event.Seq{9, 11, 12} {
		store.rows = slices.Clone(rows)
		store.rows[seq-1].Unseal = before[seq-1].Unseal
		b.broken(fmt.Sprintf("key of %d back", seq), seq)
		store.rows[seq-1].Unseal = make([]byte, 32)
		b.broken(fmt.Sprintf("false key for %d", seq), seq)
		store.rows[20].Unseal = nil // the number of keys is right again
		b.broken(fmt.Sprintf("key of %d back for that of 21", seq), seq)
		store.rows = slices.Clone(rows)
		store.rows[4].Unseal = nil
		store.rows[seq-1].Unseal = before[seq-1].Unseal
		b.broken(fmt.Sprintf("key of %d back for that of 5", seq), 5)
	}
	// Who exchanges what nobody can open any more has to build the chain anew from there, and
	// then the receipt no longer fits.
	store.rows = slices.Clone(rows)
	store.rows[8].Body = append(slices.Clone(rows[8].Body), 0)
	for i := 8; i < len(rows); i++ {
		store.rows[i].Prev = store.rows[i-1].Hash
		store.rows[i].Hash = hashOf(store.rows[i])
	}
	b.broken("something else in place of what was forgotten", b.Head().Seq)
	for i := range rows {
		if rows[i].Unseal == nil {
			continue
		}
		store.rows = slices.Clone(rows)
		store.rows[i].Unseal = nil
		b.broken(fmt.Sprintf("key of %d gone", i+1), event.Seq(i+1))
		store.rows[i].Unseal = before[0].Unseal
		if i > 0 {
			b.broken(fmt.Sprintf("another's key for %d", i+1), event.Seq(i+1))
		}
		store.rows[i].Unseal = rows[i].Unseal[:31]
		b.broken(fmt.Sprintf("key of %d cut", i+1), event.Seq(i+1))
	}
}

func testRests(t *testing.T, open opener) {
	store := &bentAuditor{bent: bent{Store: open(t)()}}
	b := openBook(t, &store.bent)
	b.live(6)
	store.rows = allRows(t, store.Store)
	b = openBook(t, store)
	same := func(all []ledger.Rest) []ledger.Rest { return all }
	store.rests = same
	b.verified()
	var all []ledger.Rest
	for r := range store.Rests(t.Context()) {
		all = append(all, r)
	}
	// Each of them missing, pointing elsewhere, and claimed by another.
	for i, r := range all {
		store.rests = func(all []ledger.Rest) []ledger.Rest { return slices.Delete(all, i, i+1) }
		b.broken(fmt.Sprintf("%v is missing", r), r.Seq)
		store.rests = func(all []ledger.Rest) []ledger.Rest { all[i].On = 1; return all }
		b.broken(fmt.Sprintf("%v points elsewhere", r), r.Seq)
		store.rests = func(all []ledger.Rest) []ledger.Rest { all[i].Seq = 3; return all }
		b.broken(fmt.Sprintf("%v is another's", r), 3)
		store.rests = func(all []ledger.Rest) []ledger.Rest { return append(all, ledger.Rest{On: r.On, Seq: 3}) }
		b.broken(fmt.Sprintf("%v is also another's", r), 3)
		store.rests = func(all []ledger.Rest) []ledger.Rest { return append(all, all[i]) }
		b.broken(fmt.Sprintf("%v is there twice", r), r.Seq)
	}
	// Rests of events that came after the rows were read are no alarm.
	store.rests = func(all []ledger.Rest) []ledger.Rest {
		return append(all, ledger.Rest{On: 2, Seq: event.Seq(len(store.rows) + 1)})
	}
	b.verified()
}

// Verifying runs beside the writer, and sees no ghosts.
func testVerifyingWhileAppending(t *testing.T, open opener) {
	again := open(t)
	b := openBook(t, again())
	b.live(3)
	var wait sync.WaitGroup
	stop := make(chan struct{})
	wait.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if _, err := b.Verify(t.Context(), nil); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range 30 {
		h := b.one(b.heard(fmt.Sprint("x", i)))
		b.write(b.learned("y", h), b.learned("z", h, 2))
		if i%3 == 0 {
			b.forget(h)
		}
	}
	close(stop)
	wait.Wait()
	b.verified()
}
