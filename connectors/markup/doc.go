// Package markup turns the CommonMark in which the mind writes (MESSAGES,
// Layout) into what each chat platform shows.
//
// A text is parsed once, by goldmark, into a small tree, and a Dialect, which
// is a table of markers and two functions, renders the tree. A new platform is
// a new Dialect; nothing else changes.
//
// Three deviations from CommonMark suit chat:
//
//   - A line break stays a line break: people's words keep their lines.
//   - HTML and link reference definitions are plain words: a message about
//     <div> or a line "[x]: call Ana" must not vanish.
//   - Headings become bold paragraphs, since no chat platform has them all.
//
// No text is lost in rendering except control characters (see Clean) and the
// markers that the dialect replaces. Escape sequences that would reach a
// terminal do not survive, written out or as character references.
//
// Everything here is a pure function, safe for concurrent use.
package markup
