package main

import (
	"bytes"
	"testing"
	"time"
)

// Nothing is drawn for two seconds; then one line, written over until it is taken away.
func TestProgress(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&b, func() time.Time { return now })
	see := func(want string) {
		t.Helper()
		if got := b.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		b.Reset()
	}
	p.show("counting", 1, 2000)
	now = now.Add(progressAfter - 1)
	p.show("counting", 900, 2000)
	see("")
	now = now.Add(1)
	p.show("counting", 1000, 2000)
	see("\rcounting: 50 % (1,000 of 2,000)")
	now = now.Add(progressEvery - 1)
	p.show("counting", 1100, 2000)
	see("")
	now = now.Add(1)
	p.show("counting", 9, 9)
	see("\rcounting: 100 % (9 of 9)       ")
	p.show("looking", 0, 0)
	see("\r                        \r")
	now = now.Add(progressAfter)
	p.show("looking", 0, 0)
	see("\rlooking: 0 % (0 of 0)")
	p.done()
	see("\r                     \r")
	p.done()
	see("")
}

// What is no terminal gets none of it, however long something takes: who reads a file, or the
// errors of a program, wants no bars there.
func TestProgressForNobody(t *testing.T) {
	home := newHome(t)
	citadel(t, home, "remember the gate number is 4711\n")
	var out, problems bytes.Buffer
	now := today
	e := &environment{out: &out, err: &problems, now: func() time.Time { now = now.Add(2 * progressAfter); return now }}
	if code := run(t.Context(), []string{"--home", home, "ledger", "rebuild"}, e); code != 0 || problems.Len() > 0 {
		t.Errorf("%d: %q", code, problems.String())
	}
}
