// Package slackserver is a server that speaks Slack's wire, for tests and
// simulation: the Web API over HTTP and Socket Mode over a websocket, with the
// delays, refusals and half-kept promises of the real one (Faults).
//
// It is one workspace, Acme, with one app, Citadel, and one person, Sam, who has
// a direct conversation with it. More people and channels are added by calls.
// What people do is done by the methods of Server; what they see is Shown.
//
// The state is the server's: clients may come, go and be killed as they like. An
// event goes to one connection, waits for its acknowledgement and is sent again
// when that does not come, at most as often as Slack does; then it is lost, and
// only reading the history tells of it.
//
// Events are written as Slack writes them: text with its entities, the same
// words as rich text beside it, mentions and addresses in angle brackets, emoji
// by name. The posts of the agent come back as events, too.
package slackserver
