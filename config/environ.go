package config

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// theEnvironment is the place of a real environment variable.
const theEnvironment = "the environment"

// vars are environment variables in the order they were given.
type vars []variable

type variable struct {
	name, value string
	at          place
}

// lookup returns the last value given for name.
func (v vars) lookup(name string) (string, bool) {
	for i := len(v) - 1; i >= 0; i-- {
		if v[i].name == name {
			return v[i].value, true
		}
	}
	return "", false
}

// parseEnviron splits "NAME=value". What has no name is left out: some systems
// keep entries of their own there.
func parseEnviron(environ []string) vars {
	out := make(vars, 0, len(environ))
	for _, entry := range environ {
		if name, value, ok := strings.Cut(entry, "="); ok && name != "" {
			out = append(out, variable{name, value, place{file: theEnvironment}})
		}
	}
	return out
}

// environ lays the variables of .env and then those of the real environment
// over what is there. A name that the real environment sets hides the same name
// in .env altogether, and a later one an earlier one.
func (o *overlay) environ(fromFile, fromSystem vars) {
	before := o.problems
	o.problems = nil
	for _, v := range fromFile {
		if value, _ := fromSystem.lookup(v.name); value == "" {
			o.variable(v, true)
		}
	}
	inFile := o.problems
	o.problems = nil
	for _, v := range fromSystem {
		if value, _ := fromSystem.lookup(v.name); value == v.value {
			o.variable(v, false)
		}
	}
	o.problems = append(append(before, clip(inFile)...), clip(o.problems)...)
}

// variable applies one variable, or says that there is no such setting. The
// environment is shared: a cluster with a service called citadel sets
// CITADEL_PORT and the like in every process. So there, if it is not ours
// (strict), only what looks like a slip is refused.
func (o *overlay) variable(v variable, strict bool) {
	given := v.value != "" && o.ofMCP(v) // what a server of tools is given may be ours as well
	if v.value != "" && (o.ofModels(v) || o.ofPlatforms(v, !strict) || o.ofSearch(v) || o.ofServers(v) || o.ofTools(v) || o.ofEconomy(v) || given) {
		return
	}
	if !strings.HasPrefix(v.name, "CITADEL_") || reserved(v.name) || v.value == "" {
		return
	}
	if s, ok := settingOf(v.name); ok {
		texts := []string{v.value}
		if s.list {
			texts = strings.Fields(v.value)
		}
		o.apply(s, v.at, v.name, texts)
		return
	}
	near := nearest(v.name, names())
	if !strict && (near == "" || distance(v.name, near) > 2) {
		return
	}
	p := Problem{File: v.at.file, Line: v.at.line, Subject: "unknown variable " + named(v.name), Do: "remove it"}
	if near != "" {
		p.Do = "did you mean `" + near + "`?"
	}
	o.problems = append(o.problems, p)
}

// reserved holds for variables of this project that are no settings: the home
// is needed to find them, and the other is read by tests.
func reserved(name string) bool { return name == "CITADEL_HOME" || name == "CITADEL_SOAK" }

func settingOf(env string) (setting, bool) {
	for _, s := range settings {
		if s.env() == env {
			return s, true
		}
	}
	return setting{}, false
}

// names lists the variables that are settings.
func names() []string {
	out := make([]string, 0, len(settings))
	for _, s := range settings {
		out = append(out, s.env())
	}
	return out
}

// parseDotenv reads lines of the form NAME=value. Blank lines, lines that begin
// with # and a leading "export " are passed over; so is what follows " #" after
// a bare value. Single quotes keep everything, double quotes know \n \t \" \\
// and \$; nothing is expanded, and a value ends with its line. Values are never
// shown in problems: the file holds secrets.
func parseDotenv(file string, data []byte) (vars, []Problem) {
	if len(data) > MaxFileSize {
		return nil, []Problem{tooLarge(file)}
	}
	var out vars
	var problems []Problem
	lines := make(map[string]bool)
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for i, raw := range bytes.Split(data, []byte("\n")) {
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '#' {
			continue
		}
		wrong := func(what, do string) {
			problems = append(problems, Problem{File: file, Line: i + 1, Subject: "the text", What: what, Do: do})
		}
		line = strings.TrimSpace(strings.TrimPrefix(line, "export "))
		name, rest, ok := strings.Cut(line, "=")
		name = strings.TrimRight(name, " \t")
		value, closed := unquote(rest)
		switch {
		case !ok || !isName(name):
			wrong("is not of the form NAME=value", "begin with letters, digits or _ and an equals sign, or with #")
		case !closed:
			wrong("has a quote that is not closed, is followed by more text, or has an unknown escape",
				`use one pair of quotes; in double quotes only \n \t \" \\ \$`)
		case !utf8.ValidString(value) || strings.ContainsRune(value, 0):
			wrong("is not plain text", "save the file as UTF-8")
		case lines[name]:
			wrong("sets "+named(name)+" a second time", "keep one of them")
		default:
			lines[name] = true
			out = append(out, variable{name, value, place{file, i + 1}})
		}
	}
	return out, clip(problems)
}

func isName(name string) bool {
	for i, r := range name {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// unquote takes space, quotes and the trailing comment off what follows the
// equals sign; it reports false where that cannot be done.
func unquote(rest string) (string, bool) {
	text := strings.TrimLeft(rest, " \t")
	if text == "" || text[0] != '"' && text[0] != '\'' {
		for _, mark := range []string{" #", "\t#"} {
			rest, _, _ = strings.Cut(rest, mark)
		}
		return strings.Trim(rest, " \t"), true
	}
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == quote:
			rest := strings.TrimLeft(text[i+1:], " \t")
			return b.String(), rest == "" || rest[0] == '#'
		case text[i] == '\\' && quote == '"':
			i++
			if i == len(text) {
				return "", false
			}
			switch text[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '"', '\\', '$':
				b.WriteByte(text[i])
			default:
				return "", false
			}
		default:
			b.WriteByte(text[i])
		}
	}
	return "", false
}
