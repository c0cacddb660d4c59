// Package anthropic drives Anthropic's models over Anthropic's own SDK.
//
// # What is sent
//
// Every answer is streamed. The SDK's own retries are off, and it reads nothing from the
// environment. Request.Thinking and Request.Effort become thinking and output_config.effort,
// a schema output_config.format (a forced call of a tool would be refused by models that
// always think). Tools and schemas go out byte for byte as they were given, because the
// order of their properties is the order in which a model writes.
//
// A passage marked Cache ends with a cache_control of one hour; of more than four, which is
// what the service takes, the last four count. Tools stand before the instructions and are
// cached with them. Messages are never marked: writing a conversation into the cache costs
// twice what reading it does, which pays only from the second round on, and what is set
// aside for a call must not depend on a guess whether there will be one.
//
// Messages of one side that follow each other become one, results of tools first, as the
// service wants them. Arguments that are no JSON object go back as
// {"invalid_arguments":"…"}, so that the model sees what it wrote. Thoughts go back as they
// came, to the model they came from.
//
// # What is believed
//
// An answer is whole once a reason to stop has come. A stream that ends without one was cut
// short, although the SDK sees nothing wrong with it. Calls in an answer that MaxTokens cut
// off are left out: nobody knows which of them are whole.
//
// Where an answer broke off after its beginning, Usage.In and the cached counts are the
// provider's own, and Out is a token for three bytes of what had come, or what the provider
// last said if that is more.
//
// Errors are told apart by the type that the service gives, then by the status: an overload
// in the middle of an answer comes with status 200. Their messages may repeat the key or
// the prompt, so that nothing of them is kept but the numbers of a prompt that was too long.
package anthropic
