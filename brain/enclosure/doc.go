// Package enclosure is what comes with a message: what a file is, told by its content and
// never by its name alone, how it is made to fit a model, and how a person is told of it.
//
//	sniff.go    text, picture, sound or something else
//	text.go     the characters of a text, and its beginning and end where it is long
//	picture.go  pictures made small enough to be sent
//	scale.go    how that is done
//	wording.go  what a person reads about files
//
// All of it works on bytes in memory and opens nothing: no archive is unpacked, no link is
// followed, no name is used as a path.
package enclosure
