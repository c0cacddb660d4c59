package host_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/phrase"
	"citadel/jobs/consolidate"
	"citadel/jobs/digest"
	"citadel/jobs/integrate"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// year is what somebody told in a year, one month a line.
var year = [12][]string{
	{"The dishwasher leaks from the left hinge.", "Booked the ferry to Tasmania for the long weekend.", "Olu broke his wrist on the climbing wall.", "Our accountant Marguerite wants the receipts in one folder.", "The lemon tree got scale, I sprayed it with white oil."},
	{"The plumber charged A$240 for the dishwasher hinge.", "Ferry was rough, Ana slept on the deck.", "Olu's cast comes off on the 26th.", "Found a wallet in the tram and gave it to the driver.", "Started the pottery course in Brunswick."},
	{"The boiler man came and replaced the valve.", "Put the boiler manual in the drawer under the stairs.", "Glazed my first bowl, it cracked in the kiln.", "Lent the tent to Bronwyn until Easter.", "The library fined me for the atlas."},
	{"Bronwyn returned the tent with a broken pole.", "Ordered a carbon pole from the outfitter in Geelong.", "Our neighbour Casimir plays the oboe at night.", "Signed the lease for the storage unit in Footscray.", "The atlas was behind the piano."},
	{"The oboe stopped, Casimir moved to Hobart.", "The storage unit smells of mould.", "Olu climbed again, an easy grade.", "The bakery on Sydney Road closed for good.", "Marguerite found a refund of A$1,120."},
	{"The carbon pole arrived and fits.", "Changed the storage unit to a dry one in Coburg.", "The dentist crowned my molar.", "Ana's bakery won a prize for the rye loaf.", "The tram driver called, the wallet's owner says thanks."},
	{"Saw a platypus in the creek at dawn.", "The car failed the roadworthy because of the tyres.", "Fitted four new tyres at the garage in Preston.", "Pottery course ended, six bowls survived.", "Watered the lemon tree with seaweed extract."},
	{"The lemon tree flowers.", "Casimir sent a postcard from Hobart.", "The choir sang in the old brewery.", "My bicycle was stolen at the station.", "The insurer asked for the frame number of the bicycle."},
	{"The insurer paid A$900 for the bicycle.", "Bought a second-hand bicycle from Thorsten.", "The kitchen ceiling has a brown stain.", "A roofer called Ivo fixed a slipped tile.", "Olu won the beginners' climbing cup."},
	{"The stain is gone since the tile was fixed.", "Planted garlic between the roses.", "Ana asked for the recipe of the quince jam.", "The quince jam set on the second try.", "Thorsten wants the bicycle's old saddle."},
	{"Voted at the school, ate a sausage.", "The garlic is up.", "The roses have black spot.", "Choir practice moved to Tuesdays.", "Ivo sent the invoice, A$180."},
	{"Harvested eleven lemons.", "The choir sang carols at the hospital.", "Bronwyn borrowed the tent again.", "The dry unit costs A$95 a month.", "Ana visits from Porto for two weeks."},
}

// asked are questions about it, with words that the answer holds and the month it was said in.
var asked = []struct{ question, holds, month string }{
	{"Where is the boiler manual?", "drawer under the stairs", "Mar"},
	{"How much did the plumber charge?", "A$240", "Feb"},
	{"Who did I lend the tent to in March?", "Bronwyn", "Mar"},
	{"Where did Casimir move?", "Hobart", "May"},
	{"What happened to the bowl in the kiln?", "cracked", "Mar"},
	{"How much did the insurer pay for the bicycle?", "A$900", "Sep"},
	{"Who fixed the slipped tile?", "Ivo", "Sep"},
	{"What refund did Marguerite find?", "A$1,120", "May"},
	{"Where did I see the platypus?", "creek", "Jul"},
	{"Why did the car fail the roadworthy?", "tyres", "Jul"},
	{"What did Ana's bakery win?", "prize", "Jun"},
	{"Where was the atlas?", "behind the piano", "Apr"},
	{"What did I plant between the roses?", "garlic", "Oct"},
	{"Which storage unit smells of mould?", "storage unit", "May"},
}

// A year that nobody asked about is folded month by month, and every question about it is
// still answered in the words it was told in, with their date and handle. Not one of them is
// answered worse than before.
func TestAYearIsFoldedAndFound(t *testing.T) {
	s := newStation(t)
	s.now = time.Date(2026, 1, 4, 9, 0, 0, 0, time.UTC)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	for m, month := range year {
		for d, text := range month {
			s.pass(time.Date(2026, time.Month(m+1), 4+5*d, 9, 0, 0, 0, time.UTC).Sub(s.clock()))
			s.tell(text)
		}
	}
	// A long time after, and a month more for what was not read through the first time.
	for _, d := range []int{300, 32} {
		s.pass(time.Duration(d) * 24 * time.Hour)
		for _, name := range []string{integrate.Name, consolidate.Name, digest.Name} {
			if err := c.Jobs.Do(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
	}
	var months []string
	folded, january := map[event.Seq]bool{}, event.Seq(0)
	for r, err := range c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Digested{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		d := p.(event.Digested)
		if len(months) == 0 {
			january = r.Seq
		}
		months = append(months, d.Month)
		for _, m := range d.Of {
			folded[m] = true
		}
	}
	if len(months) != 12 || !slices.IsSorted(months) {
		t.Fatalf("folded are %v", months)
	}
	if err := c.Follower.Await(t.Context(), c.Mind.Head()); err != nil {
		t.Fatal(err)
	}
	for m := range folded {
		if _, err := c.Follower.Store.Get(t.Context(), uint64(m)); err == nil {
			t.Errorf("%d is searched as well as its digest", m)
		}
	}
	for _, a := range asked {
		got := s.tell(a.question)
		if first, _, _ := strings.Cut(got, "\n"); !strings.Contains(first, a.holds) || !strings.Contains(first, a.month+" 2026") {
			t.Errorf("%s\n%s", a.question, got)
		}
	}
	for question, want := range map[string]string{
		"find boiler manual":                  "drawer under the stairs",
		"What did I tell you in May 2026":     "mould",
		"show " + phrase.Handle('m', january): "my digest of 2026-01",
	} {
		if got := s.tell(question); !strings.Contains(got, want) {
			t.Errorf("%s\n%s", question, got)
		}
	}
}
