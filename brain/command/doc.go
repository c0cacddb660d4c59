// Package command is the grammar of commands: plain words that do something
// at once instead of being talked about.
//
// A command fires only when the whole message is one (TRUST, "Commands are
// plain words"); everything else is talk. "forget it", "quiet day" and "status
// of the Acme job?" are talk; "forget m412", "quiet" and "status" are not. When
// a reading is in doubt it is talk: a missed command costs the person one more
// message, a false one may change what is remembered.
//
// The grammar is the table in table.go, one row per command, in a small
// notation described at Row.forms. The blanks of the forms stand in blank.go; what
// fits each is decided in fits.go and dates.go, and that is where the everyday sentences are kept out. The
// labelled lines in testdata/lines.tsv say what must fire and what must not.
//
// Around a command these are accepted: a leading slash (as typed on chat
// platforms, also "/help@citadel_bot"), any case, curly quotes, extra spaces, a
// "please" before or after, and a closing full stop or exclamation mark. A
// question mark is accepted only after a command that merely reads: "status?"
// asks for the status, "undo?" asks about undoing. With a slash the intention
// is plain, so the rules that tell commands from sentences are lifted.
//
// The package knows nothing of the mind: it does not resolve handles, people,
// periods or times, and hands them over as they were typed.
package command
