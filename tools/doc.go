// Package tools is the place for what the agent can do outside its own mind: calendar,
// mail, files, the web. There is nothing in it yet; this version acts on nothing but its
// own ledger.
package tools
