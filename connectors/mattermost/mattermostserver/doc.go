// Package mattermostserver is a Mattermost server for tests and simulation: its REST and
// websocket interface on loopback, as measured on a real one, for one team, one agent and
// any number of people.
//
// What the real server does that surprises is done here too:
//
//   - A post's pending_post_id is remembered for 30 seconds: the second post of one id is
//     the first one, whatever it says. A restart forgets them. While the first is being made
//     the second is refused.
//   - GET posts?since gives what changed, deleted posts and old versions of edited ones
//     included, and at most 1000 of them, which need not be the newest.
//   - GET posts?after is strict about create_at: posts of the same millisecond as the anchor
//     are left out.
//   - Deleting the root of a thread is one event; its replies vanish without any.
//   - A websocket that comes back with its connection's id and the next sequence number is
//     sent what it missed; where too much was missed, or the server was restarted, it gets a
//     new id and a hello instead.
//   - The agent's own posts come back to it.
//   - What a client gets of a button lacks its address and context.
//
// State lies in the Server: clients come and go, and so may the agent's process. Faults
// are drawn from a seed.
package mattermostserver
