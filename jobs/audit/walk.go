package audit

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"citadel/brain/perform"
	"citadel/jobs"
	"citadel/jobs/outside"
	"citadel/memory/event"
	"citadel/tools"
)

// The tools by which it looks.
const (
	listing = "files_list"
	reading = "files_read"
)

// Bounds of one audit. Of a file its first part is read.
const (
	mostFolders = 60
	mostFiles   = 200
	mostSize    = 1 << 20 // bytes: what is longer is no note
)

// auditor reads through folders. After an error it reads no more.
type auditor struct {
	outside.World
	in     jobs.In
	known  map[what][]known
	found  map[event.Seq]bool // memories that something was found against
	pairs  []pair
	folder []string // still to be listed
	files  []string // still to be read
}

// against holds the notes against what is known. Only a file that says otherwise leaves a trace.
func against(ctx context.Context, in jobs.In, o outside.World, known map[what][]known) ([]pair, error) {
	a := &auditor{World: o, in: in, known: known, found: map[event.Seq]bool{}}
	if err := a.list(ctx, ""); err != nil {
		return nil, err
	}
	for n := 0; n < mostFolders && n < len(a.folder); n++ {
		if err := a.list(ctx, a.folder[n]); err != nil {
			return nil, err
		}
	}
	for _, file := range a.files[:min(len(a.files), mostFiles)] {
		if err := a.read(ctx, file); err != nil {
			return nil, err
		}
	}
	return a.pairs, nil
}

// glance makes a look at a path. What fails is passed over.
func (a *auditor) glance(ctx context.Context, tool, of string, keep func(tools.Result) bool) (perform.Outcome, error) {
	return a.Glance(ctx, a.in, outside.Look{Job: Name, Tool: tool, Args: map[string]string{"path": of}}, keep)
}

// list takes up what is in a folder; "" are the folders there are.
func (a *auditor) list(ctx context.Context, folder string) error {
	out, err := a.glance(ctx, listing, folder, func(tools.Result) bool { return false })
	if err != nil {
		return err
	}
	if folder == "" {
		all, found := strings.CutPrefix(strings.TrimSpace(out.Result.Text), "Folders: ")
		if found {
			a.folder = strings.Split(strings.TrimSuffix(all, "."), ", ")
		}
		return nil
	}
	for line := range strings.Lines(out.Result.Text) {
		name, size, below, ok := entry(strings.TrimSpace(line))
		switch full := path.Join(folder, name); {
		case !ok:
		case below && len(a.folder) < mostFolders:
			a.folder = append(a.folder, full)
		case !below && size <= mostSize && note(name):
			a.files = append(a.files, full)
		}
	}
	return nil
}

// sized is what stands behind the name of a file in a list.
var sized = regexp.MustCompile(`^ (\d+) bytes, `)

// entry reads a line of a list: `"plan.md" 120 bytes, 2026-11-20`, or `"2026"/` of a folder.
func entry(line string) (name string, size int, below, ok bool) {
	quoted, err := strconv.QuotedPrefix(line)
	if err != nil {
		return "", 0, false, false
	}
	if name, err = strconv.Unquote(quoted); err != nil {
		return "", 0, false, false
	}
	rest := line[len(quoted):]
	if rest == "/" {
		return name, 0, true, true
	}
	m := sized.FindStringSubmatch(rest)
	if m == nil {
		return "", 0, false, false
	}
	size, err = strconv.Atoi(m[1])
	return name, size, false, err == nil
}

// ends are those of the names of notes.
var ends = []string{".md", ".markdown", ".txt", ".org", ".rst"}

// dated are names of notes of one day or month.
var dated = regexp.MustCompile(`\d{4}-?\d{2}(-?\d{2})?`)

func note(name string) bool {
	return slices.Contains(ends, strings.ToLower(path.Ext(name))) && !dated.MatchString(name)
}

// read holds a file against what is known.
func (a *auditor) read(ctx context.Context, file string) error {
	var found []pair
	out, err := a.glance(ctx, reading, file, func(r tools.Result) bool {
		if len(r.Sources) == 1 {
			found = a.otherwise(r.Text, file, r.Sources[0].On)
		}
		return len(found) > 0
	})
	if err != nil || out.Returned == 0 {
		return err
	}
	for i := range found {
		found[i].read = out.Returned
	}
	a.pairs = append(a.pairs, found...)
	return nil
}
