package attachments_test

import (
	"slices"
	"testing"

	"citadel/memory/attachments"
	"citadel/memory/event"
)

// What stands in a message is told by all that was recorded of it, whoever asks.
func TestFilesOfAMessage(t *testing.T) {
	const message = event.Seq(1)
	file := func(name string) event.File { return event.File{Name: name} }
	for name, c := range map[string]struct {
		first  []event.File
		events []event.Payload // numbered from 2 on
		left   []int
		stand  []string
	}{
		"kept": {two(), []event.Payload{
			event.Attached{Message: 1}, event.Attached{Message: 1, Index: 1},
		}, nil, []string{"a", "b"}},
		"one is on its way":      {two(), []event.Payload{event.Attached{Message: 1}}, []int{1}, []string{"a", "b"}},
		"one is forgotten":       {two(), []event.Payload{event.Attached{Message: 1, Index: 1}}, nil, []string{"b"}},
		"taken out before it is": {two(), []event.Payload{event.Attached{Message: 1, Fault: event.FaultTakenOut}}, []int{1}, []string{"b"}},
		"taken out": {two(), []event.Payload{
			event.Attached{Message: 1}, event.Attached{Message: 1, Index: 1}, event.Unsaid{Message: 3, In: 1, Index: 1},
		}, nil, []string{"a"}},
		"put back": {two(), []event.Payload{
			event.Attached{Message: 1}, event.Unsaid{Message: 2, In: 1}, event.Edited{Message: 1, Files: []event.File{file("a")}, First: 2},
		}, []int{1, 2}, []string{"b", "a"}},
		"the edit before is forgotten": {nil, []event.Payload{
			event.Edited{Message: 1, Files: []event.File{file("c")}, First: 2}, event.Attached{Message: 1, Index: 2},
		}, []int{0, 1}, []string{"c"}},
		"of another message": {two(), []event.Payload{
			event.Attached{Message: 9}, event.Edited{Message: 9, Files: two(), First: 2}, event.Unsaid{Message: 4, In: 9},
		}, []int{0, 1}, []string{"a", "b"}},
		"of none that came": {two(), []event.Payload{
			event.Attached{Message: 1, Index: 7}, event.Unsaid{Message: 2, In: 1, Index: 7},
		}, []int{0, 1}, []string{"a", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := attachments.Files(nil).Came(0, c.first)
			for i, p := range c.events {
				files = files.After(message, event.Seq(i+2), p)
			}
			var stand []string
			for i, f := range files.Standing(c.left) {
				stand = append(stand, f.Name)
				if files[f.Index].Name != f.Name {
					t.Errorf("%d. is %q, and has the number of %q", i, f.Name, files[f.Index].Name)
				}
			}
			if !slices.Equal(stand, c.stand) {
				t.Errorf("%q stand in it, want %q", stand, c.stand)
			}
		})
	}
}
