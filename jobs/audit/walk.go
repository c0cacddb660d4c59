package audit

import (
	"context"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"citadel/brain/consent"
	"citadel/brain/perform"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
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
	Outside
	in     jobs.In
	known  map[what][]known
	found  map[event.Seq]bool // memories that something was found against
	pairs  []pair
	folder []string // still to be listed
	files  []string // still to be read
}

// against holds the notes against what is known. Only a file that says otherwise leaves a trace.
func (o Outside) against(ctx context.Context, in jobs.In, known map[what][]known) ([]pair, error) {
	a := &auditor{Outside: o, in: in, known: known, found: map[event.Seq]bool{}}
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

// glance makes a call that is kept where keep says so; nothing is done where there is no such tool, or where the principal
// wants to be asked before it is used. What fails is passed over.
func (a *auditor) glance(ctx context.Context, name, of string, keep func(perform.Outcome) bool) (perform.Outcome, error) {
	tool, there := a.Tools().Find(name)
	args, err := json.Marshal(map[string]string{"path": of})
	if err != nil || !there {
		return perform.Outcome{}, err
	}
	var policy string
	a.in.Read(func(v memory.View) { policy = v.Hands.Policies[name] })
	if consent.Decide(consent.Call{Tool: tool, Args: args, Policy: policy, Unasked: true}).Do != consent.Run {
		return perform.Outcome{}, nil
	}
	return a.Hands.Glance(ctx, perform.Call{Tool: tool, Args: args, Job: Name}, func(out perform.Outcome) bool { return out.Failure == nil && keep(out) })
}

// list takes up what is in a folder; "" are the folders there are.
func (a *auditor) list(ctx context.Context, folder string) error {
	out, err := a.glance(ctx, listing, folder, func(perform.Outcome) bool { return false })
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
	out, err := a.glance(ctx, reading, file, func(out perform.Outcome) bool {
		if len(out.Result.Sources) == 1 {
			found = a.otherwise(out.Result.Text, file, out.Result.Sources[0].On)
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
