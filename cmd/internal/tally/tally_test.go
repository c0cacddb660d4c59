package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lines writes events the short way: "action package test output".
func lines(events ...event) string {
	var b strings.Builder
	for _, e := range events {
		line, err := json.Marshal(e)
		if err != nil {
			panic(err) // strings and numbers always marshal
		}
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func began(test string) event  { return event{Action: "run", Package: "p", Test: test} }
func did(a, test string) event { return event{Action: a, Package: "p", Test: test, Elapsed: 0.5} }
func said(test, out string) event {
	return event{Action: "output", Package: "p", Test: test, Output: out}
}
func over(a string) event { return event{Action: a, Package: "p", Elapsed: 1.5} }

func TestTally(t *testing.T) {
	for _, test := range []struct {
		name, stream string
		args         []string
		code         int
		last         string
		says         []string // in this order
		silent       string   // must not be said
	}{
		{
			name: "passes", code: 0, last: "1 passed, 0 failed, 0 skipped",
			stream: lines(began("TestA"), said("TestA", "    a_test.go:1: secret\n"), did("pass", "TestA"), over("pass")),
			says:   []string{"1.50 s  p"}, silent: "secret",
		},
		{
			name: "leaves count, their parents do not", code: 1, last: "1 passed, 1 failed, 1 skipped",
			stream: lines(began("TestA"), said("TestA", "parent log\n"),
				began("TestA/x"), began("TestA/y"), said("TestA/y", "    wrong\n"), began("TestB"), said("TestB", "no disk\n"),
				did("pass", "TestA/x"), did("fail", "TestA/y"), did("fail", "TestA"), did("skip", "TestB"), over("fail")),
			says: []string{"FAIL p TestA/y (0.50 s)", "    parent log", "        wrong", "skip p TestB", "    no disk"},
		},
		{
			name: "a parent that fails alone counts", code: 1, last: "1 passed, 1 failed, 0 skipped",
			stream: lines(began("TestA"), began("TestA/x"), did("pass", "TestA/x"), did("fail", "TestA"), over("fail")),
			says:   []string{"FAIL p TestA (0.50 s)"},
		},
		{
			name: "a slash in the name of a subtest", code: 0, last: "1 passed, 0 failed, 0 skipped",
			stream: lines(began("TestA"), began("TestA/a/b"), did("pass", "TestA/a/b"), did("pass", "TestA"), over("pass")),
		},
		{
			name: "twice is once, and a failure stays", code: 1, last: "0 passed, 1 failed, 0 skipped",
			stream: lines(began("TestA"), did("pass", "TestA"), began("TestA"), did("fail", "TestA"), began("TestA"), did("skip", "TestA"), over("fail")),
		},
		{
			name: "a build that fails", code: 1, last: "0 passed, 1 failed, 0 skipped",
			stream: lines(event{Action: "build-output", ImportPath: "p [p.test]", Output: "a.go:1: undefined: x\n"},
				event{Action: "build-fail", ImportPath: "p [p.test]"}, event{Action: "start", Package: "p"},
				event{Action: "fail", Package: "p", FailedBuild: "p [p.test]"}),
			says: []string{"FAIL p (the package)", "    a.go:1: undefined: x"},
		},
		{
			name: "a process that dies in a test", code: 1, last: "1 passed, 1 failed, 0 skipped",
			stream: lines(began("TestA"), did("pass", "TestA"), began("TestB"), said("TestB", "panic: oh\n"), over("fail")),
			says:   []string{"FAIL p TestB", "    panic: oh", "ended before this test did"},
		},
		{
			name: "a process that dies outside of tests", code: 1, last: "1 passed, 1 failed, 0 skipped",
			stream: lines(event{Action: "start", Package: "p"}, began("TestA"), did("pass", "TestA"), said("", "goroutine leak\n"), over("fail")),
			says:   []string{"FAIL p (the package)", "    goroutine leak"},
		},
		{
			name: "a stream that is cut", code: 1, last: "0 passed, 1 failed, 0 skipped",
			stream: lines(began("TestA")) + `{"Action":"pa`,
			says:   []string{"FAIL p TestA", "the stream ended"},
		},
		{
			name: "a package without tests is nothing", code: 1, last: "0 passed, 0 failed, 0 skipped",
			stream: lines(event{Action: "start", Package: "p"}, over("skip")),
			says:   []string{"No test ran."},
		},
		{
			name: "nothing at all", code: 1, last: "0 passed, 0 failed, 0 skipped",
			says: []string{"No test ran."},
		},
		{
			name: "only skipped tests are no failure", code: 0, last: "0 passed, 0 failed, 1 skipped",
			stream: lines(began("TestA"), did("skip", "TestA"), over("pass")),
		},
		{
			name: "words of the go command are shown", code: 0, last: "1 passed, 0 failed, 0 skipped",
			stream: "go: downloading x\n" + lines(began("TestA"), did("pass", "TestA"), over("pass")),
			says:   []string{"go: downloading x"},
		},
		{
			name: "other checks", code: 1, last: "1 passed, 2 failed, 1 skipped", args: []string{"-total", "-broken", " format vet ", "-unable", "lint"},
			stream: lines(began("TestA"), did("pass", "TestA"), over("pass")), silent: " s  p",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := run(test.args, strings.NewReader(test.stream), &out, &errs)
			text := out.String()
			if code != test.code || errs.Len() > 0 {
				t.Errorf("exit code %d and %q on standard error, want %d and nothing", code, errs.String(), test.code)
			}
			if got := strings.Split(strings.TrimSuffix(text, "\n"), "\n"); got[len(got)-1] != test.last {
				t.Errorf("last line %q, want %q", got[len(got)-1], test.last)
			}
			rest := text
			for _, want := range test.says {
				_, after, ok := strings.Cut(rest, want)
				if !ok {
					t.Errorf("does not say %q, or not in that order:\n%s", want, text)
					continue
				}
				rest = after
			}
			if test.silent != "" && strings.Contains(text, test.silent) {
				t.Errorf("says %q:\n%s", test.silent, text)
			}
		})
	}
}

func TestTallyOverFiles(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	write := func(path string, events ...event) {
		if err := os.WriteFile(path, []byte(lines(events...)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(one, began("TestA"), did("pass", "TestA"), began("TestB"), did("skip", "TestB"), over("pass"))
	write(two, began("TestA"), did("fail", "TestA"), began("TestB"), did("pass", "TestB"), over("fail"))
	var out, errs bytes.Buffer
	if code := run([]string{"-total", one, two}, nil, &out, &errs); code != 1 || out.String() != "1 passed, 1 failed, 0 skipped\n" {
		t.Errorf("exit code %d, %q", code, out.String())
	}
	if code := run([]string{filepath.Join(dir, "none")}, nil, &out, &errs); code != 2 || errs.Len() == 0 {
		t.Errorf("a missing file: exit code %d, %q", code, errs.String())
	}
}

func TestTallyBounds(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(nil, strings.NewReader(strings.Repeat("x", maxLine+1)), &out, &errs); code != 2 {
		t.Errorf("a line without end: exit code %d, want 2", code)
	}
	events := []event{began("TestA")}
	for range 100 {
		events = append(events, said("TestA", strings.Repeat("x", 1023)+"\n"))
	}
	events = append(events, said("TestA", "the reason\n"), did("fail", "TestA"), over("fail"))
	out.Reset()
	run(nil, strings.NewReader(lines(events...)), &out, &errs)
	if out.Len() > 2*maxOutput || !strings.Contains(out.String(), "the reason") {
		t.Errorf("%d bytes of output, want at most %d with the end in it", out.Len(), 2*maxOutput)
	}
}

func FuzzTally(f *testing.F) {
	f.Add([]byte(lines(began("TestA"), began("TestA/b"), did("fail", "TestA/b"), did("fail", "TestA"), over("fail"))))
	f.Add([]byte(`{"Action":"fail","Package":"p","FailedBuild":"q"}`))
	f.Add([]byte("{}\n{\"Action\":1}\nFAIL\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		var out, errs bytes.Buffer
		code := run(nil, bytes.NewReader(stream), &out, &errs)
		text := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if !strings.HasSuffix(text[len(text)-1], " skipped") || code < 0 || code > 1 {
			t.Errorf("exit code %d, last line %q", code, text[len(text)-1])
		}
	})
}
