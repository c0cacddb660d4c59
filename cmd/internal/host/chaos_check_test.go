package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/outbox"
)

// judgeAll holds what was done and what is shown against the ledger.
func judgeAll(t *testing.T, home string, p *talker, all *havoc) {
	t.Helper()
	m := look(t, home)
	if _, err := m.Verify(t.Context(), nil); err != nil {
		t.Errorf("the ledger is not whole: %v", err)
	}
	diffs, err := m.Rebuild(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diffs {
		t.Errorf("%s: a checkpoint and its tail give another state than a replay", d.Fold)
	}
	a := newTale()
	if err := a.read(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	for _, w := range a.wrong {
		t.Error(w)
	}
	for _, w := range p.goal().missing(a) {
		t.Error(w)
		all.lost++
	}
	for _, u := range p.said {
		if h := a.heard[u.name()]; h != nil && h.cut {
			all.done["cut short by a stop: "+u.kind]++
			if !u.pondered() && !h.part {
				t.Errorf("%s (m%d, %s) was stopped, and needed no model", u.name(), h.seq, u.kind)
			}
		}
		if h := a.heard[u.name()]; h != nil && h.turns > len(u.tokens) && !a.forgotten[h.seq] {
			t.Errorf("twice: %s (m%d) was said in %d wordings and answered %d times", u.name(), h.seq, len(u.tokens), h.turns)
		}
	}
	for token, f := range p.cards {
		if a.pressed[f.home().Platform+"/"+strings.TrimSuffix(token, "a")+"p"] == 0 {
			all.done["press that nobody was there to hear"]++
		}
	}
	for what, n := range a.pressed {
		if n > 1 {
			t.Errorf("twice: the press %s was heard %d times", what, n)
		}
	}
	m.Read(func(v memory.View) {
		asked := slices.ContainsFunc(v.Outbox.Posts, func(p outbox.Post) bool { return p.Asked })
		if len(v.Thread.Waiting) > 0 || len(v.Thread.Unsaid) > 0 || len(v.Thread.Aside) > 0 || asked {
			t.Errorf("left over: waiting %v, unsaid %v, aside %v, posts %v", v.Thread.Waiting, v.Thread.Unsaid, v.Thread.Aside, v.Outbox.Posts)
		}
		for on, emoji := range a.faces {
			var got []string
			for _, o := range v.Reactions.Messages {
				if o.About == on.about && o.Message == string(on.id) {
					got = append(got, o.Emojis...)
				}
			}
			if slices.Sort(got); !a.forgotten[on.about] && !slices.Equal(got, slices.Sorted(slices.Values(emoji))) {
				t.Errorf("the fold has %v on m%d (%s), the ledger %v", got, on.about, on.id, emoji)
			}
		}
		for _, p := range v.Outbox.Posts {
			delete(a.posts, p.Seq) // nobody asked for it, and it may wait
		}
	})
	all.messages += p.messages()
	for what, n := range p.done {
		all.done[what] += n
	}
	for _, f := range p.fars {
		checkFar(t, f, p, a, all)
	}
}

// checkFar holds what stands on one platform against the ledger.
func checkFar(t *testing.T, f far, p *talker, a *tale, all *havoc) {
	t.Helper()
	platform := f.home().Platform
	var there []shown
	for _, at := range []connectors.Place{f.home(), f.channel()} {
		there = append(there, f.shown(at)...)
	}
	all.shown[platform] += len(there)
	byKey, byText := map[string]int{}, map[string][]shown{}
	times := map[string][]shown{} // by token
	for _, s := range there {
		if s.key != "" {
			byKey[s.key]++
		}
		byText[s.text] = append(byText[s.text], s)
		for _, token := range tokensOf(answerIn(s.text)) {
			times[token] = append(times[token], s)
		}
	}
	if f.keeps() {
		for _, s := range there {
			switch {
			case s.key == "":
				t.Errorf("%s: %s has no key (%.60q)", platform, s.id, s.text)
			case byKey[s.key] > 1:
				t.Errorf("twice: %s shows %s %d times", platform, s.key, byKey[s.key])
				all.doubled[platform]++
			case s.again:
				t.Errorf("%s: %s is marked as shown again, although it can be looked up", platform, s.key)
			}
		}
	} else {
		all.doubled[platform] += repeats(t, platform, there, a)
	}
	for seq, q := range a.posts {
		if q.place.Platform == platform && !a.forgotten[seq] {
			checkPost(t, f, seq, q, byKey)
		}
	}
	for _, u := range p.said {
		if u.far == f {
			checkAnswer(t, u, times, a)
		}
	}
}

// checkPost finds posts that never arrived, or have more than one receipt.
func checkPost(t *testing.T, f far, seq event.Seq, q *postTale, byKey map[string]int) {
	t.Helper()
	switch {
	case q.failed != "":
		if q.asked {
			t.Errorf("post %d was given up: %s", seq, q.failed)
		}
	case q.sent != 1:
		t.Errorf("post %d has %d receipts", seq, q.sent)
	case f.keeps():
		for i := range q.parts {
			if byKey[postKey(seq, i)] == 0 {
				t.Errorf("lost: %s is nowhere to be seen", postKey(seq, i))
			}
		}
	}
}

// answerIn is what a post answers: all of it but the quotations of what its answer replaces.
func answerIn(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.HasPrefix(line, "It replaces ") }), "\n")
}

// checkAnswer finds messages that got no answer, two, or one elsewhere.
func checkAnswer(t *testing.T, u *uttered, times map[string][]shown, a *tale) {
	t.Helper()
	h := a.heard[u.name()]
	if u.gone || h == nil || a.forgotten[h.seq] || u.kind == "open" || u.kind == "order" || u.kind == stopWord {
		return
	}
	for i, token := range u.tokens {
		found := times[token]
		plain := slices.DeleteFunc(slices.Clone(found), func(s shown) bool { return s.again })
		last := i == len(u.tokens)-1
		switch {
		case len(u.tokens) == 1 && len(found) == 0 && !(h.cut && u.pondered()):
			t.Errorf("lost: %s (m%d, %s %s) is not answered to be seen", u.name(), h.seq, u.kind, token)
		case len(plain) > 1:
			t.Errorf("twice: %s (m%d, %s %s, %d wordings) is answered %d times: %v", u.name(), h.seq, u.kind, token, len(u.tokens), len(plain), texts(plain))
		case !u.far.keeps(), !last:
		case len(found) > 1:
			t.Errorf("twice: %s (m%d, %s %s) is answered %d times", u.name(), h.seq, u.kind, token, len(found))
		}
		for _, s := range found {
			if u.at.Thread != "" && s.thread != u.at.Thread {
				t.Errorf("%s was said in the thread %s and answered in %q", u.name(), u.at.Thread, s.thread)
			}
		}
	}
}

func texts(all []shown) string {
	var out []string
	for _, s := range all {
		out = append(out, fmt.Sprintf("%s %.80q", s.id, s.text))
	}
	return strings.Join(out, "; ")
}

// repeats counts what stands there more than once, where posts cannot be looked up: what
// has no receipt. Each must be followed by the same, marked.
func repeats(t *testing.T, platform string, there []shown, a *tale) int {
	t.Helper()
	count := 0
	for i, s := range there {
		if _, known := a.shows[named(platform, s.id)]; known {
			continue
		}
		count++
		marked := slices.ContainsFunc(there[i+1:], func(o shown) bool {
			return o.again && (strings.HasPrefix(o.text, s.text) || strings.HasPrefix(s.text, o.text)) // a card may have been decided since
		})
		if !marked {
			t.Errorf("%s shows %s, which has no receipt, and it does not come again, marked: %.80q", platform, s.id, s.text)
		}
	}
	return count
}
