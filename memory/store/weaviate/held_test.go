package weaviate

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"citadel/deployments/test"
	"citadel/memory/store"
	"citadel/memory/store/storetest"
)

// What was removed is in nothing that the process keeps of the server: no outline, no name of who
// spoke, nothing of what was just written, no word whose stem was worked out.
func TestRemovedIsNotHeldHere(t *testing.T) {
	s, err := New(Options{
		URL: test.Server(t, test.WeaviateURL), GRPC: test.Server(t, test.WeaviateGRPC), Key: test.Server(t, test.WeaviateKey),
		Principal: fmt.Sprintf("h%d", time.Now().UnixNano()), Ledger: "ours", Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	talk := storetest.Talk(7, 1, "the parrot is asleep", "its name is quillfeather", "a strange name")
	talk[1].Speaker, talk[1].Kind = "Quillfeather Jones", store.Heard
	if err := s.Put(t.Context(), talk...); err != nil {
		t.Fatal(err)
	}
	kept := func() map[string]any {
		return map[string]any{"the outline": s.outline, "what is fresh": s.fresh, "the stems": s.words}
	}
	for place, what := range kept() {
		if !holds(reflect.ValueOf(what), "quillfeath", map[uintptr]bool{}) {
			t.Errorf("%s: it is not there before it is removed", place)
		}
	}
	if err := s.Remove(t.Context(), talk[1].Seq); err != nil {
		t.Fatal(err)
	}
	for place, what := range kept() {
		if holds(reflect.ValueOf(what), "quillfeath", map[uintptr]bool{}) {
			t.Errorf("%s holds it still", place)
		}
	}
}

// holds says whether a text occurs in a string within a value, whatever its case.
func holds(v reflect.Value, text string, seen map[uintptr]bool) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.Contains(strings.ToLower(v.String()), text)
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return false
		}
		seen[v.Pointer()] = true
		return holds(v.Elem(), text, seen)
	case reflect.Interface:
		return !v.IsNil() && holds(v.Elem(), text, seen)
	case reflect.Struct:
		for i := range v.NumField() {
			if holds(v.Field(i), text, seen) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if holds(v.Index(i), text, seen) {
				return true
			}
		}
	case reflect.Map:
		for each := v.MapRange(); each.Next(); {
			if holds(each.Key(), text, seen) || holds(each.Value(), text, seen) {
				return true
			}
		}
	}
	return false
}
