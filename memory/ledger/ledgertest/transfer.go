package ledgertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

func (b *book) exported() []byte {
	b.t.Helper()
	var out bytes.Buffer
	if err := b.Export(b.t.Context(), &out, nil); err != nil {
		b.t.Fatal(err)
	}
	return out.Bytes()
}

func testTransfer(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	for _, grow := range []func(){
		func() {},
		func() { b.live(1) },
		func() { b.live(9); b.forget(9); b.forget(23) },
		func() { b.write(b.heard(strings.Repeat("\x01𝄞", 1<<12))) },
		func() { b.live(120) }, // more than one chunk of anything
	} {
		grow()
		file, want := b.exported(), b.verified()
		again := open(t)
		store := again()
		said := 0
		rep, err := ledger.Import(t.Context(), store, principal, bytes.NewReader(file), func(done, all int) {
			if done < said || all != want.Events {
				t.Errorf("progress %d of %d", done, all)
			}
			said = done
		})
		if err != nil {
			t.Fatal(err)
		}
		if said != want.Events {
			t.Errorf("progress ended at %d of %d", said, want.Events)
		}
		if d := diff(want, rep); d != "" {
			t.Errorf("report: %s", d)
		}
		store.Close()
		copied := openBook(t, again())
		if copied.Head() != b.Head() {
			t.Errorf("head %v, want %v", copied.Head(), b.Head())
		}
		if d := diff(allRows(t, b.store), allRows(t, copied.store)); d != "" {
			t.Errorf("rows: %s", d)
		}
		if d := diff(b.lost(), copied.lost()); d != "" {
			t.Errorf("forgotten: %s", d)
		}
		if !bytes.Equal(file, copied.exported()) {
			t.Error("the copy exports differently")
		}
		copied.live(1)
		copied.verified()
	}
}

func testTransferBroken(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	b.live(6)
	b.forget(9)
	lines := strings.SplitAfter(strings.TrimSuffix(string(b.exported()), "\n"), "\n")
	n := len(lines)
	// alter changes one field of a line of the file.
	alter := func(line string, change func(map[string]any)) string {
		var m map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&m); err != nil {
			t.Fatal(err)
		}
		change(m)
		out, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(out) + "\n"
	}
	with := func(i int, line string) string {
		c := slices.Clone(lines)
		c[i] = line
		return strings.Join(c, "")
	}
	set := func(i int, name string, v any) string {
		return with(i, alter(lines[i], func(m map[string]any) { m[name] = v }))
	}
	whole := strings.Join(lines, "")
	files := map[string]string{
		"empty":               "",
		"blank":               "\n\n",
		"not a ledger":        "hello\n",
		"another JSON":        `{"a":1}` + "\n",
		"only a header":       lines[0],
		"no header":           strings.Join(lines[1:], ""),
		"a newer form":        set(0, "form", 2),
		"another principal":   set(0, "principal", "you"),
		"another head":        set(0, "head", strings.Repeat("0", 64)),
		"a head too short":    set(0, "head", "00"),
		"more events claimed": set(0, "events", n),
		"less events claimed": set(0, "events", n-2),
		"an unknown field":    set(3, "note", "x"),
		"a field missing":     with(3, alter(lines[3], func(m map[string]any) { delete(m, "trust") })),
		"a number of text":    set(3, "at", "soon"),
		"a number of thirds":  set(3, "at", 0.5),
		"base64 damaged":      set(3, "body", "%%"),
		"hash too short":      set(3, "hash", "AAAA"),
		"hash altered":        set(3, "hash", strings.Repeat("A", 43)+"="),
		"body altered":        set(3, "body", "AAAA"),
		"time altered":        set(3, "at", 5),
		"key destroyed":       with(3, alter(lines[3], func(m map[string]any) { delete(m, "unseal") })),
		"key altered":         set(3, "unseal", strings.Repeat("A", 43)+"="),
		"forgotten key back":  set(9, "unseal", strings.Repeat("A", 43)+"="),
		"line cut":            strings.Join(lines[:n-1], "") + lines[n-1][:20],
		"truncated":           strings.Join(lines[:n-1], ""),
		"two values a line":   with(3, strings.TrimSuffix(lines[3], "\n")+"{}\n"),
		"line too long":       with(3, `{"seq":`+strings.Repeat(" ", 40<<20)+"3}\n"),
		"garbage behind":      whole + "\n{}",
		"twice":               whole + whole,
		"one deleted":         strings.Join(slices.Delete(slices.Clone(lines), 4, 5), ""),
		"one twice":           strings.Join(slices.Insert(slices.Clone(lines), 4, lines[4]), ""),
	}
	for name, file := range files {
		store := open(t)()
		_, err := ledger.Import(t.Context(), store, principal, strings.NewReader(file), nil)
		if err == nil {
			t.Errorf("%s: accepted", name)
		} else if name != "empty" && !strings.Contains(err.Error(), "line ") {
			t.Errorf("%s: the error names no line: %v", name, err)
		}
		if rows := allRows(t, store); len(rows) != 0 {
			t.Errorf("%s: left %d rows", name, len(rows))
		}
		store.Close()
	}
	for i := 1; i < n; i++ {
		store := open(t)()
		_, err := ledger.Import(t.Context(), store, principal, strings.NewReader(set(i, "at", 77)), nil)
		var broken *ledger.Broken
		if !errors.As(err, &broken) || broken.Seq != event.Seq(i) || !strings.Contains(err.Error(), fmt.Sprintf("line %d", i+1)) {
			t.Errorf("time of %d altered: %v", i, err)
		}
		store.Close()
	}
	if _, err := ledger.Import(t.Context(), b.store, principal, strings.NewReader(whole), nil); !errors.Is(err, ledger.ErrNotEmpty) {
		t.Errorf("into a ledger that exists: %v, want ErrNotEmpty", err)
	}
	if _, err := ledger.Import(t.Context(), open(t)(), "you", strings.NewReader(whole), nil); !errors.Is(err, ledger.ErrForeign) {
		t.Errorf("for another principal: %v, want ErrForeign", err)
	}
	// What a person's editor does to a file is no damage.
	if _, err := ledger.Import(t.Context(), open(t)(), principal, strings.NewReader(strings.ReplaceAll(whole, "\n", "\r\n")+"\n"), nil); err != nil {
		t.Errorf("with other line ends: %v", err)
	}
}
