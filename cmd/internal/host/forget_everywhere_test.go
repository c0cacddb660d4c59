package host_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/deployments/test"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
)

// late is a job that is at work on a message when that is forgotten, and comes to its end after.
type late struct {
	about   atomic.Uint64 // the message; not due before it is set
	at      chan struct{} // closed once it works
	release chan struct{}
}

func (l *late) job(text string) jobs.Job {
	return jobs.Job{
		Name: "late", Every: "once", Help: "learns too late",
		Due: func(memory.View, time.Time) []jobs.Slot {
			if l.about.Load() == 0 {
				return nil
			}
			return []jobs.Slot{{Name: "once"}}
		},
		Next:  func(memory.View, time.Time) time.Time { return time.Time{} },
		Reads: []event.Kind{event.Heard{}.Kind()}, Writes: []event.Kind{event.Learned{}.Kind()},
		Run: func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
			of := event.Seq(l.about.Load())
			if r, _, err := in.Event(ctx, of); err != nil || r.Forgotten() {
				return nil, err
			}
			close(l.at)
			select {
			case <-ctx.Done():
			case <-l.release:
			}
			return []jobs.Write{{Payload: event.Learned{Sort: "fact", Text: text, Provenance: event.Stated, Class: string(formula.Standard), On: in.Now}, From: []event.Seq{of}}}, nil
		},
	}
}

// What is forgotten while the search server and Redis are away, and a job is at work on it, is
// said not to be gone there yet. When they are back it is, which the receipt shows; and once the
// owners of the servers have cleaned their files, nothing of it is in any file: not in the
// home, and not in those of PostgreSQL, Weaviate and Redis.
func TestForgottenEverywhere(t *testing.T) {
	t.Parallel()
	s := newStage(t, 0)
	books, state, deeds := newLibrary(t, s), newHearth(t, s, "--appendonly", "yes", "--appendfsync", "always"), test.Postgres(t)
	deeds.SetUp(t, books.Name)
	s.more = append(s.more, "POSTGRES_URL="+deeds.Address)
	canary := fmt.Sprintf("quillfeather%d", time.Now().UnixNano()%1e9)
	l := &late{at: make(chan struct{}), release: make(chan struct{})}
	s.shape = func(c *host.Citadel) { c.Jobs.Jobs = append(c.Jobs.Jobs, l.job("The vault opens with "+canary+".")) }
	s.run()
	f := s.fars[0]
	s.link(f)
	s.say(f, f.home(), "remember that the vault opens with "+canary)
	if answer := s.say(f, f.home(), "What does the vault open with?"); !strings.Contains(answer, canary) {
		t.Fatalf("it never knew: %s", answer)
	}
	s.say(f, f.home(), "remember that the mill closes at noon")
	l.about.Store(uint64(messageWith(t, s.c, canary)))
	s.say(f, f.home(), "thanks") // the runner looks again
	<-l.at
	books.caughtUp(s)
	state.keptUp(s)
	traces := s.traces(canary, books.Name, state, deeds)
	deeds.Exec(t, "CHECKPOINT")
	for where, folder := range map[string]string{"Weaviate": test.Server(t, test.WeaviateData), "PostgreSQL": deeds.Folder(t), "Redis": state.folder} {
		if len(lying(t, folder, traces)) == 0 {
			t.Fatalf("nothing of it is in the files of %s before it is forgotten: the test sees nothing", where)
		}
	}

	books.wire.Down()
	state.wire.Down()
	var named []string
	for r, err := range s.c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"heard", "learned", "post.queued"}}) {
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(r.Body, []byte(canary)) {
			named = append(named, fmt.Sprint("m", r.Seq))
		}
	}
	receipt := s.say(f, f.home(), "forget "+strings.Join(named, " ")+" now")
	for _, want := range []string{"Not deleted yet: its words in the search store and Redis", "Not in my hands", "VACUUM FULL"} {
		if !strings.Contains(receipt, want) {
			t.Errorf("the receipt lacks %q: %s", want, receipt)
		}
	}
	close(l.release)
	s.await("the job that came too late is over", func() bool {
		for _, p := range s.payloads("job.ran", 0) {
			if p.(event.JobRan).Job == "late" {
				return true
			}
		}
		return false
	})
	forgotten := s.newest("forgotten")
	if said := s.say(f, f.home(), fmt.Sprint("show m", forgotten)); !strings.Contains(said, "Not yet: its words in the search store and Redis") || !strings.Contains(said, "VACUUM FULL") {
		t.Errorf("the receipt, meanwhile: %s", said)
	}
	books.wire.Up()
	state.wire.Up()
	books.caughtUp(s)
	state.keptUp(s)
	if said := s.say(f, f.home(), fmt.Sprint("show m", forgotten)); !strings.Contains(said, "its words in the search store and its words in Redis") || strings.Contains(said, "Not yet") {
		t.Errorf("the receipt, afterwards: %s", said)
	}
	if said := s.say(f, f.home(), "When does the mill close?"); !strings.Contains(said, "noon") {
		t.Errorf("more went than was to go: %s", said)
	}
	books.caughtUp(s)
	books.asRebuilt(s)
	if _, err := s.c.Mind.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
	s.stop()

	for _, table := range []string{"keys", "shelf", "vectors"} {
		deeds.Exec(t, "VACUUM FULL citadel."+table)
	}
	deeds.Exec(t, "CHECKPOINT")
	if err := state.client.BgRewriteAOF(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	s.await("Redis has written its log anew", func() bool { return len(lying(t, state.folder, traces)) == 0 })
	for _, folder := range []string{s.home, deeds.Folder(t), test.Server(t, test.WeaviateData)} {
		for _, where := range lying(t, folder, traces) {
			t.Errorf("it is still in %s", where)
		}
	}
}

// traces are bytes by which some words are found in files: themselves, the keys of the events
// that hold them, and the end of the sealed state in Redis that they are part of.
func (s *stage) traces(words, principal string, state *hearth, deeds test.Database) (all [][]byte) {
	s.t.Helper()
	kept, err := state.client.Get(s.t.Context(), "citadel:"+principal+":hot").Bytes()
	if err != nil {
		s.t.Fatal(err)
	}
	all = [][]byte{[]byte(words), kept[len(kept)-40:]}
	store, err := postgres.Open(s.t.Context(), deeds.Address, principal, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	defer store.Close()
	for row, err := range store.Read(s.t.Context(), ledger.Query{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		if rec, err := ledger.Open(&row); err != nil {
			s.t.Error(err)
		} else if bytes.Contains(rec.Body, []byte(words)) {
			all = append(all, bytes.Clone(row.Unseal))
		}
	}
	return all
}

// lying lists what of some bytes is in which file of a folder.
func lying(t *testing.T, folder string, traces [][]byte) (where []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		var content []byte
		if err == nil && d.Type().IsRegular() {
			content, err = os.ReadFile(path)
		}
		for i, trace := range traces {
			if bytes.Contains(content, trace) {
				where = append(where, fmt.Sprintf("%s (trace %d)", path, i))
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil // others change their files meanwhile
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return where
}

// newest is the number of the newest event of a kind.
func (s *stage) newest(kind event.Kind) event.Seq {
	s.t.Helper()
	for r, err := range s.c.Mind.Events(s.t.Context(), ledger.Query{Kinds: []event.Kind{kind}, Newest: true, Limit: 1}) {
		if err != nil {
			s.t.Fatal(err)
		}
		return r.Seq
	}
	s.t.Fatalf("there is no %s", kind)
	return 0
}
