package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/enclosure"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/files"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// held is a platform that holds the files of its messages.
type held struct {
	*chat
	fetch func(ctx context.Context, f connectors.File, w io.Writer) error
}

var _ connectors.Fetcher = (*held)(nil)

func (h *held) Fetch(ctx context.Context, f connectors.File, w io.Writer) error {
	return h.fetch(ctx, f, w)
}

// holds gives the platform files by their ids.
func (w *world) holds(fetch func(ctx context.Context, f connectors.File, out io.Writer) error) {
	w.t.Helper()
	w.bot.Connectors = []connectors.Connector{&held{w.chat, fetch}}
	if w.bot.Files == nil {
		w.bot.Files = &files.Store{Dir: filepath.Join(w.t.TempDir(), "files")}
	}
}

// told words what came with a message, as the answer to it does.
func told(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := &turn.Reply{By: "procedure:files"}
	enclosure.Told(&r.Text, t.Last(), t.Host, t.Heard(), false)
	return r, nil
}

func (w *world) send(text string, fs ...connectors.File) connectors.MessageID {
	w.t.Helper()
	return w.must(connectors.Event{Kind: connectors.Message, Text: text, Files: fs})
}

// attached lists what became of files.
func (w *world) attached() (all []event.Attached) {
	w.t.Helper()
	for _, p := range w.payloads("attached") {
		if k, ok := p.(event.Attached); ok {
			all = append(all, k)
		}
	}
	return all
}

// folder lists the files that are kept, by name.
func (w *world) folder() (names []string) {
	w.t.Helper()
	all, err := os.ReadDir(w.bot.Files.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		w.t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

// keeps holds that every file that is kept can be opened, and that nothing else is there.
func (w *world) keeps(contents ...string) {
	w.t.Helper()
	var known []string
	var got []string
	for _, k := range w.attached() {
		if !k.Kept() {
			continue
		}
		known = append(known, k.File)
		b, err := w.bot.Files.Get(k.File, k.Key)
		if err != nil {
			w.t.Error(err)
		}
		got = append(got, string(b))
	}
	slices.Sort(known)
	if have := w.folder(); !slices.Equal(have, known) {
		w.t.Errorf("the folder holds %v, known are %v", have, known)
	}
	if !slices.Equal(got, contents) {
		w.t.Errorf("kept are %.200q, want %.200q", got, contents)
	}
}

func bubble(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(t, told)) })
}

const hello = "hello from a file"

// A file is fetched once its message is durable, and the answer waits for it.
func TestAFileIsKept(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
			if len(w.payloads("heard")) != 1 {
				t.Error("fetched before the message is durable")
			}
			if f.ID != "F1" || f.Path != "" {
				t.Errorf("asked for %+v", f)
			}
			_, err := io.WriteString(out, hello)
			return err
		})
		stop := w.run()
		w.send("", connectors.File{Name: "../../notes.txt", ID: "F1", Path: "/etc/passwd", Size: int64(len(hello))})
		synctest.Wait()
		w.keeps(hello)
		k := w.attached()[0]
		if k.Sort != event.SortText || k.Text != hello || k.Words != 4 || k.Chars != 17 || k.Size != 17 || k.Name != "../../notes.txt" {
			t.Errorf("%+v", k)
		}
		if got := w.chat.texts(); len(got) != 1 || !strings.HasPrefix(got[0], `Kept: "../../notes.txt" (17 B of text, 4 words).`) {
			t.Errorf("said: %q", got)
		}
		raw, err := os.ReadFile(filepath.Join(w.bot.Files.Dir, k.File))
		if err != nil || bytes.Contains(raw, []byte("hello")) {
			t.Errorf("it is not sealed: %q, %v", raw, err)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What a platform does badly.
func TestFetchFaults(t *testing.T) {
	type fetch = func(ctx context.Context, try int, out io.Writer) error
	write := func(text string) fetch {
		return func(_ context.Context, _ int, out io.Writer) error { _, err := io.WriteString(out, text); return err }
	}
	fails := func(r connectors.Reason, after time.Duration) fetch {
		return func(_ context.Context, _ int, out io.Writer) error {
			if _, err := io.WriteString(out, "half a"); err != nil {
				return err
			}
			return &connectors.Error{Op: "chat: fetch", Reason: r, After: after}
		}
	}
	second := func(first fetch) fetch {
		return func(ctx context.Context, try int, out io.Writer) error {
			if try > 1 {
				_, err := io.WriteString(out, hello)
				return err
			}
			return first(ctx, try, out)
		}
	}
	endless := func(_ context.Context, _ int, out io.Writer) error {
		block := make([]byte, 1<<20)
		for {
			if _, err := out.Write(block); err != nil {
				return fmt.Errorf("chat: fetch: %w", err)
			}
		}
	}
	hangs := func(ctx context.Context, _ int, _ io.Writer) error {
		<-ctx.Done()
		return &connectors.Error{Op: "chat: fetch", Reason: connectors.Temporary, Err: ctx.Err()}
	}
	for name, c := range map[string]struct {
		fetch fetch
		size  int64
		fault string
		kept  string
		tries int
		waits time.Duration // until it is settled
	}{
		"gone":                  {fails(connectors.Gone, 0), 0, event.FaultGone, "", 1, 0},
		"forbidden":             {fails(connectors.Forbidden, 0), 0, event.FaultForbidden, "", 1, 0},
		"a mistake of ours":     {fails(connectors.Invalid, 0), 0, event.FaultUnreachable, "", 1, 0},
		"dropped in the middle": {second(fails(connectors.Unknown, 0)), 0, "", hello, 2, time.Minute},
		"rate limited":          {second(fails(connectors.RateLimited, 30*time.Second)), 0, "", hello, 2, time.Minute},
		"endless":               {endless, 0, event.FaultTooLarge, "", 1, 0},
		"says it is a gigabyte": {write(hello), 1 << 30, event.FaultTooLarge, "", 0, 0},
		"says it is more":       {write(hello), 100, "", hello, 2, time.Minute},
		"says it is less":       {write(hello), 3, "", hello, 1, 0},
		"does not say":          {write(hello), -1, "", hello, 1, 0},
		"short once":            {second(write("hel")), 17, "", hello, 2, time.Minute},
		"hangs once":            {second(hangs), 0, "", hello, 2, 3 * time.Minute},
		"empty":                 {write(""), 0, "", "", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				tries := 0
				w.holds(func(ctx context.Context, _ connectors.File, out io.Writer) error {
					tries++
					return c.fetch(ctx, tries, out)
				})
				stop := w.run()
				w.send("look", connectors.File{Name: "a.txt", ID: "F1", Size: c.size})
				time.Sleep(c.waits)
				synctest.Wait()
				all := w.attached()
				if len(all) != 1 || all[0].Fault != c.fault || tries != c.tries {
					t.Fatalf("after %d tries: %+v", tries, all)
				}
				if cut := strings.Contains(strings.Join(w.chat.texts(), " "), "it may be cut off"); cut != (name == "says it is more") {
					t.Errorf("said: %q", w.chat.texts())
				}
				if c.fault == "" {
					w.keeps(c.kept)
				} else {
					w.keeps()
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A file that its platform cannot give now is asked for until it comes, also by the next
// process; the answer does not wait, and it is told when it is there. After a week it is not
// asked for any more, and that is told, too.
func TestAFileThatComesLate(t *testing.T) {
	for name, c := range map[string]struct {
		away  time.Duration
		after time.Duration // what the platform asks for
		again bool          // the process ends meanwhile
		late  time.Duration // in which it is there after that
		told  string
		tries int // at most
	}{
		"seconds":      {3 * time.Second, 0, false, 4 * time.Second, "Kept: ", 8},
		"an hour":      {time.Hour, 0, false, 40 * time.Minute, "Kept: ", 20},
		"another life": {time.Hour, 0, true, 40 * time.Minute, "Kept: ", 30},
		"as asked":     {3 * time.Hour, 2 * time.Hour, false, 90 * time.Minute, "Kept: ", 4},
		"days":         {5 * 24 * time.Hour, 0, false, time.Hour, "Kept: ", 300},
		"for ever":     {1000 * time.Hour, 0, false, 0, `Not kept: "a.txt" (it could not be fetched).`, 400},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				began, tries := time.Now(), 0
				w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
					if tries++; time.Since(began) < c.away {
						reason := connectors.Temporary
						if c.after > 0 {
							reason = connectors.RateLimited
						}
						return &connectors.Error{Op: "chat: fetch", Reason: reason, After: c.after}
					}
					_, err := io.WriteString(out, hello)
					return err
				})
				stop := w.run()
				w.send("look", connectors.File{Name: "a.txt", ID: "F1", Size: 17})
				if c.again {
					time.Sleep(30 * time.Minute)
					if err := stop(); err != nil {
						t.Error(err)
					}
					stop = w.run()
				}
				time.Sleep(min(c.away, 8*24*time.Hour) - time.Since(began) + c.late)
				synctest.Wait()
				got := w.chat.texts()
				if len(got) == 0 || !strings.HasPrefix(got[len(got)-1], c.told) {
					t.Errorf("after %d tries it is told %q", tries, got)
				}
				if tries > c.tries {
					t.Errorf("it was asked for %d times", tries)
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A file that comes with an edit is kept like any other, also where nothing else was changed;
// one that was there before is not fetched again, whatever the platform calls it now.
func TestAFileThatComesWithAnEdit(t *testing.T) {
	t.Run("known again", func(t *testing.T) { aFileThatComesWithAnEdit(t, "U1") })
	t.Run("from before such names were kept", func(t *testing.T) { aFileThatComesWithAnEdit(t, "") })
}

func aFileThatComesWithAnEdit(t *testing.T, unique string) {
	first := connectors.File{Name: "a.txt", MIME: "text/plain", ID: "F1", Unique: unique, Size: 17}
	renamed := first
	renamed.ID, renamed.Unique = "F1 by another name", "U1"
	second := connectors.File{Name: "b.txt", ID: "F2", Size: 17}
	third := connectors.File{Name: "c.txt", ID: "F3", Size: 17}
	bubble(t, func(t *testing.T, w *world) {
		var asked []string
		w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
			asked = append(asked, f.ID)
			_, err := io.WriteString(out, hello)
			return err
		})
		edit := func(id connectors.MessageID, text string, fs ...connectors.File) []string {
			before := len(w.chat.texts())
			w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: text, Files: fs, At: time.Now()})
			time.Sleep(time.Minute)
			synctest.Wait()
			return w.chat.texts()[before:]
		}
		stop := w.run()
		id := w.send("look", first)
		time.Sleep(time.Minute)
		if got := edit(id, "look here", renamed); len(got) != 1 || strings.Contains(got[0], "b.txt") {
			t.Errorf("with the same file: %q", got)
		}
		if got := edit(id, "look here", renamed, second); len(got) != 1 || !strings.HasPrefix(got[0], `Kept: "b.txt" (17 B of text, 4 words).`) {
			t.Errorf("with another: %q", got)
		}
		w.send("and now")
		time.Sleep(time.Minute)
		if got := edit(id, "look there", third, second); len(got) != 1 || !strings.Contains(got[0], `"c.txt"`) {
			t.Errorf("when it is not answered any more: %q", got)
		}
		if got := edit(id, "look there", third, second); len(got) != 0 {
			t.Errorf("with nothing new: %q", got)
		}
		if !slices.Equal(asked, []string{"F1", "F2", "F3"}) {
			t.Errorf("asked for %v", asked)
		}
		w.keeps(hello, hello, hello)
		for i, k := range w.attached() {
			if k.Index != i || k.Message != w.attached()[0].Message {
				t.Errorf("file %d is %+v", i, k)
			}
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A turn does not wait for ever: it says that the file is on its way, and a post tells when it
// is there, or never will be.
func TestSlowFile(t *testing.T) {
	for _, lost := range []bool{false, true} {
		bubble(t, func(t *testing.T, w *world) {
			come := make(chan struct{})
			w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
				<-come
				if lost {
					return &connectors.Error{Op: "chat: fetch", Reason: connectors.Gone}
				}
				_, err := io.WriteString(out, hello)
				return err
			})
			stop := w.run()
			w.send("what does it say?", connectors.File{Name: "a.txt", ID: "F1", Size: 17})
			time.Sleep(19 * time.Second)
			synctest.Wait()
			if got := w.chat.texts(); len(got) != 0 {
				t.Errorf("answered before it was there: %q", got)
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if got := w.chat.texts(); len(got) != 1 || got[0] != `Still loading: "a.txt" (17 B). I tell you when it is there.` {
				t.Errorf("said: %q", got)
			}
			close(come)
			synctest.Wait()
			want := `Kept: "a.txt" (17 B of text, 4 words).`
			if lost {
				want = `Not kept: "a.txt" (it is not there any more).`
			}
			if got := w.chat.texts(); len(got) != 2 || !strings.HasPrefix(got[1], want) {
				t.Errorf("said: %q", got)
			}
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A turn that began without a file is begun again with it, as long as nothing was said; while
// an answer is being written, it is told afterwards.
func TestAFileThatComesWhileThinking(t *testing.T) {
	for _, drafted := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w, m := talking(t)
			come := make(chan struct{})
			w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
				<-come
				_, err := io.WriteString(out, hello)
				return err
			})
			stop := w.run()
			w.send("what does it say?", connectors.File{Name: "a.txt", ID: "F1", Size: 17})
			time.Sleep(21 * time.Second)
			call := m.next(t)
			if !call.t.Last().Files[0].Loading() {
				t.Error("it is there")
			}
			if drafted {
				call.drafts("I")
			}
			close(come)
			synctest.Wait()
			if drafted {
				call.answers("I can't see it yet.")
				synctest.Wait()
				if got := w.chat.texts(); len(got) != 2 || !strings.HasPrefix(got[1], "Kept: ") {
					t.Errorf("said: %q", got)
				}
			} else {
				call = m.next(t)
				if f := call.t.Last().Files[0]; f.Loading() || f.Kept.Text != hello {
					t.Errorf("begun again without it: %+v", f)
				}
				call.answers("Hello.")
				synctest.Wait()
				if got := w.chat.texts(); !slices.Equal(got, []string{"Hello."}) {
					t.Errorf("said: %q", got)
				}
			}
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// "stop" ends the wait for a file as it ends anything else.
func TestStopEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.holds(func(ctx context.Context, _ connectors.File, _ io.Writer) error { <-ctx.Done(); return ctx.Err() })
		stop := w.run()
		w.send("what does it say?", connectors.File{Name: "a.txt", ID: "F1"})
		synctest.Wait()
		w.say("stop")
		if c := m.next(t); c.t.Text != "stop" { // which no step takes here
			t.Errorf("the model is asked about %q", c.t.Text)
		} else {
			c.answers("")
		}
		synctest.Wait()
		var waits int
		w.mind.Read(func(v memory.View) { waits = len(v.Thread.Waiting) })
		if waits != 0 {
			t.Errorf("%d messages still wait", waits)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// Ten files of a message are kept, and a stranger's none.
func TestWhatIsNotFetched(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		fetched := 0
		w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
			fetched++
			_, err := io.WriteString(out, hello)
			return err
		})
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Text: "hi", From: connectors.Person{Platform: "chat", ID: "eve"}, Files: []connectors.File{{Name: "evil", ID: "F"}}})
		w.send("", slices.Repeat([]connectors.File{{Name: "a.txt", ID: "F1"}}, 12)...)
		synctest.Wait()
		if fetched != enclosure.MaxFiles || len(w.attached()) != 12 || w.attached()[11].Fault != event.FaultTooMany {
			t.Errorf("%d were fetched, %d settled", fetched, len(w.attached()))
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A file of this machine is read only where the platform holds none itself, and only if it
// is a plain one.
func TestLocalFiles(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		dir := t.TempDir()
		w.bot.Files = &files.Store{Dir: filepath.Join(dir, "files")}
		plain, large := filepath.Join(dir, "a.txt"), filepath.Join(dir, "large")
		if err := os.WriteFile(plain, []byte(hello), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(large, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(large, enclosure.MaxFile+1); err != nil {
			t.Fatal(err)
		}
		stop := w.run()
		w.send("", connectors.File{Name: "a.txt", Path: plain}, connectors.File{Name: "d", Path: dir}, connectors.File{Name: "null", Path: "/dev/null"},
			connectors.File{Name: "x", Path: filepath.Join(dir, "x")}, connectors.File{Name: "large", Path: large}, connectors.File{Name: "nothing"})
		synctest.Wait()
		w.keeps(hello)
		var faults []string
		for _, k := range w.attached() {
			faults = append(faults, k.Fault)
		}
		want := []string{"", event.FaultForbidden, event.FaultForbidden, event.FaultGone, event.FaultTooLarge, event.FaultGone}
		if !slices.Equal(faults, want) {
			t.Errorf("%q, want %q", faults, want)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// Nor is one that stands in the name of a file, of a message or of an edit, or in the name of who wrote first.
func TestSecretsInNames(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
			_, err := io.WriteString(out, hello)
			return err
		})
		stop := w.run()
		const card = "4111 1111 1111 1111"
		m := w.send("", connectors.File{Name: "card " + card + ".txt", ID: "F1"})
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Edit, Message: m, Text: "and", Files: []connectors.File{{Name: "card " + card + ".txt", ID: "F1"}, {Name: card, ID: "F2"}}})
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Message, Text: "see", Forwarded: "Ann " + card})
		synctest.Wait()
		all := w.payloads("heard", "edited", "attached", "post.queued")
		if s := fmt.Sprintf("%+v", all); strings.Contains(s, card[:9]) {
			t.Errorf("kept: %s", s)
		}
		if h := all[0].(event.Heard); len(h.Removed) != 1 || len(w.attached()) != 2 {
			t.Errorf("said to be removed %q of %+v; attached %+v", h.Removed, h, w.attached())
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// However many secrets are in a file, or how long its name is: it is fetched once, what became of it is known, and the
// next file does not wait for it.
func TestWhatIsSaidOfAFileIsBounded(t *testing.T) {
	long := strings.Repeat("\x01", 1_250_000) // each is six bytes in an event
	for name, c := range map[string]struct {
		name, content, fault string
	}{
		"secrets": {"cards.txt", strings.Repeat("4111 1111 1111 1111\n", 400_000), ""},
		"name":    {long + ".txt", strings.Repeat("what is written there\n", 200_000), event.FaultTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				fetched := 0
				w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
					content := hello
					if f.ID == "F1" {
						fetched++
						content = c.content
					}
					_, err := io.WriteString(out, content)
					return err
				})
				stop := w.run()
				w.send("", connectors.File{Name: c.name, ID: "F1"})
				w.send("", connectors.File{Name: "small.txt", ID: "F2"})
				synctest.Wait()
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				all := w.attached()
				if fetched != 1 || len(all) != 2 {
					t.Fatalf("fetched %d times; %d of 2 files are settled", fetched, len(all))
				}
				for _, k := range all {
					want := ""
					if k.Name != "small.txt" {
						want = c.fault
					}
					if k.Fault != want || len(k.Removed) > 1 || k.Kept() != (want == "") {
						t.Errorf("%.20q: fault %q, kept %v, %d kinds removed", k.Name, k.Fault, k.Kept(), len(k.Removed))
					}
				}
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// What is shaped like a secret is in no event and in no file.
func TestSecretsInFiles(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		const key = "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-AbCdEfGhIjKlMnOp"
		w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
			_, err := io.WriteString(out, "the key is "+key+"\n")
			return err
		})
		stop := w.run()
		w.send("", connectors.File{Name: "env", ID: "F1"})
		synctest.Wait()
		k := w.attached()[0]
		b, err := w.bot.Files.Get(k.File, k.Key)
		if err != nil || strings.Contains(string(b)+k.Text, key) || len(k.Removed) == 0 || !strings.Contains(w.chat.texts()[0], "took out what looked like secrets") {
			t.Errorf("%q, %+v, %v", b, k, err)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A message that is taken back takes its files with it, also while they are on their way.
func TestForgettingAFile(t *testing.T) {
	for _, during := range []bool{false, true} {
		bubble(t, func(t *testing.T, w *world) {
			come := make(chan struct{})
			if !during {
				close(come)
			}
			w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
				<-come
				_, err := io.WriteString(out, hello)
				return err
			})
			stop := w.run()
			id := w.send("keep this", connectors.File{Name: "a.txt", ID: "F1"})
			other := w.send("and this", connectors.File{Name: "b.txt", ID: "F2"})
			synctest.Wait()
			w.remove(id)
			time.Sleep(time.Minute)
			if during {
				close(come)
			}
			synctest.Wait()
			w.keeps(hello)
			w.remove(other)
			synctest.Wait()
			w.keeps()
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// dying is a disk that stops taking anything after some commits: the process has died.
type dying struct {
	*inmem.Store
	left int
}

var errDied = errors.New("the process died")

func (s *dying) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if s.left--; s.left < 0 {
		return errDied
	}
	return s.Store.Append(ctx, rows, shred)
}

// Wherever the process dies between hearing of a file and telling of it: it is kept once, it
// is told of once, and nothing else lies in the folder.
func TestDyingWithAFile(t *testing.T) {
	done := false
	for after := 1; !done; after++ {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				disk := w.store.(*inmem.Store)
				w.store = &dying{Store: disk, left: after}
				w.open(told)
				chat := w.chat
				fetch := func(_ context.Context, _ connectors.File, out io.Writer) error {
					_, err := io.WriteString(out, hello)
					return err
				}
				w.holds(fetch)
				ends := w.run()
				e := connectors.Event{Kind: connectors.Message, Key: "e1", Message: "e1", Files: []connectors.File{{Name: "a.txt", ID: "F1"}}}
				died := w.hear(e) != nil
				synctest.Wait()
				done = ends() == nil && !died

				kept := w.bot.Files
				w.store = disk
				w.open(told)
				w.bot.Files, w.chat = kept, chat
				w.holds(fetch)
				ends = w.run()
				if died {
					if err := w.hear(e); err != nil {
						t.Fatal(err)
					}
				}
				synctest.Wait()
				time.Sleep(5 * time.Minute)
				synctest.Wait()
				w.keeps(hello)
				shown := map[string]int{}
				for _, text := range w.chat.texts() {
					shown[strings.TrimPrefix(text, "(again) ")]++
				}
				if len(w.attached()) != 1 || len(shown) != 1 || len(w.chat.texts()) > 2 {
					t.Errorf("settled %d times, said %q", len(w.attached()), w.chat.texts())
				}
				if err := ends(); err != nil {
					t.Error(err)
				}
			})
		})
		if after > 40 {
			t.Fatal("it never comes to an end")
		}
	}
}

var _ brain.Step = told

// What an edit brought is forgotten with the edit alone; the file of the next edit is another.
func TestAFileAfterAnEditThatWasForgotten(t *testing.T) {
	named := func(name string) connectors.File {
		return connectors.File{Name: name, MIME: "text/plain", ID: "F-" + name, Size: int64(len(hello))}
	}
	bubble(t, func(t *testing.T, w *world) {
		var mu sync.Mutex
		fetched := map[string]int{}
		w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
			mu.Lock()
			defer mu.Unlock()
			if fetched[f.Name]++; fetched[f.Name] > 1 {
				return errors.New("it is fetched once more")
			}
			_, err := io.WriteString(out, hello)
			return err
		})
		stop := w.run()
		id := w.send("look", named("a"))
		time.Sleep(time.Minute)
		edit := func(file string) {
			w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "look at " + file, Files: []connectors.File{named("a"), named(file)}, At: time.Now()})
			time.Sleep(time.Minute)
		}
		edit("b")
		var second event.Seq
		for r, err := range w.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Edited{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			second = r.Seq
		}
		plan, err := w.mind.Reach(t.Context(), second)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		edit("c")
		mu.Lock()
		differ(t, "fetched", map[string]int{"a": 1, "b": 1, "c": 1}, fetched)
		mu.Unlock()
		if kept := w.attached(); kept[len(kept)-1].Name != "c" {
			t.Errorf("kept: %+v", kept)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What comes in one try, after the answer, is told in one post.
func TestLateFilesAreToldTogether(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(named(25 * time.Second))
		stop := w.run()
		w.send("", passport, letter)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		said := w.chat.texts()
		if len(said) != 2 || !strings.Contains(said[1], passport.Name) || !strings.Contains(said[1], letter.Name) {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What is spoken is waited for: it is fetched before all else that came, as soon as anything can be.
func TestARecordingIsFetchedBeforeOtherMessages(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		var mu sync.Mutex
		var order []string
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			mu.Lock()
			order = append(order, f.ID)
			mu.Unlock()
			time.Sleep(time.Minute)
			return aloud(ctx, f, out)
		})
		stop := w.run()
		for i := range 8 {
			w.send("see", connectors.File{Name: "a.pdf", ID: fmt.Sprint(i), Size: -1})
		}
		synctest.Wait()
		w.send("", clip())
		time.Sleep(90 * time.Second)
		synctest.Wait()
		if i := slices.Index(order, "F1"); i < 4 || i > 7 {
			t.Errorf("fetched in the order %q", order)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
