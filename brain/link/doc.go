// Package link finds the links of the causal graph that a sentence draws (SPEC §14): package trade reads the sentence, and
// here its words become things that the graph knows, by the names that it has for them. Nothing is written.
package link
