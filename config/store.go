package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Assignment is a line of .env.
type Assignment struct{ Name, Value string }

// Store writes variables into the .env of a home: in the place of the lines that set them,
// else at its end, in the order given. All other lines stay as they are. Only the owner of
// the file can read it afterwards. It is replaced in one step: who reads it meanwhile, and
// who finds it after a loss of power, has all of it or what was there before. The home has
// to be there; a link is followed.
func Store(home string, set ...Assignment) error {
	path := filepath.Join(home, EnvName)
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	before, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("config: %w", err)
	}
	if len(before) > MaxFileSize {
		return &Error{Problems: []Problem{tooLarge(path)}}
	}
	after, err := assign(before, set)
	if err != nil {
		return err
	}
	if err := replace(path, after); err != nil {
		return fmt.Errorf("config: store %s: %w", EnvName, err)
	}
	return nil
}

// assign gives the text of a .env in which variables are set.
func assign(text []byte, set []Assignment) ([]byte, error) {
	text, marked := bytes.CutPrefix(text, []byte("\ufeff"))
	var lines []string
	if len(text) > 0 {
		lines = strings.SplitAfter(string(text), "\n")
	}
	for _, a := range set {
		if !isName(a.Name) || !utf8.ValidString(a.Value) || strings.ContainsAny(a.Value, "\x00\r") {
			return nil, fmt.Errorf("config: the value of %s cannot be written into %s", named(a.Name), EnvName)
		}
		line := a.Name + "=" + inQuotes(a.Value) + "\n"
		sets := func(line string) bool {
			name, _, found := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
			return found && strings.TrimSpace(name) == a.Name
		}
		at := slices.IndexFunc(lines, sets)
		if at < 0 {
			if n := len(lines); n > 0 && lines[n-1] != "" && !strings.HasSuffix(lines[n-1], "\n") {
				lines[n-1] += "\n"
			}
			lines = append(lines, line)
			continue
		}
		lines[at] = line
		lines = slices.Concat(lines[:at+1], slices.DeleteFunc(lines[at+1:], sets)) // a second one is refused when it is read
	}
	out := strings.Join(lines, "")
	if marked {
		out = "\ufeff" + out
	}
	return []byte(out), nil
}

// inQuotes writes a value as the reader of .env takes it.
func inQuotes(value string) string {
	plain := strings.Trim(value, capitals+small+digits+"-_.:/+@%") == ""
	if plain {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, `$`, `\$`).Replace(value) + `"`
}

// replace puts a file in the place of another one.
func replace(path string, text []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // for its owner alone
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // what is left of it helps nobody
		}
	}()
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
