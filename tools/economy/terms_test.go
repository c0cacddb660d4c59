package economy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTerms(t *testing.T) {
	due, seasonal, policy := map[string]int{}, []string{}, []string{}
	for _, i := range Catalogue() {
		if _, second := due[i.Name]; !second {
			due[i.Name] = i.Due()
		}
		if i.Seasonal() {
			seasonal = append(seasonal, i.Name)
		}
		if i.Policy() {
			policy = append(policy, i.Name)
		}
	}
	for name, want := range map[string]int{
		"crude_oil_wti": 10, "diesel_price": 16, "copper_price": 130, "us_cpi": 75, "china_leading_indicator": 110, "au_gdp_growth": 150, "rba_cash_rate": 10, "supply_chain_pressure": 75,
	} {
		if due[name] != want {
			t.Errorf("%s is overdue after %d days, want %d", name, due[name], want)
		}
	}
	for _, i := range Catalogue() {
		if means := strings.Contains(i.Title, "-week mean"); means != (i.Mean() > 1) {
			t.Errorf("%s is called %q, and of %d figures the mean is compared", i.Name, i.Title, i.Mean())
		}
	}
	slices.Sort(seasonal)
	if want := []string{"au_building_approvals", "au_electricity_prices", "au_fuel_prices"}; !slices.Equal(seasonal, want) {
		t.Errorf("compared with the year before: %v", seasonal)
	}
	if len(policy) != 2 {
		t.Errorf("set by central banks: %v", policy)
	}
}

func TestServed(t *testing.T) {
	all := len(Catalogue())
	if got := len(Settings{}.Served()); got != all-2 {
		t.Errorf("without a key %d of %d", got, all)
	}
	if got := len(Settings{EIAKey: "k"}.Served()); got != all {
		t.Errorf("with a key %d of %d", got, all)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "fred-DGS10.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := (Settings{Folder: folder}).Served(); len(got) != 1 || got[0].Series != "DGS10" {
		t.Errorf("of one saved answer: %v", got)
	}
}
