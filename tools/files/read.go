package files

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"citadel/tools"
)

// Limits of reading, of our own.
const (
	maxRead    = 24 << 10 // bytes of a file at once
	maxHead    = 4 << 10  // bytes in which a key is looked for, wherever a reading begins
	maxListed  = 300      // names
	maxWalked  = 5000     // files that a search looks at
	maxSearch  = 1 << 20  // bytes of a file that a search looks at
	maxHits    = 30
	maxSnippet = 200 // characters
)

type listArgs struct {
	Path string `json:"path,omitempty" jsonschema:"a folder, as notes or notes/2026; left out, the folders there are"`
}

type readArgs struct {
	Path string `json:"path" jsonschema:"a file, as notes/plan.md"`
	From int64  `json:"from,omitempty" jsonschema:"the byte to read from, where an earlier reading was cut"`
}

type findArgs struct {
	Words string `json:"words" jsonschema:"what is found holds all of them, in its path or on one line"`
}

// Tools are files_list, files_read, files_find, and where a folder may be written files_write and
// files_replace.
func (f *Files) Tools() []tools.Tool {
	all := []tools.Tool{
		tools.Typed(tools.Tool{Name: "files_list", Class: tools.Reads, Description: "Lists what is in a folder, with sizes and days of the last change."}, f.list),
		tools.Typed(tools.Tool{Name: "files_read", Class: tools.Reads, Description: "Reads a text file, a part at a time."}, f.read),
		tools.Typed(tools.Tool{Name: "files_find", Class: tools.Reads, Description: "Finds text files by words in their paths and in their lines."}, f.find),
	}
	for _, d := range f.folders {
		if d.Write {
			return append(all, f.writers()...)
		}
	}
	return all
}

func (f *Files) list(_ context.Context, in listArgs) (tools.Result, error) {
	if in.Path == "" {
		return tools.Result{Text: "Folders: " + f.names() + "."}, nil
	}
	p, err := f.at(in.Path)
	if err != nil {
		return tools.Result{}, err
	}
	entries, err := fs.ReadDir(p.root.FS(), p.inside)
	if err != nil {
		return tools.Result{}, p.failed(err)
	}
	var b strings.Builder
	shown, of := 0, 0
	for _, e := range entries {
		if secret(e.Name()) || !e.IsDir() && !e.Type().IsRegular() {
			continue
		}
		line := fmt.Sprintf("%q/\n", e.Name())
		if info, err := e.Info(); err == nil && !e.IsDir() {
			line = fmt.Sprintf("%q %d bytes, %s\n", e.Name(), info.Size(), info.ModTime().UTC().Format("2006-01-02"))
		}
		of += len(line)
		if shown < maxListed {
			shown++
			b.WriteString(line)
		}
	}
	if shown == 0 {
		return tools.Result{Text: "Nothing that may be read is there."}, nil
	}
	result := tools.Result{Text: b.String(), Sources: []tools.Source{{What: "the names of files in " + p.full}}}
	if of > b.Len() {
		result.Of = of
	}
	return result, nil
}

func (f *Files) read(_ context.Context, in readArgs) (tools.Result, error) {
	p, err := f.at(in.Path)
	if err != nil {
		return tools.Result{}, err
	}
	file, info, err := p.open()
	if err != nil {
		return tools.Result{}, err
	}
	defer file.Close()
	if in.From < 0 || in.From > info.Size() {
		return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf("%q has %d bytes; from is beyond.", p.full, info.Size())}
	}
	part, err := io.ReadAll(io.NewSectionReader(file, in.From, maxRead))
	if err != nil {
		return tools.Result{}, p.failed(err)
	}
	head, err := io.ReadAll(io.NewSectionReader(file, 0, maxHead))
	if err != nil {
		return tools.Result{}, p.failed(err)
	}
	whole := in.From == 0 && int64(len(part)) == info.Size()
	text, ok := readable(part, in.From > 0, in.From+int64(len(part)) < info.Size())
	if !ok || key(head) { // which says what it is in its first line, and is one further down as well
		return tools.Result{}, &tools.Failure{Reason: tools.Garbled, Text: fmt.Sprintf("%q is not text in UTF-8, or holds a private key; it is not read.", p.full)}
	}
	result := tools.Result{Text: text, Sources: []tools.Source{{What: "the file " + p.full, On: info.ModTime()}}}
	if !whole {
		result.Of = int(info.Size())
	}
	return result, nil
}

// readable gives a part of a file as text, without the pieces of characters at the ends where
// there is more; ok is false where it is no text, or holds a key.
func readable(part []byte, before, after bool) (text string, ok bool) {
	for n := 0; before && n < utf8.UTFMax-1 && len(part) > 0 && !utf8.RuneStart(part[0]); n++ {
		part = part[1:]
	}
	for n := 1; after && n < utf8.UTFMax && n <= len(part); n++ {
		if tail := part[len(part)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				part = part[:len(part)-n]
			}
			break
		}
	}
	if !utf8.Valid(part) || bytes.IndexByte(part, 0) >= 0 || key(part) {
		return "", false
	}
	return string(part), true
}

// key says whether bytes hold the first or last line of a private key.
func key(part []byte) bool { return bytes.Contains(part, []byte("PRIVATE KEY-----")) }

func (f *Files) find(ctx context.Context, in findArgs) (tools.Result, error) {
	words := strings.Fields(strings.ToLower(in.Words))
	if len(words) == 0 {
		return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "There are no words to look for."}
	}
	var b strings.Builder
	var result tools.Result
	walked := 0
	for _, d := range f.folders {
		err := fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case walked == maxWalked || len(result.Sources) == maxHits:
				return fs.SkipAll
			case name != "." && secret(path.Base(name)) && e != nil && e.IsDir():
				return fs.SkipDir
			case err != nil || e.IsDir() || !e.Type().IsRegular() || secret(path.Base(name)):
				return nil // what cannot be read is not found
			}
			walked++
			p := place{d, d.Name + "/" + name, name}
			if line, found := p.search(words); found {
				fmt.Fprintf(&b, "%q%s\n", p.full, line)
				result.Sources = append(result.Sources, tools.Source{What: "the file " + p.full})
			}
			return nil
		})
		if err != nil {
			return tools.Result{}, &tools.Failure{Reason: tools.Unavailable, Text: "The search did not come to an end in time.", Err: err}
		}
	}
	if len(result.Sources) == 0 {
		b.WriteString("Nothing was found.\n")
	}
	if walked == maxWalked || len(result.Sources) == maxHits {
		fmt.Fprintf(&b, "The search ended early, after %d files; there may be more.\n", walked)
	}
	result.Text = b.String()
	return result, nil
}

// search looks for words in the path of a file, then on its lines; line is the first that has all.
func (p place) search(words []string) (line string, found bool) {
	file, _, err := p.open()
	if err != nil {
		return "", false
	}
	defer file.Close()
	part, err := io.ReadAll(io.LimitReader(file, maxSearch))
	text, ok := readable(part, false, len(part) == maxSearch)
	if err != nil || !ok {
		return "", false
	}
	for n, l := range strings.Split(text, "\n") {
		if holds(l, words) {
			if r := []rune(strings.TrimSpace(l)); len(r) > maxSnippet {
				l = string(r[:maxSnippet]) + "…"
			}
			return fmt.Sprintf(" line %d: %s", n+1, strings.TrimSpace(l)), true
		}
	}
	return "", holds(p.full, words)
}

func holds(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
