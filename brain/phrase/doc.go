// Package phrase is how Citadel words what it says: text in which every claim names the
// events that state it, absolute dates, verbatim quotes, and one scale of uncertainty.
package phrase
