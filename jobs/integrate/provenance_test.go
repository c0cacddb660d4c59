package integrate

import (
	"errors"
	"testing"

	"citadel/memory/event"
)

func TestAMemoryNamesWhereItComesFrom(t *testing.T) {
	r := &reading{}
	heard := said{seq: 7, source: 7}
	for _, c := range []struct {
		m said
		p event.Provenance
	}{{heard, event.Unprovided}, {said{}, event.Stated}} {
		if _, err := r.write(c.m, memoryOf{learned: event.Learned{Sort: "fact", Provenance: c.p}}, verdict{keep: true}, 0); !errors.Is(err, ErrNoProvenance) {
			t.Errorf("from %d as %q: %v", c.m.source, c.p, err)
		}
	}
	if _, err := r.write(heard, memoryOf{learned: event.Learned{Sort: "fact", Provenance: event.Stated}}, verdict{keep: true}, 0); err != nil {
		t.Error(err)
	}
}
