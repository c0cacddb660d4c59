package host_test

import (
	"strings"
	"testing"
)

// A card is answered by its own word alone, whatever language the principal writes: a yes of his, and the word of the card
// put into his language, approve nothing, and are answered with the card and the word that does it.
func TestAYesInAnotherLanguageApprovesNothing(t *testing.T) {
	server := answering(t, claudes(wants("event_create", `{"title":"Mittagessen mit Priya","at":"Tue 24 Nov 2026, 12:30"}`, "Gebucht.")))
	world := &diary{}
	s := priced(t, server)
	s.tools = world.tools()
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	asked := s.tell("Kannst du für nächsten Dienstag ein Mittagessen mit Priya planen, und passt zwölf Uhr dafür?")
	handle := cardHandle.FindStringSubmatch(asked)
	if handle == nil {
		t.Fatalf("asked: %q", asked)
	}
	k := handle[1]
	for _, no := range []string{"ja", "Ja, gerne", "sí", "oui", "d'accord", "sim", "да", "はい", "是的", "نعم", "tak", "evet", "👍"} {
		said := s.tell(no)
		if len(world.written()) != 0 || !strings.Contains(said, "That alone approves nothing.") || !strings.Contains(said, "book "+k) {
			t.Fatalf("%q: said %q, written %v", no, said, world.written())
		}
	}
	for _, no := range []string{"buchen " + k, "réserver " + k, k + " ja", "sí, " + k, "予約 " + k} {
		said := s.tell(no)
		if len(world.written()) != 0 || !strings.Contains(said, "I understand only the word that stands on the card") || !strings.Contains(said, "book "+k) {
			t.Fatalf("%q: said %q, written %v", no, said, world.written())
		}
	}
	if said := s.tell("book " + k); len(world.written()) != 1 {
		t.Errorf("its own word: %q, written %v", said, world.written())
	}
}
