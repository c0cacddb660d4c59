package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
	"citadel/memory/ledger/sqlite"
)

// tail is how many of the last events are verified without Full: as many as a person
// writes in a few days, in a few milliseconds.
const tail = 1000

func (x *examination) path(name string) string { return filepath.Join(x.Home, name) }

// inDatabase says whether the ledger is kept in a PostgreSQL database.
func (x *examination) inDatabase() bool {
	return x.settings != nil && x.settings.Servers.Postgres.Set()
}

// ledger opens and verifies it.
func (x *examination) ledger(ctx context.Context) Finding {
	if x.inDatabase() {
		return x.whole(ctx, "PostgreSQL, at "+config.Host(x.settings.Servers.Postgres))
	}
	info, err := os.Stat(x.path(host.LedgerName))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(x.path(host.AnchorName)); err == nil {
			return fail("It is gone: the file `"+host.AnchorName+"` remembers one, but `"+host.LedgerName+"` is missing.",
				"Put it back from a copy, or import an export: citadel ledger import FILE. To begin anew instead, delete `"+host.AnchorName+"`.")
		}
		return ok("There is none yet. It begins with the first run of `citadel`.")
	}
	if err != nil {
		return x.unreadable(err)
	}
	return x.whole(ctx, size(uint64(info.Size())))
}

// whole opens and verifies the ledger, wherever it is kept.
func (x *examination) whole(ctx context.Context, where string) Finding {
	anchor, wrong := x.anchor()
	if err := x.open(ctx, anchor); err != nil {
		return x.unreadable(err)
	}
	rep, err := x.verify(ctx)
	if err != nil {
		return x.unreadable(err)
	}
	if wrong != nil {
		return *wrong
	}
	events := phrase.Count(int(rep.Head.Seq), "event")
	what := "the last " + phrase.Thousands(rep.Events) + " of them whole"
	if rep.Events == int(rep.Head.Seq) {
		what = "all of them whole"
	}
	if x.Full && rep.Forgotten > 0 {
		what += ", " + phrase.Thousands(rep.Forgotten) + " of them forgotten"
	}
	says := fmt.Sprintf("%s in %s, %s", events, where, what)
	switch {
	case x.inDatabase() && host.InFile(x.Home):
		return look(says+". The home has a ledger in `"+host.LedgerName+"` too, which is not used.", "Keep it elsewhere, or delete it, if the one in the database is the right one.")
	case rep.Anchored:
		return ok(says + "; its end agrees with the anchor.")
	case x.settings != nil && !x.settings.Ledger.Head:
		return ok(says + "; no anchor is kept, as the settings say.")
	}
	return look(says+", but no anchor stands beside it, so a cut end would not be seen.", "The next run writes one.")
}

// anchor gives the anchor to compare with, if it can be read, and what is wrong with it.
func (x *examination) anchor() (ledger.Anchor, *Finding) {
	if x.settings != nil && !x.settings.Ledger.Head {
		return nil, nil
	}
	a := &ledger.FileAnchor{Path: x.path(host.AnchorName)}
	if _, err := a.Load(); err != nil && !errors.Is(err, ledger.ErrNoAnchor) {
		f := fail("Its last events are whole, but the anchor beside it cannot be used: "+reason(err)+".",
			"Delete `"+a.Path+"`: the next run writes it anew. That the end was cut off before then would not be seen.")
		return nil, &f
	}
	return a, nil
}

// open opens the mind for reading. Without usable settings it takes the ledger's own word
// for whose it is.
func (x *examination) open(ctx context.Context, anchor ledger.Anchor) error {
	var given config.Config
	if x.settings != nil {
		given = *x.settings
	}
	store, err := host.ReadLedger(ctx, x.Home, given, nil)
	if err != nil {
		return err
	}
	if _, err := host.Vacant(ctx, x.Home, given, store); err != nil {
		return errors.Join(err, store.Close())
	}
	principal := config.Default().Principal
	if x.settings != nil {
		principal = x.settings.Principal
	} else {
		for row, err := range store.Read(ctx, ledger.Query{Limit: 1, Sealed: true}) {
			if err != nil {
				return errors.Join(err, store.Close())
			}
			principal = row.Principal
		}
	}
	for row, err := range store.Read(ctx, ledger.Query{Newest: true, Limit: 1, Sealed: true}) {
		if err != nil {
			return errors.Join(err, store.Close())
		}
		x.newest = time.UnixMicro(row.At)
	}
	tell := x.progress("replaying the ledger")
	x.mind, _, err = memory.Open(ctx, memory.Options{
		Store: store, Principal: principal, Now: x.Now, ReadOnly: true, Anchor: anchor,
		Progress: func(done, all int) { x.replayed = all; tell(done, all) },
	})
	if err != nil {
		return errors.Join(err, store.Close())
	}
	return nil
}

func (x *examination) verify(ctx context.Context) (ledger.Report, error) {
	if x.Full {
		return x.mind.Verify(ctx, x.progress("verifying"))
	}
	return x.mind.VerifyLast(ctx, tail)
}

// unreadable says what is wrong with a ledger, deciding by the kind of error.
func (x *examination) unreadable(err error) Finding {
	const keep = "Keep a copy of the home as it is, then import the last export into a new home: citadel --home DIR ledger import FILE."
	var broken *ledger.Broken
	var exposed *postgres.Exposed
	switch {
	case errors.As(err, &broken):
		return fail("It is not whole: "+broken.Error()+".", keep)
	case errors.Is(err, ledger.ErrDamaged):
		return fail("The database file is damaged.", keep)
	case errors.Is(err, ledger.ErrForeign):
		return fail("It belongs to somebody else than the setting `principal` says: "+x.settings.Principal+".",
			"Correct that setting, or choose another home with --home.")
	case errors.Is(err, sqlite.ErrNewer), errors.Is(err, event.ErrUnknownKind), errors.Is(err, event.ErrNewerVersion):
		return fail("A newer version of citadel has written to it: "+reason(err)+".", "Run that version.")
	case errors.As(err, &exposed):
		do := "Let the database's administrator run what this prints: citadel ledger setup-postgres. Then log in with the role that it makes."
		if mends := exposed.Mends(); mends != "" {
			do = "Let the database's administrator run in it: " + strings.ReplaceAll(strings.TrimSpace(mends), "\n", " ")
		}
		return fail("The role "+exposed.Role+" that POSTGRES_URL logs in with could change what was written, or see what is not yours. It could "+exposed.Can()+".", do)
	case errors.Is(err, postgres.ErrNotSetUp):
		return fail("The database has no place for this ledger yet, or not for this version.", "Let its administrator run what this prints: citadel ledger setup-postgres")
	case errors.Is(err, postgres.ErrNewer):
		return fail("A newer version of citadel has set up the database.", "Run that version.")
	case errors.Is(err, postgres.ErrVolatile):
		return fail("The PostgreSQL server does not wait for its disk, so what it calls kept could be lost with the power.", "Set fsync and full_page_writes to on there.")
	case errors.Is(err, postgres.ErrNotLetIn):
		return fail("The PostgreSQL server does not let citadel in: it has no such role, password or database.", "Correct POSTGRES_URL.")
	case errors.Is(err, ledger.ErrUnreachable):
		return fail("The PostgreSQL server that keeps it cannot be reached: "+reason(err)+".", "Start it, or correct POSTGRES_URL.")
	case errors.Is(err, host.ErrTwoLedgers):
		return fail("The database is empty, and the home has a ledger in `"+host.LedgerName+"`. Citadel does not start like this.",
			"Take it along: citadel ledger export FILE without POSTGRES_URL, then citadel ledger import FILE with it.")
	case errors.Is(err, host.ErrEmptied):
		return fail("The database is empty, and this home has lived with one that was not. Citadel does not start like this.",
			"Name that one in POSTGRES_URL, restore it, or take over your last export: citadel ledger import FILE")
	case errors.Is(err, ledger.ErrEmpty) && x.inDatabase():
		return ok("There is none in the database yet. It begins with the first run of `citadel`.")
	case errors.Is(err, ledger.ErrEmpty):
		return look("The file holds no event: a first run was cut short.", "Start `citadel`; it begins there.")
	case errors.Is(err, ledger.ErrReadOnly), errors.Is(err, fs.ErrPermission):
		return fail("It cannot be opened by this user.", "Give the files of the home back to the user who runs citadel: chown.")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return look("It was not examined to the end: you stopped me.", "")
	}
	return fail("It cannot be read: "+reason(err)+".", keep)
}

// manyReplayed is how many events a start may have to replay before it is worth saying;
// a state is saved every 5,000 (see memory.Options).
const manyReplayed = 4 * 5000

// checkpoint looks at the saved state of the mind, which is what makes a start fast.
func (x *examination) checkpoint(ctx context.Context) Finding {
	if x.mind == nil {
		return Finding{} // there is nothing to save, or the ledger was said to be unreadable
	}
	last, err := x.manifest(ctx)
	if err != nil {
		return x.unreadable(err)
	}
	replays := "a start replays " + phrase.Count(x.replayed, "event")
	if last == nil {
		if x.replayed < manyReplayed {
			return ok("None yet; " + replays + ".")
		}
		return look("There is none, so "+replays+".", "Save one: citadel ledger rebuild")
	}
	p, err := last.Payload()
	manifest, is := p.(event.Checkpointed)
	if err != nil || !is {
		return Finding{}
	}
	bytes := 0
	for _, c := range manifest.Covers {
		bytes += c.Size
	}
	says := fmt.Sprintf("Saved %s at event %s, %s", x.moment(last.At), phrase.Thousands(int(manifest.UpTo)), size(uint64(bytes)))
	switch fits := event.Seq(x.replayed) <= x.mind.Head()-manifest.UpTo; {
	case !fits:
		return look(says+", but it does not fit the ledger or this version, so "+replays+".", "Save another: citadel ledger rebuild")
	case x.replayed >= manyReplayed:
		return look(says+"; "+replays+".", "Save another: citadel ledger rebuild")
	}
	return ok(says + "; " + replays + ".")
}

// manifest is the record of the newest saved state, or nil.
func (x *examination) manifest(ctx context.Context) (*ledger.Record, error) {
	for r, err := range x.mind.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Checkpointed{}.Kind()}, Newest: true, Limit: 1}) {
		if err != nil {
			return nil, err
		}
		return &r, nil
	}
	return nil, nil
}

// leftovers looks for what something that was cut short has left behind.
func (x *examination) leftovers(context.Context) Finding {
	entries, err := os.ReadDir(x.Home)
	if err != nil {
		return fail("They cannot be looked for: "+reason(err)+".", "")
	}
	var parts []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), host.LedgerName+".importing") {
			parts = append(parts, e.Name())
		}
	}
	switch {
	case len(parts) == 0:
		return ok("None.")
	case x.held:
		return ok("An import is under way: " + strings.Join(parts, ", ") + ".")
	}
	return look("An import was cut short and left "+strings.Join(parts, ", ")+".",
		"Delete what it left. The export it came from is untouched; import it again.")
}

// largeLog is from when on a log is worth looking at.
const largeLog = 100 << 20

// log looks at the operator's log.
func (x *examination) log(context.Context) Finding {
	path := x.path(host.LogName)
	if x.settings != nil && x.settings.Log.File != "" {
		path = x.settings.Log.File
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ok("There is none yet.")
	case err != nil:
		return look("`"+path+"` cannot be looked at: "+reason(err)+".", "")
	case info.Size() >= largeLog:
		return look(filepath.Base(path)+" has grown to "+size(uint64(info.Size()))+".", "Delete or move it when citadel is not running: it is for you only, and nothing is read from it.")
	}
	return ok(filepath.Base(path) + ", " + size(uint64(info.Size())) + ".")
}

// backups says what stands between the person and a lost disk.
func (x *examination) backups(context.Context) Finding {
	if x.inDatabase() {
		return look("Citadel makes none: whether the database has any, its administrator knows.",
			"Ask, or write an export to another disk: citadel ledger export FILE. It opens everything you said, so keep it as safe as the home.")
	}
	if _, err := os.Stat(x.path(host.LedgerName)); err != nil {
		return Finding{} // there is nothing to keep
	}
	return look("This version makes none: if this disk is lost, so is everything.",
		"Write an export to another disk: citadel ledger export FILE. It opens everything you said, so keep it as safe as the home.")
}
