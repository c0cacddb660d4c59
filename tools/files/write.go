package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"unicode/utf8"

	"citadel/tools"
)

type writeArgs struct {
	Path string `json:"path" jsonschema:"the file, as notes/plan.md; its folder has to be there"`
	Text string `json:"text" jsonschema:"all that is to be in it"`
}

type replaceArgs struct {
	Path string `json:"path" jsonschema:"the file, as notes/plan.md"`
	Text string `json:"text" jsonschema:"all that is to be in it"`
	Was  int64  `json:"was" jsonschema:"how many bytes it has now, as files_list says; with another number nothing is replaced"`
}

func (f *Files) writers() []tools.Tool {
	write := tools.Typed(tools.Tool{
		Name: "files_write", Description: "Makes a new text file. It refuses where one is there.",
		Card: func(args json.RawMessage) tools.Card {
			in, _ := tools.Read[writeArgs](args)
			return tools.Card{Question: "Write this file?", Verb: "Write", Quote: in.Text,
				Facts: []string{"New file: " + fmt.Sprintf("%q", in.Path), fmt.Sprintf("Size: %d bytes", len(in.Text))}}
		},
		Check: func(_ context.Context, args json.RawMessage, _ tools.Result) (tools.Finding, error) {
			in, err := tools.Read[writeArgs](args)
			if err != nil {
				return tools.Finding{}, err
			}
			return f.check(in.Path, in.Text)
		},
	}, func(_ context.Context, in writeArgs) (tools.Result, error) {
		return f.write(in.Path, in.Text, nil)
	})
	replace := tools.Typed(tools.Tool{
		Name: "files_replace", Description: "Replaces all that is in a text file. What was there is lost.", Stakes: tools.Deletes,
		Card: func(args json.RawMessage) tools.Card {
			in, _ := tools.Read[replaceArgs](args)
			return tools.Card{Question: "Replace this file?", Verb: "Write", Quote: in.Text, After: "What is in it now is lost.",
				Facts: []string{"File: " + fmt.Sprintf("%q", in.Path), fmt.Sprintf("Size now: %d bytes, all lost", in.Was), fmt.Sprintf("New size: %d bytes", len(in.Text))}}
		},
		Check: func(_ context.Context, args json.RawMessage, _ tools.Result) (tools.Finding, error) {
			in, err := tools.Read[replaceArgs](args)
			if err != nil {
				return tools.Finding{}, err
			}
			return f.check(in.Path, in.Text)
		},
	}, func(_ context.Context, in replaceArgs) (tools.Result, error) {
		return f.write(in.Path, in.Text, &in.Was)
	})
	return []tools.Tool{write, replace}
}

// write makes a file, or replaces one that has as many bytes as was says.
func (f *Files) write(full, text string, was *int64) (tools.Result, error) {
	p, err := f.at(full)
	switch {
	case err != nil:
		return tools.Result{}, err
	case !p.Write || p.inside == ".":
		return tools.Result{}, &tools.Failure{Reason: tools.Forbidden, Text: fmt.Sprintf("%q may not be written; the settings say which folders may.", p.full)}
	case !utf8.ValidString(text):
		return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "Only text in UTF-8 is written."}
	}
	if was == nil {
		err = p.create(text)
	} else {
		err = p.replace(text, *was)
	}
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("Wrote %d bytes to %q.", len(text), p.full), Ref: p.full}, nil
}

// create makes a file that is not there yet.
func (p place) create(text string) error {
	made, err := p.fill(p.inside, text)
	switch {
	case err == nil:
		return nil
	case !made:
		return p.failed(err)
	}
	return &tools.Failure{Reason: tools.Unsure, Text: fmt.Sprintf("Writing %q broke off; a part of it may be there.", p.full), Err: err}
}

// fill makes a file with a text in it; made says whether there is one where that failed.
func (p place) fill(inside, text string) (made bool, err error) {
	file, err := p.root.OpenFile(inside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false, err
	}
	_, err = io.WriteString(file, text)
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	return true, err
}

// replace writes beside a file and moves that into its place, so that at no moment half is there.
func (p place) replace(text string, was int64) error {
	old, info, err := p.open()
	if err != nil {
		return err
	}
	old.Close()
	if info.Size() != was {
		return &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf("%q has %d bytes now, not %d: it changed. Read it again first.", p.full, info.Size(), was)}
	}
	beside := path.Join(path.Dir(p.inside), "."+path.Base(p.inside)+".citadel-new")
	p.root.Remove(beside) // what a crash left; where there is none, all the better
	_, err = p.fill(beside, text)
	if err == nil {
		err = p.root.Chmod(beside, info.Mode().Perm())
	}
	if err == nil {
		err = p.root.Rename(beside, p.inside)
	}
	if err != nil {
		return &tools.Failure{Reason: tools.Unavailable, Text: fmt.Sprintf("%q could not be replaced; it is as it was.", p.full), Err: fmt.Errorf("%w (%v)", err, p.root.Remove(beside))}
	}
	return nil
}

// check reads a file back.
func (f *Files) check(full, text string) (tools.Finding, error) {
	p, err := f.at(full)
	if err != nil {
		return tools.Finding{}, err
	}
	file, info, err := p.open()
	var missing *tools.Failure
	if errors.As(err, &missing) && missing.Reason == tools.Missing {
		return tools.Finding{Text: missing.Text}, nil
	}
	if err != nil {
		return tools.Finding{}, err
	}
	defer file.Close()
	got, err := io.ReadAll(io.LimitReader(file, int64(len(text))+1))
	if err != nil {
		return tools.Finding{}, p.failed(err)
	}
	if string(got) != text {
		return tools.Finding{Text: fmt.Sprintf("Read back %q: it holds %d bytes that are not the text.", p.full, info.Size())}, nil
	}
	return tools.Finding{Holds: true, Text: fmt.Sprintf("Read back %q: the same text, %d bytes.", p.full, info.Size())}, nil
}
