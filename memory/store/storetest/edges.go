package storetest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"citadel/memory/store"
)

// embedder is whose vectors the suite's are.
const embedder = "storetest-4-1"

// Pointing is a vector of length 1 that leans to one of its first axes.
func Pointing(axis, size int) []float32 {
	v := make([]float32, size)
	for i := range v {
		v[i] = 0.1
	}
	v[axis] = 1
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

// keepsVectors: a vector comes back bit for bit, stays while the text does, and goes with it.
func keepsVectors(t *testing.T, s store.Store) {
	item := Said(1, "the barge carries gravel")
	item.Vector, item.Embedder = Pointing(0, 4), embedder
	bare := Said(2, "the barge carries sand")
	put(t, s, item, bare)
	if diff := cmp.Diff([]store.Item{item, bare}, walk(t, s)); diff != "" {
		t.Errorf("walk (-want +got):\n%s", diff)
	}
	again := item
	again.Vector, again.Embedder, again.Settled = nil, "", true
	put(t, s, again)
	item.Settled = true
	if got := parts(t, s, 1); !cmp.Equal(got, []store.Item{item}) {
		t.Errorf("put without a vector: %+v", got)
	}
	again.Speaker, item.Speaker = "Ilse", "Ilse"
	put(t, s, again)
	if got := parts(t, s, 1); !cmp.Equal(got, []store.Item{item}) {
		t.Errorf("said by somebody else, put without a vector: %+v", got)
	}
	item.Vector, item.Embedder = Pointing(1, 6), "another-6-1"
	put(t, s, item)
	if got := parts(t, s, 1); !cmp.Equal(got, []store.Item{item}) {
		t.Errorf("with a vector of another embedder: %+v", got)
	}
	item.Text, item.Vector, item.Embedder = "the barge carries nothing", nil, ""
	put(t, s, item)
	if got := parts(t, s, 1); !cmp.Equal(got, []store.Item{item}) {
		t.Errorf("with another text: %+v", got)
	}
	// Items of one call come one after the other.
	first, second := Said(3, "the ferry waits"), Said(3, "the ferry waits")
	first.Vector, first.Embedder = Pointing(0, 4), embedder
	put(t, s, first, second)
	if got := parts(t, s, 3); !cmp.Equal(got, []store.Item{first}) {
		t.Errorf("without a vector after one with: %+v", got)
	}
	put(t, s, Said(3, "the ferry sails"), second)
	if got := parts(t, s, 3); !cmp.Equal(got, []store.Item{second}) {
		t.Errorf("the same words after others: %+v", got)
	}
	// Neighbours that come later leave it what it has.
	talk := Talk(9, 11, "when does the lock open", "at seven")
	talk[0].Vector, talk[0].Embedder = Pointing(2, 4), embedder
	put(t, s, talk[0])
	put(t, s, talk[1])
	if got := parts(t, s, 11); !cmp.Equal(got, talk[:1]) {
		t.Errorf("beside a newcomer: %+v", got)
	}
}

func parts(t *testing.T, s store.Store, seq uint64) []store.Item {
	t.Helper()
	got, err := s.Get(t.Context(), seq)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// refusesVectors that cannot be compared with any other; of a query they are passed over.
func refusesVectors(t *testing.T, s store.Store) {
	good := Said(1, "the lantern is lit")
	good.Vector, good.Embedder = Pointing(0, 4), embedder
	put(t, s, good)
	nan, inf := Pointing(0, 4), Pointing(0, 4)
	nan[2], inf[2] = float32(math.NaN()), float32(math.Inf(1))
	bad := map[string][]float32{
		"no number": nan, "infinite": inf, "zero": make([]float32, 4), "too long": {2, 0, 0, 0},
		"another size": Pointing(0, 5), "huge": Pointing(0, 100_000),
	}
	for name, v := range bad {
		item := Said(2, "the lantern is out")
		item.Vector, item.Embedder = v, embedder
		if err := s.Put(t.Context(), item); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
		q := private("lantern")
		q.Vectors = []store.Vector{{Embedder: embedder, Values: v}}
		found(t, s, q, 1)
	}
	unknown := good
	unknown.Embedder = ""
	if err := s.Put(t.Context(), unknown); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("of no embedder: %v", err)
	}
	for _, v := range []store.Vector{{}, {Embedder: embedder}, {Embedder: "nobody's", Values: Pointing(0, 4)}, {Values: Pointing(0, 4)}} {
		q := private("lantern")
		q.Vectors = []store.Vector{v}
		found(t, s, q, 1)
	}
	count(t, s, 1)
}

// takesAnyText, up to the longest, with whatever characters.
func takesAnyText(t *testing.T, s store.Store) {
	texts := []string{
		"", " ", "\x00", "a\x00b", "\xff\xfe broken bytes", "base64:aGVsbG8", `quo"te \ back {slash} %q $x |pipe| a:b:c`, "tab\tand\nnewline\r\u2028",
		"😀 emoji and 中文 и кириллица", strings.Repeat("a", store.MaxText), strings.Repeat("word ", store.MaxText/5),
	}
	for i, text := range texts {
		put(t, s, Said(uint64(i+1), text))
	}
	for i, text := range texts {
		if got := parts(t, s, uint64(i+1)); got[0].Text != text {
			t.Errorf("%.40q came back as %.40q", text, got[0].Text)
		}
	}
	found(t, s, private("кириллица"), 9)
	found(t, s, private("broken"), 5)
	q := private(strings.Repeat("word \" \\ \x00 \xff", 10_000))
	if hits := search(t, s, q).Hits; len(hits) == 0 || hits[0].Item.Seq != uint64(len(texts)) {
		t.Errorf("a long question found %v", seqs(hits))
	}
	odd := Said(100, "the odd one")
	odd.Speaker, odd.Kind, odd.Audience = "A \"quoted\" %|: name\xff\n", "k|i\"nd", "shared/\"a|b\"/\xff/%20"
	odd.Session = math.MaxUint64
	odd.Turn = math.MaxUint64
	put(t, s, odd)
	o := private("odd")
	o.Audiences, o.Speaker, o.Kinds = []string{"shared"}, odd.Speaker, []store.Kind{odd.Kind}
	if got := search(t, s, o).Hits; len(got) != 1 || !cmp.Equal(got[0].Item, odd) {
		t.Errorf("odd names: %+v", got)
	}
	far := Said(math.MaxUint64, "the last of all")
	far.Part, far.On = math.MaxUint32, time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC)
	put(t, s, far)
	if got := parts(t, s, far.Seq); !cmp.Equal(got, []store.Item{far}) {
		t.Errorf("the last of all: %+v", got)
	}
}

// FuzzFilters asks two stores with the same items whatever the fuzzer makes up: neither fails,
// nothing outside the bounds comes, and both give the same.
func FuzzFilters(f *testing.F, open func(t *testing.T) store.Store, reference store.Store) {
	var items []store.Item
	for seq := uint64(1); seq <= 24; seq++ {
		item := Said(seq, fmt.Sprintf("cargo of crate%d and crate%d", seq%5, seq%3))
		item.Audience = []string{"private", "work", "shared/a", "shared/b"}[seq%4]
		item.Kind = []store.Kind{store.Said, store.Heard, store.Answer}[seq%3]
		item.Speaker = []string{"", "Ida", "O'Neil \"Bo\""}[seq%3]
		item.Session = seq % 3
		if seq%6 == 0 {
			item.ValidTo, item.SupersededBy = item.On.AddDate(0, 0, 3), seq+1
		}
		items = append(items, item)
	}
	f.Add("crate1 cargo", "private", "said", "", int64(0), int64(0), int64(0), false, 3)
	f.Add("crate2 Ida", "shared", "", "Ida", int64(3*86400), int64(9*86400), int64(12*86400), true, 50)
	f.Add("\" } ) {", "shared/a\"\\", "k\x00", "O'Neil \"Bo\"", int64(-1), int64(1)<<62, -int64(1)<<62, false, -4)
	var s store.Store
	f.Fuzz(func(t *testing.T, text, audience, kind, speaker string, from, to, now int64, superseded bool, limit int) {
		if s == nil {
			s = open(t)
			put(t, s, items...)
			put(t, reference, items...)
		}
		at := func(seconds int64) time.Time {
			if seconds == 0 {
				return time.Time{}
			}
			return Start.Add(time.Duration(seconds%(400*86400)) * time.Second)
		}
		q := store.Query{Text: text, Audiences: []string{audience}, From: at(from), To: at(to), Now: at(now), Superseded: superseded, Speaker: speaker, Limit: limit}
		if kind != "" {
			q.Kinds = []store.Kind{store.Kind(kind)}
		}
		got := search(t, s, q)
		for _, hit := range got.Hits {
			i := hit.Item
			if !store.Within(i.Audience, q.Audiences) || !q.From.IsZero() && i.On.Before(q.From) || !q.To.IsZero() && !i.On.Before(q.To) ||
				speaker != "" && i.Speaker != speaker || kind != "" && !slices.Contains(q.Kinds, i.Kind) {
				t.Errorf("%+v let %+v in", q, i)
			}
		}
		if diff := cmp.Diff(search(t, reference, q), got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%+v (-reference +got):\n%s", q, diff)
		}
	})
}
