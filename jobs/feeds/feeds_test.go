package feeds_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/feeds"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/ledger"
	feed "citadel/tools/economy"
)

// world is a mind, and a folder of what publishers answer.
type world struct {
	*turntest.World
	t      *testing.T
	folder string
	tables map[string][]string // by file: its rows
	issued []string            // of what it was asked when it was published
}

func newWorld(t *testing.T) *world {
	return &world{World: turntest.New(t).At("2026-11-02 06:01"), t: t, folder: t.TempDir(), tables: map[string][]string{}}
}

// fred lets FRED have figures for a series, to dates of 2026 and before.
func (w *world) fred(series string, figures ...string) {
	w.t.Helper()
	file := "fred-" + series + ".json"
	if w.tables[file] == nil {
		w.tables[file] = []string{"observation_date," + series}
	}
	w.tables[file] = append(w.tables[file], figures...)
	w.save(file, strings.Join(w.tables[file], "\n")+"\n")
}

func (w *world) save(file, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.folder, file), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// quiet are figures of a hundred days up to one, around a level.
func quiet(to string, level float64) (rows []string) {
	end, err := time.Parse(time.DateOnly, to)
	if err != nil {
		panic(err)
	}
	for n := 99; n >= 0; n-- {
		rows = append(rows, fmt.Sprintf("%s,%.4f", end.AddDate(0, 0, -n).Format(time.DateOnly), level*(1+0.007*float64(n%7-3)/3)))
	}
	return rows
}

func (w *world) feeds() feeds.Feeds {
	s := feed.Settings{Folder: w.folder, Now: func() time.Time { return w.Now }}
	return feeds.Feeds{Pull: feed.New(s).Pull, Indicators: s.Served(), Published: func(_ context.Context, i feed.Indicator) time.Time {
		w.issued = append(w.issued, i.Name)
		return time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)
	}}
}

// morning has a new process look at a time.
func (w *world) morning(at string) {
	w.t.Helper()
	w.At(at)
	jobstest.Look(w.t, w.World, feeds.Job(w.feeds()))
}

func read[P event.Payload](w *world) (all []P) {
	w.t.Helper()
	var zero P
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{zero.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		all = append(all, p.(P))
	}
	return all
}

func (w *world) fold() (f economy.Fold) {
	w.Mind.Read(func(v memory.View) {
		f = *v.Economy
		f.Indicators, f.Failing = slices.Clone(f.Indicators), slices.Clone(f.Failing)
	})
	return f
}

func TestMornings(t *testing.T) {
	w := newWorld(t)
	w.fred("DCOILWTICO", quiet("2026-10-30", 79.61)...)
	w.fred("DGS10", quiet("2026-10-30", 4)...)
	w.morning("2026-11-02 06:01")
	if got := read[event.FiguresRead](w); len(got) != 2 || !got[0].Whole || len(got[0].Figures.Values) != 100 || got[0].Feed != "fred" {
		t.Fatalf("the first morning: %+v", got)
	}
	if len(read[event.IndicatorMoved](w)) != 0 || len(read[event.FeedsPulled](w)) != 1 {
		t.Fatal("the first morning is not silent")
	}

	head := w.Mind.Head()
	w.morning("2026-11-02 06:05")
	if w.Mind.Head() != head {
		t.Error("it looked twice in a morning")
	}
	w.morning("2026-11-03 06:01") // nothing came
	if n := len(read[event.FiguresRead](w)); n != 2 || len(read[event.FeedsPulled](w)) != 1 {
		t.Errorf("a morning without figures: %d records of figures", n)
	}

	w.fred("DCOILWTICO", "2026-11-02,.", "2026-11-03,82.90")
	w.morning("2026-11-06 09:30") // three mornings were missed
	moves := read[event.IndicatorMoved](w)
	if len(moves) != 1 || moves[0].Indicator != "crude_oil_wti" || moves[0].To != 82.90 || moves[0].Unit != "USD/bbl" || moves[0].Measure.Change < 3 || moves[0].Feed != "fred" {
		t.Fatalf("moves: %+v", moves)
	}
	if !slices.Equal(w.issued, []string{"crude_oil_wti"}) {
		t.Errorf("it was asked when %q were published, of which one moved", w.issued)
	}
	if !moves[0].Read.Equal(w.Now) || !moves[0].Published.Equal(time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("read %s, published %s", moves[0].Read, moves[0].Published)
	}
	slots := 0
	for _, r := range read[event.JobRan](w) {
		if r.Slot >= "2026-11-03" {
			slots++
		}
	}
	if slots != 2 {
		t.Errorf("%d slots were run since the third", slots)
	}

	w.tables["fred-DCOILWTICO.json"] = w.tables["fred-DCOILWTICO.json"][:len(w.tables["fred-DCOILWTICO.json"])-1]
	w.fred("DCOILWTICO", "2026-11-03,80.10")
	w.morning("2026-11-07 06:01")
	undone := read[event.MoveUndone](w)
	if len(undone) != 1 || undone[0].Why != event.UndoneRevised || undone[0].To != 80.10 || undone[0].Change > 3 {
		t.Fatalf("taken back: %+v", undone)
	}
	if f := w.fold(); len(f.Moves) != 0 || f.Of("crude_oil_wti").Revisions != 1 {
		t.Errorf("%+v", f.Moves)
	}
	w.morning("2026-11-08 06:01")
	if n := len(read[event.MoveUndone](w)); n != 1 {
		t.Errorf("it was taken back %d times", n)
	}
}

func TestFeedsThatFail(t *testing.T) {
	w := newWorld(t)
	for _, s := range []string{"DCOILWTICO", "DGS10", "DGS2", "DHHNGSP", "DEXCHUS"} {
		w.fred(s, quiet("2026-10-30", 50)...)
	}
	w.morning("2026-11-02 06:01")
	w.save("fred-DGS10.json", "<html><body>Checking your browser</body></html>")
	w.morning("2026-11-03 06:01")
	w.morning("2026-11-04 06:01")
	pulled := read[event.FeedsPulled](w)
	if len(pulled) != 2 || pulled[1].Degraded() || pulled[1].Read != 4 || len(pulled[1].Failed) != 1 || pulled[1].Failed[0].Indicator != "us_10y_yield" {
		t.Fatalf("one of five fails, and once more: %+v", pulled)
	}
	w.save("fred-DGS2.json", "")
	for n := range 2 {
		w.morning(fmt.Sprintf("2026-11-0%d 06:01", 5+n))
		if pulled = read[event.FeedsPulled](w); len(pulled) != 3+n || !pulled[2+n].Degraded() {
			t.Fatalf("two of five fail: %+v", pulled)
		}
	}
	f := w.fold()
	if len(f.Failing) != 2 || f.Failing[0].Since.After(f.Failing[1].Since) {
		t.Errorf("%+v", f.Failing)
	}
	stale, dead := f.Overdue(w.Now.AddDate(0, 0, 10))
	if len(stale) != 5 || len(dead) != 0 {
		t.Errorf("%d stale, %d dead", len(stale), len(dead))
	}
	w.fred("DGS10")
	w.fred("DGS2")
	w.morning("2026-11-07 06:01")
	if f := w.fold(); len(f.Failing) != 0 || f.Pulled.Degraded() {
		t.Errorf("they are back: %+v", f.Failing)
	}
}

// What publishers do to their tables, from the table to what is recorded: a figure that stands twice, days that are
// missing, another unit, a price below nothing and a table that contradicts itself (economics.md §5).
func TestWhatPublishersDo(t *testing.T) {
	scaled := func(rows []string, by float64) (out []string) {
		for _, row := range rows {
			on, value, _ := strings.Cut(row, ",")
			x, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, fmt.Sprintf("%s,%.4f", on, x*by))
		}
		return out
	}
	all := quiet("2026-10-30", 20)
	for name, c := range map[string]struct {
		next  []string // of all rows, those of the second morning
		moves []string
		fails bool
	}{
		"nothing":                     {next: all},
		"the same figure twice":       {next: append(slices.Clone(all), all[99], all[99])},
		"two figures for a day":       {next: append(slices.Clone(all), "2026-10-30,29.5"), fails: true},
		"a day without a figure":      {next: append(slices.Clone(all), "2026-11-02,.", "2026-11-03,20.05")},
		"days withdrawn":              {next: append(slices.Clone(all[:90]), "2026-11-02,20.05")},
		"another unit":                {next: append(scaled(all, 2.2046), "2026-11-02,44.1")},
		"another unit, and a move":    {next: append(scaled(all, 2.2046), "2026-11-02,50"), moves: []string{"50 unconfirmed"}},
		"a price below nothing":       {next: append(slices.Clone(all), "2026-11-02,-36.98"), moves: []string{"-36.98 unconfirmed"}},
		"one digit too few":           {next: append(slices.Clone(all), "2026-11-02,2.01"), moves: []string{"2.01 unconfirmed"}},
		"corrected, by little":        {next: append(slices.Clone(all[:99]), "2026-10-30,20.1")},
		"corrected, by much":          {next: append(slices.Clone(all[:99]), "2026-10-30,22"), moves: []string{"22 revised"}},
		"older figures than before":   {next: all[:95]},
		"figures of days to come":     {next: append(slices.Clone(all), "2026-12-24,90")},
		"cut off in its last figure":  {next: append(slices.Clone(all), "2026-11-02,2")},
		"a figure that is no number":  {next: append(slices.Clone(all), "2026-11-02,20,1"), fails: true},
		"a page in place of a table":  {next: []string{"<html>"}, fails: true},
		"a table of another's column": {next: []string{"observation_date,DCOILBRENTEU", "2026-11-02,90"}, fails: true},
	} {
		w := newWorld(t)
		w.fred("DCOILWTICO", all...)
		w.fred("DGS10", quiet("2026-10-30", 4)...) // one of the two can always be read
		w.morning("2026-11-02 06:01")
		end := "\n"
		if strings.HasPrefix(name, "cut off") {
			end = ""
		}
		w.save("fred-DCOILWTICO.json", "observation_date,DCOILWTICO\n"+strings.Join(c.next, "\n")+end)
		if strings.Contains(c.next[0], "h") { // it has a heading of its own, or none
			w.save("fred-DCOILWTICO.json", strings.Join(c.next, "\n")+"\n")
		}
		w.morning("2026-11-03 06:01")
		var moves []string
		for _, m := range read[event.IndicatorMoved](w) {
			how := fmt.Sprint(m.To)
			if m.Measure.Unconfirmed {
				how += " unconfirmed"
			}
			if m.Measure.Revised {
				how += " revised"
			}
			moves = append(moves, how)
		}
		if fails := len(w.fold().Failing) > 0; !slices.Equal(moves, c.moves) || fails != c.fails {
			t.Errorf("%s: moves %q, failing %v", name, moves, fails)
		}
		w.save("fred-DCOILWTICO.json", "observation_date,DCOILWTICO\n"+strings.Join(all, "\n")+"\n2026-11-03,20.02\n")
		w.morning("2026-11-05 06:01")
		if f := w.fold(); len(f.Failing) > 0 || len(f.Moves) > len(c.moves) {
			t.Errorf("%s, and the table is as it was: failing %v, moves %+v", name, f.Failing, f.Moves)
		}
	}
}

// Nobody answers: it is tried again, and then said.
func TestNobodyAnswers(t *testing.T) {
	w := newWorld(t)
	w.fred("DGS10", quiet("2026-10-30", 4)...)
	w.save("fred-DGS10.json", "down")
	r := jobstest.Runner(w.World, feeds.Job(w.feeds()))
	for n := range jobs.MaxAttempts {
		if got := len(read[event.FeedsPulled](w)); got != 0 {
			t.Errorf("said after %d attempts", n)
		}
		if _, err := r.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Now = w.Now.Add(6 * time.Minute)
	}
	if got := read[event.FeedsPulled](w); len(got) != 1 || !got[0].Degraded() {
		t.Errorf("%+v", got)
	}
}

func TestASecondSourceServes(t *testing.T) {
	w := newWorld(t)
	rates := func(last string) {
		var rows []string
		for _, x := range append(quiet("2026-10-30", 0.65), last) {
			on, rate, _ := strings.Cut(x, ",")
			rows = append(rows, fmt.Sprintf(`{"date":%q,"base":"AUD","quote":"USD","rate":%s}`, on, rate))
		}
		w.save("frankfurter-AUD-USD.json", "["+strings.Join(rows, ",")+"]")
	}
	table := []string{"F11.1 EXCHANGE RATES", "Series ID,FXRUSD"}
	table = append(table, quiet("2026-10-30", 0.652)...)
	rates("2026-10-31,0.65")
	own := strings.Join(table, "\n") + "\n"
	w.save("rba-f11.1-data.csv", own)
	w.morning("2026-11-02 06:01")
	if f := w.fold(); f.Of("aud_usd").Feed != "rba" {
		t.Fatalf("%+v", f.Of("aud_usd").Feed)
	}
	w.save("rba-f11.1-data.csv", "<html>Access Denied</html>")
	rates("2026-11-02,0.69")
	w.morning("2026-11-03 06:01")
	moves := read[event.IndicatorMoved](w)
	if f := w.fold(); f.Of("aud_usd").Feed != "frankfurter" || len(moves) != 1 || moves[0].Feed != "frankfurter" || moves[0].To != 0.69 {
		t.Fatalf("served by %q, moves %+v", f.Of("aud_usd").Feed, moves)
	}
	w.save("rba-f11.1-data.csv", own+"2026-11-02,0.6901\n")
	w.morning("2026-11-04 06:01")
	if n := len(read[event.IndicatorMoved](w)); n != 1 {
		t.Errorf("told %d times", n)
	}
}

// What is so far out that it may be a slip stands at once where a second source has it too, and waits for the next
// figure where that one has another or none.
func TestASecondSourceBearsOut(t *testing.T) {
	for name, c := range map[string]struct {
		other       string
		unconfirmed bool
	}{
		"it has it too":       {"2026-11-02,0.888", false},
		"it has another":      {"2026-11-02,0.651", true},
		"it has the opposite": {"2026-11-02,0.4", true},
		"it has none yet":     {"2026-11-01,0.65", true},
	} {
		w := newWorld(t)
		var rows []string
		for _, x := range append(quiet("2026-10-30", 0.65), c.other) {
			on, rate, _ := strings.Cut(x, ",")
			rows = append(rows, fmt.Sprintf(`{"date":%q,"base":"AUD","quote":"USD","rate":%s}`, on, rate))
		}
		w.save("frankfurter-AUD-USD.json", "["+strings.Join(rows, ",")+"]")
		own := strings.Join(append([]string{"F11.1 EXCHANGE RATES", "Series ID,FXRUSD"}, quiet("2026-10-30", 0.652)...), "\n") + "\n"
		w.save("rba-f11.1-data.csv", own)
		w.morning("2026-11-02 06:01")
		w.save("rba-f11.1-data.csv", own+"2026-11-02,0.89\n")
		w.morning("2026-11-03 06:01")
		moves := read[event.IndicatorMoved](w)
		if len(moves) != 1 || moves[0].Feed != "rba" || moves[0].Measure.Unconfirmed != c.unconfirmed {
			t.Errorf("%s: %+v", name, moves)
		}
	}
}

// Each year an indicator is written down whole, so that what is older can go.
func TestWholeOnceAYear(t *testing.T) {
	w := newWorld(t)
	w.fred("DCOILWTICO", quiet("2026-10-30", 79.61)...)
	w.fred("DGS10", quiet("2026-10-30", 4)...)
	w.morning("2026-11-02 06:01")
	w.fred("DCOILWTICO", "2027-11-04,79.9")
	before := w.fold()
	w.morning("2027-11-05 06:01")
	got := read[event.FiguresRead](w)
	if len(got) != 4 || !got[2].Whole || !got[3].Whole || len(got[2].Figures.Values) != 101 || len(got[3].Figures.Values) != 100 {
		t.Fatalf("%d records", len(got))
	}
	if a, b := before.Of("us_10y_yield"), w.fold(); !slices.Equal(a.Figures, b.Of("us_10y_yield").Figures) {
		t.Error("it is another one now")
	}
	w.morning("2027-11-06 06:01")
	if n := len(read[event.FiguresRead](w)); n != 4 {
		t.Errorf("%d records a day later", n)
	}
}

func TestOlderFigures(t *testing.T) {
	w := newWorld(t)
	w.fred("DCOILWTICO", quiet("2026-07-01", 60)...)
	recent := quiet("2026-10-30", 79.61)
	w.fred("DCOILWTICO", recent...)
	f, earliest := w.feeds(), map[string]event.Day{}
	state := feeds.StateOf(economy.New())
	from := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	writes, report, err := f.Look(t.Context(), state, feeds.Terms{Now: w.Now, From: from, Earliest: earliest})
	if err != nil || len(report.Moves) != 0 || report.First != 1 {
		t.Fatalf("%v: %+v", err, report)
	}
	fold := economy.New()
	for n, x := range writes {
		fold.Apply(ledger.Record{Seq: event.Seq(n + 1)}, x.Payload)
	}
	earliest["crude_oil_wti"] = fold.Of("crude_oil_wti").Figures[0].On
	again, _, err := f.Look(t.Context(), feeds.StateOf(fold), feeds.Terms{Now: w.Now, From: from, Earliest: earliest})
	if err != nil || len(again) != 0 {
		t.Errorf("again: %v, %d writes", err, len(again))
	}
	_, report, _ = f.Look(t.Context(), feeds.StateOf(fold), feeds.Terms{Now: w.Now, From: from.AddDate(-1, 0, 0), Earliest: map[string]event.Day{"crude_oil_wti": event.DayOf(from) + 10}})
	if report.Older == 0 || report.Figures != 0 {
		t.Errorf("%+v", report)
	}
}

// What was read and not recorded is read again, although the publisher says that nothing changed.
func TestAfterAFailedWriteItIsReadAgain(t *testing.T) {
	w := newWorld(t)
	w.fred("DCOILWTICO", quiet("2026-10-30", 79.61)...)
	f := w.feeds()
	pull, given := f.Pull, false
	f.Pull = func(ctx context.Context, wanted []feed.Wanted, told func(feed.Reading)) []feed.Reading {
		readings := pull(ctx, wanted, told)
		for i := range readings {
			if given && !wanted[i].Anew {
				readings[i].Figures, readings[i].Unchanged = nil, true
			}
		}
		given = true
		return readings
	}
	job := feeds.Job(f)
	run, failed := job.Run, false
	job.Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		writes, err := run(ctx, in)
		if !failed {
			failed = true
			return nil, errors.New("the disk is full")
		}
		return writes, err
	}
	runner := jobstest.Runner(w.World, job)
	for _, at := range []string{"2026-11-02 06:01", "2026-11-02 08:00", "2026-11-03 06:01"} {
		w.At(at)
		if _, err := runner.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := read[event.FiguresRead](w); len(got) != 1 || len(got[0].Figures.Values) != 100 {
		t.Errorf("%d records", len(got))
	}
}

// A pull of a hundred tables of five years costs no more than a moment beside the network: to read them, to judge them
// and to put down what is new. How often it could be done in the time that it may take is told as well.
func BenchmarkLook(b *testing.B) {
	const wanted = 2 * time.Second
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	indicators := feed.Settings{EIAKey: "k"}.Served()
	for i := range indicators {
		indicators[i].Publisher, indicators[i].Series = "fred", indicators[i].Name
	}
	before, after := shelf(b, indicators, now.AddDate(0, -1, 0)), shelf(b, indicators, now)
	fold := economy.New()
	writes, _, err := before.Look(b.Context(), feeds.StateOf(fold), feeds.Terms{Now: now})
	if err != nil {
		b.Fatal(err)
	}
	for n, x := range writes {
		fold.Apply(ledger.Record{Seq: event.Seq(n + 1)}, x.Payload)
	}
	for b.Loop() {
		writes, report, err := after.Look(b.Context(), feeds.StateOf(fold), feeds.Terms{Now: now})
		if err != nil || report.Figures < 100 || report.Read < 100 {
			b.Fatal(err, report.Figures, report.Read)
		}
		b.ReportMetric(float64(len(writes)), "writes")
	}
	b.ReportMetric(wanted.Seconds()*float64(b.N)/b.Elapsed().Seconds(), "of-wanted")
}

// shelf has tables of five years of figures of each indicator up to a day.
func shelf(b *testing.B, indicators []feed.Indicator, to time.Time) feeds.Feeds {
	b.Helper()
	s := feed.Settings{Folder: b.TempDir(), Now: func() time.Time { return to }}
	for k, i := range indicators {
		table := []byte("observation_date," + i.Series + "\n")
		on := to.Truncate(24*time.Hour).AddDate(-5, 0, 0)
		for n := 0; on.Before(to); n++ {
			table = fmt.Appendf(table, "%s,%d\n", on.Format(time.DateOnly), 100+(n*7919+k)%13)
			switch i.Every {
			case feed.Monthly:
				on = on.AddDate(0, 1, 0)
			case feed.Quarterly:
				on = on.AddDate(0, 3, 0)
			case feed.Weekly:
				on = on.AddDate(0, 0, 7)
			default:
				on = on.AddDate(0, 0, 1)
			}
		}
		if err := os.WriteFile(filepath.Join(s.Folder, feed.FileName(i)), table, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return feeds.Feeds{Pull: feed.New(s).Pull, Indicators: indicators}
}
