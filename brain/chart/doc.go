// Package chart makes pictures of figures, and says the same figures in text.
//
// A chart is recorded as its figures (event.Chart), never as a picture: Draw makes the picture
// when the post is sent. So no file has to be kept for it, forgetting the post forgets the
// picture, and a post that is sent again looks the same. Equal figures give equal bytes.
//
// The picture brings its own paper, so that it reads the same on a light and on a dark
// background, and only its corners are transparent. Nothing is told by colour alone: parts
// stand in the same order in every bar and bear their numbers where those fit, and Text has
// every figure.
package chart
