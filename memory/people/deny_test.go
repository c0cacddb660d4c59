package people_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/people"
)

// A denial ends what was said in the same words of the same person, in any case of letters, and
// nothing else; the state it was cloned of stays.
func TestDeny(t *testing.T) {
	stand := func(f *people.Fold) (all []string) {
		for _, name := range []string{"Ana", "Tom"} {
			for _, p := range f.Called(name) {
				for _, s := range p.Statements {
					all = append(all, s.Text)
				}
			}
		}
		return all
	}
	b := begin()
	b.learn("Ana", "employer", "Acme", "Ana works at Acme.")
	b.learn("Ana", "residence", "Porto", "Ana lives in Porto.")
	b.learn("Ana", "employer", "Bosch", "Ana doesn't work at Bosch.")
	b.learn("Tom", "employer", "Acme", "Tom works at Acme.")
	own := b.Clone()
	own.Deny("ana", "Employer", "ACME")
	own.Deny("Ana", "employer", "Bosch") // that is what was said
	if d := cmp.Diff([]string{"Ana lives in Porto.", "Ana doesn't work at Bosch.", "Tom works at Acme."}, stand(own)); d != "" {
		t.Errorf("denied (-want +got):\n%s", d)
	}
	if n := len(stand(b.Fold)); n != 4 {
		t.Errorf("%d statements stand where nobody denied one", n)
	}
}
