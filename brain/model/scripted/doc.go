// Package scripted is a server that answers like Anthropic's and OpenAI's, from a script.
// It speaks both wires over HTTP, so that the real SDKs talk to it unchanged, refuses what
// the services refuse, and goes wrong in every way they are known to. It is no model: it
// understands nothing, and says only what the script says. Tests and simulation use it;
// no part of the program does.
//
// # Paths
//
// Anthropic's wire: /v1/messages, /v1/messages/count_tokens. OpenAI's: /v1/chat/completions,
// /v1/embeddings, /v1/images/generations, /v1/audio/transcriptions. Both: /v1/models, told
// apart by the header anthropic-version. Anthropic's base URL is Server.URL, OpenAI's is
// Server.URL + "/v1/".
//
// Lists of models and counts of tokens are answered from the cards. Everything else asks
// the script, but only after it has been found to be a valid request: what the service
// would refuse is refused with 400 and shows in Server.Invalid.
//
// # Tokens
//
// A token is four bytes, begun ones counted, of each text for itself: each passage of the
// instructions, each text, call (name and arguments), result and thought of a message, each
// tool (name, description and schema) and the schema of the answer. An image is 1,000.
// What is written counts by the same rule: thinking, text, each call.
//
// On Anthropic's wire, what stands before a cache_control is remembered by the server
// (tools, then instructions, then messages; a minimum length is not asked for). The longest
// such stretch that is remembered from an earlier request is read from the cache, what
// follows up to the last cache_control is written into it, the rest is plain. On OpenAI's
// wire nothing is cached unless Reply.Usage says so.
//
// # What it tells of itself
//
// The message of every error repeats the key and the last words of the request, because
// services do: what a driver makes of such an error must hold neither.
package scripted
