package command

import "strings"

// Incomplete finds the command of which a message holds only the fixed words: "find",
// "rule add", "/remember". After a slash that is also a known command's word with what does
// not fit behind it: "/rule drop the second". Words that are talk when they stand alone
// ("done", "call me") count only after a slash. It reports false for complete commands.
func Incomplete(text string) (Row, bool) {
	if _, ok := Parse(text); ok || len(text) > maxLength {
		return Row{}, false
	}
	said, slash := strings.CutPrefix(strings.TrimSpace(text), "/")
	said = strings.Join(strings.Fields(strings.ToLower(strings.TrimRight(said, ".!:?…"))), " ")
	if setsPolicy(said) {
		return Lookup("policy")
	}
	if said == "" || strings.HasSuffix(strings.TrimSpace(text), "?") && !slash {
		return Row{}, false
	}
	if slash {
		name, rest, _ := strings.Cut(said, " ")
		name, _, _ = strings.Cut(name, "@")
		said = strings.TrimSpace(name + " " + rest)
	}
	var found Row
	for _, o := range openings {
		if misnamed(said, o.head, o.form) || dangling(said, table[o.row].Name, o.form) {
			return table[o.row], true
		}
		switch {
		case said == o.head && (slash || !talksAlone(o.head)):
			return table[o.row], true
		case slash && found.Name == "" && strings.HasPrefix(said, o.head+" "):
			found = table[o.row]
		}
	}
	return found, found.Name != ""
}

// openings are the fixed words of all forms that have more than those, with the row of each.
var openings = func() (all []struct {
	head, form string
	row        int
}) {
	for i := range table {
		if table[i].Since == "" {
			continue
		}
		for _, form := range table[i].forms {
			if head, whole := headOf(form); head != "" && !whole {
				all = append(all, struct {
					head, form string
					row        int
				}{head, form, i})
			}
		}
	}
	return all
}()

// misnamed says whether words are a command with something in the place of a handle that is none: "show m0".
func misnamed(said, head, form string) bool {
	rest, ok := strings.CutPrefix(said, head+" ")
	if !ok || !strings.Contains(form, "HANDLE") || rest == "" || rest[0] < 'a' || rest[0] > 'z' {
		return false
	}
	return len(rest) > 1 && strings.Trim(rest[1:], "0123456789") == ""
}

// dangling says whether words end where a command goes on with what it is about: "memories of".
func dangling(said, name, form string) bool {
	rest, ok := strings.CutPrefix(said, name+" ")
	return ok && strings.Contains(form, "TOPIC") && in("of about on from for", rest)
}

// setsPolicy says whether words are meant to set what a tool may do, and do not: "policy nothing deny" names no tool,
// "policy mail_send maybe" nothing that it may.
func setsPolicy(said string) bool {
	words := strings.Fields(said)
	if len(words) < 2 || len(words) > 3 || words[0] != "policy" {
		return false
	}
	last := words[len(words)-1]
	return isTool(stretch{words: []word{{text: words[1]}}}) || len(words) == 3 && in("ask allow deny usual", last)
}

// Unknown gives the word after the slash of a message that is meant as a command and is
// none: "foo" of "/foo bar". A path is no command.
func Unknown(text string) (string, bool) {
	said, slash := strings.CutPrefix(strings.TrimSpace(text), "/")
	if !slash || len(text) > maxLength {
		return "", false
	}
	if _, ok := Parse(text); ok {
		return "", false
	}
	name, _, _ := strings.Cut(strings.TrimRight(said, ".!?"), " ")
	name, _, _ = strings.Cut(name, "@")
	if len(name) < 2 || len(name) > 24 || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz_-") != "" {
		return "", false
	}
	return name, true
}

// headOf gives the fixed words with which a form begins, each in its first spelling, and
// whether there is nothing else. Optional words are left out.
func headOf(form string) (head string, whole bool) {
	for part := range strings.SplitSeq(form, " ") {
		if strings.HasSuffix(part, "?") {
			continue
		}
		if part[0] >= 'A' && part[0] <= 'Z' || strings.HasSuffix(part, ",") {
			return strings.TrimSuffix(head, " "), false
		}
		word, _, _ := strings.Cut(strings.TrimPrefix(part, "+"), "|")
		head += word + " "
	}
	return strings.TrimSuffix(head, " "), true
}

// talksAlone says whether a command's fixed words are everyday talk when nothing follows.
func talksAlone(head string) bool {
	switch head {
	case "remember", "find", "show", "forget", "rule add", "rule drop", "cancel", "close", "amend", "snooze", "policy", "lock", "unlock", "unlink":
		return false
	}
	return true
}
