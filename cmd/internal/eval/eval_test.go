package eval_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"citadel/brain/recall"
	"citadel/cmd/internal/eval"
)

// talk is two conversations made up for these tests: one of two friends, and one with the
// agent, in which something changes.
func talk() []eval.Conversation {
	begin := time.Date(2025, 3, 3, 18, 0, 0, 0, time.UTC)
	friends := eval.Conversation{Set: "friends", ID: "one"}
	for i, said := range []string{
		"Petra|I finally signed up for the choir in Elmstone.", "Oskar|Which voice do you sing?", "Petra|Alto, and the conductor is strict.",
		"Oskar|My boat needs a new mast before the regatta.", "Petra|Who builds masts these days?", "Oskar|A carpenter on the quay, he uses spruce.",
		"Petra|The neighbours planted twelve birches.", "Oskar|I am allergic to their pollen.", "Petra|Then stay away from my street in spring!",
		"Oskar|I sold the motorbike to pay for the sails.", "Petra|You loved that motorbike.", "Oskar|The sails are red, you will see them from the pier.",
	} {
		speaker, text, _ := strings.Cut(said, "|")
		at := begin.Add(time.Duration(i/3)*72*time.Hour + time.Duration(i)*time.Minute)
		friends.Turns = append(friends.Turns, eval.Turn{ID: fmt.Sprint("f", i), At: at, Speaker: speaker, Role: eval.Person, Text: text})
	}
	friends.Turns[6].Caption = "a row of young trees behind a fence"
	friends.Questions = []eval.Question{
		{Text: "What voice does Petra sing?", Category: "plain", Evidence: []string{"f2"}},
		{Text: "What wood is Oskar's mast made of?", Category: "plain", Evidence: []string{"f5"}},
		{Text: "What is Oskar allergic to?", Category: "joined", Evidence: []string{"f7", "f6"}},
		{Text: "Why did Oskar sell the motorbike?", Category: "plain", Evidence: []string{"f9"}},
		{Text: "Why did Petra sell the motorbike?", Category: eval.Adversarial, Evidence: []string{"f9"}},
	}
	diary := eval.Conversation{Set: "diary", ID: "two"}
	for i, text := range []string{
		"My dentist is Dr. Abel, on Quarry Lane.", "Noted: Dr. Abel on Quarry Lane is your dentist. Dentists can be reached in the morning.",
		"The greenhouse costs 900 euros.", "A greenhouse for 900 euros is a good deal.",
		"My dentist is Dr. Wren now, since Abel retired.", "Dr. Wren it is.",
	} {
		role := eval.User
		if i%2 == 1 {
			role = eval.Assistant
		}
		diary.Turns = append(diary.Turns, eval.Turn{ID: fmt.Sprint("d", i), At: begin.AddDate(0, 0, 9*i), Speaker: role, Role: role, Text: text})
	}
	diary.Questions = []eval.Question{
		{Text: "Who is my dentist?", Category: "update", Evidence: []string{"d0", "d4"}, Stale: []string{"d0"}, Current: []string{"d4"}},
		{Text: "What does the greenhouse cost?", Category: "plain", Evidence: []string{"d2"}},
		{Text: "What is my shoe size?", Category: "unknown"},
	}
	return []eval.Conversation{friends, diary}
}

func options(t *testing.T) eval.Options {
	return eval.Options{Now: time.Now, Temp: t.TempDir()}
}

func TestRecall(t *testing.T) {
	var reports []eval.Report
	for range 2 {
		r, err := eval.Recall(t.Context(), talk(), options(t))
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, r)
	}
	if d := cmp.Diff(reports[0], reports[1], cmpopts.IgnoreFields(eval.Set{}, "P50", "P95")); d != "" {
		t.Errorf("a second run differs:\n%s", d)
	}
	friends, diary := reports[0].Sets[0], reports[0].Sets[1]
	if friends.Set != "friends" || friends.Questions != 4 || friends.R10 != 1 || friends.WithDynamics != 1 || friends.ByCategory[eval.Adversarial].N != 1 {
		t.Errorf("friends: %+v", friends)
	}
	if friends.SpeakerAUC == nil || *friends.SpeakerAUC < 0.7 || friends.NewestAboveStale != nil {
		t.Errorf("friends: speaker %v, newest %v", friends.SpeakerAUC, friends.NewestAboveStale)
	}
	if diary.Questions != 2 || diary.R5 != 1 || diary.SpeakerAUC != nil || diary.NewestAboveStale == nil || *diary.NewestAboveStale != 1 {
		t.Errorf("diary: %+v", diary)
	}
}

func TestProfiles(t *testing.T) {
	for _, name := range recall.Profiles() {
		o := options(t)
		o.Profile = name
		r, err := eval.Recall(t.Context(), talk(), o)
		if err != nil || r.Profile != name || r.Sets[0].R20 < 0.5 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	o := options(t)
	o.Profile = "guess"
	if _, err := eval.Recall(t.Context(), talk(), o); err == nil {
		t.Error("an unknown profile was taken")
	}
}

// quarrel is a long conversation of three, made up by chance, in which everybody does much the same
// with the same things: half of the questions name what was done to what, half the thing alone, of
// which several did something, so that not all is found.
func quarrel() eval.Conversation {
	random := rand.New(rand.NewPCG(3, 7))
	one := func(of string) string { all := strings.Fields(of); return all[random.IntN(len(all))] }
	c := eval.Conversation{Set: "quarrel", ID: "three"}
	at := time.Date(2025, 1, 1, 8, 0, 0, 0, time.UTC)
	for i := range 450 {
		who, did, thing := one("Petra Oskar Wanda"), one("painted sold repaired photographed borrowed"), one("boat ladder barrel violin kettle sledge lantern mirror")
		what := one("red rusty heavy tiny crooked") + " " + thing
		at = at.Add(time.Duration(random.IntN(300)) * time.Minute)
		c.Turns = append(c.Turns, eval.Turn{
			ID: fmt.Sprint("q", i), At: at, Speaker: who, Role: eval.Person,
			Text: fmt.Sprintf("I %s the %s near %s%s.", did, what, one("Elm Quarry Mill Harbour Station"), one("gate field lane yard wharf")),
		})
		if i%3 == 0 {
			q := eval.Question{Category: "plain", Evidence: []string{fmt.Sprint("q", i)}, Text: fmt.Sprintf("Where was %s when the %s was %s?", who, what, did)}
			if i%2 == 0 {
				q.Category, q.Text = "vague", fmt.Sprintf("What did %s do with the %s?", who, thing)
			}
			c.Questions = append(c.Questions, q)
		}
	}
	return c
}

// What is found does not hang on who is called how or on when it was said; and where the texts are exchanged hardly anything is.
func TestHonesty(t *testing.T) {
	checks, err := eval.Honesty(t.Context(), []eval.Conversation{quarrel()}, options(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(checks) != len(eval.Twists()) {
		t.Fatalf("%d checks", len(checks))
	}
	for _, c := range checks {
		if c.Before < 0.5 || c.Before > 0.97 {
			t.Errorf("%.3f is found as it stands: too easy or too hard to show anything", c.Before)
		}
		if !c.Holds {
			t.Errorf("%s: %.3f became %.3f", c.Twist, c.Before, c.After)
		}
	}
}

func TestJSON(t *testing.T) {
	r, err := eval.Recall(t.Context(), talk()[1:], options(t))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct{ Sets []map[string]any }
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Fields("set conversations questions r5 r10 r20 mrr ndcg10 by_category newest_above_stale r10_with_dynamics r10_bm25_only speaker_auc p50_ms p95_ms") {
		if _, ok := got.Sets[0][key]; !ok {
			t.Errorf("no %s", key)
		}
	}
	b.Reset()
	if err := r.Write(&b); err != nil || !strings.Contains(b.String(), "knowledge") && !strings.Contains(b.String(), "update") {
		t.Errorf("%v:\n%s", err, b.String())
	}
}

// A program that knows the data it is measured on is measured on nothing.
func TestNoWordOfDataSetsInCode(t *testing.T) {
	words := regexp.MustCompile(`(?i)\b(loco` + `mo|bea` + `m[-_ ]?\d|bea` + `m-dev|conv` + `-\d\d|real` + `talk|knowledge` + `_update)\b`)
	root := "../../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return filepath.SkipDir
		}
		if d.IsDir() || strings.HasSuffix(path, ".md") || !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if found := words.Find(text); found != nil {
			t.Errorf("%s holds %q", path, found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzRead(f *testing.F) {
	good, err := json.Marshal(talk()[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"turns":[{"id":"1","at":"2025-01-01T00:00:00Z"},{"id":"1","at":"2025-01-01T00:00:00Z"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		conversations, err := eval.Read(bytes.NewReader(data))
		if err == nil {
			for _, c := range conversations {
				if len(c.Turns) == 0 {
					t.Error("a conversation without turns was read")
				}
			}
		}
	})
}
