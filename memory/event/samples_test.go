package event_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"citadel/memory/event"
)

var update = flag.Bool("update", false, "add samples of kinds and versions that have none; kept ones are never changed")

const samplesFile = "testdata/samples.jsonl"

// sample is a body as some version of citadel wrote it. It is kept for ever: ledgers hold
// bodies like it.
type sample struct {
	Kind event.Kind      `json:"kind"`
	V    int             `json:"v"`
	Body json.RawMessage `json:"body"`
}

func readSamples(t testing.TB) []sample {
	t.Helper()
	b, err := os.ReadFile(samplesFile)
	if err != nil {
		t.Fatal(err)
	}
	var all []sample
	for i, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		var s sample
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatalf("%s:%d: %v", samplesFile, i+1, err)
		}
		all = append(all, s)
	}
	return all
}

// Every kind has a kept sample of every version, and every field stands in one of those of the present version, so that
// no change to a payload can make an old ledger unreadable without a test that says so.
func TestSamples(t *testing.T) {
	if *update {
		addSamples(t)
	}
	have, shown := map[string]bool{}, map[event.Kind]map[string]bool{}
	for _, s := range readSamples(t) {
		name := fmt.Sprintf("%s v%d", s.Kind, s.V)
		have[name] = true
		if spec, _ := event.Of(s.Kind); s.V == spec.Version {
			shown[s.Kind] = fields(t, s.Body, shown[s.Kind])
		}
		p, err := event.Decode(s.Kind, s.V, s.Body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.Kind() != s.Kind {
			t.Errorf("%s decodes to a %q", name, p.Kind())
		}
		body, v, err := event.Encode(p)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if spec, _ := event.Of(s.Kind); v != spec.Version {
			t.Errorf("%s: encoded as version %d, the catalogue says %d", name, v, spec.Version)
		}
		if v == s.V && !bytes.Equal(body, s.Body) {
			t.Errorf("%s does not survive:\n kept %s\n now  %s", name, s.Body, body)
		}
		if strings.Contains(string(s.Body), `""`) {
			t.Errorf("%s: the sample leaves a string empty, so it cannot show a lost field", name)
		}
	}
	for _, k := range event.Kinds() {
		spec, _ := event.Of(k)
		for v := 1; v <= spec.Version; v++ {
			if !have[fmt.Sprintf("%s v%d", k, v)] {
				t.Errorf("%s v%d has no sample; run the test with -update while it is the current version", k, v)
			}
		}
		for f := range fields(t, filled(t, k).Body, nil) {
			if !shown[k][f] {
				t.Errorf("%s of %s stands in no sample; run the test with -update", f, k)
			}
		}
	}
}

// fields adds the names of all fields of a payload to those that are known, a field within another as "place.room".
func fields(t *testing.T, body []byte, known map[string]bool) map[string]bool {
	t.Helper()
	if known == nil {
		known = map[string]bool{}
	}
	var whole any
	if err := json.Unmarshal(body, &whole); err != nil {
		t.Fatal(err)
	}
	var add func(x any, at string)
	add = func(x any, at string) {
		switch x := x.(type) {
		case map[string]any:
			for name, within := range x {
				known[at+name] = true
				add(within, at+name+".")
			}
		case []any:
			for _, one := range x {
				add(one, at)
			}
		}
	}
	add(whole, "")
	return known
}

// filled is a payload of a kind with something in every field.
func filled(t *testing.T, k event.Kind) sample {
	t.Helper()
	spec, _ := event.Of(k)
	zero, err := event.Decode(k, spec.Version, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	p := reflect.New(reflect.TypeOf(zero)).Elem()
	n := 0
	fill(p, "it", &n)
	body, v, err := event.Encode(p.Interface().(event.Payload))
	if err != nil {
		t.Fatal(err)
	}
	return sample{k, v, body}
}

// addSamples appends a filled payload for each kind of whose current version a field stands in no sample.
func addSamples(t *testing.T) {
	t.Helper()
	kept, err := os.ReadFile(samplesFile)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	shown := map[event.Kind]map[string]bool{}
	if len(kept) > 0 {
		for _, s := range readSamples(t) {
			if spec, _ := event.Of(s.Kind); s.V == spec.Version {
				shown[s.Kind] = fields(t, s.Body, shown[s.Kind])
			}
		}
	}
	for _, k := range event.Kinds() {
		one := filled(t, k)
		lacking := false
		for f := range fields(t, one.Body, nil) {
			lacking = lacking || !shown[k][f]
		}
		if !lacking && shown[k] != nil {
			continue
		}
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(append(kept, line...), '\n')
	}
	if err := os.WriteFile(samplesFile, kept, 0o644); err != nil {
		t.Fatal(err)
	}
}

// fill gives every field a value of its own, so that none can be lost unseen.
func fill(v reflect.Value, name string, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("%s %d", strings.ToLower(name), *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) / 64)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name, n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), name, n)
		fill(v.Index(1), name, n)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 11, 20, 9, *n%60, 30, 123456000, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), v.Type().Field(i).Name, n)
		}
	default:
		panic("a payload has a field of a kind that samples do not know: " + v.Type().String())
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range readSamples(f) {
		f.Add(string(s.Kind), s.V, []byte(s.Body))
	}
	f.Add("heard", 0, []byte("{}"))
	f.Add("heard", 99, []byte("null"))
	f.Add("no such kind", 1, []byte("["))
	f.Fuzz(func(t *testing.T, kind string, v int, body []byte) {
		p, err := event.Decode(event.Kind(kind), v, body)
		known := event.Check(event.Kind(kind), v)
		if err != nil {
			return
		}
		if known != nil {
			t.Fatalf("%q v%d was decoded, but Check says %v", kind, v, known)
		}
		again, now, err := event.Encode(p)
		if err != nil {
			t.Fatalf("%q v%d decodes but does not encode: %v", kind, v, err)
		}
		q, err := event.Decode(p.Kind(), now, again)
		if err != nil {
			t.Fatalf("%q v%d: %s does not decode: %v", kind, now, again, err)
		}
		third, _, err := event.Encode(q)
		if err != nil || !bytes.Equal(again, third) {
			t.Fatalf("%q v%d does not settle: %s, then %s (%v)", kind, now, again, third, err)
		}
	})
}
