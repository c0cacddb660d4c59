// Package console is the terminal as a chat platform: the embedded default,
// which needs no account and no network (SPEC §3).
//
// # Piped
//
// One line of input is one message and one turn, in order. A line is handed on
// only when the one before is durable and its turn is finished, so a script may
// write all its lines at once. Each answer is printed as plain text followed by
// one empty line; a turn that ends in silence prints the empty line alone. With
// JSON, each post is one object a line,
//
//	{"line":3,"turn":7,"text":"…","by":"procedure:recall","category":"…","tier":"…"}
//
// with the CommonMark of the post as text, and a silent turn is an object with
// an empty text. line is the number of the input line that is answered, counting
// every line from 1; 0 for a line of an earlier process and for a post nobody
// asked for. An answer is printed once it is whole. Blank lines are passed over. At the end of the input the turn in
// progress is finished, and Run returns nil.
//
// # Terminal
//
// A line editor with history and multi-line paste. Every character typed is kept
// byte for byte, however fast it comes; the arrow keys and backspace go by what a
// person sees as one character. A person may go on typing while a turn runs, and
// what arrives meanwhile is printed above the line being typed. An answer that is
// still being written stands there too, as much of its end as there is room for; when
// it is done the whole takes its place, with its number, and with "(changed)" before it
// where it is not what it had begun to say. Ctrl-C while a turn runs says "stop"; at
// an idle prompt it tells how to leave; twice in a row leaves, as does Ctrl-D on an
// empty line. What was half typed is dropped then.
//
// # Verbs
//
//	/react EMOJI [#n]     react to message n, else to the last one shown
//	/unreact [EMOJI] [#n] take the reaction back: that of message n, else the last one given
//	/reply #n TEXT        answer message n
//	/edit [#n] TEXT       change what you said, else your last line
//	/delete [#n]          take back what you said, else your last line
//	/image PATH [TEXT]    send a picture; quote a path with spaces: "my cat.png"
//
// A malformed one is answered on the spot with its usage and begins no turn.
// Every other line that starts with a slash is a message like any other. "#n" at
// the start of the text of /edit is always a number of a message.
//
// # What the console cannot promise
//
// A terminal has no acknowledgement and no memory. What was typed but not
// durable when the process died is lost with the terminal; within one process, a
// line that the sink refused comes again, under its key, when Run is called
// again. There is no Finder either: nobody can tell whether a post that was
// being printed during a crash was seen, so it is printed once more, marked
// "(again)".
package console
