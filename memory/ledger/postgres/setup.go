package postgres

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed setup/*.sql
var scripts embed.FS

// form is the number of the newest script in setup, in citadel.forms once it has run. A later
// form of the tables is a script of its own; one that has run anywhere is never changed.
const form = 1

// Role is the usual name of the role that citadel logs in with for a principal.
func Role(principal string) string { return cut("citadel_" + principal) }

// cut shortens a name to what PostgreSQL keeps of one.
func cut(name string) string { return name[:min(len(name), 63)] }

// Setup is the SQL that makes a database ready for the ledger of a principal: roles, tables,
// and what each role may do. It is for the database's administrator, who may run it again at
// any time; it changes no event. role is what citadel is to log in with; it gets no password
// here.
func Setup(principal, role string) (string, error) {
	var b strings.Builder
	add := func(name string) error {
		text, err := fs.ReadFile(scripts, "setup/"+name)
		b.Write(text)
		return err
	}
	if err := add("begin.sql"); err != nil {
		return "", err
	}
	for n := 1; n <= form; n++ {
		fmt.Fprintf(&b, "\nDO $form$ BEGIN IF NOT EXISTS (SELECT FROM citadel.forms WHERE form = %d) THEN\n\n", n)
		if err := add(fmt.Sprintf("%04d.sql", n)); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nINSERT INTO citadel.forms (form) VALUES (%d);\nEND IF; END $form$;\n\n", n)
	}
	for _, name := range []string{"rights.sql", "principal.sql"} {
		if err := add(name); err != nil {
			return "", err
		}
	}
	return strings.NewReplacer("{{role}}", literal(role), "{{principal}}", literal(principal)).Replace(b.String()), nil
}

// literal is a text in SQL, whatever the server's settings say of backslashes.
func literal(s string) string {
	s = strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(s)
	if strings.Contains(s, `\`) {
		return `E'` + s + `'`
	}
	return `'` + s + `'`
}
